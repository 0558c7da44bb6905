import type { MatchRow } from '@touchline/core/contract';
import type { Rows } from './frames.ts';

/** `now`: drawn with whatever else changes at this moment. `in view` comes before `out of sight` when there is more than fits. */
export type Urgency = 'now' | 'in view' | 'out of sight';
export type Watcher = { readonly id: string; readonly urgency: () => Urgency; readonly draw: () => void };

/** Rows as cards show them: each card its newest, but never so many at once that a press would have to wait. */
export type PacedRows = {
  readonly rowOf: (id: string) => MatchRow | undefined;
  /** Calls `draw` when the row of `id` is another one; returns how to stop. */
  readonly watch: (watcher: Watcher) => () => void;
};

export type Pace = {
  readonly rows: () => Rows;
  /** Calls back whenever rows may have changed; returns how to stop. */
  readonly onRows: (listener: () => void) => () => void;
  /** Calls back before the next paint; never while nobody looks. Returns how to call it off. */
  readonly onFrame: (draw: () => void) => () => void;
  /** Calls back when somebody looks again, before anything is painted; returns how to stop. */
  readonly onShown: (listener: () => void) => () => void;
  /** Draws now; what it causes is on the page when it returns. */
  readonly drawNow: (draw: () => void) => void;
  readonly clock: () => number;
};

/** A third of a frame at sixty in a second; the rest is for style, layout and paint. */
const frameMs = 5;
/** A card costs several times its drawing in style, layout and paint; fifty matches are through within a tick all the same. */
const perFrame = { 'in view': 2, 'out of sight': 4 } as const;
/** So few that they are drawn at once. */
const few = 3;

/**
 * A frame of the live room that moves many matches is drawn over several frames of the screen: those in view first, each at its
 * newest when its turn comes. So a row on a card is never older than one it showed, and never older than the last frames of
 * the screen. When the page comes back into view, all that is in view is drawn before the first paint.
 */
export function paceRows(pace: Pace): PacedRows {
  const watchers = new Map<string, Set<Watcher>>();
  const shown = new Map<string, MatchRow | undefined>();
  const waiting = new Set<string>();
  let stop: (() => void)[] = [];
  let callOff: (() => void) | undefined;

  const urgencyOf = (id: string): Urgency => {
    const asked = [...(watchers.get(id) ?? [])].map(({ urgency }) => urgency());
    if (asked.includes('now')) return 'now';
    return asked.includes('in view') ? 'in view' : 'out of sight';
  };
  const draw = (id: string) => {
    waiting.delete(id);
    shown.set(id, pace.rows().get(id));
    for (const watcher of watchers.get(id) ?? []) watcher.draw();
  };
  const drawEach = (ids: readonly string[]) => {
    for (const id of ids) draw(id);
  };
  const waitingAs = (wanted: Urgency) => [...waiting].filter((id) => urgencyOf(id) === wanted);
  const someAs = (wanted: keyof typeof perFrame) => waitingAs(wanted).slice(0, perFrame[wanted]);

  const drawSome = () => {
    callOff = undefined;
    const until = pace.clock() + frameMs;
    for (const id of [...someAs('in view'), ...someAs('out of sight')]) {
      pace.drawNow(() => draw(id));
      if (pace.clock() >= until) break;
    }
    if (waiting.size > 0) callOff = pace.onFrame(drawSome);
  };
  const look = () => {
    const rows = pace.rows();
    for (const id of watchers.keys()) {
      if (rows.get(id) === shown.get(id)) waiting.delete(id);
      else waiting.add(id);
    }
    drawEach(waiting.size <= few ? [...waiting] : waitingAs('now'));
    if (waiting.size > 0) callOff ??= pace.onFrame(drawSome);
  };
  const catchUp = () => pace.drawNow(() => drawEach(waitingAs('in view')));

  return {
    rowOf: (id) => (watchers.has(id) ? shown : pace.rows()).get(id),
    watch(watcher) {
      const { id } = watcher;
      if (watchers.size === 0) stop = [pace.onRows(look), pace.onShown(catchUp)];
      const others = watchers.get(id);
      if (others) others.add(watcher);
      else {
        watchers.set(id, new Set([watcher]));
        shown.set(id, pace.rows().get(id));
      }
      return () => {
        const rest = watchers.get(id);
        rest?.delete(watcher);
        if (rest?.size === 0) {
          watchers.delete(id);
          shown.delete(id);
          waiting.delete(id);
        }
        if (watchers.size > 0) return;
        for (const end of stop) end();
        callOff?.();
        callOff = undefined;
      };
    },
  };
}
