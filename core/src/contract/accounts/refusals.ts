import { msg, t } from '../../language/index.ts';
import { type Cents, formatDollars, negative } from '../../money/index.ts';
import type { RefusalView } from '../refusal-view.ts';

type Coded<Code extends string> = Code extends string ? { readonly code: Code } : never;

const sessionTexts = {
  'no-session': msg('Please log in again.'),
  'session-invalid': msg('Please log in again.'),
  'session-expired': msg('Your session has expired. Please log in again.'),
  'session-ended': msg('Your session was ended. Please log in again.'),
  'session-replaced': msg('You were logged out here because your account is logged in on too many devices.'),
} as const;
/** Why an access or refresh token does not count. */
export type SessionRefusal = Coded<Exclude<keyof typeof sessionTexts, 'no-session'>>;
export const sessionRefusalView = ({ code }: Coded<keyof typeof sessionTexts>): RefusalView => ({
  code,
  error: t(sessionTexts[code]),
});

const emailUnverified = msg('Please verify your email address before you log in.');
const passkeyWrong = msg('The passkey was not accepted. Please try again.');
const totpWrong = msg('This code is wrong. Please try again.');

// An unknown account and a wrong password get the same sentence: a login must not reveal who has an account.
const loginTexts = {
  'too-many-attempts': msg('Too many login attempts. Please try again later.'),
  'confirm-by-email': msg(
    'Too many attempts on this account. If it is yours, open the link we emailed you, then log in.',
  ),
  'credentials-wrong': msg('Invalid credentials. Please try again.'),
  'email-unverified': emailUnverified,
  'totp-required': msg('Please enter the code of your authentication app.'),
  'totp-wrong': totpWrong,
  'passkey-wrong': passkeyWrong,
  'registration-unknown': msg('Please log in with your email address and password.'),
} as const;
/** Why a login opened no session. */
export const loginRefusalView = ({ code }: Coded<keyof typeof loginTexts>): RefusalView => ({
  code,
  error: t(loginTexts[code]),
});

const accountTexts = {
  'email-taken': msg('An account with this email address already exists.'),
  'password-guessable': msg('This password is easy to guess. Choose another one.'),
  'password-wrong': msg('Your current password is wrong.'),
  'too-many-attempts': msg('Too many attempts. Please try again later.'),
  'totp-required': msg('Enter a code from your authentication app, or a recovery code.'),
  'totp-wrong': totpWrong,
  'totp-off': msg('No authentication app has been set up.'),
  'second-factor-required': msg('Admins and auditors need two-factor login. Set up another app instead.'),
  'passkey-wrong': passkeyWrong,
  'passkey-taken': msg('This passkey has been added already.'),
  'passkey-unknown': msg('This passkey has been removed already.'),
  'account-closed': msg('This account is closed already.'),
  'account-of-staff': msg('Accounts of staff are ended by changing their role.'),
  'withdrawal-pending': msg('A withdrawal is waiting. Close the account when it is paid.'),
  'deposit-open': msg('A deposit is not finished. Finish it, or wait until its payment page expires.'),
  'deposit-undecided': msg(
    'One of your payments arrived late or with a different amount. You can close the account once we have credited or refunded it.',
  ),
  'refund-open': msg('A refund of a deposit is under way. Close the account when it has arrived.'),
  'adjustment-open': msg('A correction of your balance is waiting. Close the account when it is made or declined.'),
  'session-unknown': msg('This session has ended already.'),
  'too-many-downloads': msg('Several downloads are running. Please try again in a minute.'),
} as const;
/** Why an account cannot be closed yet. */
export type CloseRefusal =
  | Coded<'account-closed' | 'account-of-staff' | 'withdrawal-pending' | 'deposit-open'>
  /** Money that comes later, and would find no one who can withdraw it. */
  | Coded<'deposit-undecided' | 'refund-open' | 'adjustment-open'>
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
      return t('You have {count} passkeys. Remove one first.', { count: refusal.most });
    case 'bets-open':
      return t(
        '{count, plural, one {# bet is open. Close the account when it is settled.} other {# bets are open. Close the account when they are settled.}}',
        { count: refusal.count },
      );
    case 'balance-left':
      return t('Your balance is {amount}. Withdraw it first, or contact support.', {
        amount: formatDollars(refusal.amount),
      });
    case 'balance-owed':
      return t('Your balance is {amount}. Contact support to close the account.', {
        amount: formatDollars(negative(refusal.amount)),
      });
    default:
      return t(accountTexts[refusal.code]);
  }
}

const linkTexts = {
  reset: {
    'token-unknown': msg('This reset link is not valid.'),
    'token-expired': msg('This reset link has expired.'),
    'token-used': msg('This reset link was already used.'),
  },
  verification: {
    'token-unknown': msg('This verification link is not valid.'),
    'token-expired': msg('This verification link has expired.'),
    'token-used': msg('This verification link was already used.'),
  },
  confirmation: {
    'token-unknown': msg('This confirmation link is not valid.'),
    'token-expired': msg('This confirmation link has expired.'),
    'token-used': msg('This confirmation link was already used.'),
  },
} as const;
export type LinkRefusal = Coded<keyof (typeof linkTexts)['reset']>;
/** Why the link of an email does nothing. */
export const linkRefusalView =
  (link: keyof typeof linkTexts) =>
  ({ code }: LinkRefusal): RefusalView => ({ code, error: t(linkTexts[link][code]) });
