import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { instant } from '../instant.ts';
import type { Match } from '../matches/index.ts';
import { type Cents, cents, Decimal } from '../money/index.ts';
import { anyPrice } from '../testing/any-price.ts';
import { derby, knownMatches, pickOf, requestOf, sampleFacts } from '../testing/sample-bet.ts';
import { beforeNow, sampleMatch } from '../testing/sample-match.ts';
import { acceptBet } from './accept-bet.ts';
import { type Exposure, exposureOf, liabilityOf, noExposure, stakeWithin, withExposure } from './liability.ts';
import { defaultLimits } from './limits.ts';

const open = (staked: number, owed: number): Exposure => ({
  staked: cents(staked),
  owed: cents(owed),
  promised: cents(owed),
});

describe('the liability on an outcome', () => {
  test('is its payouts less all stakes of the market: $100 at 3.00 is $200, and $150 on another outcome makes it $50', () => {
    const onHome = exposureOf(cents(10_000), new Decimal('3'));
    expect(liabilityOf(onHome)).toBe(20_000);
    expect(liabilityOf({ ...onHome, staked: cents(25_000) })).toBe(5_000);
  });

  test('the largest stake that fits is found to the cent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000_000 }),
        fc.integer({ min: 0, max: 50_000_000 }),
        anyPrice,
        fc.integer({ min: 1, max: 60_000_000 }),
        (staked, owed, odds, maximum) => {
          const before = open(staked, owed);
          const liabilityWith = (stake: number) => liabilityOf(withExposure(before, exposureOf(cents(stake), odds)));
          const most = stakeWithin(before, odds, cents(maximum));
          if (most > 0) expect(liabilityWith(most)).toBeLessThanOrEqual(maximum);
          // Rounding a payout down may let two more cents pass at most, never fewer.
          if (liabilityOf(before) <= maximum && most < 1e12)
            expect(liabilityWith(most + Math.ceil(2 / (odds.toNumber() - 1)) + 1)).toBeGreaterThan(maximum);
        },
      ),
    );
  });
});

describe('a bet against the liability', () => {
  const request = (stake: number) => requestOf([pickOf('Arsenal Win', '2.00')], { stake: cents(stake) });
  const withOpen = (exposure: Exposure, maxLiability: Cents) =>
    sampleFacts({ exposure: () => exposure, limits: { ...defaultLimits, maxLiability } });

  test('is accepted up to the last cent and refused above it with the largest possible stake', () => {
    const facts = withOpen(open(10_000, 40_000), cents(30_500));
    expect(acceptBet(request(500), facts).ok).toBe(true);
    expect(acceptBet(request(501), facts)).toEqual({
      ok: false,
      refusal: {
        code: 'legs-refused',
        legs: [{ code: 'liability-reached', matchId: derby.id, label: 'Arsenal Win', maxStake: 500 }],
      },
    });
  });

  test('stakes on the other outcomes make room for it', () => {
    expect(acceptBet(request(600), withOpen(open(10_000, 40_000), cents(30_000))).ok).toBe(false);
    expect(acceptBet(request(600), withOpen(open(20_000, 40_000), cents(30_000))).ok).toBe(true);
  });

  test('with a match in play the liability, the largest stake and the largest payout are divided', () => {
    const inPlay = sampleMatch({ kickoffAt: beforeNow(60_000) });
    const limits = { ...defaultLimits, maxStake: cents(4_000), maxPayout: cents(7_000), maxLiability: cents(3_000) };
    const facts = sampleFacts({ inPlay: 'open', match: knownMatches(inPlay), limits, exposure: () => noExposure });
    const codeOf = (stake: number, but = {}) => {
      const answer = acceptBet(request(stake), { ...facts, limits: { ...limits, ...but } });
      return answer.ok ? 'taken' : answer.refusal;
    };
    expect(codeOf(750)).toBe('taken');
    expect(codeOf(751)).toMatchObject({ code: 'legs-refused', legs: [{ code: 'liability-reached', maxStake: 750 }] });
    expect(codeOf(1_001)).toEqual({ code: 'stake-above-maximum', maximum: 1_000, inPlay: true });
    expect(codeOf(900, { maxLiability: cents(1e6) })).toEqual({
      code: 'payout-above-maximum',
      maximum: 1_750,
      potentialPayout: 1_800,
      inPlay: true,
    });
  });

  test('total odds above the limit are refused with both', () => {
    const facts = sampleFacts({ limits: { ...defaultLimits, maxTotalOdds: 1.99 } });
    expect(acceptBet(request(1_000), facts)).toEqual({
      ok: false,
      refusal: { code: 'odds-above-maximum', maximum: 1.99, totalOdds: new Decimal('2') },
    });
  });
});

describe('a price from before the last goal', () => {
  const scored = (at: number) =>
    sampleMatch({ kickoffAt: beforeNow(600_000), score: { home: 1, away: 0 }, scoreChangedAt: instant(at) });
  const seen = (match: Match, at: number) => ({ ...match, seenAt: { h2h: instant(at), totals: null } });
  const placedOn = (match: Match, confirmedAt: number) =>
    acceptBet(
      requestOf([pickOf('Arsenal Win', '2.00')]),
      sampleFacts({ inPlay: 'open', match: knownMatches(match), confirmedAt: () => instant(confirmedAt) }),
    );

  test('is not accepted until bookmakers confirmed it after the goal and we received it', () => {
    const goalAt = beforeNow(3_000);
    expect(placedOn(seen(scored(goalAt), goalAt), goalAt + 500)).toEqual({
      ok: false,
      refusal: { code: 'legs-refused', legs: [{ code: 'score-changed', matchId: derby.id, label: 'Arsenal Win' }] },
    });
    expect(placedOn(seen(scored(goalAt), goalAt + 1), goalAt).ok).toBe(false);
    expect(placedOn(seen(scored(goalAt), goalAt + 1), goalAt + 1).ok).toBe(true);
  });
});
