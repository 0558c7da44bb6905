import type { MatchId } from '../ids.ts';
import { marketsOf, type Outcome } from '../markets/index.ts';
import { isInCashOutScope, type Match } from '../matches/index.ts';
import { type Cents, cents, sum } from '../money/index.ts';
import type { Bet } from './bet.ts';

/**
 * The most that cash-outs may pay for bets with an open selection in a scope (see `Closure`): `maxPayment` each, `maxMatchDay` together
 * for each match within 24 hours.
 */
export type CashOutLimit = {
  readonly scope: string;
  readonly maxPayment: Cents | null;
  readonly maxMatchDay: Cents | null;
};

/** What the cash-outs of the last 24 hours paid for bets with this selection while it was open. */
export type PaidCashOuts = { readonly matchId: MatchId; readonly outcome: Outcome; readonly amount: Cents };

export type CashOutLimits = {
  readonly limits: readonly CashOutLimit[];
  /** Needed only while a limit has a `maxMatchDay`. */
  readonly paidInDay: readonly PaidCashOuts[];
};

export const hasDayLimit = (limits: readonly CashOutLimit[]): boolean =>
  limits.some(({ maxMatchDay }) => maxMatchDay !== null);

/** Returns the most that a cash-out of a bet may pay now; `undefined` without a limit. */
export function cashOutRoom(
  bet: Pick<Bet, 'legs'>,
  { limits, paidInDay, match: find }: CashOutLimits & { readonly match: (id: MatchId) => Match | undefined },
): Cents | undefined {
  if (limits.length === 0) return undefined;
  const rooms = bet.legs.flatMap(({ status, matchId, outcome }) => {
    const match = status === 'pending' ? find(matchId) : undefined;
    if (!match) return [];
    return limits
      .filter(({ scope }) => isInCashOutScope(scope, match, marketsOf(outcome)))
      .flatMap(({ scope, maxPayment, maxMatchDay }) => {
        const paid = paidInDay.filter(
          (of) => of.matchId === matchId && isInCashOutScope(scope, match, marketsOf(of.outcome)),
        );
        const left = maxMatchDay === null ? [] : [maxMatchDay - sum(paid.map(({ amount }) => amount))];
        return [...(maxPayment === null ? [] : [maxPayment]), ...left];
      });
  });
  return rooms.length === 0 ? undefined : cents(Math.max(0, Math.min(...rooms)));
}
