import { type Cents, formatDollars } from '../../money/index.ts';
import type { RefusalView } from '../refusal-view.ts';

type Coded<Code extends string> = Code extends string ? { readonly code: Code } : never;

const sessionTexts = {
  'no-session': 'Please log in again.',
  'session-invalid': 'Please log in again.',
  'session-expired': 'Your session has expired. Please log in again.',
  'session-ended': 'Your session was ended. Please log in again.',
  'session-replaced': 'You were logged out here because your account is logged in on too many devices.',
} as const;
/** Why an access or refresh token does not count. */
export type SessionRefusal = Coded<Exclude<keyof typeof sessionTexts, 'no-session'>>;
export const sessionRefusalView = ({ code }: Coded<keyof typeof sessionTexts>): RefusalView => ({
  code,
  error: sessionTexts[code],
});

const emailUnverified = 'Please verify your email address before you log in.';
const passkeyWrong = 'The passkey was not accepted. Please try again.';
const totpWrong = 'This code is not right. Please try again.';

// An unknown account and a wrong password get the same sentence: a log-in must not reveal who has an account.
const loginTexts = {
  'too-many-tries': 'Too many login attempts. Please try again later.',
  'confirm-by-email': 'Too many attempts on this account. If it is yours, open the link we emailed you, then log in.',
  'credentials-wrong': 'Invalid credentials. Please try again.',
  'email-unverified': emailUnverified,
  'totp-required': 'Please enter the code of your authentication app.',
  'totp-wrong': totpWrong,
  'passkey-wrong': passkeyWrong,
  'registration-unknown': 'Please log in with your email address and password.',
} as const;
/** Why a log-in opened no session. */
export const loginRefusalView = ({ code }: Coded<keyof typeof loginTexts>): RefusalView => ({
  code,
  error: loginTexts[code],
});

const accountTexts = {
  'email-taken': 'An account with this email address already exists.',
  'password-guessable': 'This password is easy to guess. Choose another one.',
  'password-wrong': 'Your current password is not right.',
  'too-many-tries': 'Too many attempts. Please try again later.',
  'totp-required': 'Enter a code from your authentication app, or a recovery code.',
  'totp-wrong': totpWrong,
  'totp-off': 'No authentication app has been set up.',
  'second-factor-required': 'Admins and auditors need two-factor log-in. Set up another app instead.',
  'passkey-wrong': passkeyWrong,
  'passkey-taken': 'This passkey has been added already.',
  'passkey-unknown': 'This passkey has been removed already.',
  'account-closed': 'This account is closed already.',
  'account-of-staff': 'Accounts of staff are ended by changing their role.',
  'withdrawal-pending': 'A withdrawal is waiting. Close the account when it is paid.',
  'deposit-open': 'A deposit is not finished. Finish it, or wait until its payment page expires.',
  'session-unknown': 'This session has ended already.',
  'too-many-downloads': 'Several downloads are running. Please try again in a minute.',
} as const;
/** Why an account cannot be closed yet. */
export type CloseRefusal =
  | Coded<'account-closed' | 'account-of-staff' | 'withdrawal-pending' | 'deposit-open'>
  | { readonly code: 'bets-open'; readonly count: number }
  | { readonly code: 'balance-left' | 'balance-owed'; readonly amount: Cents };
/** Why an account was not opened or changed. Never a 401 within a session: the session itself is valid. */
type AccountRefusal =
  | Coded<keyof typeof accountTexts>
  | { readonly code: 'passkeys-full'; readonly most: number }
  | CloseRefusal;

export const accountRefusalView = (refusal: AccountRefusal): RefusalView => ({
  code: refusal.code,
  error: accountRefusalText(refusal),
});

function accountRefusalText(refusal: AccountRefusal): string {
  switch (refusal.code) {
    case 'passkeys-full':
      return `You have ${refusal.most} passkeys. Remove one first.`;
    case 'bets-open':
      return refusal.count === 1
        ? '1 bet is open. Close the account when it is settled.'
        : `${refusal.count} bets are open. Close the account when they are settled.`;
    case 'balance-left':
      return `Your balance is ${formatDollars(refusal.amount)}. Withdraw it first, or contact support.`;
    case 'balance-owed':
      return `Your balance is -${formatDollars(refusal.amount)}. Contact support to close the account.`;
    default:
      return accountTexts[refusal.code];
  }
}

const linkTexts = {
  'token-unknown': 'is not valid',
  'token-expired': 'has expired',
  'token-used': 'was already used',
} as const;
export type LinkRefusal = Coded<keyof typeof linkTexts>;
/** Why the link of an email does nothing. */
export const linkRefusalView =
  (link: 'reset' | 'verification' | 'confirmation') =>
  ({ code }: LinkRefusal): RefusalView => ({ code, error: `This ${link} link ${linkTexts[code]}.` });
