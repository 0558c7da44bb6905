import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connect } from '../connect.ts';
import { isLockTimeout, isUnavailable } from '../failures.ts';
import { createMatch, createPlayer, createTestDatabase, homeWins } from '../testing/index.ts';
import { createWalletWriter, readWallet } from './index.ts';

let other: Client;
const database = await createTestDatabase();
const store = connect(database.url, { lockTimeoutMs: 300, statementTimeoutMs: 60_000 });
const writer = createWalletWriter(store);
afterAll(async () => {
  await writer.close();
  await store.close();
  await database.close();
});
beforeEach(async () => {
  other = new Client({ connectionString: database.ownerUrl });
  await other.connect();
  await other.query('begin');
});
afterEach(() => other.end());

const failureOf = async (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

describe('attack: another session holds a lock and does not release it', () => {
  test('on one wallet: its commands fail as retryable, those of other wallets succeed', async () => {
    const match = await createMatch(database.db, 'Celta', 'Girona');
    const [locked, free] = [await createPlayer(database.db, writer, 100), await createPlayer(database.db, writer, 100)];
    await other.query('select from wallets where wallet_id = $1 for update', [locked.walletId]);
    const bets = [homeWins(locked, [match], 500), homeWins(locked, [match], 500), homeWins(locked, [match], 500)];
    const [first, second, third, ofOther] = await Promise.all([
      ...bets.map((bet) => failureOf(writer.submit(bet))),
      writer.submit(homeWins(free, [match], 500)),
    ]);
    expect([first, second, third].map(isLockTimeout)).toEqual([true, true, true]);
    expect(ofOther).toMatchObject({ ok: true });

    await other.query('rollback');
    const again = await Promise.all(bets.map((bet) => writer.submit(bet)));
    expect(again.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect((await readWallet(database.db, locked.walletId))?.wallet).toMatchObject({ cash: 8_500, staked: 1_500 });
  });

  test('on the whole table: commands fail instead of waiting forever, and later ones succeed', async () => {
    const match = await createMatch(database.db, 'Nantes', 'Reims');
    const player = await createPlayer(database.db, writer, 100);
    await other.query('lock table wallets in access exclusive mode');
    const bets = Array.from({ length: 20 }, () => homeWins(player, [match], 100));
    const failures = await Promise.all(bets.map((bet) => failureOf(writer.submit(bet))));
    expect(failures.every(isLockTimeout)).toBe(true);
    await other.query('rollback');
    expect(await writer.submit(bets[0] ?? homeWins(player, [match], 100))).toMatchObject({ ok: true });
    expect((await readWallet(database.db, player.walletId))?.wallet).toMatchObject({ cash: 9_900, staked: 100 });
  });

  test('also ends reads and statements that take too long', async () => {
    await other.query('lock table users in access exclusive mode');
    const reading = await failureOf(store.db.selectFrom('users').select('id').execute());
    expect([isLockTimeout(reading), isUnavailable(reading)]).toEqual([true, true]);
    const impatient = connect(database.url, { statementTimeoutMs: 50 });
    const long = await failureOf(sql`select pg_sleep(60)`.execute(impatient.db));
    await impatient.close();
    expect([isLockTimeout(long), isUnavailable(long)]).toEqual([false, true]);
  });
});
