import type { MatchRow } from '@touchline/core/contract';
import { expect, test } from 'vitest';
import { matchRowOf } from '../testing/match-rows.ts';
import { paceRows, type Urgency } from './paced-rows.ts';

/** A screen whose animation frames the test controls. Rendering a card takes `drawMs`. */
function screenOf(count: number, { drawMs = 1, urgency = (_id: string): Urgency => 'in view' } = {}) {
  const ids = Array.from({ length: count }, (_, index) => `m${index}`);
  let rows = new Map<string, MatchRow>();
  let now = 0;
  let frame: (() => void) | undefined;
  const listeners = { rows: () => {}, shown: () => {} };
  const versions = new Map<string, number[]>();
  const paced = paceRows({
    rows: () => rows,
    onRows: (listener) => {
      listeners.rows = listener;
      return () => {};
    },
    onFrame: (draw) => {
      frame = draw;
      return () => {
        frame = undefined;
      };
    },
    onShown: (listener) => {
      listeners.shown = listener;
      return () => {};
    },
    drawNow: (draw) => draw(),
    clock: () => now,
  });
  const push = (s: number, which: readonly string[] = ids) => {
    rows = new Map(rows);
    for (const id of which) rows.set(id, matchRowOf({ id, s }));
    listeners.rows();
  };
  push(1);
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
    push,
    versions,
    stops,
    shownAt: (s: number) => ids.filter((id) => paced.rowOf(id)?.s === s),
    hasFrame: () => frame !== undefined,
    drawFrame: () => {
      const draw = frame;
      frame = undefined;
      draw?.();
    },
    comeBack: () => listeners.shown(),
  };
}

test('renders a few changed matches at once', () => {
  const screen = screenOf(50);
  screen.push(2, ['m3', 'm4']);
  expect([screen.shownAt(2), screen.hasFrame()]).toEqual([['m3', 'm4'], false]);
});

test('renders many changed matches a few per frame until all are done', () => {
  const screen = screenOf(50);
  screen.push(2);
  expect(screen.shownAt(2)).toEqual([]);
  const perFrame: number[] = [];
  while (screen.hasFrame()) {
    const before = screen.shownAt(2).length;
    screen.drawFrame();
    perFrame.push(screen.shownAt(2).length - before);
  }
  expect([Math.max(...perFrame), screen.shownAt(2).length]).toEqual([2, 50]);
});

test('limits cards out of sight per frame, however fast they render', () => {
  const screen = screenOf(50, { drawMs: 0, urgency: (id) => (Number(id.slice(1)) < 10 ? 'in view' : 'out of sight') });
  screen.push(2);
  screen.drawFrame();
  expect(screen.shownAt(2)).toEqual(['m0', 'm1', 'm10', 'm11', 'm12', 'm13']);
});

test('renders one card per frame on a slow machine', () => {
  const screen = screenOf(10, { drawMs: 40 });
  screen.push(2);
  screen.drawFrame();
  expect(screen.shownAt(2)).toEqual(['m0']);
});

test('renders cards in view first', () => {
  const screen = screenOf(20, { urgency: (id) => (id === 'm17' ? 'in view' : 'out of sight') });
  screen.push(2);
  screen.drawFrame();
  expect([...screen.versions.keys()].at(0)).toBe('m17');
});

test('renders a match on the slip immediately', () => {
  const screen = screenOf(50, { urgency: (id) => (id === 'm9' ? 'now' : 'in view') });
  screen.push(2);
  expect(screen.shownAt(2)).toEqual(['m9']);
});

test('a delayed card renders its newest row and never goes back', () => {
  const screen = screenOf(12);
  screen.push(2);
  screen.drawFrame();
  screen.push(3);
  screen.drawFrame();
  screen.push(4);
  while (screen.hasFrame()) screen.drawFrame();
  const seen = [...screen.versions.values()];
  expect(seen.every((each) => each.every((s, at) => s > (each[at - 1] ?? 1)))).toBe(true);
  expect(screen.shownAt(4)).toEqual(screen.ids);
});

test('renders all cards in view before the first paint of a page that becomes visible', () => {
  const screen = screenOf(50, { urgency: (id) => (Number(id.slice(1)) < 10 ? 'in view' : 'out of sight') });
  for (let s = 2; s < 9; s += 1) screen.push(s);
  expect(screen.shownAt(8)).toEqual([]);
  screen.comeBack();
  expect(screen.shownAt(8)).toEqual(screen.ids.slice(0, 10));
});

test('renders nothing after the last card unmounted', () => {
  const screen = screenOf(5);
  screen.push(2);
  for (const stop of screen.stops) stop();
  expect([screen.hasFrame(), screen.versions.size]).toEqual([false, 0]);
});
