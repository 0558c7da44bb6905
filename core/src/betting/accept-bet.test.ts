import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MatchId } from '../ids.ts';
import { hours, minutes } from '../instant.ts';
import type { Match } from '../matches/index.ts';
import { type Cents, cents, Decimal } from '../money/index.ts';
import { anyPrice } from '../testing/any-price.ts';
import { matchId } from '../testing/sample-ids.ts';
import { afterNow, beforeNow, sampleGoals, sampleMatch, sampleNow, sampleWinner } from '../testing/sample-match.ts';
import { acceptBet, type BettingFacts, type Pick } from './accept-bet.ts';
import type { OddsPolicy } from './bet.ts';
import { houseLimits } from './limits.ts';

const derby = sampleMatch();
const knownMatches = (...matches: readonly Match[]) => {
  const byId = new Map(matches.map((match) => [match.id, match]));
  return (id: MatchId) => byId.get(id);
};
const facts = (but: Partial<BettingFacts> = {}): BettingFacts => ({
  now: sampleNow,
  match: knownMatches(derby),
  isFresh: () => true,
  inPlay: 'closed',
  limits: houseLimits,
  ...but,
});
const pick = (label: string, price: string, match: MatchId = derby.id): Pick => ({
  matchId: match,
  label,
  oddsSeen: new Decimal(price),
});
const bet = (picks: readonly Pick[], but: { stake?: Cents; oddsPolicy?: OddsPolicy } = {}) => ({
  stake: cents(1000),
  oddsPolicy: 'none' as const,
  picks,
  ...but,
});
const legRefused = (...legs: readonly unknown[]) => ({ ok: false, refusal: { code: 'legs-refused', legs } });
const homeWin = pick('Arsenal Win', '2.00');

describe('an accepted bet', () => {
  test('is at the prices of the server, with what was quoted and by whom', () => {
    const second = sampleMatch({ id: matchId('leeds-spurs'), homeTeam: 'Leeds', awayTeam: 'Spurs' });
    const request = bet([homeWin, pick('Over 2.5', '1.90', second.id)], { stake: cents(1005) });
    expect(acceptBet(request, facts({ match: knownMatches(derby, second) }))).toEqual({
      ok: true,
      value: {
        stake: 1005,
        oddsPolicy: 'none',
        totalOdds: new Decimal('3.8'),
        potentialPayout: 3819,
        legs: [
          {
            matchId: derby.id,
            outcome: { market: 'h2h', pick: 'home' },
            label: 'Arsenal Win',
            odds: new Decimal('2'),
            oddsSeen: new Decimal('2'),
            marketVersion: 3,
            bookmaker: 'pinnacle',
            quotedAt: beforeNow(minutes(1)),
            score: null,
          },
          {
            matchId: second.id,
            outcome: { market: 'totals', pick: 'over', point: 2.5 },
            label: 'Over 2.5',
            odds: new Decimal('1.9'),
            oddsSeen: new Decimal('1.9'),
            marketVersion: 7,
            bookmaker: 'pinnacle',
            quotedAt: beforeNow(minutes(1)),
            score: null,
          },
        ],
      },
    });
  });

  test.each<[OddsPolicy, string, 'taken' | 'refused']>([
    ['none', '2.00', 'taken'],
    ['none', '1.90', 'refused'],
    ['none', '2.10', 'refused'],
    ['better', '2.00', 'taken'],
    ['better', '1.90', 'taken'],
    ['better', '2.10', 'refused'],
    ['any', '2.00', 'taken'],
    ['any', '1.90', 'taken'],
    ['any', '2.10', 'taken'],
  ])('policy %s: seen at 2.00, the price seen being %s, a price of 2.00 is %s', (oddsPolicy, seen, outcome) => {
    const answer = acceptBet(bet([pick('Arsenal Win', seen)], { oddsPolicy }), facts());
    const [now, oddsSeen] = [new Decimal('2'), new Decimal(seen)];
    if (outcome === 'taken') {
      expect(answer).toEqual({ ok: true, value: expect.objectContaining({ totalOdds: now, potentialPayout: 2000 }) });
    } else {
      const { matchId: id, label } = homeWin;
      expect(answer).toEqual(legRefused({ code: 'odds-changed', matchId: id, label, seen: oddsSeen, now }));
    }
  });
});

describe('a selection is refused', () => {
  const named = { matchId: derby.id, label: 'Arsenal Win' };
  const refusedWith = (match: Match, but: Partial<BettingFacts> = {}, label = 'Arsenal Win') =>
    acceptBet(bet([pick(label, '2.00')], { oddsPolicy: 'any' }), facts({ match: knownMatches(match), ...but }));

  test('when nobody knows its match', () => {
    const stranger = { matchId: matchId('__proto__'), label: 'Draw' };
    expect(acceptBet(bet([pick('Draw', '3.50', stranger.matchId)]), facts())).toEqual(
      legRefused({ code: 'match-unknown', ...stranger }),
    );
  });

  test('when its words are no outcome of the match', () => {
    expect(refusedWith(derby, {}, 'Spurs Win')).toEqual(
      legRefused({ code: 'outcome-unknown', matchId: derby.id, label: 'Spurs Win' }),
    );
  });

  test.each([
    ['the market is suspended', { h2h: { ...sampleWinner, state: 'suspended' as const }, totals: sampleGoals }],
    ['the market is not offered', { h2h: null, totals: sampleGoals }],
  ])('when %s', (_why, markets) => {
    expect(refusedWith(sampleMatch({ markets }))).toEqual(legRefused({ code: 'market-suspended', ...named }));
  });

  test('when the goal line moved, with the line that is offered now', () => {
    const moved = sampleMatch({ markets: { h2h: null, totals: { ...sampleGoals, point: 3.5 } } });
    expect(refusedWith(moved, {}, 'Over 2.5')).toEqual(
      legRefused({ code: 'line-moved', matchId: derby.id, label: 'Over 2.5', point: 3.5 }),
    );
  });

  test('when the prices of its league are stale, even if any price would do', () => {
    const asked: string[] = [];
    const isFresh = (leagueKey: string) => asked.push(leagueKey) < 0;
    expect(refusedWith(derby, { isFresh })).toEqual(legRefused({ code: 'odds-stale', ...named }));
    expect(asked).toEqual(['soccer_epl']);
  });

  test.each([
    ['kicked off this very moment', { kickoffAt: sampleNow }, 'match-started'],
    ['is in its second hour', { kickoffAt: beforeNow(minutes(119)) }, 'match-started'],
    ['kicked off two hours ago', { kickoffAt: beforeNow(hours(2)) }, 'match-over'],
    ['is finished', { kickoffAt: beforeNow(hours(1)), status: 'finished' as const }, 'match-over'],
    ['is void before its kick-off', { status: 'void' as const }, 'match-over'],
  ])('while betting in play is closed, when the match %s', (_when, but, code) => {
    expect(refusedWith(sampleMatch(but))).toEqual(legRefused({ code, ...named }));
  });

  test.each([
    ['kicked off two hours ago', { kickoffAt: beforeNow(hours(2)) }],
    ['is finished', { kickoffAt: beforeNow(minutes(5)), status: 'finished' as const }],
    ['is void', { status: 'void' as const }],
  ])('while betting in play is open, when the match %s', (_when, but) => {
    expect(refusedWith(sampleMatch(but), { inPlay: 'open' })).toEqual(legRefused({ code: 'match-over', ...named }));
  });

  test('when the slip has its match already, whatever the second selection is', () => {
    expect(acceptBet(bet([homeWin, homeWin, pick('Over 2.5', '1.90')]), facts())).toEqual(
      legRefused({ code: 'match-twice', ...named }, { code: 'match-twice', matchId: derby.id, label: 'Over 2.5' }),
    );
  });

  test('with every other selection that cannot be taken, in the order of the slip', () => {
    const stranger = matchId('nobody');
    const request = bet([pick('Draw', '9', stranger), pick('Draw', '3.60'), pick('Arsenal Win', '2.00')]);
    expect(acceptBet(request, facts())).toEqual(
      legRefused(
        { code: 'match-unknown', matchId: stranger, label: 'Draw' },
        { code: 'odds-changed', matchId: derby.id, label: 'Draw', seen: new Decimal('3.6'), now: new Decimal('3.5') },
        { code: 'match-twice', ...named },
      ),
    );
  });
});

describe('betting in play', () => {
  const score = { home: 1, away: 0 };

  test('is taken while it is open, and the score of that moment stays with the bet', () => {
    const live = sampleMatch({ kickoffAt: beforeNow(minutes(30)), score });
    const answer = acceptBet(bet([homeWin]), facts({ match: knownMatches(live), inPlay: 'open' }));
    expect(answer.ok && answer.value.legs.map((leg) => leg.score)).toEqual([score]);
  });

  test('ends a millisecond before two hours after kick-off', () => {
    const almostOver = sampleMatch({ kickoffAt: beforeNow(hours(2) - 1) });
    expect(acceptBet(bet([homeWin]), facts({ match: knownMatches(almostOver), inPlay: 'open' })).ok).toBe(true);
  });

  test('a match that has yet to kick off has no score to keep', () => {
    const early = sampleMatch({ kickoffAt: afterNow(1), score });
    const answer = acceptBet(bet([homeWin]), facts({ match: knownMatches(early), inPlay: 'open' }));
    expect(answer.ok && answer.value.legs.map((leg) => leg.score)).toEqual([null]);
  });
});

describe('the limits of a bet', () => {
  const steady = (count: number, price: Decimal) =>
    Array.from({ length: count }, (_, index) =>
      sampleMatch({
        id: matchId(`match ${index}`),
        markets: { h2h: { ...sampleWinner, home: price }, totals: null },
      }),
    );
  const onAll = (matches: readonly Match[], stake: Cents) => {
    const picks = matches.map(({ id, markets: { h2h } }) =>
      pick('Arsenal Win', (h2h?.home ?? sampleWinner.home).toFixed(), id),
    );
    return acceptBet(bet(picks, { stake }), facts({ match: knownMatches(...matches) }));
  };
  const refusedFor = (refusal: object) => ({ ok: false, refusal });

  test('an empty slip is no bet', () => {
    expect(acceptBet(bet([]), facts())).toEqual(refusedFor({ code: 'slip-empty' }));
  });

  test.each([0, -1, -1000])('a stake of %i cents is no stake', (stake) => {
    expect(acceptBet(bet([homeWin], { stake: cents(stake) }), facts())).toEqual(refusedFor({ code: 'stake-invalid' }));
  });

  test('a stake outside the limits is refused with the limit; both limits are allowed', () => {
    const staked = (stake: number) => acceptBet(bet([homeWin], { stake: cents(stake) }), facts());
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

describe('whatever is asked', () => {
  const anyMarket = fc.record({ state: fc.constantFrom('open', 'suspended'), price: anyPrice });
  const anyMatch = fc
    .record({
      number: fc.integer({ min: 0, max: 8 }),
      kickoffIn: fc.integer({ min: -180, max: 600 }),
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
    picks: fc.oneof(fc.array(anyPick, { maxLength: 3 }), fc.array(anyPick, { maxLength: 30 })),
    oddsPolicy: fc.constantFrom<OddsPolicy>('any', 'better', 'none'),
  });
  const anyFacts = fc
    .record({
      matches: fc.uniqueArray(anyMatch, { selector: (match) => match.id, minLength: 6 }),
      fresh: fc.constantFrom(true, true, true, false),
      inPlay: fc.constantFrom('open', 'closed'),
      maxPayout: fc.constantFrom(houseLimits.maxPayout, cents(Number.MAX_SAFE_INTEGER)),
    })
    .map(({ matches, fresh, inPlay, maxPayout }) =>
      facts({ match: knownMatches(...matches), isFresh: () => fresh, inPlay, limits: { ...houseLimits, maxPayout } }),
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
      { numRuns: 1_500 },
    );
    expect(accepted).toBeGreaterThan(20);
  });
});
