import { randomUUID } from 'node:crypto';
import type { TransactionId, UserId } from '@touchline/core/ids';
import type { ClosureScope } from '@touchline/core/matches';
import { cents } from '@touchline/core/money';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { readBet } from '../bets/index.ts';
import type { Db, Trx } from '../connect.ts';
import { verifyLedger } from '../ledger/index.ts';
import { switchBetting } from '../matches/index.ts';
import {
  confirmedWithdrawal,
  createMatch,
  createMatchInPlay,
  createPlayer,
  createTestDatabase,
  finishAndSettle,
  homeWins,
  inPlayHomeWins,
  judging,
  letDelayPass,
} from '../testing/index.ts';
import { createWalletWriter, readWallet } from './index.ts';

const database = await createTestDatabase();
/** Two processes, as it were, that let bets in a few at a time. */
const writers = [createWalletWriter(database, { maxGroup: 3 }), createWalletWriter(database, { maxGroup: 3 })] as const;
afterAll(async () => {
  await Promise.all(writers.map((writer) => writer.close()));
  await database.close();
});

const admin = randomUUID() as UserId;
const order = (trx: Trx, act: 'close' | 'open', scope: ClosureScope = 'all') =>
  switchBetting(trx, { closes: 'betting', scope, act, actor: admin, reason: 'maintenance' });
const close = (scope?: ClosureScope) => database.db.transaction().execute((trx) => order(trx, 'close', scope));
const open = (scope?: ClosureScope) => database.db.transaction().execute((trx) => order(trx, 'open', scope));
const countBets = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ bets: number }>`select count(*)::int as bets from bets`.execute(db);
  return rows[0]?.bets ?? 0;
};

afterEach(async () => {
  for (const scope of ['all', 'soccer_epl', 'soccer_spain_la_liga'] as const) await open(scope);
});

test('commits no bet after betting is closed, and accounts for every cent', async () => {
  const stake = 10;
  const match = await createMatch(database.db, 'Ajax', 'Twente');
  const players = await Promise.all(Array.from({ length: 20 }, () => createPlayer(database.db, writers[0], 100)));
  let accepted = 0;
  const refusals = new Set<string>();
  // Bets continue until one is refused, so that some are in flight whenever betting is closed.
  const betting = players.flatMap((player, at) =>
    Array.from({ length: 10 }, async () => {
      for (;;) {
        const answer = await writers[at % 2 === 0 ? 0 : 1].submit(homeWins(player, [match], stake));
        if (!answer.ok) return refusals.add(JSON.stringify(answer.refusal));
        accepted += 1;
      }
    }),
  );
  await vi.waitFor(() => expect(accepted).toBeGreaterThan(20), { timeout: 60_000, interval: 1 });
  const letIn = await database.db.transaction().execute(async (trx) => {
    expect(await order(trx, 'close')).toBe('done');
    const counted = await countBets(trx);
    // The gate stays shut until the commit; a bet that passes it now would fail the assertions below.
    await sql`select pg_sleep(0.3)`.execute(trx);
    return counted;
  });
  await Promise.all(betting);
  expect([...refusals]).toEqual([JSON.stringify({ code: 'betting-closed' })]);
  expect([accepted, await countBets(database.db)]).toEqual([letIn, letIn]);
  const { rows } = await sql<{ cash: number; staked: number }>`
    select sum(cash)::bigint as cash, sum(staked)::bigint as staked from wallets
    where wallet_id = any(${players.map(({ walletId }) => walletId)}::uuid[])`.execute(database.db);
  expect(rows).toEqual([{ cash: 200_000 - letIn * stake, staked: letIn * stake }]);
});

test('closes one league: refuses accumulators with one of its matches, accepts other bets', async () => {
  const [english, spanish] = [
    await createMatch(database.db, 'Leeds', 'Spurs'),
    await createMatch(database.db, 'Betis', 'Celta'),
  ];
  await sql`update matches set league_key = 'soccer_spain_la_liga' where id = ${spanish.id}`.execute(database.db);
  await sql`
    insert into league_feeds (league_key, tried_at, confirmed_at, every_ms, state)
    select 'soccer_spain_la_liga', tried_at, confirmed_at, every_ms, state from league_feeds`.execute(database.db);
  const player = await createPlayer(database.db, writers[0], 100);
  const bet = (...matches: (typeof english)[]) => writers[0].submit(homeWins(player, matches, 500));
  await close('soccer_spain_la_liga');
  const refusal = { code: 'betting-closed', league: 'soccer_spain_la_liga' };
  expect(await bet(english, spanish)).toEqual({ ok: false, refusal });
  expect((await bet(english)).ok).toBe(true);
  expect([await close('soccer_spain_la_liga'), await open()]).toEqual(['closed-already', 'open-already']);
  await open('soccer_spain_la_liga');
  expect((await bet(english, spanish)).ok).toBe(true);
});

test('while betting is closed, repeats earlier answers and continues deposits, withdrawals and payouts', async () => {
  const match = await createMatch(database.db, 'Genk', 'Gent');
  const player = await createPlayer(database.db, writers[0], 100);
  const command = homeWins(player, [match], 1_000);
  await writers[0].submit(command);
  await close();
  expect(await writers[0].submit(command)).toMatchObject({ ok: true, value: { repeated: true } });
  const rich = await createPlayer(database.db, writers[0], 50);
  expect((await readWallet(database.db, rich.walletId))?.wallet.cash).toBe(5_000);
  await finishAndSettle(database, match.id, 1, 0);
  expect((await readWallet(database.db, player.walletId))?.wallet).toMatchObject({ cash: 11_000, staked: 0 });
  const withdrawn = await writers[0].submit({
    type: 'request-withdrawal',
    walletId: player.walletId,
    transactionId: randomUUID() as TransactionId,
    amount: cents(2_000),
    method: 'paypal',
    payout: null,
    ...confirmedWithdrawal,
    asked: 'a digest',
    flags: [],
    metadata: {},
    actor: `user:${player.userId}`,
    cause: 'request:test',
  });
  expect(withdrawn.ok).toBe(true);
});

test('rejects a bet that awaited acceptance when betting was closed, even if it was reopened since', async () => {
  for (const [scope, inBetween] of [
    ['all', 'closed'],
    ['soccer_epl', 'opened again'],
  ] as const) {
    const match = await createMatchInPlay(database.db, 'Ajax', 'Twente');
    const player = await createPlayer(database.db, writers[0], 100);
    const command = inPlayHomeWins(player, [match], 1_000);
    expect((await writers[0].submit(command)).ok).toBe(true);
    await close(scope);
    if (inBetween === 'opened again') await open(scope);
    await letDelayPass(database, [command.betId]);
    await writers[1].submit(judging(command));
    expect(await readBet(database.db, command.betId)).toMatchObject({
      status: 'void',
      payout: 1_000,
      acceptance: { state: 'rejected', code: 'betting-closed', matchId: match.id },
    });
    expect((await readWallet(database.db, player.walletId))?.wallet).toMatchObject({ cash: 10_000, staked: 0 });
    if (inBetween === 'closed') await open(scope);
  }
});

test('accepts a bet placed in play after betting was reopened', async () => {
  const match = await createMatchInPlay(database.db, 'Ajax', 'Twente');
  const player = await createPlayer(database.db, writers[0], 100);
  await close();
  await open();
  const command = inPlayHomeWins(player, [match], 1_000);
  await sql`
    update betting_closures set closed_at = closed_at - interval '1 minute', opened_at = opened_at - interval '1 minute'`.execute(
    database.db,
  );
  await writers[0].submit(command);
  await letDelayPass(database, [command.betId]);
  await writers[0].submit(judging(command));
  expect(await readBet(database.db, command.betId)).toMatchObject({ acceptance: { state: 'accepted' } });
});

test('finally, every event of the ledger verifies', async () => {
  expect(await verifyLedger(database.pool)).toMatchObject({ passed: true, findings: [] });
});
