import { type Instant, instant } from '@touchline/core/instant';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../testing/index.ts';
import {
  countUsers,
  createEmailToken,
  createUser,
  markEmailVerified,
  type NewUser,
  readUser,
  readUserByEmail,
  setPassword,
  type User,
  useEmailToken,
} from './index.ts';

const noon = instant(Date.parse('2026-11-20T12:00:00Z'));
const anHourLater = instant(noon + 3_600_000);

const database = await createTestDatabase();
afterAll(() => database.close());

const someone = (email: string): NewUser => ({ email, name: 'Ada Bell', role: 'bettor', passwordHash: 'hash-1' });
const register = (user: NewUser) => database.db.transaction().execute((trx) => createUser(trx, user));
async function registered(email: string): Promise<User> {
  const created = await register(someone(email));
  if (!created.ok) throw new Error(created.refusal.code);
  return created.value;
}

describe('opening an account', () => {
  test('creates an account with an empty wallet', async () => {
    const user = await registered('ada@example.com');
    expect(await readUser(database.db, user.id)).toEqual(user);
    const { rows } = await sql`
      select cash, held, bonus, staked, version from wallets where wallet_id = ${user.walletId}`.execute(database.db);
    expect(rows).toEqual([{ cash: 0, held: 0, bonus: 0, staked: 0, version: 0 }]);
  });

  test('refuses an email address that has an account, without creating a wallet', async () => {
    await registered('bea@example.com');
    const wallets = async () => (await sql<{ n: number }>`select count(*) n from wallets`.execute(database.db)).rows;
    const before = await wallets();
    expect(await register(someone('bea@example.com'))).toEqual({ ok: false, refusal: { code: 'email-taken' } });
    expect(await wallets()).toEqual(before);
  });

  test('creates one account when an address is registered twice at the same moment', async () => {
    const before = await countUsers(database.db);
    const both = await Promise.all([register(someone('cy@example.com')), register(someone('cy@example.com'))]);
    expect(both.map((one) => one.ok).sort()).toEqual([false, true]);
    expect(await countUsers(database.db)).toBe(before + 1);
  });

  test('finds an account with its password hash by email address, and none for an unknown address', async () => {
    const user = await registered('dan@example.com');
    expect(await readUserByEmail(database.db, 'dan@example.com')).toEqual({ ...user, passwordHash: 'hash-1' });
    expect(await readUserByEmail(database.db, 'unknown@example.com')).toBeUndefined();
  });

  test('keeps the first time at which an address was verified', async () => {
    const user = await registered('eve@example.com');
    expect(user.emailVerifiedAt).toBeNull();
    await markEmailVerified(database.db, user.id, noon);
    await markEmailVerified(database.db, user.id, anHourLater);
    expect((await readUser(database.db, user.id))?.emailVerifiedAt).toBe(noon);
  });
});

describe('links in emails', () => {
  const linkFor = (user: User, expiresAt: Instant = anHourLater) =>
    createEmailToken(database.db, { userId: user.id, purpose: 'reset', expiresAt });

  test('accepts a token once', async () => {
    const user = await registered('fay@example.com');
    const secret = await linkFor(user);
    const use = () => useEmailToken(database.db, { secret, purpose: 'reset' }, noon);
    expect(await use()).toEqual({ ok: true, value: user.id });
    expect(await use()).toEqual({ ok: false, refusal: { code: 'token-used', userId: user.id } });
  });

  test('accepts a token once when it is used twice at the same moment', async () => {
    const user = await registered('gus@example.com');
    const secret = await linkFor(user);
    const use = () => useEmailToken(database.db, { secret, purpose: 'reset' }, noon);
    expect((await Promise.all([use(), use()])).map((one) => one.ok).sort()).toEqual([false, true]);
  });

  test('refuses an expired token', async () => {
    const secret = await linkFor(await registered('hal@example.com'), noon);
    expect(await useEmailToken(database.db, { secret, purpose: 'reset' }, noon)).toEqual({
      ok: false,
      refusal: { code: 'token-expired' },
    });
  });

  test('refuses a token for another purpose', async () => {
    const secret = await linkFor(await registered('ian@example.com'));
    expect(await useEmailToken(database.db, { secret, purpose: 'verify' }, noon)).toEqual({
      ok: false,
      refusal: { code: 'token-unknown' },
    });
  });

  test('does not store the token itself', async () => {
    const secret = await linkFor(await registered('joe@example.com'));
    const { rows } = await sql<{ found: number }>`
      select count(*) found from email_tokens where encode(token_hash, 'escape') like ${`%${secret}%`}
        or token_hash = ${Buffer.from(secret, 'base64url')}`.execute(database.db);
    expect(rows).toEqual([{ found: 0 }]);
  });

  test('a new password replaces the hash and invalidates other reset links', async () => {
    const user = await registered('kim@example.com');
    const other = await linkFor(user);
    await database.db.transaction().execute((trx) => setPassword(trx, user.id, 'hash-2', noon));
    expect(await readUserByEmail(database.db, 'kim@example.com')).toEqual({ ...user, passwordHash: 'hash-2' });
    const used = await useEmailToken(database.db, { secret: other, purpose: 'reset' }, noon);
    expect(used).toEqual({ ok: false, refusal: { code: 'token-used', userId: user.id } });
  });
});
