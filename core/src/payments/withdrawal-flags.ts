import { hours, type Instant } from '../instant.ts';
import { type Cents, cents } from '../money/index.ts';

/** What an admin should look at before paying. */
export const withdrawalFlags = [
  'new-account',
  'after-bonus',
  'changed-details',
  'first-withdrawal',
  'large',
  'no-details',
] as const;
export type WithdrawalFlag = (typeof withdrawalFlags)[number];

/** What was true of the bettor when the withdrawal was asked for. */
export type BeforeWithdrawal = {
  readonly accountSince: Instant;
  /** The last withdrawal that was paid: when it was asked for; `null` when none was. */
  readonly lastPaidAt: Instant | null;
  /** When bonus money last came in; `null` when none ever did. */
  readonly lastBonusAt: Instant | null;
  /** Whether it goes to where the last paid one went; `unknown` when either names no account. */
  readonly target: 'same' | 'other' | 'unknown';
};

const newAccountFor = hours(24 * 7);
const largeFrom = cents(500_000);

/** Flags ask for a second look and refuse nothing. */
export function flagsOf(
  asked: { readonly amount: Cents; readonly hasDetails: 'yes' | 'no'; readonly at: Instant },
  before: BeforeWithdrawal,
): readonly WithdrawalFlag[] {
  const { accountSince, lastPaidAt, lastBonusAt, target } = before;
  const holds: Record<WithdrawalFlag, boolean> = {
    'new-account': asked.at - accountSince < newAccountFor,
    'after-bonus': lastBonusAt !== null && (lastPaidAt === null || lastPaidAt < lastBonusAt),
    'changed-details': target === 'other',
    'first-withdrawal': lastPaidAt === null,
    large: asked.amount >= largeFrom,
    'no-details': asked.hasDetails === 'no',
  };
  return withdrawalFlags.filter((flag) => holds[flag]);
}
