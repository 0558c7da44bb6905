import { minuteText } from '@touchline/core/contract';
import type { Instant } from '@touchline/core/instant';
import { composeEmail, type EmailMessage, type Recipient } from './compose-email.ts';

export type ExclusionDecision = {
  readonly act: 'begun' | 'lifted';
  readonly until: Instant | null;
  /** When the bettor's own exclusion ends: `null` for never, `undefined` when they have none. */
  readonly ownUntil: Instant | null | undefined;
};

/** Notifies a bettor that the operator excluded them, or ended the exclusion. Never says why. */
export function writeExclusionEmail(decision: ExclusionDecision, to: Recipient, publicUrl: string): EmailMessage {
  return decision.act === 'begun' ? begun(decision, to, publicUrl) : lifted(decision, to, publicUrl);
}

const begun = ({ until }: ExclusionDecision, to: Recipient, publicUrl: string): EmailMessage =>
  composeEmail(
    'You are excluded from betting and depositing',
    [
      `We have excluded you from betting and depositing ${untilText(until)}.`,
      'Your money stays yours: you can withdraw it as always. Open bets are settled as usual.',
      { label: 'Your wallet', link: `${publicUrl}/my-wallet` },
      { note: `If you have questions, write to us: ${publicUrl}/support` },
    ],
    to,
  );

const lifted = ({ ownUntil }: ExclusionDecision, to: Recipient, publicUrl: string): EmailMessage =>
  composeEmail(
    'Your exclusion has ended',
    [
      'We have ended your exclusion from betting and depositing early.',
      ownUntil === undefined
        ? 'You can bet and deposit again.'
        : `The exclusion that you chose yourself continues ${untilText(ownUntil)}.`,
      { label: 'Your limits and breaks', link: `${publicUrl}/profile` },
      { note: `You can set limits or take a break there yourself. Questions: ${publicUrl}/support` },
    ],
    to,
  );

const untilText = (until: Instant | null): string => (until === null ? 'permanently' : `until ${minuteText(until)}`);
