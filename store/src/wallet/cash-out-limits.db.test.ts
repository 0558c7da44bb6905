import { randomUUID } from 'node:crypto';
import type { UserId } from '@touchline/core/ids';
import { cents } from '@touchline/core/money';
import { afterAll, afterEach, expect, test } from 'vitest';
import { setCashOutLimit } from '../bets/index.ts';
import { verifyMoney } from '../ledger/index.ts';
import {
  cashingOut,
  createMatch,
  createPlayer,
  createTestDatabase,
  homeWins,
  placeBet,
  type TestMatch,
  tamper,
} from '../testing/index.ts';
import { createWalletWriter, type PlaceBet, readWallet } from './index.ts';

const database = await createTestDatabase();
const writer = createWalletWriter(database);
const other = createWalletWriter(database);
afterEach(async () => {
  const scopes = await database.db.selectFrom('cash_out_limits').select('scope').execute();
  for (const { scope } of scopes) await limit(scope, null, null);
});
afterAll(async () => {
  expect(await verifyMoney(database.pool)).toMatchObject({ passed: true, findings: [] });
  await writer.close();
  await other.close();
  await database.close();
});

const limit = (scope: string, maxPayment: number | null, maxMatchDay: number | null) =>
  database.db.transaction().execute((trx) =>
    setCashOutLimit(trx, {
      scope,
      maxPayment: maxPayment === null ? null : cents(maxPayment),
      maxMatchDay: maxMatchDay === null ? null : cents(maxMatchDay),
      actor: randomUUID() as UserId,
      reason: 'a large position',
    }),
  );
const anyMatch = () => createMatch(database.db, 'Ajax', 'Utrecht');

/** A bettor has $10 at 2.00 on a home win in each match: a single is worth $9.24. */
async function place(...matches: readonly TestMatch[]): Promise<PlaceBet> {
  const command = homeWins(await createPlayer(database.db, writer, 10), matches, 1_000);
  await placeBet(writer, command);
  return command;
}
const limited = (most: object | undefined) => ({ ok: false, refusal: { code: 'cash-out-limit', most } });

test('a cash-out above the limit names the largest part, and that part is paid', async () => {
  const match = await anyMatch();
  const bet = await place(match);
  await limit(match.id, 500, null);
  // 541 cents of the stake are worth 500.2, 542 are worth 501.2.
  expect(await writer.submit(cashingOut(bet))).toMatchObject(limited({ stake: 541, amount: 500 }));
  expect(await writer.submit(cashingOut(bet, { stake: cents(542) }))).toMatchObject(
    limited({ stake: 541, amount: 500 }),
  );
  expect(await writer.submit(cashingOut(bet, { stake: cents(541) }))).toMatchObject({
    ok: true,
    value: { event: { amount: 500 } },
  });
  expect(await writer.submit(cashingOut(bet))).toMatchObject({ ok: true, value: { bet: { status: 'cashed-out' } } });
  expect(await writer.submit(cashingOut(await place(await anyMatch())))).toMatchObject({ ok: true });
});

test('the limit of a day counts all cash-outs on the match, and accumulators with it', async () => {
  const [match, elsewhere] = [await anyMatch(), await createMatch(database.db, 'PSV', 'Twente')];
  const [single, double, last] = [await place(match), await place(match, elsewhere), await place(match)];
  await limit('all', null, 2_000);
  expect(await writer.submit(cashingOut(single))).toMatchObject({ ok: true, value: { event: { amount: 924 } } });
  expect(await other.submit(cashingOut(double))).toMatchObject({ ok: true, value: { event: { amount: 855 } } });
  expect(await writer.submit(cashingOut(last))).toMatchObject(limited({ stake: 240, amount: 221 }));
  await limit('all', null, 1_000);
  expect(await writer.submit(cashingOut(last))).toMatchObject(limited(undefined));
  expect(await writer.submit(cashingOut(await place(elsewhere), { stake: cents(100) }))).toMatchObject({ ok: true });
  await limit('all', null, null);
  expect(await writer.submit(cashingOut(last))).toMatchObject({ ok: true });
});

test('a cash-out from more than 24 hours ago no longer counts', async () => {
  const match = await anyMatch();
  const [before, now] = [await place(match), await place(match)];
  await limit(match.id, null, 1_000);
  const done = await writer.submit(cashingOut(before));
  expect(done).toMatchObject({ ok: true });
  expect(await writer.submit(cashingOut(now))).toMatchObject(limited({ amount: 76 }));
  const moved = (by: string) => `update ledger_events set recorded_at = recorded_at + interval '${by}'
    where wallet_id = '${before.walletId}' and type = 'CashedOut'`;
  await tamper(database, moved('-24 hours 1 minute'));
  expect(await writer.submit(cashingOut(now))).toMatchObject(limited({ amount: 76 }));
  await tamper(database, moved('-2 minutes'));
  expect(await writer.submit(cashingOut(now))).toMatchObject({ ok: true });
  await tamper(database, moved('24 hours 1 minute'));
});

test.each([
  ['one writer', () => [writer, writer]],
  ['two writers', () => [writer, other]],
] as const)('cash-outs at once through %s never pay more than the limit of a day', async (_, writersOf) => {
  for (let round = 0; round < 10; round += 1) {
    const match = await anyMatch();
    const bets = await Promise.all(Array.from({ length: 12 }, () => place(match)));
    await limit(match.id, null, 5 * 924 + 500);
    const answers = await Promise.all(bets.map((bet, at) => writersOf()[at % 2]?.submit(cashingOut(bet))));
    expect(answers.filter((answer) => answer?.ok)).toHaveLength(5);
    const wallets = await Promise.all(bets.map(({ walletId }) => readWallet(database.db, walletId)));
    expect(wallets.filter((found) => found?.wallet.cash === 924)).toHaveLength(5);
    const refused = answers.filter((answer) => answer && !answer.ok);
    for (const answer of refused) expect(answer).toMatchObject(limited({ amount: 500 }));
  }
});
