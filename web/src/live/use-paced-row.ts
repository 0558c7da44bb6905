import type { MatchRow } from '@touchline/core/contract';
import { useCallback, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { type LiveActor, useLiveActor } from './live.tsx';
import { type PacedRows, paceRows, type Urgency } from './paced-rows.ts';

/**
 * One match as a card shows it: its newest row, drawn when its turn comes. Draws again only when this match changes. `urgency` is
 * asked at each frame; another function begins anew, with the newest row.
 */
export function usePacedRow(id: string, urgency: () => Urgency): MatchRow | undefined {
  const rows = pacedRowsOf(useLiveActor());
  const subscribe = useCallback((draw: () => void) => rows.watch({ id, urgency, draw }), [rows, id, urgency]);
  return useSyncExternalStore(subscribe, () => rows.rowOf(id));
}

const ofActors = new WeakMap<LiveActor, PacedRows>();

/** One for all cards of a room. */
function pacedRowsOf(actor: LiveActor): PacedRows {
  const known = ofActors.get(actor);
  if (known) return known;
  const made = paceRows({
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
      const hear = () => document.visibilityState === 'visible' && listener();
      document.addEventListener('visibilitychange', hear);
      return () => document.removeEventListener('visibilitychange', hear);
    },
    drawNow: flushSync,
    clock: () => performance.now(),
  });
  ofActors.set(actor, made);
  return made;
}
