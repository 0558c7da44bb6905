import { describe, expect, test } from 'vitest';
import type { BetId, UserId, WalletId } from '../ids.ts';
import { type Instant, instant, seconds } from '../instant.ts';
import type { Score } from '../markets/index.ts';
import type { Market, MarketState, Match } from '../matches/index.ts';
import { cents, Decimal } from '../money/index.ts';
import { emptyBook, knownMatches } from '../testing/sample-bet.ts';
import { matchId } from '../testing/sample-ids.ts';
import { beforeNow, sampleGoals, sampleMatch, sampleNow, sampleWinner } from '../testing/sample-match.ts';
import type { Bet, BetLeg, OddsPolicy } from './bet.ts';
import { acceptanceDueAt, type JudgingFacts, judgeBet } from './judge-bet.ts';
import { noExposure } from './liability.ts';
import { defaultLimits } from './limits.ts';

const placedAt = beforeNow(seconds(8));
const inPlay = (but: Partial<Match> = {}): Match =>
  sampleMatch({
    kickoffAt: beforeNow(seconds(1_800)),
    score: { home: 0, away: 0 },
    seenAt: { h2h: beforeNow(seconds(2)), totals: null },
    ...but,
  });
const winner = (but: Partial<Market<'h2h'>> = {}) => ({ h2h: { ...sampleWinner, ...but }, totals: sampleGoals });

const legOn = (match: Match, score: Score | null = match.score): BetLeg => ({
  matchId: match.id,
  outcome: { market: 'h2h', pick: 'home' },
  label: 'Arsenal Win',
  odds: new Decimal('2.00'),
  oddsSeen: new Decimal('2.00'),
  marketVersion: 3,
  bookmaker: 'pinnacle',
  quotedAt: beforeNow(seconds(60)),
  score,
  status: 'pending',
  homeTeam: 'Arsenal',
  awayTeam: 'Chelsea',
  kickoffAt: match.kickoffAt,
  matchStatus: 'open',
  matchScore: match.score,
});
const heldOn = (legs: readonly BetLeg[], oddsPolicy: OddsPolicy = 'none'): Bet => ({
  id: 'b' as BetId,
  walletId: 'w' as WalletId,
  userId: 'u' as UserId,
  version: 1,
  status: 'pending',
  stake: cents(1_000),
  bonusStake: cents(0),
  totalOdds: new Decimal('2'),
  potentialPayout: cents(2_000),
  oddsPolicy,
  payout: null,
  cashedOut: { stake: cents(0), paid: cents(0) },
  settlement: 0,
  placedAt,
  settledAt: null,
  acceptance: { state: 'pending', until: sampleNow },
  legs,
});
const factsOf = (match: Match | undefined, but: Partial<JudgingFacts> = {}): JudgingFacts => ({
  now: sampleNow,
  exposure: () => noExposure,
  book: emptyBook,
  match: match ? knownMatches(match) : () => undefined,
  isFresh: () => true,
  confirmedAt: () => sampleNow,
  limits: defaultLimits,
  wasSuspended: () => false,
  wasClosed: () => false,
  ...but,
});
const judgedBy = (match: Match, but: Partial<JudgingFacts> = {}, policy: OddsPolicy = 'none') =>
  judgeBet(heldOn([legOn(inPlay())], policy), sampleNow, factsOf(match, but));
const rejected = (code: string) => ({ verdict: 'rejected', code, matchId: inPlay().id });

describe('a bet that awaits acceptance', () => {
  test('is accepted at its original price when nothing has happened', () => {
    expect(judgedBy(inPlay())).toMatchObject({
      verdict: 'accepted',
      potentialPayout: 2_000,
      legs: [{ odds: new Decimal('2'), marketVersion: 3, score: { home: 0, away: 0 } }],
    });
  });

  const goal = { home: 1, away: 0 };
  test.each<[string, Match | undefined, Partial<JudgingFacts>, string]>([
    ['a goal', inPlay({ score: goal }), {}, 'score-changed'],
    ['a goal that was taken back', inPlay({ scoreChangedAt: instant(placedAt) }), {}, 'score-changed'],
    ['a market that is suspended', inPlay({ markets: winner({ state: 'suspended' }) }), {}, 'betting-suspended'],
    [
      'a market that is closed',
      inPlay({ markets: winner({ state: 'closed' as MarketState }) }),
      {},
      'betting-suspended',
    ],
    ['a market that was suspended in between', inPlay(), { wasSuspended: () => true }, 'betting-suspended'],
    ['betting that was closed', inPlay(), { wasClosed: (key) => key === 'soccer_epl' }, 'betting-closed'],
    ['a market that is gone', inPlay({ markets: { h2h: null, totals: null } }), {}, 'betting-suspended'],
    ['the price moved', inPlay({ markets: winner({ home: new Decimal('1.9') }) }), {}, 'line-changed'],
    [
      'a better price that the policy does not accept',
      inPlay({ markets: winner({ home: new Decimal('2.1') }) }),
      {},
      'line-changed',
    ],
    ['the feed went quiet', inPlay(), { isFresh: () => false }, 'stale'],
    ['the match ended', inPlay({ status: 'finished' }), {}, 'event-closed'],
    ['the match was given up', inPlay({ status: 'void' }), {}, 'event-closed'],
    ['the match is two hours old', inPlay({ kickoffAt: beforeNow(seconds(7_200)) }), {}, 'event-closed'],
    ['the match is unknown', undefined, {}, 'event-closed'],
  ])('is rejected after: %s', (_what, match, but, code) => {
    expect(judgeBet(heldOn([legOn(inPlay())]), sampleNow, factsOf(match, but))).toEqual(rejected(code));
  });

  test('is decided before its delay is over by a goal only', () => {
    const early = (match: Match) =>
      judgeBet(heldOn([legOn(inPlay())]), instant(sampleNow + 1), factsOf(match, { wasSuspended: () => true }));
    expect(early(inPlay())).toEqual({ verdict: 'wait' });
    expect(early(inPlay({ score: goal }))).toEqual(rejected('score-changed'));
  });

  test('a first report of 0-0 is no goal', () => {
    const bet = heldOn([legOn(inPlay(), null)]);
    expect(judgeBet(bet, sampleNow, factsOf(inPlay())).verdict).toBe('accepted');
    expect(judgeBet(bet, sampleNow, factsOf(inPlay({ score: goal }))).verdict).toBe('rejected');
  });

  test('gets better odds if the policy allows them, and worse ones only with the policy "any"', () => {
    const at = (home: string) => inPlay({ markets: winner({ home: new Decimal(home), version: 5 }) });
    const judged = (home: string, policy: OddsPolicy) => {
      const judgement = judgedBy(at(home), {}, policy);
      return judgement.verdict === 'accepted' ? judgement.potentialPayout : judgement.verdict;
    };
    expect([judged('2.25', 'better'), judged('1.8', 'better'), judged('1.8', 'any')]).toEqual([
      2_250,
      'rejected',
      1_800,
    ]);
    expect(judgedBy(at('2.25'), {}, 'better')).toMatchObject({
      legs: [{ marketVersion: 5, oddsSeen: new Decimal('2') }],
    });
  });

  test('better odds never raise it above the maximum payout in play', () => {
    const match = inPlay({ markets: winner({ home: new Decimal('2.25') }) });
    const limits = { ...defaultLimits, maxPayout: cents(8_800) };
    expect(judgedBy(match, { limits }, 'better')).toEqual({
      verdict: 'rejected',
      code: 'payout-above-maximum',
      matchId: null,
    });
  });

  test('waits for prices received after placement, but not for ever', () => {
    const until = sampleNow;
    const later = (by: number): Instant => instant(sampleNow + by);
    const unconfirmed = (now: Instant) => judgedBy(inPlay(), { now, confirmedAt: () => placedAt });
    expect([unconfirmed(until), unconfirmed(later(seconds(45)))]).toEqual([{ verdict: 'wait' }, { verdict: 'wait' }]);
    expect(unconfirmed(later(seconds(45) + 1))).toEqual(rejected('stale'));
    expect(judgedBy(inPlay(), { confirmedAt: () => instant(placedAt + 1) }).verdict).toBe('accepted');
  });

  test('an old price in new responses does not count until a bookmaker confirms it', () => {
    const lagging = inPlay({ seenAt: { h2h: placedAt, totals: null } });
    expect(judgedBy(lagging)).toEqual({ verdict: 'wait' });
  });

  test('one bad leg rejects an accumulator and is named', () => {
    const other = sampleMatch({ id: matchId('other') });
    const bet = heldOn([legOn(other), legOn(inPlay())]);
    const match = knownMatches(other, inPlay({ score: goal }));
    expect(judgeBet(bet, sampleNow, factsOf(undefined, { match }))).toEqual(rejected('score-changed'));
    const calm = knownMatches(other, inPlay());
    expect(judgeBet(bet, sampleNow, factsOf(undefined, { match: calm }))).toMatchObject({
      verdict: 'accepted',
      potentialPayout: 4_000,
    });
  });
});

describe('the delay', () => {
  const delays = { usual: 8, ofLeague: { soccer_italy_serie_a: 12 } };
  const at = (leagueKey: string, kickoffAt: Instant) => ({ leagueKey, kickoffAt });
  const started = beforeNow(1);

  test('is the longest of the matches in play, and there is none before kick-off', () => {
    const epl = at('soccer_epl', started);
    const serieA = at('soccer_italy_serie_a', started);
    const later = at('soccer_italy_serie_a', instant(sampleNow + 1));
    const held = (matches: readonly ReturnType<typeof at>[]) => {
      const until = acceptanceDueAt(matches, delays, sampleNow);
      return until === undefined ? undefined : until - sampleNow;
    };
    expect([held([epl]), held([epl, serieA]), held([epl, later]), held([later]), held([])]).toEqual([
      8_000,
      12_000,
      8_000,
      undefined,
      undefined,
    ]);
    expect(acceptanceDueAt([epl], { usual: 0, ofLeague: {} }, sampleNow)).toBeUndefined();
  });
});
