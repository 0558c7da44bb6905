import { type Cents, plus } from '../money/index.ts';

/** What a decision about a match would do, in a dry run: nothing is changed by it. */
export type DryRun = {
  /** Bets whose settlement it makes or changes. */
  readonly bets: number;
  /** Of them those that were settled before and are rolled back. */
  readonly rolledBack: number;
  /** What bettors get more by it, and what is taken back from others. Both positive. */
  readonly pays: Cents;
  readonly takesBack: Cents;
  /** Wallets whose cash would then be below nothing and is not now. */
  readonly belowZero: number;
};

/** Money that goes one way does not make up for money that goes the other: what moves in all counts. */
export const movedBy = ({ pays, takesBack }: Pick<DryRun, 'pays' | 'takesBack'>): Cents => plus(pays, takesBack);

/** Whoever moves more than the limit needs a second person. */
export const needsSecondAdmin = (run: Pick<DryRun, 'pays' | 'takesBack'>, limit: Cents): boolean =>
  movedBy(run) > limit;
