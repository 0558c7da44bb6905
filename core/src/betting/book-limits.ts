import type { MatchId } from '../ids.ts';
import type { Outcome } from '../markets/index.ts';
import { type Cents, cents, Decimal, minus, noMoney } from '../money/index.ts';
import type { LegStatus } from './bet.ts';
import { gradeBet } from './grade-bet.ts';
import type { BettingLimits } from './limits.ts';
import { lineCount, type System } from './system.ts';

/** One selection of a bet, as the book counts it. */
export type Selection = { readonly matchId: MatchId; readonly outcome: Outcome };

/** The possible cost of all open bets, before the bet to be decided. */
export type OpenBook = {
  /** The payouts of all open bets if all of them won, less their stakes. */
  readonly net: Cents;
  /** The same for bets on exactly these selections. */
  readonly netOn: (selections: readonly Selection[]) => Cents;
  /** Stakes and possible payouts of this customer's bets of the last 24 hours. */
  readonly lastDay: DayTotals;
};
type DayTotals = { readonly staked: Cents; readonly promised: Cents };

/** A limit of the book as a whole. `combination`: all bets on the same selections · `day-…`: one customer's last 24 hours. */
type BookLimit = 'combination' | 'bankroll' | 'day-stake' | 'day-payout';

/** `maximum`: the limit; `maxStake`: the stake that would be accepted at these odds, 0 when none would. */
export type BookLimitReached = {
  readonly code: 'book-limit-reached';
  readonly limit: BookLimit;
  readonly maximum: Cents;
  readonly maxStake: Cents;
};

/** Returns what a bet pays when each of its open legs wins; nothing once every system line has a lost leg. */
export const promiseOf = (
  stake: Cents,
  legs: readonly { readonly odds: Decimal; readonly status: LegStatus }[],
  system: System | undefined,
): Cents =>
  gradeBet(
    stake,
    legs.map(({ odds, status }) => ({ odds, status: status === 'pending' ? 'won' : status })),
    system,
  ).payout;

/** A single is limited by its match alone. */
export const isCombination = (selections: readonly Selection[]): boolean => selections.length > 1;

/** `left`: what the bets before it leave of `maximum`. */
type Room = {
  readonly limit: BookLimit;
  readonly maximum: Cents;
  readonly left: Cents;
  readonly isPassed: boolean;
};
type Sized = {
  readonly stake: Cents;
  readonly system?: System | undefined;
  readonly totalOdds: Decimal;
  readonly potentialPayout: Cents;
};

/** Returns what a bet pays for each cent of its stake if all its legs win. The total odds of a system are the sum over its lines. */
export const oddsOfStake = ({
  legs,
  system,
  totalOdds,
}: Pick<Sized, 'system' | 'totalOdds'> & { readonly legs: readonly unknown[] }): Decimal =>
  system ? totalOdds.div(lineCount(legs.length, system)) : totalOdds;

/** Returns how much room each limit of the book leaves for a bet. */
export function bookRooms(
  bet: Sized & { readonly legs: readonly Selection[] },
  book: OpenBook,
  limits: BettingLimits,
): readonly Room[] {
  const net = minus(bet.potentialPayout, bet.stake);
  const { staked, promised } = book.lastDay;
  const rooms = [
    roomFor(net, 'bankroll', limits.bankroll, book.net),
    roomFor(bet.stake, 'day-stake', limits.maxDayStake, staked),
    roomFor(bet.potentialPayout, 'day-payout', limits.maxDayPayout, promised),
  ];
  if (!isCombination(bet.legs)) return rooms;
  return [roomFor(net, 'combination', limits.maxCombinationLoss, book.netOn(bet.legs)), ...rooms];
}

function roomFor(added: Cents, limit: BookLimit, maximum: Cents, before: Cents): Room {
  const left = minus(maximum, before);
  return { limit, maximum, left, isPassed: added > left };
}

/** Returns the largest stake of a bet that the room has space for. Only a refusal needs it: most bets fit and need no division. */
export function stakeInRoom({ limit, left }: Room, bet: Sized & { readonly legs: readonly Selection[] }): Cents {
  if (limit === 'day-stake') return left;
  return limit === 'day-payout' ? stakeIn(left, oddsOfStake(bet)) : stakeForNet(left, oddsOfStake(bet));
}

/** Returns the largest stake of which the payout is at most `room` above it. */
export const stakeForNet = (room: Cents, odds: Decimal): Cents => stakeIn(room, odds.minus(1));

function stakeIn(room: Cents, factor: Decimal): Cents {
  if (room <= 0) return noMoney;
  return cents(Decimal.min(new Decimal(room).div(factor).floor(), Number.MAX_SAFE_INTEGER).toNumber());
}

/** The least of `stakes`, the same on each system line; nothing when that is below the smallest stake. */
export function stakeToOffer(stakes: readonly Cents[], { minStake }: BettingLimits, lines: number): Cents {
  const least = Math.min(...stakes);
  const offered = least - (least % lines);
  return offered < minStake ? noMoney : cents(offered);
}
