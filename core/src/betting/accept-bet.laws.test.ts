import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { minutes } from '../instant.ts';
import { cents } from '../money/index.ts';
import { anyPrice } from '../testing/any-price.ts';
import { knownMatches, sampleFacts } from '../testing/sample-bet.ts';
import { matchId } from '../testing/sample-ids.ts';
import { afterNow, sampleGoals, sampleMatch, sampleWinner } from '../testing/sample-match.ts';
import { acceptBet, type Pick } from './accept-bet.ts';
import type { OddsPolicy } from './bet.ts';
import { defaultLimits } from './limits.ts';

describe('any request', () => {
  const anyMarket = fc.record({ state: fc.constantFrom('open', 'open', 'open', 'suspended'), price: anyPrice });
  const anyMatch = fc
    .record({
      number: fc.integer({ min: 0, max: 8 }),
      kickoffIn: fc.integer({ min: -180, max: 3_000 }),
      market: anyMarket,
    })
    .map(({ number, kickoffIn, market: { state, price } }) =>
      sampleMatch({
        id: matchId(`match ${number}`),
        kickoffAt: afterNow(minutes(kickoffIn)),
        markets: { h2h: { ...sampleWinner, state, home: price }, totals: { ...sampleGoals, over: price } },
      }),
    );
  const anyPick: fc.Arbitrary<Pick> = fc.record({
    matchId: fc.integer({ min: 0, max: 9 }).map((number) => matchId(`match ${number}`)),
    label: fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom('Arsenal Win', 'Chelsea Win', 'Draw', 'Over 2.5', 'Under 2.5') },
      fc.constantFrom('Over 3.5', 'Spurs Win'),
      fc.string(),
    ),
    oddsSeen: anyPrice,
  });
  const anyRequest = fc.record({
    stake: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 10, max: 5_000 }) }, fc.maxSafeInteger()).map(cents),
    picks: fc.oneof(
      {
        weight: 3,
        arbitrary: fc.uniqueArray(anyPick, { selector: (pick) => pick.matchId, minLength: 1, maxLength: 3 }),
      },
      fc.array(anyPick, { maxLength: 30 }),
    ),
    oddsPolicy: fc.constantFrom<OddsPolicy>('any', 'any', 'better', 'none'),
  });
  const anyFacts = fc
    .record({
      matches: fc.uniqueArray(anyMatch, { selector: (match) => match.id, minLength: 6 }),
      fresh: fc.constantFrom(true, true, true, false),
      inPlay: fc.constantFrom('open', 'closed'),
      maxPayout: fc.constantFrom(defaultLimits.maxPayout, cents(Number.MAX_SAFE_INTEGER)),
    })
    .map(({ matches, fresh, inPlay, maxPayout }) =>
      sampleFacts({
        match: knownMatches(...matches),
        isFresh: () => fresh,
        inPlay,
        limits: { ...defaultLimits, maxPayout },
      }),
    );

  test('the answer is a bet or a refusal, and a bet can pay the stake times its odds, rounded down', () => {
    let accepted = 0;
    fc.assert(
      fc.property(anyRequest, anyFacts, (request, given) => {
        const answer = acceptBet(request, given);
        if (!answer.ok) return;
        accepted += 1;
        const { stake, legs, totalOdds, potentialPayout, oddsPolicy } = answer.value;
        const product = legs.reduce((exact, leg) => exact * BigInt(leg.odds.times(10_000).toFixed()), 1n);
        const scale = 10_000n ** BigInt(legs.length);
        expect(BigInt(potentialPayout)).toBe((BigInt(stake) * product) / scale);
        expect(totalOdds.times(String(scale)).toFixed()).toBe(String(product));
        expect({ stake, oddsPolicy }).toEqual({ stake: request.stake, oddsPolicy: request.oddsPolicy });
        expect(legs.map((leg) => [leg.matchId, leg.label, leg.oddsSeen])).toEqual(
          request.picks.map((asked) => [asked.matchId, asked.label, asked.oddsSeen]),
        );
        expect(new Set(legs.map((leg) => leg.matchId)).size).toBe(legs.length);
      }),
      { numRuns: 1_500, seed: 20_261_120 },
    );

    expect(accepted).toBeGreaterThan(20);
  });
});
