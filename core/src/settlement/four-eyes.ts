import type { MatchId } from '../ids.ts';
import { hours } from '../instant.ts';
import { type Cents, noMoney, plus } from '../money/index.ts';
import { applyDecision, type DecisionEffect, type GradableBet, mostPaid } from './apply-decision.ts';
import type { MatchDecision } from './match-decision.ts';

/** What a decision about a match would do; a dry run changes nothing. */
export type DryRun = {
  /** Bets whose settlement it makes or changes. */
  readonly bets: number;
  /** Of these, the bets that were settled before and are rolled back. */
  readonly rolledBack: number;
  /** Bets that stay open: only one of their legs is decided or reopened. */
  readonly waiting: number;
  /** What some bettors gain and what is taken back from others. Both positive. */
  readonly pays: Cents;
  readonly takesBack: Cents;
  /**
   * The change of what open bets can pay at most. Only for a match that goes on; otherwise its result decides.
   */
  readonly promised: Cents;
  /** Wallets whose cash would become negative. */
  readonly belowZero: number;
  /** The sum of `decidedMoney` over all bets; `null` for a book too large to compute, of which the figures above are a part. */
  readonly decides: Cents | null;
};

/** A dry run with what its admin has decided alone within `aloneWithinMs`, and the limit for both together. */
export type WeighedRun = DryRun & { readonly alone: Cents; readonly limit: Cents };

/** The rolling day over which one admin's decisions without a second admin are added up. */
export const aloneWithinMs = hours(24);

/**
 * Returns how much money of a bet changes owner when a match decided as `from` is decided as `to`. Both directions count: payouts,
 * refunds, stakes lost to the operator, and all of these when they are rolled back. Of a bet that stays open, its largest possible
 * payout counts, before or after. So several decisions together never count less than one decision with the same outcome. `from`
 * counts as carried out, even if the worker has not settled it yet.
 */
export function decidedMoney(
  bet: GradableBet,
  matchId: MatchId,
  { from, to }: { readonly from: MatchDecision; readonly to: MatchDecision },
): Cents {
  const after = applyDecision(bet, matchId, to);
  const before = applyDecision(bet, matchId, from);
  if (before.legs.every((status, at) => status === after.legs[at])) return noMoney;
  const [was, is] = [before.graded, after.graded];
  if (was.status !== 'pending' && was.status === is.status && was.payout === is.payout) return noMoney;
  const isDecidedElsewhere = bet.legs.length > 1 || to.result.kind === 'open';
  const potential = isDecidedElsewhere ? most(potentialOf(bet, before), potentialOf(bet, after)) : noMoney;
  return plus(settledMoney(bet, before), most(settledMoney(bet, after), potential));
}

const most = (a: Cents, b: Cents): Cents => (a > b ? a : b);

/** The money that a settled bet moved: the payout to the bettor, the rest of the stake to the operator. */
const settledMoney = ({ stake }: GradableBet, { graded }: DecisionEffect): Cents =>
  graded.status === 'pending' ? noMoney : most(stake, graded.payout);

const potentialOf = (bet: GradableBet, { legs, graded }: DecisionEffect): Cents =>
  graded.status === 'pending' ? mostPaid(bet, legs) : noMoney;

/** Whether a decision needs a second admin: never if it moves no money, always if it cannot be computed. */
export const needsSecondAdmin = ({ decides, alone, limit }: Pick<WeighedRun, 'decides' | 'alone' | 'limit'>): boolean =>
  decides === null || (decides > 0 && plus(decides, alone) > limit);
