import type { MatchRow } from '@touchline/core/contract';
import type { Rows } from './frames.ts';

/** `now` renders immediately. `in view` renders before `out of sight` when a frame cannot hold both. */
export type Urgency = 'now' | 'in view' | 'out of sight';
export type Watcher = { readonly id: string; readonly urgency: () => Urgency; readonly draw: () => void };

/** Rows for cards, released in batches small enough that input is never delayed. */
export type PacedRows = {
  readonly rowOf: (id: string) => MatchRow | undefined;
  /** Calls `draw` when the row changes. Returns a function that stops. */
  readonly watch: (watcher: Watcher) => () => void;
};

export type Pace = {
  readonly rows: () => Rows;
  /** Calls `listener` when rows may have changed. Returns a function that stops. */
  readonly onRows: (listener: () => void) => () => void;
  /** Calls `draw` before the next paint, never while the page is hidden. Returns a function that cancels. */
  readonly onFrame: (draw: () => void) => () => void;
  /** Calls `listener` when the page becomes visible, before it paints. Returns a function that stops. */
  readonly onShown: (listener: () => void) => () => void;
  /** Runs `draw` and flushes its updates to the DOM synchronously. */
  readonly drawNow: (draw: () => void) => void;
  readonly clock: () => number;
};

/** A third of a 60 Hz frame; style, layout and paint need the rest. */
const frameMs = 5;
/** Style, layout and paint of a card cost several times its render. Fifty matches still finish within one tick. */
const perFrame = { 'in view': 2, 'out of sight': 4 } as const;
/** Up to this many cards render at once. */
const maxAtOnce = 3;

/**
 * Spreads an update of many matches over several animation frames: cards in view first, each with its newest row, so a card never
 * goes back to an older row. When the page becomes visible again, all cards in view render before the first paint.
 */
export function paceRows(pace: Pace): PacedRows {
  const watchers = new Map<string, Set<Watcher>>();
  const shown = new Map<string, MatchRow | undefined>();
  const waiting = new Set<string>();
  let stop: (() => void)[] = [];
  let cancelFrame: (() => void) | undefined;

  const urgencyOf = (id: string): Urgency => {
    const urgencies = [...(watchers.get(id) ?? [])].map(({ urgency }) => urgency());
    if (urgencies.includes('now')) return 'now';
    return urgencies.includes('in view') ? 'in view' : 'out of sight';
  };
  const draw = (id: string) => {
    waiting.delete(id);
    shown.set(id, pace.rows().get(id));
    for (const watcher of watchers.get(id) ?? []) watcher.draw();
  };
  const drawEach = (ids: readonly string[]) => {
    for (const id of ids) draw(id);
  };
  const waitingWith = (wanted: Urgency) => [...waiting].filter((id) => urgencyOf(id) === wanted);
  const nextWith = (wanted: keyof typeof perFrame) => waitingWith(wanted).slice(0, perFrame[wanted]);

  const drawSome = () => {
    cancelFrame = undefined;
    const until = pace.clock() + frameMs;
    for (const id of [...nextWith('in view'), ...nextWith('out of sight')]) {
      pace.drawNow(() => draw(id));
      if (pace.clock() >= until) break;
    }
    if (waiting.size > 0) cancelFrame = pace.onFrame(drawSome);
  };
  const schedule = () => {
    const rows = pace.rows();
    for (const id of watchers.keys()) {
      if (rows.get(id) === shown.get(id)) waiting.delete(id);
      else waiting.add(id);
    }
    drawEach(waiting.size <= maxAtOnce ? [...waiting] : waitingWith('now'));
    if (waiting.size > 0) cancelFrame ??= pace.onFrame(drawSome);
  };
  const catchUp = () => pace.drawNow(() => drawEach(waitingWith('in view')));

  return {
    rowOf: (id) => (watchers.has(id) ? shown : pace.rows()).get(id),
    watch(watcher) {
      const { id } = watcher;
      if (watchers.size === 0) stop = [pace.onRows(schedule), pace.onShown(catchUp)];
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
        cancelFrame?.();
        cancelFrame = undefined;
      };
    },
  };
}
