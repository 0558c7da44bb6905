import { cents } from '@touchline/core/money';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createMatch,
  createPlayer,
  createTestDatabase,
  finishAndSettle,
  foundBy,
  homeWins,
  type Player,
  type TestDatabase,
  type TestMatch,
  tamper,
} from '../testing/index.ts';
import { createWalletWriter, type WalletWriter } from '../wallet/index.ts';
import { verifyLedger, verifyMoney } from './verify.ts';
import { verifyBets } from './verify-bets.ts';

let database: TestDatabase;
let writer: WalletWriter;
let player: Player;
let [won, lost, open]: readonly TestMatch[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  writer = createWalletWriter(database);
  player = await createPlayer(database.db, writer, 100);
  const matches = [
    await createMatch(database.db, 'Ajax', 'Utrecht'),
    await createMatch(database.db, 'Feyenoord', 'Twente'),
    await createMatch(database.db, 'Heerenveen', 'Groningen'),
  ] as const;
  [won, lost, open] = matches;
  for (const match of matches) await writer.submit(homeWins(player, [match], 500));
  await writer.submit(homeWins(player, [matches[0], matches[2]], 700));
  await end(won, 2, 0);
  await end(lost, 0, 1);
});
afterEach(async () => {
  await writer.close();
  await database.close();
});

async function end(match: TestMatch | undefined, home: number, away: number) {
  if (!match) throw new Error('no match');
  await finishAndSettle(database, match.id, home, away);
}
const kinds = async () => (await foundBy(database, verifyBets)).map(({ kind }) => kind);

test('untouched open, won and lost bets match the ledger', async () => {
  expect(await kinds()).toEqual([]);
  await end(open, 1, 0);
  expect(await kinds()).toEqual([]);
});

test('detects odds raised with the product’s own rights before the match ended, although the chain is intact', async () => {
  await database.pool.query('update bet_legs set odds = 90 where match_id = $1', [open?.id]);
  expect(await kinds()).toEqual(['bet-differs', 'bet-differs']);
  await end(open, 1, 0);
  expect((await verifyLedger(database.pool)).passed).toBe(true);
  expect(await verifyMoney(database.pool)).toMatchObject({
    passed: false,
    bets: 4,
    found: { 'bet-differs': 2 },
  });
  expect(await kinds()).toEqual(['bet-differs', 'bet-differs']);
});

test('detects changed stakes, selections and payouts, and missing bets', async () => {
  const { id: match } = won ?? {};
  const one = `(select bet_id from bet_legs where match_id = '${match}' and (select count(*) from bet_legs l where l.bet_id = bet_legs.bet_id) = 1)`;
  for (const [change, found] of [
    [`update bets set stake = ${cents(600)} where id = ${one}`, 'bet-differs'],
    [`update bet_legs set pick = 'away' where bet_id = ${one}`, 'bet-differs'],
    [`update bets set payout = 1 where id = ${one}`, 'bet-differs'],
    [`delete from bets where id = ${one}`, 'bet-missing'],
    [
      `update ledger_events set payload = payload - 'betId' where type = 'StakeTaken' and key = 'stake:' || ${one}`,
      'bet-missing',
    ],
    [`update ledger_events set amount = amount + 1 where type = 'WinningsPaid'`, 'payout-wrong'],
    [`update ledger_events set payload = payload || '{"legs": ["lost"]}' where type = 'WinningsPaid'`, 'payout-wrong'],
    [`update ledger_events set payload = payload || '{"settlement": 2}' where type = 'WinningsPaid'`, 'payout-wrong'],
    [
      `insert into ledger_events select nextval('ledger_seq'), wallet_id, version + 100, type, amount,
         payload || '{"settlement": 2}', key || 'x', request, actor, cause, effective_at, recorded_at, prev_hash, hash
       from ledger_events where type = 'WinningsPaid'`,
      'payout-wrong',
    ],
  ] as const) {
    await tamper(database, 'create table kept_bets as table bets', 'create table kept_legs as table bet_legs');
    await tamper(database, 'create table kept_events as table ledger_events');
    await tamper(database, change);
    expect([change, await kinds()]).toEqual([change, expect.arrayContaining([found])]);
    for (const [table, kept] of [
      ['bets', 'kept_bets'],
      ['bet_legs', 'kept_legs'],
      ['ledger_events', 'kept_events'],
    ])
      await tamper(database, `truncate ${table}`, `insert into ${table} table ${kept}`, `drop table ${kept}`);
  }
  expect(await kinds()).toEqual([]);
});

describe('believes no verdict that it can make itself', () => {
  /** Rewrites the only settlement of a type, with the app's own rights as far as bets go. */
  const regrade = (type: string, to: string, legs: readonly string[], amount: number, status: string) =>
    tamper(
      database,
      `update bets b set status = '${status}', payout = ${amount} from ledger_events e
       where e.type = '${type}' and b.id::text = e.payload ->> 'betId'`,
      `update ledger_events set type = '${to}', amount = ${amount},
         payload = payload || '{"legs": ${JSON.stringify(legs)}, "stake": 500}' where type = '${type}'`,
    );

  test('detects a losing bet that its settlement calls won', async () => {
    await regrade('StakeLost', 'WinningsPaid', ['won'], 1_000, 'won');
    expect(await kinds()).toEqual(['verdict-wrong']);
  });

  test('detects a winning bet that its settlement calls void', async () => {
    await regrade('WinningsPaid', 'StakeRefunded', ['void'], 500, 'void');
    expect(await kinds()).toEqual(['verdict-wrong']);
  });

  test('detects a bet that was not settled again when its result was corrected', async () => {
    await tamper(
      database,
      `insert into match_results (match_id, version, kind, home_score, away_score, reason, actor, decided_at)
       values ('${won?.id}', 2, 'score', 0, 3, 'corrected', 'admin:1', now())`,
      `update matches set result_version = 2 where id = '${won?.id}'`,
    );
    // The single that was paid, and the double that is open although its first leg has lost.
    expect(await kinds()).toEqual(['verdict-wrong', 'verdict-wrong']);
  });

  test('leaves a bet alone while its new result is still being applied', async () => {
    await tamper(
      database,
      `insert into match_results (match_id, version, kind, home_score, away_score, reason, actor, decided_at)
       values ('${won?.id}', 2, 'score', 0, 3, 'corrected', 'admin:1', now())`,
      `update matches set result_version = 2, graded_at = null where id = '${won?.id}'`,
    );
    expect(await kinds()).toEqual([]);
  });
});
