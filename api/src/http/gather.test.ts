import { expect, test } from 'vitest';
import { gather } from './gather.ts';

test('keys requested during a read are read by the next one, each once', async () => {
  const readings: (readonly string[])[] = [];
  const ask = gather(async (keys: readonly string[]) => {
    readings.push(keys);
    if (readings.length === 1) later.push(ask('b'), ask('c'), ask('b'));
    return new Map(keys.map((key) => [key, `${key}${readings.length}`]));
  });
  const later: Promise<string | undefined>[] = [];
  expect(await Promise.all([ask('a'), ask('b')])).toEqual(['a1', 'b1']);
  expect(await Promise.all(later)).toEqual(['b2', 'c2', 'b2']);
  expect(readings).toEqual([
    ['a', 'b'],
    ['b', 'c'],
  ]);
});

test('returns nothing for an unknown key', async () => {
  expect(await gather(async () => new Map<string, string>())('unknown')).toBeUndefined();
});

test('a failed read rejects its callers, and the next request is read again', async () => {
  let attempts = 0;
  const ask = gather(async (keys: readonly string[]) => {
    attempts += 1;
    if (attempts === 1) throw new Error('the database went away');
    return new Map(keys.map((key) => [key, attempts]));
  });
  const [first, second] = await Promise.allSettled([ask('a'), ask('b')]);
  expect([first.status, second.status]).toEqual(['rejected', 'rejected']);
  expect(await ask('a')).toBe(2);
});
