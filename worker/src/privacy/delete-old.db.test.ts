import { instant } from '@touchline/core/instant';
import { createTestDatabase, openAccount } from '@touchline/store/testing';
import { afterAll, expect, test } from 'vitest';
import { deleteOld } from './delete-old.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

const now = instant(Date.parse('2026-11-20T12:00:00Z'));
const daysFromNow = (days: number | null) => (days === null ? null : new Date(now + days * 86_400_000));

test('deletes sessions that ended over 90 days ago and links used over 30 days ago, and nothing else', async () => {
  const { id: user } = await openAccount(database.db, 'old@example.com');
  for (const [address, ended, expires] of [
    ['ended long ago', -91, 5],
    ['expired long ago', null, -91],
    ['ended lately', -89, -80],
    ['expired lately', null, -89],
    ['open', null, 5],
  ] as const) {
    await database.pool.query(
      `insert into sessions (id, user_id, created_at, used_at, user_agent, address, salt, turned_at, expires_at, ended_at, ended_why)
      values (gen_random_uuid(), $1, now(), now(), '', $2::text, sha256(convert_to($2::text, 'utf8')), now(), $3, $4, $5)`,
      [user, address, daysFromNow(expires), daysFromNow(ended), ended === null ? null : 'logged-out'],
    );
  }
  for (const [purpose, token, expires, used] of [
    ['verify', 'used long ago', 5, -31],
    ['reset', 'expired long ago', -31, null],
    ['verify', 'used lately', -28, -29],
    ['reset', 'open', 1, null],
  ] as const) {
    await database.pool.query(
      `insert into email_tokens (token_hash, user_id, purpose, expires_at, used_at)
      values (sha256(convert_to($1, 'utf8')), $2, $3, $4, $5)`,
      [token, user, purpose, daysFromNow(expires), daysFromNow(used)],
    );
  }
  const said: object[] = [];
  const counted: [string, number][] = [];
  const say = (what: object) => said.push(what);
  const log = { info: say, warn: say, error: say };
  for (const _ of [1, 2])
    await deleteOld({
      db: database.worker.db,
      log,
      now: () => now,
      days: {},
      deleted: (table, count) => counted.push([table, count]),
    });
  const sessions = await database.pool.query<{ address: string }>('select address from sessions order by address');
  const tokens = await database.pool.query<{ left: number }>('select count(*)::int as left from email_tokens');
  expect(sessions.rows.map(({ address }) => address)).toEqual(['ended lately', 'expired lately', 'open']);
  expect([tokens.rows, said]).toEqual([[{ left: 2 }], [{ sessions: 2, email_tokens: 2 }]]);
  expect(counted).toEqual([
    ['sessions', 2],
    ['email_tokens', 2],
  ]);
});
