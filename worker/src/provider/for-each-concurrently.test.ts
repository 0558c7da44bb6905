import { expect, test } from 'vitest';
import { forEachConcurrently } from './for-each-concurrently.ts';

test('an item that fails keeps no other one from its turn, and is reported when all are done', async () => {
  const done: number[] = [];
  const work = async (item: number) => {
    if (item < 3) throw new Error(`item ${item} failed`);
    done.push(item);
  };
  await expect(forEachConcurrently(2, [1, 2, 3, 4, 5], work)).rejects.toThrow('item 1 failed');
  expect(done).toEqual([3, 4, 5]);
});
