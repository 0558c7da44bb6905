import type { MatchRow } from '@touchline/core/contract';
import { Decimal } from '@touchline/core/money';
import { describe, expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { allStates, reachableStates } from '../testing/reachable-states.ts';
import { type PricesBySelection, priceKey, priceMachine, type WantedPrice, wantedPrices } from './price-machine.ts';
import { arsenal, arsenalRow, doubleChance, doubleChanceAt, goals, interAt, interRow } from './samples.ts';

const builder = { ...doubleChance, betOutcome: 'Builder: Draw + Under 2.5' };
const wantedAt = (s: number, of = doubleChance): WantedPrice => ({
  matchId: of.matchId,
  betOutcome: of.betOutcome,
  s,
});

describe('the states', () => {
  const samples = [
    { type: 'wanted changed', wanted: [wantedAt(11)] },
    { type: 'xstate.done.actor.0.prices.fetching', output: doubleChanceAt(1.4, 11).prices },
    { type: 'xstate.error.actor.0.prices.fetching', error: new Error('broken') },
  ];
  const reached = new Set([...reachableStates(priceMachine, { samples, input: undefined }), 'fetched']);
  test.each(allStates(priceMachine))('can reach "%s"', (state) => expect(reached).toContain(state));
});

/** The prices of a slip whose server and clock the test controls. */
function openPrices() {
  const clock = new SimulatedClock();
  const requests: { readonly keys: readonly string[]; readonly answer: (prices: PricesBySelection | Error) => void }[] =
    [];
  const fetchPrices = fromPromise<PricesBySelection, readonly WantedPrice[]>(({ input }) => {
    const { promise, resolve, reject } = Promise.withResolvers<PricesBySelection>();
    const answer = (prices: PricesBySelection | Error) => (prices instanceof Error ? reject(prices) : resolve(prices));
    requests.push({ keys: input.map(priceKey), answer });
    return promise;
  });
  const actor = createActor(priceMachine.provide({ actors: { fetchPrices } }), { clock }).start();
  return {
    requests,
    want: (...wanted: readonly WantedPrice[]) => actor.send({ type: 'wanted changed', wanted }),
    /** Until the next request, if one is due. */
    wait: () => clock.increment(10_000),
    pass: (ms: number) => clock.increment(ms),
    answer: async (prices: PricesBySelection | Error) => {
      requests.at(-1)?.answer(prices);
      await new Promise((resolve) => setImmediate(resolve));
    },
    odds: () => actor.getSnapshot().context.prices.get(priceKey(doubleChance))?.odds,
  };
}
const at = (price: number, s: number) => doubleChanceAt(price, s).prices;

describe('the prices of a slip', () => {
  test('are asked for once for each version of a match', async () => {
    const prices = openPrices();
    prices.want(wantedAt(11));
    prices.wait();
    await prices.answer(at(1.5, 11));
    prices.wait();
    prices.wait();
    expect(prices.requests).toHaveLength(1);
    prices.want(wantedAt(12));
    prices.wait();
    await prices.answer(at(1.4, 12));
    expect([prices.requests.length, prices.odds()]).toEqual([2, new Decimal('1.4')]);
  });
  test('are asked for again after a while, because they change with time alone, and stay known if that fails', async () => {
    const prices = openPrices();
    prices.want(wantedAt(11));
    prices.wait();
    await prices.answer(at(1.5, 11));
    prices.pass(1_000);
    prices.pass(60_000);
    await prices.answer(new Error('away'));
    expect([prices.requests.length, prices.odds()]).toEqual([2, new Decimal('1.5')]);
    prices.wait();
    prices.pass(60_000);
    await prices.answer(at(1.4, 11));
    expect([prices.requests.length, prices.odds()]).toEqual([3, new Decimal('1.4')]);
    prices.want();
    prices.pass(1_000);
    prices.pass(60_000);
    expect(prices.requests.length).toBe(3);
  });
  test('are asked for again when a match changes during the request, and one is never replaced by an older one', async () => {
    const prices = openPrices();
    prices.want(wantedAt(11));
    prices.wait();
    prices.want(wantedAt(12));
    await prices.answer(at(1.5, 11));
    prices.wait();
    prices.wait();
    await prices.answer(at(1.6, 10));
    expect(prices.odds()).toEqual(new Decimal('1.5'));
    prices.wait();
    prices.wait();
    await prices.answer(at(1.4, 12));
    expect([prices.requests.length, prices.odds()]).toEqual([3, new Decimal('1.4')]);
  });
  test('are asked for less often while the server does not know the version of the match', async () => {
    const { requests, want, answer, pass } = openPrices();
    want(wantedAt(11));
    pass(300);
    await answer(at(1.4, 9));
    pass(2_000);
    expect(requests.length).toBe(1);
    // Longer than the longest pause and spread.
    pass(6_000);
    pass(1_000);
    expect(requests.length).toBe(2);
  });
  test('are unknown when they cannot be fetched, until a later request succeeds', async () => {
    const prices = openPrices();
    prices.want(wantedAt(11));
    prices.wait();
    await prices.answer(at(1.5, 11));
    prices.want(wantedAt(12));
    prices.wait();
    prices.wait();
    await prices.answer(new Error('away'));
    expect(prices.odds()).toBeUndefined();
    prices.wait();
    prices.wait();
    await prices.answer(at(1.4, 12));
    expect(prices.odds()).toEqual(new Decimal('1.4'));
  });
  test('are not asked for, nor kept, while they are not wanted', async () => {
    const prices = openPrices();
    prices.want(wantedAt(11));
    prices.want();
    prices.wait();
    expect(prices.requests).toEqual([]);
    prices.want(wantedAt(11));
    prices.wait();
    await prices.answer(at(1.5, 11));
    prices.want(wantedAt(11, builder));
    expect(prices.odds()).toBeUndefined();
  });
});

test('only selections are asked for that can be bet on and whose prices are not in the rows of their matches', () => {
  const rows = new Map([arsenalRow, interRow].map((row) => [row.id, row]));
  const wanted = (row?: MatchRow) =>
    wantedPrices([arsenal, goals, doubleChance, builder], (id) => (row?.id === id ? row : rows.get(id)));
  expect(wanted()).toEqual([wantedAt(11), wantedAt(11, builder)]);
  expect(wanted({ ...interAt(12), status: 'finished' })).toEqual([]);
  expect(wanted({ ...interAt(12), markets: { h2h: 'suspended', totals: 'open' } })).toEqual([]);
});
