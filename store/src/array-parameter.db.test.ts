import { afterAll, expect, test } from 'vitest';
import { bigints, byteas, integers, smallints, texts, timestamps, uuids } from './array-parameter.ts';
import { createTestDatabase } from './testing/index.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

const asText = async (type: string, values: Buffer) => {
  const { rows } = await database.pool.query<{ text: string }>(`select $1::${type}[]::text as text`, [values]);
  return rows[0]?.text;
};

test('stores integers unchanged, including the limits of their types', async () => {
  expect(await asText('smallint', smallints([-32_768, 0, 32_767]))).toBe('{-32768,0,32767}');
  expect(await asText('integer', integers([-2_147_483_648, 7, null]))).toBe('{-2147483648,7,NULL}');
  const large = [Number.MIN_SAFE_INTEGER, -4_294_967_297, -1, 0, 4_294_967_296, Number.MAX_SAFE_INTEGER];
  expect(await asText('bigint', bigints(large))).toBe(`{${large.join(',')}}`);
});

test('stores text unchanged, including special characters', async () => {
  const words = ['', 'NULL', 'a,b', 'say "yes"', 'back\\slash', '{}', 'Kārlis 1–0 ⚽', "o'clock\n"];
  const { rows } = await database.pool.query<{ word: string }>('select unnest($1::text[]) as word', [texts(words)]);
  expect(rows.map((row) => row.word)).toEqual(words);
});

test('stores ids, hashes and timestamps unchanged', async () => {
  const id = '0197a2b3-c4d5-7e6f-8a9b-0c1d2e3f4a5b';
  expect(await asText('uuid', uuids([id, null, id.toUpperCase()]))).toBe(`{${id},NULL,${id}}`);
  expect(await asText('bytea', byteas([Buffer.from('00ff5c22', 'hex'), Buffer.alloc(0)]))).toBe(
    '{"\\\\x00ff5c22","\\\\x"}',
  );
  const { rows } = await database.pool.query<{ text: string }>(
    `select to_char(unnest($1::timestamptz[]) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') as text`,
    [timestamps([0, 1795183200123456])],
  );
  expect(rows.map((row) => row.text)).toEqual(['1970-01-01 00:00:00.000000', '2026-11-20 14:00:00.123456']);
});

test('stores an empty array', async () => {
  expect(await asText('uuid', uuids([]))).toBe('{}');
});

test('rejects malformed UUIDs before sending them', () => {
  const id = '0197a2b3-c4d5-7e6f-8a9b-0c1d2e3f4a5b';
  for (const wrong of ['', 'x', id.slice(1), `${id}0`, `${id}00`, id.replace('a', 'g'), id.replace('a', 'ａ')])
    expect(() => uuids([wrong])).toThrow(TypeError);
});
