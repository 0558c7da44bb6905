import type { BetView } from '@touchline/core/contract';
import { useEffect, useEffectEvent } from 'react';
import { betById } from '../api/bet-endpoints.ts';
import { call } from '../api/call.ts';
import { useOnBet } from '../live/index.ts';

const pollMs = 3_000;

/** Calls back with pushed bets; and fetches those awaiting acceptance whose time is over and of which no decision was pushed. */
export function useAcceptance(bets: readonly BetView[], onChange: (bet: BetView) => void): void {
  useOnBet(onChange);
  const onFetched = useEffectEvent(onChange);
  const waiting = bets.filter(({ acceptance }) => acceptance?.state === 'pending');
  const ids = waiting.map(({ _id }) => _id).join(' ');
  const end = Math.min(...waiting.map(({ acceptance }) => Date.parse(acceptance?.until ?? '')));
  useEffect(() => {
    if (ids === '') return;
    const poll = async () => {
      if (Date.now() < end) return;
      for (const id of ids.split(' ')) {
        const answer = await call(betById, { params: { id } });
        if (answer.ok) onFetched(answer.value);
      }
    };
    const timer = setInterval(poll, pollMs);
    return () => clearInterval(timer);
  }, [ids, end]);
}
