import { type Instant, instant } from '@touchline/core/instant';
import { useSyncExternalStore } from 'react';
import { serverTime, useLiveActor } from '../live/index.ts';

/**
 * Returns a value that depends on the server's time, evaluated every second; renders again only when it changes. `read` must return
 * a primitive.
 */
export function useMoment<Value extends string | number | boolean>(read: (now: Instant) => Value): Value {
  const actor = useLiveActor();
  return useSyncExternalStore(everySecond, () => read(instant(serverTime(actor))));
}

/** Returns the seconds until an ISO time, updated every second; 0 once it has passed or without one. */
export const useCountdown = (until: string | undefined): number =>
  useMoment((now) => {
    const leftMs = Date.parse(until ?? '') - now;
    return leftMs > 0 ? Math.ceil(leftMs / 1_000) : 0;
  });

const listeners = new Set<() => void>();
let ticking: ReturnType<typeof setInterval> | undefined;

/** All cards share one timer. */
function everySecond(listener: () => void): () => void {
  listeners.add(listener);
  ticking ??= setInterval(() => {
    for (const each of listeners) each();
  }, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  };
}
