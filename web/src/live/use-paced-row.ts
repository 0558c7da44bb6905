import type { MatchRow } from '@touchline/core/contract';
import { useCallback, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { type LiveActor, useLiveActor } from './live.tsx';
import { type PacedRows, paceRows, type Urgency } from './paced-rows.ts';

/**
 * Returns a match's row at the pace its card may render. Renders again only when this match changes. `urgency` is evaluated for
 * each frame and must be a stable function; a new one subscribes again.
 */
export function usePacedRow(id: string, urgency: () => Urgency): MatchRow | undefined {
  const rows = pacedRowsOf(useLiveActor());
  const subscribe = useCallback((draw: () => void) => rows.watch({ id, urgency, draw }), [rows, id, urgency]);
  return useSyncExternalStore(subscribe, () => rows.rowOf(id));
}

const byActor = new WeakMap<LiveActor, PacedRows>();

/** All cards of a live room share one scheduler. */
function pacedRowsOf(actor: LiveActor): PacedRows {
  const known = byActor.get(actor);
  if (known) return known;
  const created = paceRows({
    rows: () => actor.getSnapshot().context.rows,
    onRows: (listener) => {
      const { unsubscribe } = actor.subscribe(listener);
      return unsubscribe;
    },
    onFrame: (draw) => {
      const frame = requestAnimationFrame(draw);
      return () => cancelAnimationFrame(frame);
    },
    onShown: (listener) => {
      const handle = () => document.visibilityState === 'visible' && listener();
      document.addEventListener('visibilitychange', handle);
      return () => document.removeEventListener('visibilitychange', handle);
    },
    drawNow: flushSync,
    clock: () => performance.now(),
  });
  byActor.set(actor, created);
  return created;
}
