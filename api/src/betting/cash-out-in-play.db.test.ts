import { defaultLimits } from '@touchline/core/betting';
import type { PlaceBetAnswer } from '@touchline/core/contract';
import type { BetId } from '@touchline/core/ids';
import { instant, seconds } from '@touchline/core/instant';
import { Decimal } from '@touchline/core/money';
import { readBet } from '@touchline/store/bets';
import { confirmPrices, createMatch } from '@touchline/store/testing';
import { afterAll, expect, test, vi } from 'vitest';
import { buildTestApp, openBettor, requestAs } from '../testing/test-app.ts';
import { type CashOutDeps, cashOut } from './cash-out.ts';

const api = await buildTestApp();
afterAll(() => api.close());

const waits = { ok: false, refusal: { code: 'cash-out-waits' } };
const patience = { timeout: 20_000 };

/**
 * A bettor has two bets of $10, and `others`, on a match that kicked off ten minutes ago, and its prices are a minute old. `askBefore` is a request of
 * 20 seconds ago, so that its delay of twelve is over; `confirm` has the prices confirmed.
 */
async function twoBets(email: string, others = 0) {
  const { db } = api.database;
  const match = await createMatch(db, 'Alpha Town', 'Beta United');
  const { user, token } = await openBettor(api, email, 200);
  const place = async () => {
    const placed = await requestAs(api.app, token, 'POST', '/bet', {
      stake: 10,
      matches: [{ matchId: match.id, betOutcome: 'Alpha Town Win', odds: 2 }],
    });
    return placed.json<PlaceBetAnswer>().bet._id as BetId;
  };
  const bets = [await place(), await place()] as const;
  const more: BetId[] = [];
  while (more.length < others) more.push(await place());
  const quoteAt = (at: number) =>
    api.database.pool.query(
      `update matches set kickoff_at = now() - interval '10 minutes', markets = jsonb_set(markets, '{h2h,quotedAt}', $2)
        where id = $1`,
      [match.id, at],
    );
  await quoteAt(Date.now() - seconds(60));
  const ask = (id: BetId, asked: { amount: number; stake?: number }, key: string, ageMs = 0, cashOutAnswerMs = 0) => {
    const times = [Date.now() - ageMs];
    const deps: CashOutDeps = {
      db,
      writer: api.writer,
      inPlay: 'open',
      delays: { usual: 12, ofLeague: {} },
      limits: defaultLimits,
      announce: () => undefined,
      now: () => instant(times.pop() ?? Date.now()),
      cashOutMargin: new Decimal('0.05'),
      replica: { n: () => 0 },
      cashOutAnswerMs,
    };
    return cashOut(deps, { userId: user.id, walletId: user.walletId }, id, asked, { requestId: 'test', key });
  };
  const askBefore = (id: BetId, asked: { amount: number; stake?: number }, key: string) =>
    ask(id, asked, key, seconds(20));
  const confirm = async () => {
    await quoteAt(Date.now());
    await confirmPrices(db);
  };
  const paid = async (id: BetId) => (await readBet(db, id))?.cashedOut;
  return { bets, more, quoteAt, askBefore, ask, confirm, paid };
}

test('a request in play is decided once its prices are confirmed, whether or not it is sent again', async () => {
  const { bets, askBefore, ask, confirm, paid } = await twoBets('ada@example.com');
  expect(await askBefore(bets[0], { amount: 4, stake: 5 }, 'k')).toEqual(waits);
  await confirm();
  await vi.waitFor(async () => expect(await paid(bets[0])).toMatchObject({ stake: 500, paid: 462 }), patience);
  expect(await ask(bets[0], { amount: 4, stake: 5 }, 'k', 0, seconds(8))).toMatchObject({
    ok: true,
    value: { amount: 4.62 },
  });
  expect(await paid(bets[0])).toMatchObject({ stake: 500, paid: 462 });
});

test('the delay of a request counts for no other part and no other bet, also under its key', async () => {
  const { bets, askBefore, ask, confirm, paid } = await twoBets('bea@example.com');
  expect(await askBefore(bets[0], { amount: 0, stake: 0.02 }, 'k')).toEqual(waits);
  expect(await ask(bets[0], { amount: 0 }, 'k')).toEqual({ ok: false, refusal: { code: 'key-reused' } });
  await confirm();
  expect(await ask(bets[1], { amount: 9.24 }, 'k')).toEqual(waits);
  await vi.waitFor(async () => expect(await paid(bets[0])).toMatchObject({ stake: 2 }), patience);
  expect(await paid(bets[1])).toMatchObject({ stake: 0 });
});

test('another request for the bet waits until the first one is decided', async () => {
  const { bets, askBefore, confirm, paid } = await twoBets('cy@example.com');
  expect(await askBefore(bets[0], { amount: 4, stake: 5 }, 'k')).toEqual(waits);
  expect(await askBefore(bets[0], { amount: 4, stake: 5 }, 'l')).toEqual(waits);
  await confirm();
  await vi.waitFor(async () => expect(await paid(bets[0])).toMatchObject({ stake: 500 }), patience);
  expect(await paid(bets[0])).toMatchObject({ stake: 500 });
});

test('at most ten requests of a bettor wait at a time, and another one begins once they are decided', async () => {
  const { bets, more, askBefore, confirm, paid } = await twoBets('dot@example.com', 9);
  const [last, ...first] = [...bets, ...more];
  for (const id of first) expect(await askBefore(id, { amount: 4, stake: 5 }, id)).toEqual(waits);
  if (!last) throw new Error('there is no eleventh bet');
  expect(await askBefore(last, { amount: 4, stake: 5 }, last)).toEqual(waits);
  await confirm();
  for (const id of first) await vi.waitFor(async () => expect(await paid(id)).toMatchObject({ stake: 500 }), patience);
  expect(await paid(last)).toMatchObject({ stake: 0 });
  await vi.waitFor(async () => {
    await askBefore(last, { amount: 4, stake: 5 }, last);
    await confirm();
    expect(await paid(last)).toMatchObject({ stake: 500 });
  }, patience);
});

test('one that was paid before is answered so, also while ten others wait', async () => {
  const { bets, more, quoteAt, askBefore, confirm, paid } = await twoBets('eve@example.com', 9);
  const [first, ...others] = [...bets, ...more];
  if (!first) throw new Error('there is no bet');
  await askBefore(first, { amount: 4, stake: 5 }, 'k');
  await confirm();
  await vi.waitFor(async () => expect(await paid(first)).toMatchObject({ stake: 500 }), patience);
  await quoteAt(Date.now() - seconds(60));
  for (const id of others) expect(await askBefore(id, { amount: 4, stake: 5 }, id)).toEqual(waits);
  expect(await askBefore(first, { amount: 4, stake: 5 }, 'k')).toMatchObject({ ok: true, value: { amount: 4.62 } });
  await confirm();
  for (const id of others) await vi.waitFor(async () => expect(await paid(id)).toMatchObject({ stake: 500 }), patience);
});

test('a database that fails during the delay ends no request', async () => {
  const { bets, askBefore, confirm, paid } = await twoBets('fay@example.com');
  const failing = vi.spyOn(api.writer, 'submit').mockRejectedValue(new Error('the database is away'));
  expect(await askBefore(bets[0], { amount: 4, stake: 5 }, 'k')).toEqual(waits);
  await vi.waitFor(() => expect(failing.mock.calls.length).toBeGreaterThan(1), patience);
  failing.mockRestore();
  await confirm();
  await vi.waitFor(async () => expect(await paid(bets[0])).toMatchObject({ stake: 500 }), patience);
});
