import { minuteText } from '@touchline/core/contract';
import type { Instant } from '@touchline/core/instant';
import { escaped, type Letter, page } from './letter.ts';

/** What the house decided; `ownUntil` is when what the bettor chose for themselves ends, `undefined` when nothing of that runs. */
export type ToldExclusion = {
  readonly act: 'begun' | 'lifted';
  readonly until: Instant | null;
  readonly ownUntil: Instant | null | undefined;
};

/** Tells a bettor that the house excludes them, or does no longer: what that means and until when, never why. */
export function writeExclusionLetter(told: ToldExclusion, to: { readonly name: string }, publicUrl: string): Letter {
  const { subject, what, after, link, linkName } =
    told.act === 'begun' ? begun(told, publicUrl) : lifted(told, publicUrl);
  return {
    subject,
    text: [`Hello ${to.name},`, ...what, `${linkName}: ${link}`, after, 'Touchline'].join('\n\n'),
    html: page(subject, [
      `<p>Hello ${escaped(to.name)},</p>`,
      ...what.map((sentence) => `<p>${sentence}</p>`),
      `<p>${linkName}: <a href="${escaped(link)}">${escaped(link)}</a></p>`,
      `<p style="color:#5b6472">${escaped(after)}</p>`,
    ]),
  };
}

const begun = ({ until }: ToldExclusion, publicUrl: string) => ({
  subject: 'You are excluded from betting and depositing',
  what: [
    `We have excluded you from betting and depositing ${untilText(until)}.`,
    'Your money stays yours: you can withdraw it as always. Bets that are open are settled as usual.',
  ],
  linkName: 'Your wallet',
  link: `${publicUrl}/my-wallet`,
  after: `If you have questions, write to us: ${publicUrl}/support`,
});

const lifted = ({ ownUntil }: ToldExclusion, publicUrl: string) => ({
  subject: 'You are no longer excluded by us',
  what: [
    'We have ended your exclusion from betting and depositing before its time.',
    ownUntil === undefined
      ? 'You can bet and pay in again.'
      : `The break that you chose yourself goes on ${untilText(ownUntil)}.`,
  ],
  linkName: 'Your limits and breaks',
  link: `${publicUrl}/profile`,
  after: `If you would rather not bet, you can set limits or take a break there yourself. Questions: ${publicUrl}/support`,
});

const untilText = (until: Instant | null): string => (until === null ? 'for good' : `until ${minuteText(until)}`);
