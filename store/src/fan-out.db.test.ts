import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FanOutPool, openFanOutPool } from './fan-out.ts';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const open = (): FanOutPool => openFanOutPool(database.url, { applicationName: 'fan-out test', onError: () => {} });
const connections = async () =>
  (await database.pool.query("select from pg_stat_activity where application_name = 'fan-out test'")).rowCount;

test('it ends although a connection is lent out, and although one is still on its way', async () => {
  const lent = open();
  await lent.pool.connect();
  await lent.close();
  const connecting = open();
  connecting.pool.connect().catch(() => undefined);
  await connecting.close();
  await expect.poll(connections).toBe(0);
});

test('a statement that is under way when it closes is answered', async () => {
  const { pool, close } = open();
  const asked = pool.query('select 7 as seven from pg_sleep(0.05)');
  await Promise.all([asked, close()]);
  expect((await asked).rows).toEqual([{ seven: 7 }]);
});

test('a connection that drops while it is lent out makes room for the next', async () => {
  const { pool, close } = open();
  const owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  for (let dropped = 0; dropped < 5; dropped += 1) {
    const client = await pool.connect();
    const ended = new Promise((resolve) => client.once('end', resolve));
    await owner.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'fan-out test'");
    await ended;
  }
  await owner.end();
  await close();
});

test('a connection that listens but receives nothing any more is ended, so that another takes its place', async () => {
  let listening = 0;
  const { pool, close } = openFanOutPool(database.url, {
    applicationName: 'fan-out test',
    onError: () => {},
    gaps: { onListening: () => (listening += 1) },
    deafAfterMs: 50,
  });
  const client = await pool.connect();
  const ended = new Promise((resolve) => client.once('end', resolve));
  await client.query('listen fan_out_test');
  expect(listening).toBe(1);
  await ended;
  await close();
});
