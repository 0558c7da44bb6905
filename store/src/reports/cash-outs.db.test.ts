import { type Cents, cents } from '@touchline/core/money';
import { afterAll, expect, test } from 'vitest';
import {
  cashingOut,
  createMatch,
  createPlayer,
  createTestDatabase,
  finishMatch,
  homeWins,
  settleEnded,
  type TestMatch,
  tamper,
} from '../testing/index.ts';
import { createWalletWriter } from '../wallet/index.ts';
import { cashOutResult, readCashOuts } from './index.ts';

const database = await createTestDatabase();
const writer = createWalletWriter(database);
afterAll(async () => {
  await writer.close();
  await database.close();
});

/** $10 at 2.00 on a home win in each match, of which a part of the stake is cashed out. */
async function cashOut(matches: readonly TestMatch[], stake: number): Promise<Cents> {
  const bet = homeWins(await createPlayer(database.db, writer, 100), matches, 1_000);
  expect(await writer.submit(bet)).toMatchObject({ ok: true });
  const done = await writer.submit(cashingOut(bet, { stake: cents(stake) }));
  if (!done.ok) throw new Error(done.refusal.code);
  return done.value.event.amount;
}

const november = { from: '2026-11-01T00:00:00.000000Z', to: '2026-12-01T00:00:00.000000Z', unit: 'day' } as const;
const read = async (by: 'day' | 'league' | 'market', period: { from: string; to: string } = november) => {
  const report = await readCashOuts(database.db, { ...november, ...period, by });
  if (report === 'too-many') throw new Error(report);
  return report;
};

test('reports what cash-outs paid, their value without our margin, and what decided ones saved', async () => {
  const [won, lost, open] = [
    await createMatch(database.db, 'Ajax', 'Utrecht'),
    await createMatch(database.db, 'Breda', 'Venlo'),
    await createMatch(database.db, 'Delft', 'Gouda'),
  ];
  const paid = {
    won: await cashOut([won], 1_000),
    half: await cashOut([won], 500),
    lost: await cashOut([lost], 1_000),
    open: await cashOut([won, open], 1_000),
  };
  // The fair chance of each home win is .4865.
  expect(paid).toEqual({ won: 924, half: 462, lost: 924, open: 855 });
  await finishMatch(database.db, won.id, 1, 0);
  await finishMatch(database.db, lost.id, 0, 1);
  for (const { id } of [won, lost]) await settleEnded(database, id);
  await tamper(
    database,
    `update ledger_events set recorded_at = case when amount = 462 then timestamptz '2026-11-21T23:59:59Z' else '2026-11-22T00:00:00Z' end
      where type = 'CashedOut'`,
    `update matches set league_key = 'soccer_spain_la_liga' where id = '${lost.id}'`,
  );

  const all = {
    count: 4,
    stakes: 3_500,
    paid: 3_165,
    worth: 973 + 486 + 973 + 947,
    decided: 3,
    paidForDecided: 2_310,
    // $20 and $10 of the two on the winner, nothing of the other.
    wouldHavePaid: 3_000,
  };
  const { total, groups } = await read('day');
  expect(total).toEqual(all);
  expect(cashOutResult(total)).toEqual({ margin: 214, saved: 690 });
  expect(groups.map(({ group, totals }) => [group, totals.count, totals.paid])).toEqual([
    ['2026-11-21', 1, 462],
    ['2026-11-22', 3, 2_703],
  ]);
  const leagues = await read('league');
  expect(leagues.groups.map(({ group, totals }) => [group, totals.count, cashOutResult(totals).saved])).toEqual([
    ['soccer_epl', 3, 1_614],
    ['soccer_spain_la_liga', 1, -924],
  ]);
  expect((await read('market')).groups.map(({ group, totals }) => [group, totals])).toEqual([['h2h', all]]);
  expect(
    (await read('day', { from: '2026-11-22T00:00:00.000000Z', to: '2026-11-23T00:00:00.000000Z' })).total.count,
  ).toBe(3);
  expect(await read('day', { from: november.to, to: '2027-01-01T00:00:00.000000Z' })).toMatchObject({
    total: { count: 0, paid: 0 },
    groups: [],
  });
});
