import type { MatchId } from '../ids.ts';
import { type Instant, instant, seconds } from '../instant.ts';
import type { Score } from '../markets/index.ts';
import { isLive, isUpcoming, type Match } from '../matches/index.ts';
import { type Cents, type Decimal, minus } from '../money/index.ts';
import type { BettingFacts } from './accept-bet.ts';
import type { AcceptedLeg, Bet, BetLeg, OddsPolicy, RejectionCode } from './bet.ts';
import { isCombination } from './book-limits.ts';
import { closedSource, currentPrice, isPriceSeenSince, isPriceStale, quoteOf } from './current-price.ts';
import { exposureOf, liabilityOf, worstLossOf } from './liability.ts';
import { inPlayLimits, maxLiabilityOn } from './limits.ts';
import { linesPayout, lineTotal } from './system.ts';

/** Seconds for which a bet with a match in play waits for acceptance; 0: it is accepted at once. */
export type AcceptanceDelays = { readonly usual: number; readonly ofLeague: Readonly<Record<string, number>> };
export const noDelays: AcceptanceDelays = { usual: 0, ofLeague: {} };

type Timed = { readonly leagueKey: string; readonly kickoffAt: Instant };

/** Returns when a bet placed now is decided: after the longest delay of its matches in play. `undefined`: it is accepted at once. */
export function acceptanceDueAt(
  matches: readonly Timed[],
  delays: AcceptanceDelays,
  now: Instant,
): Instant | undefined {
  let longest = 0;
  for (const { leagueKey, kickoffAt } of matches) {
    if (kickoffAt <= now) longest = Math.max(longest, delays.ofLeague[leagueKey] ?? delays.usual);
  }
  return longest > 0 ? instant(now + seconds(longest)) : undefined;
}

/** The server's state at the end of the delay. `wasSuspended`: whether a leg's market was not open at some time since placement. */
export type JudgingFacts = Pick<
  BettingFacts,
  'now' | 'match' | 'isFresh' | 'confirmedAt' | 'limits' | 'exposure' | 'book'
> & {
  readonly wasSuspended: (matchId: MatchId) => boolean;
  /** Whether an admin closed betting on a league at any time since placement. */
  readonly wasClosed: (leagueKey: string) => boolean;
};

export type Judgement =
  /** The delay is not over, or no bookmaker has confirmed the prices since placement: it is too early to decide. */
  | { readonly verdict: 'wait' }
  | { readonly verdict: 'rejected'; readonly code: RejectionCode; readonly matchId: MatchId | null }
  /** `legs` in the order of the bet. */
  | {
      readonly verdict: 'accepted';
      readonly legs: readonly AcceptedLeg[];
      readonly totalOdds: Decimal;
      readonly potentialPayout: Cents;
    };

/** How long to wait for a late poll before a bet is rejected or a cash-out is refused. */
export const patienceMs = seconds(45);

type PendingBet = Pick<Bet, 'stake' | 'oddsPolicy' | 'placedAt' | 'legs' | 'potentialPayout' | 'system'>;

/**
 * Decides a bet that awaits acceptance until the given time: at a goal at once, otherwise when the delay is over. It is accepted only if
 * no goal was scored, every market stayed open, and bookmakers confirmed every in-play market after the bet was placed. The bettor's policy decides about a price that moved; better odds go to the bettor.
 */
export function judgeBet(bet: PendingBet, until: Instant, facts: JudgingFacts): Judgement {
  const judged = bet.legs.map((leg) => judgeLeg(leg, bet, facts));
  const isEarly = facts.now < until;
  const bad = judged.findIndex(
    (leg) => typeof leg === 'string' && leg !== 'wait' && (!isEarly || leg === 'score-changed'),
  );
  const code = judged[bad];
  if (typeof code === 'string' && code !== 'wait') {
    return { verdict: 'rejected', code, matchId: bet.legs[bad]?.matchId ?? null };
  }
  if (isEarly) return { verdict: 'wait' };
  const waiting = judged.indexOf('wait');
  if (waiting >= 0) {
    if (facts.now - until <= patienceMs) return { verdict: 'wait' };
    return { verdict: 'rejected', code: 'stale', matchId: bet.legs[waiting]?.matchId ?? null };
  }
  const legs = judged.filter((leg) => typeof leg !== 'string');
  const prices = legs.map((leg) => leg.odds);
  const potentialPayout = linesPayout(bet.stake, prices, bet.system);
  const isBetter = legs.some((leg, at) => bet.legs[at] && leg.odds.gt(bet.legs[at].odds));
  if (isBetter && potentialPayout > inPlayLimits(facts.limits).maxPayout) {
    return { verdict: 'rejected', code: 'payout-above-maximum', matchId: null };
  }
  const full = isBetter ? overBook(bet, legs, minus(potentialPayout, bet.potentialPayout), facts) : undefined;
  if (full) return { verdict: 'rejected', code: 'book-limit-reached', ...full };
  return { verdict: 'accepted', legs, totalOdds: lineTotal(prices, bet.system), potentialPayout };
}

/** Checks the limits when better odds promise `more`; the book already contains the bet at its original odds. */
function overBook(
  bet: PendingBet,
  legs: readonly AcceptedLeg[],
  more: Cents,
  { book, exposure, limits, match, now }: JudgingFacts,
): { readonly matchId: MatchId | null } | undefined {
  const full = legs.find(({ matchId, outcome, odds }, at) => {
    const before = exposure(matchId, outcome);
    const placed = bet.legs[at];
    const owedMore = placed ? exposureOf(bet.stake, odds).owed - exposureOf(bet.stake, placed.odds).owed : 0;
    const passes = owedMore > 0 && liabilityOf(before) + owedMore > maxLiabilityOn(match(matchId), limits, now);
    return passes || (more > 0 && worstLossOf(before) + more > limits.maxMatchLoss);
  });
  if (full) return { matchId: full.matchId };
  const isFull =
    book.net + more > limits.bankroll ||
    book.lastDay.promised + more > limits.maxDayPayout ||
    (isCombination(legs) && book.netOn(legs) + more > limits.maxCombinationLoss);
  return more > 0 && isFull ? { matchId: null } : undefined;
}

function judgeLeg(leg: BetLeg, bet: PendingBet, facts: JudgingFacts): AcceptedLeg | RejectionCode | 'wait' {
  const { matchId, outcome, label, oddsSeen, score } = leg;
  const match = facts.match(matchId);
  if (!match || !(isUpcoming(match, facts.now) || isLive(match, facts.now))) return 'event-closed';
  if (hasScoreChanged(match, score, bet.placedAt)) return 'score-changed';
  if (facts.wasClosed(match.leagueKey)) return 'betting-closed';
  if (closedSource(match, outcome) !== undefined || facts.wasSuspended(matchId)) return 'betting-suspended';
  const now = currentPrice(match, outcome, facts.now);
  if (!now) return 'line-changed';
  if (!facts.isFresh(match.leagueKey) || isPriceStale(match, outcome, facts.now)) return 'stale';
  const confirmedAt = facts.confirmedAt(match.leagueKey);
  const isInPlay = match.kickoffAt <= facts.now;
  if (isInPlay && !isPriceSeenSince(bet.placedAt, match, outcome, confirmedAt)) return 'wait';
  if (!isTaken(leg.odds, now, bet.oddsPolicy)) return 'line-changed';
  return { matchId, outcome, label, odds: now, oddsSeen, ...quoteOf(match, outcome, facts.now), score };
}

/** Before the first report the score counts as 0-0. A goal that was disallowed changed the score too. */
export function hasScoreChanged({ score, scoreChangedAt }: Match, before: Score | null, placedAt: Instant): boolean {
  if ((score?.home ?? 0) !== (before?.home ?? 0) || (score?.away ?? 0) !== (before?.away ?? 0)) return true;
  return scoreChangedAt !== undefined && scoreChangedAt >= placedAt;
}

const isTaken = (before: Decimal, now: Decimal, policy: OddsPolicy): boolean =>
  now.eq(before) || policy === 'any' || (policy === 'better' && now.gt(before));
