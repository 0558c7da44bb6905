import type { LinkEmailJob, Notice } from '@touchline/store/emails';
import { composeEmail, type EmailMessage, type Recipient } from './compose-email.ts';

/** How many hours a link in an email works. */
export const linkHours = {
  'verify-email': 24,
  'reset-password': 1,
  'confirm-browser': 1,
  'staff-invited': 48,
} as const satisfies Record<LinkEmailJob['kind'], number>;

/** Writes an email with a single-use link. `secret` is the link's token. */
export function writeLinkEmail(
  kind: LinkEmailJob['kind'],
  to: Recipient,
  publicUrl: string,
  secret: string,
): EmailMessage {
  const { path, subject, why, button, until, ignore } = { ignore: ignoreText, ...linkTexts[kind] };
  const link = `${publicUrl}${path}?token=${encodeURIComponent(secret)}`;
  return composeEmail(subject, [why, { link, button }, { note: until }, { note: ignore }], to);
}

const ignoreText = 'If you did not ask for this, you can ignore this email.';

const linkTexts = {
  'verify-email': {
    path: '/verify',
    subject: 'Confirm your email address',
    why: 'Welcome to Touchline. Please confirm that this is your email address:',
    button: 'Confirm email address',
    until: `The link works once, within ${linkHours['verify-email']} hours.`,
  },
  'reset-password': {
    path: '/reset-password',
    subject: 'Choose a new password',
    why: 'We received a request to reset the password of your Touchline account. Choose a new one here:',
    button: 'Choose a new password',
    until: 'The link works once, within one hour.',
  },
  'confirm-browser': {
    path: '/login',
    subject: 'Confirm it is you',
    why: 'Someone is trying many passwords on your Touchline account. To log in from a new place, open this link in the browser you want to use:',
    button: 'Confirm this browser',
    until: 'The link works once, within one hour. Browsers you have logged in with before need no link.',
  },
  'staff-invited': {
    path: '/reset-password',
    subject: 'You are invited to work with Touchline',
    why: 'The operator opened a staff account for you. Choose a password, then log in and set up two-factor login:',
    button: 'Choose a password',
    until: `The link works once, within ${linkHours['staff-invited']} hours.`,
    ignore: 'If you did not expect this, ignore this email and let the operator know.',
  },
} as const satisfies Record<LinkEmailJob['kind'], Readonly<Record<string, string>>>;

type AccountOwner = Recipient & {
  /** Recovery codes that still work. */
  readonly codesLeft: number;
};
type NoticeText = { readonly subject: string; readonly what: (to: AccountOwner) => string };

/** Notifies the owner of a change to how they log in, and says what to do if it was not them. */
export function writeNotice(kind: Notice, to: AccountOwner, publicUrl: string): EmailMessage {
  const { subject, what } = noticeTexts[kind];
  const link = `${publicUrl}/forgot-password`;
  return composeEmail(subject, [what(to), 'If this was not you, choose a new password here at once:', { link }], to);
}

const noticeTexts: Readonly<Record<Notice, NoticeText>> = {
  'password-changed': {
    subject: 'Your password was changed',
    what: () => 'The password of your Touchline account was changed, and every other session was signed out.',
  },
  'second-factor-enabled': {
    subject: 'Two-factor login is on',
    what: () =>
      'Your Touchline login now asks for a code from your authentication app. Every other session was signed out.',
  },
  'second-factor-replaced': {
    subject: 'Your authentication app was replaced',
    what: () =>
      'Your Touchline login now asks for codes from a new authentication app. The old app and recovery codes no longer work.',
  },
  'second-factor-disabled': {
    subject: 'Two-factor login is off',
    what: () => 'Your Touchline login no longer asks for a code.',
  },
  'recovery-codes-renewed': {
    subject: 'You have new recovery codes',
    what: () => 'The recovery codes of your Touchline account were replaced. The old ones no longer work.',
  },
  'recovery-code-used': {
    subject: 'A recovery code was used',
    what: ({ codesLeft }) =>
      `Someone used a recovery code of your Touchline account. You have ${codesLeft === 1 ? '1 code' : `${codesLeft} codes`} left.`,
  },
  'passkey-added': {
    subject: 'A passkey was added',
    what: () =>
      'A passkey was added to your Touchline account. It logs in without your password. Remove passkeys that you do not recognize on your profile.',
  },
  'passkey-removed': {
    subject: 'A passkey was removed',
    what: () => 'A passkey of your Touchline account was removed. It no longer logs in.',
  },
};
