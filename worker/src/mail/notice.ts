import { escaped, type Letter, page } from './letter.ts';

/** Tells the owner that the password of their account was changed, and what to do when it was not them. */
export function writeNotice(to: { readonly name: string }, publicUrl: string): Letter {
  const subject = 'Your password was changed';
  const what = 'The password of your Touchline account was changed, and every other session was signed out.';
  const otherwise = 'If this was not you, choose a new password here at once:';
  const link = `${publicUrl}/forgot-password`;
  return {
    subject,
    text: [`Hello ${to.name},`, what, otherwise, link, 'Touchline'].join('\n\n'),
    html: page(subject, [
      `<p>Hello ${escaped(to.name)},</p>`,
      `<p>${what}</p>`,
      `<p>${otherwise}<br><a href="${escaped(link)}">${escaped(link)}</a></p>`,
    ]),
  };
}
