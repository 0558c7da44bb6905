import { hours, instant, minutes, seconds } from '@touchline/core/instant';
import type { Pool } from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { type DatabaseClock, followDatabaseClock } from './database-clock.ts';
import { createTestDatabase } from './testing/index.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

const onError = (error: unknown) => {
  throw error;
};
async function readOf(clock: DatabaseClock) {
  const read = () => database.pool.query<{ at: number }>("select date_part('epoch', clock_timestamp()) * 1000 as at");
  const [before, ours, after] = [await read(), clock.now(), await read()];
  return [before, { rows: [{ at: ours }] }, after].map(({ rows }) => rows[0]?.at ?? Number.NaN);
}

test.each([
  ['ahead', minutes(5)],
  ['behind', -minutes(5)],
  ['right', 0],
])('reads the time of the database on a machine whose clock is %s', async (_, skewMs) => {
  const ownClock = () => Date.now() + skewMs;
  const clock = await followDatabaseClock(database.pool, { onError, ownClock });
  const [before = 0, ours = 0, after = 0] = await readOf(clock);
  clock.close();
  // Right to within the round trip of the comparison, which is far below the skew.
  expect(ours).toBeGreaterThan(before - seconds(30));
  expect(ours).toBeLessThan(after + seconds(30));
});

test('follows a database whose clock is set forward and back, as after a failover', async () => {
  let databaseMs = 0;
  const query = async () => ({ rows: [{ at: databaseMs }] });
  const clock = await followDatabaseClock({ query } as unknown as Pool, { onError, everyMs: 1, ownClock: () => 0 });
  for (const time of [minutes(5), -minutes(5), hours(1), 0]) {
    databaseMs = time;
    await vi.waitUntil(() => clock.now() === time, { timeout: 60_000 });
  }
  clock.close();
});

test('keeps to its own clock as long as that may be right, and when the database does not answer', async () => {
  let ownMs = 0;
  const errors: unknown[] = [];
  const answers = [
    async () => {
      ownMs += 100;
      return { rows: [{ at: 60 }] };
    },
    async () => {
      throw new Error('gone');
    },
  ];
  const query = () => (answers.shift() ?? (() => new Promise(() => {})))();
  const clock = await followDatabaseClock({ query } as unknown as Pool, {
    onError: (error) => errors.push(error),
    everyMs: 1,
    ownClock: () => ownMs,
  });
  expect(clock.now()).toBe(instant(100));
  await vi.waitUntil(() => errors.length > 0, { timeout: 60_000 });
  expect(clock.now()).toBe(instant(100));
  clock.close();
});
