import type { BetView } from '@touchline/core/contract';
import { useEffect, useEffectEvent } from 'react';
import { betById } from '../api/bet-endpoints.ts';
import { call } from '../api/call.ts';
import { useOnBet } from '../live/index.ts';

const askAgainMs = 3_000;

/** Tells what became of a bet that is held: as it is pushed, and asked for when its time is over and nothing came. */
export function useHeldBet(bet: BetView | null, tell: (bet: BetView) => void): void {
  useOnBet(tell);
  const told = useEffectEvent(tell);
  const id = bet?.acceptance?.state === 'pending' ? bet._id : undefined;
  const end = Date.parse(bet?.acceptance?.until ?? '');
  useEffect(() => {
    if (id === undefined) return;
    const ask = async () => {
      if (Date.now() < end) return;
      const answer = await call(betById, { params: { id } });
      if (answer.ok) told(answer.value);
    };
    const timer = setInterval(ask, askAgainMs);
    return () => clearInterval(timer);
  }, [id, end]);
}
