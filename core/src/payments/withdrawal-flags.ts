import { hours, type Instant } from '../instant.ts';
import { type Cents, cents } from '../money/index.ts';

/** Reasons for an admin to check a withdrawal before paying. */
export const withdrawalFlags = [
  'new-account',
  'after-bonus',
  'changed-details',
  'first-withdrawal',
  'large',
  'no-details',
] as const;
export type WithdrawalFlag = (typeof withdrawalFlags)[number];

/** The bettor's history when the withdrawal was requested. */
export type BeforeWithdrawal = {
  readonly accountSince: Instant;
  /** When the last paid withdrawal was requested; `null` if none was paid. */
  readonly lastPaidAt: Instant | null;
  /** When the last bonus was granted; `null` if none was. */
  readonly lastBonusAt: Instant | null;
  /** Whether it goes to the same destination as the last paid one; `unknown` if either names none. */
  readonly target: 'same' | 'other' | 'unknown';
};

const newAccountFor = hours(24 * 7);
const largeFrom = cents(500_000);

/** Returns the flags of a withdrawal. They only draw attention; nothing is refused. */
export function flagsOf(
  asked: { readonly amount: Cents; readonly hasDetails: 'yes' | 'no'; readonly at: Instant },
  before: BeforeWithdrawal,
): readonly WithdrawalFlag[] {
  const { accountSince, lastPaidAt, lastBonusAt, target } = before;
  const applies: Record<WithdrawalFlag, boolean> = {
    'new-account': asked.at - accountSince < newAccountFor,
    'after-bonus': lastBonusAt !== null && (lastPaidAt === null || lastPaidAt < lastBonusAt),
    'changed-details': target === 'other',
    'first-withdrawal': lastPaidAt === null,
    large: asked.amount >= largeFrom,
    'no-details': asked.hasDetails === 'no',
  };
  return withdrawalFlags.filter((flag) => applies[flag]);
}
