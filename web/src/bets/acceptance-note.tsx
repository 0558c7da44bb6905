import type { BetView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { useEffect, useEffectEvent } from 'react';
import { betById } from '../api/bet-endpoints.ts';
import { call } from '../api/call.ts';
import { serverTime, useLiveActor, useOnLive } from '../live/index.ts';
import { useCountdown } from '../matches/use-moment.ts';
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
  const left = useCountdown(until);
  return (
    <>
      {t('Waiting for acceptance…')}
      {/* A screen reader that read out the countdown would drown everything else. */}
      <span aria-hidden="true">{left > 0 && ` ${t('{seconds} s', { seconds: left })}`}</span>
    </>
  );
}

const pollMs = 3_000;

/** Calls back with pushed bets; and fetches those awaiting acceptance whose time is over and of which no decision was pushed. */
export function useAcceptance(bets: readonly BetView[], onChange: (bet: BetView) => void): void {
  useOnLive('bet', ({ bet }) => onChange(bet));
  const live = useLiveActor();
  const onFetched = useEffectEvent(onChange);
  const waiting = bets.filter(({ acceptance }) => acceptance?.state === 'pending');
  const ids = waiting.map(({ _id }) => _id).join(' ');
  const end = Math.min(...waiting.map(({ acceptance }) => Date.parse(acceptance?.until ?? '')));
  useEffect(() => {
    if (ids === '') return;
    const poll = async () => {
      if (serverTime(live) < end) return;
      for (const id of ids.split(' ')) {
        const answer = await call(betById, { params: { id } });
        if (answer.ok) onFetched(answer.value);
      }
    };
    const timer = setInterval(poll, pollMs);
    return () => clearInterval(timer);
  }, [live, ids, end]);
}
