import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { LoadActor } from './loaded-part.tsx';

const everyMs = 3_000;
/** A long list asks for much: it takes at most this part of the time. */
const share = 0.05;

/**
 * Asks again by itself while the page can be seen. Bets come by the thousand, and each of them moves what stands here: so they are
 * not pushed one by one, it is looked from time to time. `isHeld`: whether nothing may move just now.
 */
export function useFollowing<Value>(actor: LoadActor<Value>, isHeld: () => boolean = () => false): void {
  const isLoading = useSelector(actor, (now) => now.matches('loading'));
  const askedAt = useRef(0);
  const ask = useEffectEvent(() => {
    if (document.visibilityState === 'visible' && !isHeld()) actor.send({ type: 'refresh' });
  });
  useEffect(() => {
    if (isLoading) {
      askedAt.current = performance.now();
      return;
    }
    const tookMs = performance.now() - askedAt.current;
    const timer = setInterval(ask, Math.max(everyMs, tookMs / share));
    return () => clearInterval(timer);
  }, [isLoading]);
}
