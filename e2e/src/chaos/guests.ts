import type { Heartbeat, MatchRow, Tick } from '@touchline/core/contract';
import { type Board, emptyBoard, withHeartbeat, withTick } from '@touchline/web/frames';
import { faultsOfRow, type Versions } from './record.ts';

/** What a guest shows, and the newest row that it ever showed of each match, even of one that has left the list. */
export type Shown = { readonly board: Board; readonly newest: ReadonlyMap<string, MatchRow> };

export const nothingShown: Shown = { board: emptyBoard, newest: new Map() };

/** Guests that have read the same share what they show, so that it is checked once for all of them. */
export type Guests = {
  readonly read: (shown: Shown, tick: Tick) => Shown;
  readonly applyHeartbeat: (shown: Shown, heartbeat: Heartbeat) => Shown;
  /** Returns the object of another guest that shows the same, if there is one: from then on they share it. */
  readonly merged: (shown: Shown) => Shown;
  /** Sentences; empty when no guest showed anything wrong. */
  readonly faults: ReadonlySet<string>;
};

const keptShown = 200;

export function createGuests(isClimbing: (row: MatchRow) => boolean, take: typeof withTick = withTick): Guests {
  const faults = new Set<string>();
  const versions: Versions = new Map();
  const steps = new WeakMap<Shown, WeakMap<object, Shown>>();
  const shownByWhom = new Map<string, Shown>();

  const once = (shown: Shown, message: object, compute: () => Shown): Shown => {
    const known = steps.get(shown) ?? new WeakMap<object, Shown>();
    steps.set(shown, known);
    const next = known.get(message) ?? compute();
    known.set(message, next);
    return next;
  };

  const check = (shown: Shown, board: Board): Shown => {
    const newest = new Map(shown.newest);
    for (const [id, row] of board.rows) {
      const last = newest.get(id);
      if (last === row) continue;
      for (const fault of faultsOfRow(row, { name: 'a guest', last, versions, isClimbing })) faults.add(fault);
      if (!last || row.s >= last.s) newest.set(id, row);
    }
    return { board, newest };
  };

  return {
    read: (shown, tick) => once(shown, tick, () => check(shown, take(shown.board, tick))),
    applyHeartbeat: (shown, heartbeat) =>
      once(shown, heartbeat, () => ({ ...shown, board: withHeartbeat(shown.board, heartbeat, 0) })),
    merged: (shown) => {
      const { board, newest } = shown;
      const key = `${board.epoch} ${board.n} ${versionsOf(board.rows)} ${versionsOf(newest)}`;
      const same = shownByWhom.get(key);
      if (same) return same;
      shownByWhom.set(key, shown);
      const [oldest] = shownByWhom.keys();
      if (shownByWhom.size > keptShown && oldest !== undefined) shownByWhom.delete(oldest);
      return shown;
    },
    faults,
  };
}

const versionsOf = (rows: ReadonlyMap<string, MatchRow>): string => [...rows.values()].map(({ s }) => s).join();
