import { describe, expect, test } from 'vitest';
import type { Match } from '../matches/index.ts';
import { type Cents, cents, Decimal } from '../money/index.ts';
import { knownMatches, pickOf, requestOf, sampleFacts } from '../testing/sample-bet.ts';
import { matchId } from '../testing/sample-ids.ts';
import { sampleMatch, sampleWinner } from '../testing/sample-match.ts';
import { acceptBet } from './accept-bet.ts';

const homeWin = pickOf('Arsenal Win', '2.00');

describe('the limits of a bet', () => {
  const steady = (count: number, price: Decimal) =>
    Array.from({ length: count }, (_, index) =>
      sampleMatch({
        id: matchId(`match ${index}`),
        awayTeam: `Guests ${index}`,
        markets: { h2h: { ...sampleWinner, home: price }, totals: null },
      }),
    );
  const onAll = (matches: readonly Match[], stake: Cents) => {
    const picks = matches.map(({ id, markets: { h2h } }) =>
      pickOf('Arsenal Win', (h2h?.home ?? sampleWinner.home).toFixed(), id),
    );
    return acceptBet(requestOf(picks, { stake }), sampleFacts({ match: knownMatches(...matches) }));
  };
  const refusedFor = (refusal: object) => ({ ok: false, refusal });

  test('an empty slip is no bet', () => {
    expect(acceptBet(requestOf([]), sampleFacts())).toEqual(refusedFor({ code: 'slip-empty' }));
  });

  test.each([0, -1, -1000])('a stake of %i cents is no stake', (stake) => {
    expect(acceptBet(requestOf([homeWin], { stake: cents(stake) }), sampleFacts())).toEqual(
      refusedFor({ code: 'stake-invalid' }),
    );
  });

  test('a stake outside the limits is refused with the limit; both limits are allowed', () => {
    const staked = (stake: number) => acceptBet(requestOf([homeWin], { stake: cents(stake) }), sampleFacts());
    expect([staked(9), staked(500_001), staked(10).ok, staked(500_000).ok]).toEqual([
      refusedFor({ code: 'stake-below-minimum', minimum: 10 }),
      refusedFor({ code: 'stake-above-maximum', maximum: 500_000 }),
      true,
      true,
    ]);
  });

  test('twenty selections are a bet, twenty-one are refused with the limit', () => {
    const price = new Decimal('1.05');
    expect(onAll(steady(20, price), cents(1000)).ok).toBe(true);
    expect(onAll(steady(21, price), cents(1000))).toEqual(refusedFor({ code: 'too-many-legs', maximum: 20 }));
  });

  test('the largest payout is paid, a cent more is refused with both amounts', () => {
    expect(onAll(steady(1, new Decimal('100')), cents(100_000)).ok).toBe(true);
    expect(onAll(steady(1, new Decimal('100.0001')), cents(100_000))).toEqual(
      refusedFor({ code: 'payout-above-maximum', maximum: 10_000_000, potentialPayout: 10_000_010 }),
    );
  });

  test('twenty selections at 1,000.00 with the largest stake are refused, not counted wrong and no failure', () => {
    expect(onAll(steady(20, new Decimal('1000')), cents(500_000))).toEqual(
      refusedFor({ code: 'payout-above-maximum', maximum: 10_000_000, potentialPayout: Number.MAX_SAFE_INTEGER }),
    );
  });
});
