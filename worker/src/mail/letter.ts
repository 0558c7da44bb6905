import type { LinkEmailJob } from '@touchline/store/emails';

export type Letter = { readonly subject: string; readonly text: string; readonly html: string };

/** How long a link in a letter opens, in hours. */
export const linkHours = {
  'verify-email': 24,
  'reset-password': 1,
  'confirm-browser': 1,
  'staff-invited': 48,
} as const satisfies Record<LinkEmailJob['kind'], number>;

/** The letter with a link that works once. `secret` is the link's token. */
export function writeLetter(
  kind: LinkEmailJob['kind'],
  to: { readonly name: string },
  publicUrl: string,
  secret: string,
): Letter {
  const { path, subject, why, button, until, ignore } = { ignore: usuallyIgnored, ...textOf[kind] };
  const link = `${publicUrl}${path}?token=${encodeURIComponent(secret)}`;
  return {
    subject,
    text: [`Hello ${to.name},`, why, link, until, ignore, 'Touchline'].join('\n\n'),
    html: page(subject, [
      `<p>Hello ${escaped(to.name)},</p>`,
      `<p>${why}</p>`,
      `<p><a href="${escaped(link)}" style="${buttonStyle}">${button}</a></p>`,
      `<p style="color:#5b6472">Or open this address: <br>${escaped(link)}</p>`,
      `<p style="color:#5b6472">${until} ${ignore}</p>`,
    ]),
  };
}

const usuallyIgnored = 'If you did not ask for this, you can ignore this mail.';

const textOf = {
  'verify-email': {
    path: '/verify',
    subject: 'Confirm your email address',
    why: 'Welcome to Touchline. Please confirm that this email address is yours:',
    button: 'Confirm email address',
    until: `The link works once, within ${linkHours['verify-email']} hours.`,
  },
  'reset-password': {
    path: '/reset-password',
    subject: 'Choose a new password',
    why: 'Somebody, hopefully you, asked to reset the password of your Touchline account. Choose a new one here:',
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

export const buttonStyle =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#0b6b3a;color:#ffffff;text-decoration:none';

export const page = (title: string, parts: readonly string[]): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>` +
  `<body style="font-family:system-ui,sans-serif;line-height:1.5;color:#16202c;max-width:32rem;margin:2rem auto;padding:0 1rem">` +
  `${parts.join('')}<p>Touchline</p></body></html>`;

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
