import { minuteText } from '@touchline/core/contract';
import type { Instant } from '@touchline/core/instant';
import { t } from '@touchline/core/language';
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
    t('You are excluded from betting and depositing'),
    [
      until === null
        ? t('We have excluded you from betting and depositing permanently.')
        : t('We have excluded you from betting and depositing until {time}.', { time: minuteText(until) }),
      t('Your money stays yours: you can withdraw it as always. Open bets are settled as usual.'),
      { label: t('Your wallet'), link: `${publicUrl}/my-wallet` },
      { note: t('If you have questions, write to us: {link}', { link: `${publicUrl}/support` }) },
    ],
    to,
  );

const lifted = ({ ownUntil }: ExclusionDecision, to: Recipient, publicUrl: string): EmailMessage =>
  composeEmail(
    t('Your exclusion has ended'),
    [
      t('We have ended your exclusion from betting and depositing early.'),
      ownUntil === undefined
        ? t('You can bet and deposit again.')
        : ownUntil === null
          ? t('The exclusion that you chose yourself continues permanently.')
          : t('The exclusion that you chose yourself continues until {time}.', { time: minuteText(ownUntil) }),
      { label: t('Your limits and breaks'), link: `${publicUrl}/profile` },
      {
        note: t('You can set limits or take a break there yourself. Questions: {link}', {
          link: `${publicUrl}/support`,
        }),
      },
    ],
    to,
  );
