import { type Instant, instant } from '@touchline/core/instant';
import { useSyncExternalStore } from 'react';
import { useLiveActor } from '../live/index.ts';

/**
 * Returns a value that depends on the server's time, evaluated every second; renders again only when it changes. `read` must return
 * a primitive.
 */
export function useMoment<Value extends string | number | boolean>(read: (now: Instant) => Value): Value {
  const actor = useLiveActor();
  return useSyncExternalStore(everySecond, () => read(instant(Date.now() + actor.getSnapshot().context.clockLeadMs)));
}

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
