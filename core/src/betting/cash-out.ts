import type { MatchId } from '../ids.ts';
import type { Instant } from '../instant.ts';
import { marketsOf, type Verdict } from '../markets/index.ts';
import { type Closure, closureOf, isCashOutClosed, isLive, isUpcoming, type Match } from '../matches/index.ts';
import { type Cents, cents, Decimal, minus, noMoney, plus } from '../money/index.ts';
import { verdictChances } from '../pricing/index.ts';
import { ok, type Result, refused } from '../result.ts';
import type { BettingFacts } from './accept-bet.ts';
import type { Bet, BetLeg, CashedOut } from './bet.ts';
import { type CashOutLimits, cashOutRoom } from './cash-out-limits.ts';
import { closedSource, isPriceSeenSince, isPriceSeenSinceGoal, isPriceStale } from './current-price.ts';
import { legFactor } from './grade-bet.ts';
import { hasScoreChanged, patienceMs } from './judge-bet.ts';
import { linesPayout, type System } from './system.ts';

/**
 * What one leg was valued by: its verdict, or, while it is open, the probability of each verdict but a loss: decimal text with six
 * places, and only those above 0.
 */
type ValuedLeg = { readonly verdict: Verdict } | { readonly chances: Readonly<Partial<Record<Verdict, string>>> };

/** What a cash-out was valued by, in the order of the bet's legs. `margin`: our share for each open leg, as decimal text. */
export type CashOutQuote = { readonly margin: string; readonly legs: readonly ValuedLeg[] };

/** A value that a bettor can have now for a part of the stake of an open bet. */
export type CashOutOffer = { readonly stake: Cents; readonly amount: Cents; readonly quote: CashOutQuote };

/**
 * Why a bet has no cash-out now. `cash-out-off`: an admin closed it for a leg, or it is not offered at all · `bet-held`: it awaits
 * acceptance · `bonus-stake`: bonus money was staked · `awaits-result`: a result is awaited, is about to be
 * applied, or waits for a review · `suspended`: a market
 * is not open, or betting is closed · `score-changed`: its prices are from before a goal · `stale`: its prices are not confirmed ·
 * `worth-nothing`: less than a cent.
 */
export type NoCashOut = {
  readonly code:
    | 'cash-out-off'
    | 'bet-settled'
    | 'bet-held'
    | 'bonus-stake'
    | 'awaits-result'
    | 'suspended'
    | 'score-changed'
    | 'stale'
    | 'worth-nothing';
  /** The leg that is the reason, if one is. */
  readonly label?: string;
};

/** An admin limits what cash-outs pay. `value`: of the part that was asked for; `most`: the largest part that can be cashed out now. */
type LimitedCashOut = {
  readonly code: 'cash-out-limit';
  readonly value: CashOutOffer;
  readonly most: CashOutOffer | undefined;
};

export type CashOutRefusal =
  | NoCashOut
  | LimitedCashOut
  | { readonly code: 'part-invalid'; readonly maximum: Cents }
  /** The delay in play is not over, or the prices have not been confirmed since the request. */
  | { readonly code: 'cash-out-waits' }
  /** It is worth less than the bettor saw. */
  | { readonly code: 'value-fell'; readonly seen: Cents; readonly amount: Cents };

/** The server's state when a bet is valued. `margin`: `undefined` while cashing out is switched off. */
export type CashOutFacts = Pick<BettingFacts, 'now' | 'match' | 'isFresh' | 'confirmedAt' | 'inPlay'> & {
  readonly margin: Decimal | undefined;
  readonly closures: readonly Closure[];
  /** Whether everything known about its match supports the status of a leg of a bet that was taken at a time. */
  readonly isStatusCertain: (leg: Pick<BetLeg, 'matchId' | 'outcome' | 'status'>, takenAt: Instant) => boolean;
} & CashOutLimits;

/** Returns the part of a bet's stake that is not cashed out. */
export const openStake = (bet: { readonly stake: Cents; readonly cashedOut: CashedOut }): Cents =>
  minus(bet.stake, bet.cashedOut.stake);

/**
 * Returns what a part of a stake is worth: for each system line its stake times the expected factor of each leg, at the odds that were
 * accepted, less the margin for each open leg; rounded down once. It is never more than the part could still win.
 */
export function cashOutValue(
  stake: Cents,
  { odds, system }: { readonly odds: readonly Decimal[]; readonly system?: System | undefined },
  { margin, legs }: CashOutQuote,
): Cents {
  const kept = new Decimal(1).minus(margin);
  return linesPayout(
    stake,
    legs.map((leg, at) => {
      const price = odds[at] ?? new Decimal(1);
      if ('verdict' in leg) return legFactor(leg.verdict, price);
      const expected = Object.entries(leg.chances).reduce(
        (sum, [verdict, chance]) => sum.plus(legFactor(verdict as Verdict, price).times(chance)),
        new Decimal(0),
      );
      return expected.times(kept);
    }),
    system,
  );
}

/** Values a part of an open bet at the current prices; all that is open by default. */
export function offerCashOut(
  bet: Bet,
  facts: CashOutFacts,
  part: Cents = openStake(bet),
): Result<CashOutOffer, NoCashOut | LimitedCashOut | (CashOutRefusal & { readonly code: 'part-invalid' })> {
  if (bet.acceptance?.state === 'pending') return refused({ code: 'bet-held' });
  if (bet.status !== 'pending') return refused({ code: 'bet-settled' });
  if (!facts.margin) return refused({ code: 'cash-out-off' });
  if (bet.bonusStake > 0) return refused({ code: 'bonus-stake' });
  const maximum = openStake(bet);
  if (part <= 0 || part > maximum) return refused({ code: 'part-invalid', maximum });
  const legs: ValuedLeg[] = [];
  for (const leg of bet.legs) {
    const valued = valueLeg(leg, takenAt(bet), facts);
    if (typeof valued === 'string') return refused({ code: valued, label: leg.label });
    legs.push(valued);
  }
  const quote = { margin: facts.margin.toFixed(), legs };
  const offerOf = (stake: Cents): CashOutOffer => {
    const odds = bet.legs.map((leg) => leg.odds);
    return { stake, amount: cashOutValue(stake, { odds, system: bet.system }, quote), quote };
  };
  const offer = offerOf(part);
  if (offer.amount <= noMoney) return refused({ code: 'worth-nothing' });
  const room = cashOutRoom(bet, facts);
  if (room === undefined || offer.amount <= room) return ok(offer);
  return refused({ code: 'cash-out-limit', value: offer, most: largestWithin(room, offer, offerOf) });
}

/** Returns the largest part of an offer that is worth at most `room`; `undefined` if that is less than a cent. */
function largestWithin(
  room: Cents,
  { stake, amount }: CashOutOffer,
  offerOf: (stake: Cents) => CashOutOffer,
): CashOutOffer | undefined {
  // The value is proportional to the part but for its rounding, so this starts within a few cents of the answer.
  let part = Decimal.min(stake, new Decimal(room).plus(1).times(stake).divToInt(amount).plus(1)).toNumber();
  for (; part > 0; part -= 1) {
    const offer = offerOf(cents(part));
    if (offer.amount <= room) return offer.amount > noMoney ? offer : undefined;
  }
  return undefined;
}

/**
 * What the bettor asks for: a part of the stake, or all that is open, for at least `seen`. `delay`: with a match in play, when it was
 * asked for, and until when it waits.
 */
export type CashOutRequest = {
  readonly stake: Cents | undefined;
  readonly seen: Cents;
  readonly delay?: { readonly since: Instant; readonly until: Instant };
};

/**
 * Decides a cash-out at the current prices: it pays their value, and never less than the bettor saw. In play it is decided after the
 * acceptance delay, like a bet: no goal since the request, and prices that were confirmed after it, within the same time.
 */
export function acceptCashOut(
  bet: Bet,
  { stake, seen, delay }: CashOutRequest,
  facts: CashOutFacts,
): Result<CashOutOffer, CashOutRefusal> {
  const offer = offerCashOut(bet, facts, stake);
  if (!offer.ok) return offer;
  const { amount } = offer.value;
  if (amount < seen) return refused({ code: 'value-fell', seen, amount });
  return (delay && duringDelay(bet, delay, facts)) ?? offer;
}

function duringDelay(
  bet: Bet,
  { since, until }: NonNullable<CashOutRequest['delay']>,
  { now, match: find, confirmedAt }: CashOutFacts,
): Result<never, CashOutRefusal> | undefined {
  let waits = now < until;
  for (const { status, matchId, outcome, label } of bet.legs) {
    const match = status === 'pending' ? find(matchId) : undefined;
    if (!match || match.kickoffAt > now) continue;
    if (hasScoreChanged(match, match.score, since)) return refused({ code: 'score-changed', label });
    waits ||= !isPriceSeenSince(since, match, outcome, confirmedAt(match.leagueKey));
  }
  if (!waits) return undefined;
  return refused({ code: now - until <= patienceMs ? 'cash-out-waits' : 'stale' });
}

/** Returns the matches of a bet's open legs. */
export const openMatchesOf = (bet: Bet, match: (id: MatchId) => Match | undefined): readonly Match[] =>
  bet.legs.flatMap((leg) => (leg.status === 'pending' ? (match(leg.matchId) ?? []) : []));

/** Returns a bet after a part of it was cashed out; at `now` it ends if nothing of it is open. */
export function withCashOut(bet: Bet, { stake, amount }: CashOutOffer, now: Instant): Bet {
  const cashedOut = { stake: plus(bet.cashedOut.stake, stake), paid: plus(bet.cashedOut.paid, amount) };
  const after = { ...bet, cashedOut, version: bet.version + 1 };
  if (openStake(after) > 0) return after;
  return { ...after, status: 'cashed-out', payout: cashedOut.paid, settledAt: now };
}

/** Returns when a bet began to count. */
const takenAt = ({ acceptance, placedAt }: Bet): Instant =>
  acceptance?.state === 'accepted' ? acceptance.at : placedAt;

function valueLeg(leg: BetLeg, taken: Instant, facts: CashOutFacts): ValuedLeg | NoCashOut['code'] {
  const match = facts.match(leg.matchId);
  if (!match) return 'suspended';
  if (!facts.isStatusCertain(leg, taken)) return 'awaits-result';
  if (isCashOutClosed(facts.closures, match, marketsOf(leg.outcome))) return 'cash-out-off';
  return leg.status === 'pending' ? valueOpenLeg(leg, match, facts) : { verdict: leg.status };
}

function valueOpenLeg({ outcome }: BetLeg, match: Match, facts: CashOutFacts): ValuedLeg | NoCashOut['code'] {
  const { now } = facts;
  const isInPlay = !isUpcoming(match, now);
  if (isInPlay && !isLive(match, now)) return 'awaits-result';
  if (closureOf(facts.closures, match.leagueKey) || (isInPlay && facts.inPlay === 'closed')) return 'suspended';
  const closed = closedSource(match, outcome);
  if (closed !== undefined) return closed?.why === 'score-changed' ? 'score-changed' : 'suspended';
  if (!facts.isFresh(match.leagueKey) || isPriceStale(match, outcome, now)) return 'stale';
  if (!isPriceSeenSinceGoal(match, outcome, facts.confirmedAt(match.leagueKey))) return 'score-changed';
  const chances = verdictChances(match, now, outcome);
  if (!chances) return 'suspended';
  return statedAs(chances);
}

/** States probabilities as decimal text. The same ones are stated once: many bets have a leg on the same selection. */
function statedAs(chances: NonNullable<ReturnType<typeof verdictChances>>): ValuedLeg {
  const known = stated.get(chances);
  if (known) return known;
  const leg = {
    chances: Object.fromEntries(
      Object.entries(chances).flatMap(([verdict, chance]) => {
        // Rounded down, so that they never add up to more than 1.
        const text = (Math.floor(chance * 1e6) / 1e6).toFixed(6);
        return verdict === 'lost' || Number(text) === 0 ? [] : [[verdict, text]];
      }),
    ),
  };
  stated.set(chances, leg);
  return leg;
}
const stated = new WeakMap<object, ValuedLeg>();
