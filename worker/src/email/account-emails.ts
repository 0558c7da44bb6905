import { type Message, msg, t } from '@touchline/core/language';
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
  return composeEmail(
    t(subject),
    [t(why), { link, button: t(button) }, { note: t(until, { hours: linkHours[kind] }) }, { note: t(ignore) }],
    to,
  );
}

const ignoreText = msg('If you did not ask for this, you can ignore this email.');

const linkTexts = {
  'verify-email': {
    path: '/verify',
    subject: msg('Confirm your email address'),
    why: msg('Welcome to Touchline. Please confirm that this is your email address:'),
    button: msg('Confirm email address'),
    until: msg('The link works once, within {hours, plural, one {one hour} other {# hours}}.'),
  },
  'reset-password': {
    path: '/reset-password',
    subject: msg('Choose a new password'),
    why: msg('We received a request to reset the password of your Touchline account. Choose a new one here:'),
    button: msg('Choose a new password'),
    until: msg('The link works once, within {hours, plural, one {one hour} other {# hours}}.'),
  },
  'confirm-browser': {
    path: '/login',
    subject: msg('Confirm it is you'),
    why: msg(
      'Someone is trying many passwords on your Touchline account. To log in from a new place, open this link in the browser you want to use:',
    ),
    button: msg('Confirm this browser'),
    until: msg(
      'The link works once, within {hours, plural, one {one hour} other {# hours}}. Browsers you have logged in with before need no link.',
    ),
  },
  'staff-invited': {
    path: '/reset-password',
    subject: msg('You are invited to work with Touchline'),
    why: msg(
      'The operator opened a staff account for you. Choose a password, then log in and set up two-factor login:',
    ),
    button: msg('Choose a password'),
    until: msg('The link works once, within {hours, plural, one {one hour} other {# hours}}.'),
    ignore: msg('If you did not expect this, ignore this email and let the operator know.'),
  },
} as const satisfies Record<LinkEmailJob['kind'], Readonly<Record<string, string | Message>>>;

type AccountOwner = Recipient & {
  /** Recovery codes that still work. */
  readonly codesLeft: number;
};
type NoticeText = { readonly subject: Message; readonly what: Message };

/** Notifies the owner of a change to how they log in, and says what to do if it was not them. */
export function writeNotice(kind: Notice, to: AccountOwner, publicUrl: string): EmailMessage {
  const { subject, what } = noticeTexts[kind];
  const link = `${publicUrl}/forgot-password`;
  return composeEmail(
    t(subject),
    [t(what, { codesLeft: to.codesLeft }), t('If this was not you, choose a new password here at once:'), { link }],
    to,
  );
}

const noticeTexts: Readonly<Record<Notice, NoticeText>> = {
  'password-changed': {
    subject: msg('Your password was changed'),
    what: msg('The password of your Touchline account was changed, and every other session was signed out.'),
  },
  'second-factor-enabled': {
    subject: msg('Two-factor login is on'),
    what: msg(
      'Your Touchline login now asks for a code from your authentication app. Every other session was signed out.',
    ),
  },
  'second-factor-replaced': {
    subject: msg('Your authentication app was replaced'),
    what: msg(
      'Your Touchline login now asks for codes from a new authentication app. The old app and recovery codes no longer work.',
    ),
  },
  'second-factor-disabled': {
    subject: msg('Two-factor login is off'),
    what: msg('Your Touchline login no longer asks for a code.'),
  },
  'recovery-codes-renewed': {
    subject: msg('You have new recovery codes'),
    what: msg('The recovery codes of your Touchline account were replaced. The old ones no longer work.'),
  },
  'recovery-code-used': {
    subject: msg('A recovery code was used'),
    what: msg(
      'Someone used a recovery code of your Touchline account. You have {codesLeft, plural, one {# code} other {# codes}} left.',
    ),
  },
  'passkey-added': {
    subject: msg('A passkey was added'),
    what: msg(
      'A passkey was added to your Touchline account. It logs in without your password. Remove passkeys that you do not recognize on your profile.',
    ),
  },
  'passkey-removed': {
    subject: msg('A passkey was removed'),
    what: msg('A passkey of your Touchline account was removed. It no longer logs in.'),
  },
};
