import { z } from 'zod';
import { seconds } from '../instant.ts';
import { type Cents, cents } from '../money/index.ts';
import { type RefundPeriods, refundPeriodsVariable } from './refund-periods.ts';

/** The operator's rules for withdrawals, beyond the limits of a single one. */
export type WithdrawalPolicy = {
  /** From this amount on the bettor must confirm their identity, even for a known destination. */
  readonly confirmFrom: Cents;
  /** How long a new destination waits before a withdrawal to it can be approved. */
  readonly coolDownMs: number;
  /** The most that one bettor can withdraw within 24 hours, and within 7 days. */
  readonly daily: Cents;
  readonly weekly: Cents;
  /**
   * Above this amount two admins must approve. What the same admin approved alone for the bettor or destination within 24 hours
   * counts too.
   */
  readonly oneAdminUpTo: Cents;
  /** From this amount on two admins must approve a flagged withdrawal. */
  readonly flaggedTwoAdminsFrom: Cents;
  /** How long the provider accepts refunds. */
  readonly refundPeriods: RefundPeriods;
};

const dollars = (least: number) => {
  const problem = `is not a number of whole dollars (${least} to 1,000,000,000)`;
  return z.coerce.number(problem).int(problem).min(least, problem).max(1_000_000_000, problem);
};
const wait = 'is not a number of seconds (0 to 2,592,000)';

/** The environment variables of the policy. */
export const withdrawalVariables = {
  WITHDRAWAL_CONFIRM_DOLLARS: dollars(0).default(1_000),
  WITHDRAWAL_COOL_DOWN_SECONDS: z.coerce.number(wait).int(wait).min(0, wait).max(2_592_000, wait).default(86_400),
  WITHDRAWAL_DAILY_DOLLARS: dollars(10).default(10_000),
  WITHDRAWAL_WEEKLY_DOLLARS: dollars(10).default(25_000),
  WITHDRAWAL_TWO_ADMINS_DOLLARS: dollars(0).default(2_000),
  WITHDRAWAL_FLAGGED_DOLLARS: dollars(0).default(0),
  REFUND_DAYS: refundPeriodsVariable,
};
const variables = z.object(withdrawalVariables);

export const withdrawalPolicyFrom = (env: z.output<typeof variables>): WithdrawalPolicy => ({
  confirmFrom: cents(env.WITHDRAWAL_CONFIRM_DOLLARS * 100),
  coolDownMs: seconds(env.WITHDRAWAL_COOL_DOWN_SECONDS),
  daily: cents(env.WITHDRAWAL_DAILY_DOLLARS * 100),
  weekly: cents(env.WITHDRAWAL_WEEKLY_DOLLARS * 100),
  oneAdminUpTo: cents(env.WITHDRAWAL_TWO_ADMINS_DOLLARS * 100),
  flaggedTwoAdminsFrom: cents(env.WITHDRAWAL_FLAGGED_DOLLARS * 100),
  refundPeriods: env.REFUND_DAYS,
});
