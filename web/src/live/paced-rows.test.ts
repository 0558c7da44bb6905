import type { MatchRow } from '@touchline/core/contract';
import { expect, test } from 'vitest';
import { matchRowOf } from '../testing/match-rows.ts';
import { paceRows, type Urgency } from './paced-rows.ts';

/** A screen whose frames come when the test says so. Drawing a card takes `drawMs`. */
function screenOf(count: number, { drawMs = 1, urgency = (_id: string): Urgency => 'in view' } = {}) {
  const ids = Array.from({ length: count }, (_, index) => `m${index}`);
  let rows = new Map<string, MatchRow>();
  let now = 0;
  let frame: (() => void) | undefined;
  const hearing = { rows: () => {}, shown: () => {} };
  const versions = new Map<string, number[]>();
  const paced = paceRows({
    rows: () => rows,
    onRows: (listener) => {
      hearing.rows = listener;
      return () => {};
    },
    onFrame: (draw) => {
      frame = draw;
      return () => {
        frame = undefined;
      };
    },
    onShown: (listener) => {
      hearing.shown = listener;
      return () => {};
    },
    drawNow: (draw) => draw(),
    clock: () => now,
  });
  const tell = (s: number, which: readonly string[] = ids) => {
    rows = new Map(rows);
    for (const id of which) rows.set(id, matchRowOf({ id, s }));
    hearing.rows();
  };
  tell(1);
  const stops = ids.map((id) =>
    paced.watch({
      id,
      urgency: () => urgency(id),
      draw: () => {
        now += drawMs;
        versions.set(id, [...(versions.get(id) ?? []), paced.rowOf(id)?.s ?? 0]);
      },
    }),
  );
  return {
    ids,
    tell,
    versions,
    stops,
    shownAt: (s: number) => ids.filter((id) => paced.rowOf(id)?.s === s),
    hasFrame: () => frame !== undefined,
    drawFrame: () => {
      const draw = frame;
      frame = undefined;
      draw?.();
    },
    comeBack: () => hearing.shown(),
  };
}

test('few matches that move are drawn at once', () => {
  const screen = screenOf(50);
  screen.tell(2, ['m3', 'm4']);
  expect([screen.shownAt(2), screen.hasFrame()]).toEqual([['m3', 'm4'], false]);
});

test('many that move together are drawn a few in each frame, all of them in the end', () => {
  const screen = screenOf(50);
  screen.tell(2);
  expect(screen.shownAt(2)).toEqual([]);
  const perFrame: number[] = [];
  while (screen.hasFrame()) {
    const before = screen.shownAt(2).length;
    screen.drawFrame();
    perFrame.push(screen.shownAt(2).length - before);
  }
  expect([Math.max(...perFrame), screen.shownAt(2).length]).toEqual([2, 50]);
});

test('of those out of sight only a few are drawn in one frame too, however fast', () => {
  const screen = screenOf(50, { drawMs: 0, urgency: (id) => (Number(id.slice(1)) < 10 ? 'in view' : 'out of sight') });
  screen.tell(2);
  screen.drawFrame();
  expect(screen.shownAt(2)).toEqual(['m0', 'm1', 'm10', 'm11', 'm12', 'm13']);
});

test('on a slow machine a frame draws one card', () => {
  const screen = screenOf(10, { drawMs: 40 });
  screen.tell(2);
  screen.drawFrame();
  expect(screen.shownAt(2)).toEqual(['m0']);
});

test('what is in view comes before what is out of sight', () => {
  const screen = screenOf(20, { urgency: (id) => (id === 'm17' ? 'in view' : 'out of sight') });
  screen.tell(2);
  screen.drawFrame();
  expect([...screen.versions.keys()].at(0)).toBe('m17');
});

test('a match on the slip is drawn with the slip, whatever else moves', () => {
  const screen = screenOf(50, { urgency: (id) => (id === 'm9' ? 'now' : 'in view') });
  screen.tell(2);
  expect(screen.shownAt(2)).toEqual(['m9']);
});

test('a card whose turn comes late shows the newest row, and never an older one after it', () => {
  const screen = screenOf(12);
  screen.tell(2);
  screen.drawFrame();
  screen.tell(3);
  screen.drawFrame();
  screen.tell(4);
  while (screen.hasFrame()) screen.drawFrame();
  const seen = [...screen.versions.values()];
  expect(seen.every((each) => each.every((s, at) => s > (each[at - 1] ?? 1)))).toBe(true);
  expect(screen.shownAt(4)).toEqual(screen.ids);
});

test('a page that comes back into view shows the newest of all that is in view before anything is painted', () => {
  const screen = screenOf(50, { urgency: (id) => (Number(id.slice(1)) < 10 ? 'in view' : 'out of sight') });
  for (let s = 2; s < 9; s += 1) screen.tell(s);
  expect(screen.shownAt(8)).toEqual([]);
  screen.comeBack();
  expect(screen.shownAt(8)).toEqual(screen.ids.slice(0, 10));
});

test('nothing is drawn any more when the last card has gone', () => {
  const screen = screenOf(5);
  screen.tell(2);
  for (const stop of screen.stops) stop();
  expect([screen.hasFrame(), screen.versions.size]).toEqual([false, 0]);
});
