import type { BetView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { useMoment } from '../matches/use-moment.ts';
import { rejectionOf } from './bet-texts.ts';

type Acceptance = NonNullable<BetView['acceptance']>;

/** For a bet awaiting acceptance the remaining time, for a rejected one the reason, otherwise nothing. */
export function AcceptanceNote({ bet }: { readonly bet: BetView }) {
  const { acceptance } = bet;
  if (acceptance?.state === 'pending') {
    return (
      <p className="text-gold figures">
        <Waiting until={acceptance.until} />
      </p>
    );
  }
  return acceptance?.state === 'rejected' ? <p className="text-live">{rejectionOf(bet)}</p> : null;
}

/** "Waiting for acceptance… 8 s" */
export function Waiting({ until }: { readonly until: Acceptance['until'] }) {
  const end = Date.parse(until ?? '');
  const left = useMoment((now) => (Number.isNaN(end) ? 0 : Math.max(0, Math.ceil((end - now) / 1_000))));
  return (
    <>
      {t('Waiting for acceptance…')}
      {/* A screen reader that read out the countdown would drown everything else. */}
      <span aria-hidden="true">{left > 0 && ` ${t('{seconds} s', { seconds: left })}`}</span>
    </>
  );
}
