import type { BetView } from '@touchline/core/contract';
import { useEffect, useEffectEvent } from 'react';
import { betById } from '../api/bet-endpoints.ts';
import { call } from '../api/call.ts';
import { useOnBet } from '../live/index.ts';

const pollMs = 3_000;

/** Calls back with pushed bets; and fetches a bet awaiting acceptance if its time is over and no decision was pushed. */
export function useAcceptance(bet: BetView | null, onChange: (bet: BetView) => void): void {
  useOnBet(onChange);
  const onFetched = useEffectEvent(onChange);
  const id = bet?.acceptance?.state === 'pending' ? bet._id : undefined;
  const end = Date.parse(bet?.acceptance?.until ?? '');
  useEffect(() => {
    if (id === undefined) return;
    const poll = async () => {
      if (Date.now() < end) return;
      const answer = await call(betById, { params: { id } });
      if (answer.ok) onFetched(answer.value);
    };
    const timer = setInterval(poll, pollMs);
    return () => clearInterval(timer);
  }, [id, end]);
}
