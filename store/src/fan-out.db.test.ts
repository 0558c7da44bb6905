import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { type FanOutPool, openFanOutPool } from './fan-out.ts';
import { createTestDatabase } from './testing/index.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

const open = (): FanOutPool => openFanOutPool(database.url, { applicationName: 'fan-out test', onError: () => {} });
const connections = async () =>
  (await database.pool.query("select from pg_stat_activity where application_name = 'fan-out test'")).rowCount;

test('closes while a connection is in use and another is still being opened', async () => {
  const lent = open();
  await lent.pool.connect();
  await lent.close();
  const connecting = open();
  connecting.pool.connect().catch(() => undefined);
  await connecting.close();
  await expect.poll(connections).toBe(0);
});

test('completes a running statement before it closes', async () => {
  const { pool, close } = open();
  const asked = pool.query('select 7 as seven from pg_sleep(0.05)');
  await Promise.all([asked, close()]);
  expect((await asked).rows).toEqual([{ seven: 7 }]);
});

test('replaces a connection that drops while in use', async () => {
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

test('replaces a listening connection that no longer receives notifications', async () => {
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
