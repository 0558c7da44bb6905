import { Pool, type PoolClient } from 'pg';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../testing/index.ts';
import { binaryRows, type FieldReader, openRows } from './binary-rows.ts';

let client: PoolClient;

const database = await createTestDatabase();
const pool = new Pool({ connectionString: database.ownerUrl, max: 2 });
afterAll(async () => {
  await pool.end();
  await database.close();
});
beforeEach(async () => {
  client = await pool.connect();
  client.on('error', () => {});
});
afterEach(() => client.release(true));

const number = (fields: FieldReader): number => fields.int32();
const numbers = (last: number, expression = 'n') => `select ${expression} from generate_series(1, ${last}) n`;

async function allOf<Row>(query: string, read: (fields: FieldReader) => Row): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const batch of binaryRows(client, query, read)) rows.push(...batch);
  return rows;
}

test('returns every row once and in order, wherever socket reads split them', async () => {
  const read = (fields: FieldReader) => [fields.int32(), fields.text().length];
  const rows = await allOf(`select n, repeat('é', n * 7) from generate_series(1, 2000) n`, read);
  expect(rows).toEqual(Array.from({ length: 2_000 }, (_, at) => [at + 1, (at + 1) * 7]));
});

test('returns a row larger than several reads', async () => {
  expect(await allOf(`select repeat('x', 1000000)`, (fields) => fields.text().length)).toEqual([1_000_000]);
});

test('returns the same rows one by one as all at once, then none', async () => {
  const cursor = await openRows(client, numbers(50_000), number);
  let sum = 0;
  for (let row = cursor.row(); row !== undefined; row = cursor.row()) {
    sum += row;
    if (!cursor.step()) await cursor.load();
  }
  await cursor.load();
  expect([sum, cursor.row()]).toEqual([(50_000 * 50_001) / 2, undefined]);
});

test('returns nothing for no rows and keeps the connection usable', async () => {
  expect(await allOf(numbers(0), number)).toEqual([]);
  expect(await allOf(numbers(3), number)).toEqual([1, 2, 3]);
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test.each([
  ['before the first row', 'select no_such_column'],
  ['between two rows', numbers(100_000, '10 / (n - 90000)')],
])('reports an error %s and keeps the connection usable', async (_when, query) => {
  await expect(allOf(query, number)).rejects.toThrow(/no_such_column|division by zero/);
  expect(await allOf(numbers(2), number)).toEqual([1, 2]);
});

test('reports a connection that breaks between two rows', async () => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const cursor = await openRows(client, numbers(3_000_000), number);
  await pool.query(`select pg_terminate_backend(${rows[0]?.pid})`);
  const toTheEnd = async () => {
    while (cursor.row() !== undefined) if (!cursor.step()) await cursor.load();
  };
  await expect(toTheEnd()).rejects.toThrow(/terminat|closed|reset/i);
});
