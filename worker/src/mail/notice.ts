import type { Notice } from '@touchline/store/emails';
import { escaped, type Letter, page } from './letter.ts';

type Owner = {
  readonly name: string;
  /** Recovery codes that still work. */
  readonly codesLeft: number;
};
type NoticeText = { readonly subject: string; readonly what: (to: Owner) => string };

/** Notifies the owner of a change to how they log in, and says what to do when it was not them. */
export function writeNotice(kind: Notice, to: Owner, publicUrl: string): Letter {
  const { subject, what } = textOf[kind];
  const otherwise = 'If this was not you, choose a new password here at once:';
  const link = `${publicUrl}/forgot-password`;
  return {
    subject,
    text: [`Hello ${to.name},`, what(to), otherwise, link, 'Touchline'].join('\n\n'),
    html: page(subject, [
      `<p>Hello ${escaped(to.name)},</p>`,
      `<p>${what(to)}</p>`,
      `<p>${otherwise}<br><a href="${escaped(link)}">${escaped(link)}</a></p>`,
    ]),
  };
}

const textOf: Readonly<Record<Notice, NoticeText>> = {
  'password-changed': {
    subject: 'Your password was changed',
    what: () => 'The password of your Touchline account was changed, and every other session was signed out.',
  },
  'second-factor-enabled': {
    subject: 'Two-factor log-in is on',
    what: () =>
      'Your Touchline log-in now asks for a code from your authentication app. Every other session was signed out.',
  },
  'second-factor-replaced': {
    subject: 'Your authentication app was replaced',
    what: () =>
      'Your Touchline log-in now asks for codes from a new authentication app. The old app and recovery codes no longer work.',
  },
  'second-factor-disabled': {
    subject: 'Two-factor log-in is off',
    what: () => 'Your Touchline log-in no longer asks for a code.',
  },
  'recovery-codes-renewed': {
    subject: 'You have new recovery codes',
    what: () => 'The recovery codes of your Touchline account were replaced. The old ones no longer work.',
  },
  'recovery-code-used': {
    subject: 'A recovery code was used',
    what: ({ codesLeft }) =>
      `Someone logged in to your Touchline account with a recovery code. You have ${codesLeft === 1 ? '1 code' : `${codesLeft} codes`} left.`,
  },
  'passkey-added': {
    subject: 'A passkey was added',
    what: () =>
      'A passkey was added to your Touchline account. It logs in without your password. Remove passkeys that you do not know on your profile.',
  },
  'passkey-removed': {
    subject: 'A passkey was removed',
    what: () => 'A passkey of your Touchline account was removed. It no longer logs in.',
  },
};
