import type { BetView } from '@touchline/core/contract';
import { useMoment } from '../matches/use-moment.ts';

type Held = NonNullable<BetView['acceptance']>;

/** Of a bet that is held how long it still is, of one that was not taken why; nothing of all others. */
export function AcceptanceNote({ bet }: { readonly bet: BetView }) {
  const { acceptance } = bet;
  if (acceptance?.state === 'pending') {
    return (
      <p className="text-gold figures">
        <Waiting until={acceptance.until} />
      </p>
    );
  }
  return acceptance?.state === 'rejected' ? <p className="text-live">{acceptance.reason}</p> : null;
}

/** "Waiting for acceptance… 8 s" */
export function Waiting({ until }: { readonly until: Held['until'] }) {
  const end = Date.parse(until ?? '');
  const left = useMoment((now) => (Number.isNaN(end) ? 0 : Math.max(0, Math.ceil((end - now) / 1_000))));
  return (
    <>
      Waiting for acceptance…
      {/* A voice that counted down would drown everything else. */}
      <span aria-hidden="true">{left > 0 && ` ${left} s`}</span>
    </>
  );
}
