import { hours } from '../instant.ts';
import { type Cents, cents, plus, sum } from '../money/index.ts';

/** What a decision about a match would do, in a dry run: nothing is changed by it. */
export type DryRun = {
  /** Bets whose settlement it makes or changes. */
  readonly bets: number;
  /** Of them those that were settled before and are rolled back. */
  readonly rolledBack: number;
  /** Bets that stay open: only a leg of them is decided by it, or open again. */
  readonly waiting: number;
  /** What bettors get more by it, and what is taken back from others. Both positive. */
  readonly pays: Cents;
  readonly takesBack: Cents;
  /**
   * What open bets can pay more at most than before; below nothing: less. Only where the match goes on, for else it is the result that
   * decides it.
   */
  readonly promised: Cents;
  /** Wallets whose cash would then be below nothing and is not now. */
  readonly belowZero: number;
};

/** Money that goes one way does not make up for money that goes the other: what moves in all counts, and what is no longer promised. */
export const movedBy = ({ pays, takesBack, promised }: Moving): Cents =>
  sum([pays, takesBack, cents(Math.abs(promised))]);

/** What one admin decides alone on one match within this time is one move. */
export const aloneWithinMs = hours(24);

/**
 * Whoever moves more than the limit needs a second person, also when it is little by little: `alone` is what they have moved on this
 * match already without one. What moves nothing needs nobody.
 */
export function needsSecondAdmin(
  run: Moving,
  { limit, alone }: { readonly limit: Cents; readonly alone: Cents },
): boolean {
  const moved = movedBy(run);
  return moved > 0 && plus(moved, alone) > limit;
}

type Moving = Pick<DryRun, 'pays' | 'takesBack' | 'promised'>;
