import { cents } from '@touchline/core/money';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createMatch,
  createPlayer,
  createTestDatabase,
  finishMatch,
  homeWins,
  type Player,
  settleEnded,
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
  await finishMatch(database.db, match.id, home, away);
  await settleEnded(database, match.id);
}
const kinds = async () => (await verifyBets(database.pool)).findings.map(({ kind, count }) => [kind, count]);

test('untouched open, won and lost bets match the ledger', async () => {
  expect(await verifyBets(database.pool)).toEqual({ bets: 4, findings: [] });
  await end(open, 1, 0);
  expect(await verifyBets(database.pool)).toEqual({ bets: 4, findings: [] });
});

test('detects odds raised with the product’s own rights before the match ended, although the chain is intact', async () => {
  await database.pool.query('update bet_legs set odds = 90 where match_id = $1', [open?.id]);
  expect(await kinds()).toEqual([['bet-differs', 2]]);
  await end(open, 1, 0);
  expect((await verifyLedger(database.pool)).passed).toBe(true);
  expect(await verifyMoney(database.pool)).toMatchObject({
    passed: false,
    bets: 4,
    findings: [{ kind: 'bet-differs' }, { kind: 'book-differs' }],
  });
  expect(await kinds()).toEqual([['bet-differs', 2]]);
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
    expect([change, (await kinds()).map(([kind]) => kind)]).toEqual([change, expect.arrayContaining([found])]);
    for (const [table, kept] of [
      ['bets', 'kept_bets'],
      ['bet_legs', 'kept_legs'],
      ['ledger_events', 'kept_events'],
    ])
      await tamper(database, `truncate ${table}`, `insert into ${table} table ${kept}`, `drop table ${kept}`);
  }
  expect(await kinds()).toEqual([]);
});
