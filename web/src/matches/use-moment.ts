import { type Instant, instant } from '@touchline/core/instant';
import { useSyncExternalStore } from 'react';
import { useLiveActor } from '../live/index.ts';

/**
 * A fact that depends on the time, by the server's clock, looked at every second; draws again only when it changes.
 * `read` must answer with a primitive.
 */
export function useMoment<Fact extends string | number | boolean>(read: (now: Instant) => Fact): Fact {
  const actor = useLiveActor();
  return useSyncExternalStore(everySecond, () => read(instant(Date.now() + actor.getSnapshot().context.clockLeadMs)));
}

const listeners = new Set<() => void>();
let ticking: ReturnType<typeof setInterval> | undefined;

/** One timer for every card on the page. */
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
