import type { MatchId } from '../ids.ts';
import { hours } from '../instant.ts';
import { type Cents, noMoney, plus } from '../money/index.ts';
import type { MatchDecision } from './match-decision.ts';
import { type GradableBet, mostPaid, type Regraded, regrade } from './regrade.ts';

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
  /** The sum of `decidedMoney` over all bets; `null` for a book too large to compute, of which the figures above are a part. */
  readonly decides: Cents | null;
};

/** A dry run beside what its admin has decided alone within `aloneWithinMs`, and the limit for both together. */
export type WeighedRun = DryRun & { readonly alone: Cents; readonly limit: Cents };

/** The rolling day over which one admin's decisions without a second admin are added up. */
export const aloneWithinMs = hours(24);

/**
 * Returns the money of a bet whose owner changes when a match that was decided as `from` is decided as `to`. What changes hands counts in both
 * directions: a payout, a refund, a stake that becomes the operator's, and all of these again when they are rolled back. Of an
 * open bet that other matches or a later result decide too, the most that it can pay counts, before or after. So the sum over several
 * decisions is never less than what one decision to the same end counts. `from` counts as carried out, whether it has been yet or not.
 */
export function decidedMoney(
  bet: GradableBet,
  matchId: MatchId,
  { from, to }: { readonly from: MatchDecision; readonly to: MatchDecision },
): Cents {
  const after = regrade(bet, matchId, to);
  const before = regrade(bet, matchId, from);
  if (before.legs.every((status, at) => status === after.legs[at])) return noMoney;
  const [was, is] = [before.graded, after.graded];
  if (was.status !== 'pending' && was.status === is.status && was.payout === is.payout) return noMoney;
  const isDecidedElsewhere = bet.legs.length > 1 || to.result.kind === 'open';
  const potential = isDecidedElsewhere ? most(potentialOf(bet, before), potentialOf(bet, after)) : noMoney;
  return plus(settledMoney(bet, before), most(settledMoney(bet, after), potential));
}

const most = (a: Cents, b: Cents): Cents => (a > b ? a : b);

/** What a settled bet has brought to its owners: the payout to the bettor, the rest of the stake to the operator. */
const settledMoney = ({ stake }: GradableBet, { graded }: Regraded): Cents =>
  graded.status === 'pending' ? noMoney : most(stake, graded.payout);

const potentialOf = (bet: GradableBet, { legs, graded }: Regraded): Cents =>
  graded.status === 'pending' ? mostPaid(bet, legs) : noMoney;

/** Whether a decision takes a second admin. One that decides no money never does; one that cannot be computed always does. */
export const needsSecondAdmin = ({ decides, alone, limit }: Pick<WeighedRun, 'decides' | 'alone' | 'limit'>): boolean =>
  decides === null || (decides > 0 && plus(decides, alone) > limit);
