import type { MatchId } from '../ids.ts';
import { hours, type Instant } from '../instant.ts';
import { isQuoted, lineOf, type Outcome, outcomeFromLabel } from '../markets/index.ts';
import { isLive, isUpcoming, type Match } from '../matches/index.ts';
import { type Cents, cents, Decimal, minus, payoutAt, totalOdds } from '../money/index.ts';
import { ok, type Result, refused } from '../result.ts';
import type { AcceptedBet, AcceptedLeg, OddsPolicy } from './bet.ts';
import { bookRooms, type OpenBook, stakeForNet, stakeInRoom, stakeToOffer } from './book-limits.ts';
import { closedSource, currentPrice, isPriceSeenSinceGoal, isPriceStale, quoteOf } from './current-price.ts';
import {
  type Exposure,
  exposureOf,
  legExposure,
  liabilityOf,
  openLines,
  stakeWithin,
  withExposure,
  worstLossOf,
} from './liability.ts';
import { type BettingLimits, inPlayLimits, maxLiabilityOn } from './limits.ts';
import type { BetRefusal, LegRefusal } from './refusals.ts';
import { isSystemOf, lineCount, linesPayout, lineTotal, type System } from './system.ts';

/** A selection as the bettor saw it: its label and the odds on the screen. */
export type Pick = { readonly matchId: MatchId; readonly label: string; readonly oddsSeen: Decimal };
export type BetRequest = {
  /** On all system lines together. */
  readonly stake: Cents;
  readonly picks: readonly Pick[];
  readonly system?: System | undefined;
  readonly oddsPolicy: OddsPolicy;
};

/** The server's state when the bet is placed. */
export type BettingFacts = {
  readonly now: Instant;
  readonly match: (id: MatchId) => Match | undefined;
  /** Whether the league's prices were confirmed by the provider recently enough to bet on. */
  readonly isFresh: (leagueKey: string) => boolean;
  /** When the provider last confirmed the league's prices. */
  readonly confirmedAt: (leagueKey: string) => Instant | null;
  readonly inPlay: 'open' | 'closed';
  readonly limits: BettingLimits;
  /** Open bets on a match, at the worst score at which an outcome wins, before this bet. */
  readonly exposure: (matchId: MatchId, outcome: Outcome) => Exposure;
  readonly book: OpenBook;
};

/**
 * Decides a bet at the server's current prices. The odds that the browser sent are only the price the bettor saw; the policy says
 * whether a different price is acceptable: never, only a better one, or any.
 * Throws a RangeError for a system that its selections cannot have.
 */
export function acceptBet(request: BetRequest, facts: BettingFacts): Result<AcceptedBet, BetRefusal> {
  const { stake, picks, system } = request;
  const inPlay = picks.some(({ matchId }) => hasKickedOff(facts.match(matchId), facts.now));
  const limits = inPlay ? inPlayLimits(facts.limits) : facts.limits;
  if (picks.length === 0) return refused({ code: 'slip-empty' });
  if (picks.length > limits.maxLegs) return refused({ code: 'too-many-legs', maximum: limits.maxLegs });
  if (system && !isSystemOf(picks.length, system)) throw new RangeError(`no system of ${picks.length} selections`);
  const lines = lineCount(picks.length, system);
  if (stake <= 0 || stake % lines !== 0) return refused({ code: 'stake-invalid' });
  if (stake < limits.minStake) return refused({ code: 'stake-below-minimum', minimum: limits.minStake });
  if (stake > limits.maxStake)
    return refused({ code: 'stake-above-maximum', maximum: limits.maxStake, ...(inPlay && { inPlay }) });

  const legs: AcceptedLeg[] = [];
  const refusals: LegRefusal[] = [];
  picks.forEach((pick, at) => {
    const isTwice = picks.some((other, before) => before < at && isSameGame(other.matchId, pick.matchId, facts));
    const leg = isTwice
      ? refused({ code: 'match-twice' as const, matchId: pick.matchId, label: pick.label })
      : acceptLeg(pick, request.oddsPolicy, facts);
    if (leg.ok) legs.push(leg.value);
    else refusals.push(leg.refusal);
  });
  if (refusals.length > 0) return refused({ code: 'legs-refused', legs: refusals });

  const prices = legs.map((leg) => leg.odds);
  const odds = lineTotal(prices, system);
  const potentialPayout = system ? linesPayout(stake, prices, system) : payoutAt(stake, odds);
  if (potentialPayout > limits.maxPayout) {
    return refused({
      code: 'payout-above-maximum',
      maximum: limits.maxPayout,
      potentialPayout,
      ...(inPlay && { inPlay }),
    });
  }
  const highest = system ? highestLine(prices, system) : odds;
  if (highest.gt(limits.maxTotalOdds)) {
    return refused({ code: 'odds-above-maximum', maximum: limits.maxTotalOdds, totalOdds: highest });
  }
  const accepted = { stake, legs, system, totalOdds: odds, potentialPayout, oddsPolicy: request.oddsPolicy };
  const tooMuch = overBook(accepted, facts);
  return tooMuch ? refused(tooMuch) : ok(accepted);
}

/** Returns the odds of the system line that pays most. */
function highestLine(prices: readonly Decimal[], { sizes, bankers }: System): Decimal {
  const others = prices.filter((_, at) => !bankers.includes(at)).toSorted((a, b) => b.cmp(a));
  return totalOdds([...others.slice(0, Math.max(...sizes)), ...bankers.flatMap((at) => prices[at] ?? [])]);
}

/** Returns the limit that has no room for a bet: the outcomes of its matches first, then the limits of the whole book. */
function overBook(bet: AcceptedBet, facts: BettingFacts): BetRefusal | undefined {
  const rooms = bookRooms(bet, facts.book, facts.limits);
  const mostByBook = () => rooms.map((room) => stakeInRoom(room, bet));
  const exposures = exposuresOf(bet);
  const legs = bet.legs.flatMap((leg, at) => liabilityRefusal(leg, exposures(leg, at), bet, mostByBook, facts) ?? []);
  if (legs.length > 0) return { code: 'legs-refused', legs };
  const passed = rooms.find((room) => room.isPassed);
  if (!passed) return undefined;
  const { limit, maximum } = passed;
  const mostByMatches = bet.legs.flatMap((leg, at) => Object.values(legRooms(leg, exposures(leg, at), bet, facts)));
  const lines = lineCount(bet.legs.length, bet.system);
  const maxStake = stakeToOffer([...mostByBook(), ...mostByMatches], facts.limits, lines);
  return { code: 'book-limit-reached', limit, maximum, maxStake };
}

/**
 * Treats a match that the provider lists twice, under two ids, as one: a team does not host the same opponent twice within a day.
 */
function isSameGame(id: MatchId, otherId: MatchId, { match }: BettingFacts): boolean {
  if (id === otherId) return true;
  const [one, other] = [match(id), match(otherId)];
  if (!one || !other || one.homeTeam !== other.homeTeam || one.awayTeam !== other.awayTeam) return false;
  return Math.abs(one.kickoffAt - other.kickoffAt) <= hours(24);
}

const hasKickedOff = (match: Match | undefined, now: Instant): boolean => match !== undefined && match.kickoffAt <= now;

/** Returns what each leg of a bet adds to the exposure of its match. */
function exposuresOf({
  stake,
  legs,
  system,
  potentialPayout,
}: AcceptedBet): (leg: AcceptedLeg, at: number) => Exposure {
  if (!system) return ({ odds }) => exposureOf(stake, odds, potentialPayout);
  const open = { stake, system, legs: legs.map(({ odds }) => ({ odds, status: 'pending' as const })) };
  const all = openLines(stake, open.legs, system);
  return (_leg, at) => legExposure(open, at, all);
}

/** Never refuses a bet that lowers the possible loss on an outcome. */
function liabilityRefusal(
  leg: AcceptedLeg,
  added: Exposure,
  bet: AcceptedBet,
  mostByBook: () => readonly Cents[],
  facts: BettingFacts,
): LegRefusal | undefined {
  const { matchId, label, outcome } = leg;
  const { limits } = facts;
  const after = withExposure(facts.exposure(matchId, outcome), added);
  const maxLiability = maxLiabilityOn(facts.match(matchId), limits, facts.now);
  if (liabilityOf(after) <= maxLiability && worstLossOf(after) <= limits.maxMatchLoss) return undefined;
  const { alone, worst } = legRooms(leg, added, bet, facts);
  const maxStake = stakeToOffer([alone, worst, ...mostByBook()], limits, lineCount(bet.legs.length, bet.system));
  return { code: 'liability-reached', matchId, label, maxStake };
}

/** Returns the largest stake within each of the two limits of an outcome. */
function legRooms(
  { matchId, outcome, odds }: AcceptedLeg,
  added: Exposure,
  { stake, system, totalOdds }: AcceptedBet,
  facts: BettingFacts,
) {
  const before = facts.exposure(matchId, outcome);
  const maxLiability = maxLiabilityOn(facts.match(matchId), facts.limits, facts.now);
  if (system) {
    // Only a part of the stake is on system lines with the leg.
    const within = (room: Cents, cost: Cents) =>
      cents(
        Decimal.min(
          new Decimal(stake).times(Math.max(room, 0)).divToInt(Math.max(cost, 0) + 1),
          2 ** 53 - 1,
        ).toNumber(),
      );
    return {
      alone: within(minus(maxLiability, liabilityOf(before)), liabilityOf(added)),
      worst: within(minus(facts.limits.maxMatchLoss, worstLossOf(before)), worstLossOf(added)),
    };
  }
  return {
    alone: stakeWithin(before, odds, maxLiability),
    worst: stakeForNet(minus(facts.limits.maxMatchLoss, worstLossOf(before)), totalOdds),
  };
}

function acceptLeg(pick: Pick, policy: OddsPolicy, facts: BettingFacts): Result<AcceptedLeg, LegRefusal> {
  const { matchId, label, oddsSeen } = pick;
  const match = facts.match(matchId);
  if (!match) return refused({ code: 'match-unknown', matchId, label });
  if (!isUpcoming(match, facts.now)) {
    if (!isLive(match, facts.now)) return refused({ code: 'match-over', matchId, label });
    if (facts.inPlay === 'closed') return refused({ code: 'match-started', matchId, label });
  }
  const outcome = outcomeFromLabel(match, label);
  if (!outcome) return refused({ code: 'outcome-unknown', matchId, label });
  const closed = closedSource(match, outcome);
  if (closed !== undefined) {
    return refused({ code: closed?.why === 'score-changed' ? 'score-changed' : 'market-suspended', matchId, label });
  }
  const now = currentPrice(match, outcome, facts.now);
  if (!now) {
    if (!isQuoted(outcome)) return refused({ code: 'market-suspended', matchId, label });
    return refused({ code: 'line-moved', matchId, label, point: lineOf(match.markets[outcome.market] ?? {}) ?? 0 });
  }
  if (!facts.isFresh(match.leagueKey) || isPriceStale(match, outcome, facts.now))
    return refused({ code: 'odds-stale', matchId, label });
  if (!isPriceSeenSinceGoal(match, outcome, facts.confirmedAt(match.leagueKey)))
    return refused({ code: 'score-changed', matchId, label });
  const isAccepted = now.eq(oddsSeen) || policy === 'any' || (policy === 'better' && now.gt(oddsSeen));
  if (!isAccepted) return refused({ code: 'odds-changed', matchId, label, seen: oddsSeen, now });
  const { marketVersion, bookmaker, quotedAt, pricedFrom } = quoteOf(match, outcome, facts.now);
  const score = match.kickoffAt <= facts.now ? match.score : null;
  const leg: AcceptedLeg = { matchId, outcome, label, odds: now, oddsSeen, marketVersion, bookmaker, quotedAt, score };
  return ok(pricedFrom ? { ...leg, pricedFrom } : leg);
}
