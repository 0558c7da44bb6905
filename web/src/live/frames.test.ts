import type { MatchRow, Tick } from '@touchline/core/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchRowOf } from '../testing/match-rows.ts';
import { type Board, emptyBoard, judgeTick, missesFrames, withFetched, withHeartbeat, withTick } from './frames.ts';

const tickOf = (different: Partial<Tick>): Tick => ({ e: 'a', p: 0, n: 1, t: 0, d: [], ...different });
const boardOf = (...rows: MatchRow[]): Board => ({
  ...emptyBoard,
  epoch: 'a',
  n: 5,
  rows: new Map(rows.map((row) => [row.id, row])),
});

describe('a frame', () => {
  test('of another epoch is a gap', () => expect(judgeTick(boardOf(), tickOf({ e: 'b', p: 5, n: 6 }))).toBe('gap'));
  test('whose predecessor I have not read is a gap', () =>
    expect(judgeTick(boardOf(), tickOf({ p: 6, n: 7 }))).toBe('gap'));
  test('that I have read is old', () => expect(judgeTick(boardOf(), tickOf({ p: 4, n: 5 }))).toBe('old'));
  test('that follows the last one read is next', () =>
    expect(judgeTick(boardOf(), tickOf({ p: 5, n: 8 }))).toBe('next'));

  test('replaces a row by a newer one, ignores an older one and removes one that is gone', () => {
    const board = boardOf(matchRowOf({ id: 'x', s: 4 }), matchRowOf({ id: 'y', s: 4 }), matchRowOf({ id: 'z', s: 4 }));
    const newX = matchRowOf({ id: 'x', s: 6 });
    const oldY = matchRowOf({ id: 'y', s: 3 });
    const goneZ = matchRowOf({ id: 'z', s: 6, gone: true });
    const after = withTick(board, tickOf({ p: 5, n: 6, d: [newX, oldY, goneZ] }));
    expect(after).toEqual({
      ...board,
      n: 6,
      rows: new Map([
        ['x', newX],
        ['y', matchRowOf({ id: 'y', s: 4 })],
      ]),
    });
  });

  test('that is full forgets every row it does not carry, and keeps the object of a row that did not change', () => {
    const same = matchRowOf({ id: 'x', s: 4 });
    const board = boardOf(same, matchRowOf({ id: 'y', s: 4 }));
    const after = withTick(board, tickOf({ e: 'b', full: true, n: 9, d: [matchRowOf({ id: 'x', s: 4 })] }));
    expect([...after.rows.keys()]).toEqual(['x']);
    expect(after.rows.get('x')).toBe(same);
  });

  test('that is full never replaces a row by an older one, nor takes away one that is newer than itself', () => {
    const [x, y] = [matchRowOf({ id: 'x', s: 8 }), matchRowOf({ id: 'y', s: 7 })];
    const fetched = withFetched(emptyBoard, [x, y]);
    const late = tickOf({ full: true, n: 6, d: [matchRowOf({ id: 'x', s: 6 }), matchRowOf({ id: 'z', s: 5 })] });
    expect([...withTick(fetched, late).rows.values()]).toEqual([x, y, matchRowOf({ id: 'z', s: 5 })]);
  });

  test('that is full and ends before what I have read is of a house that begins anew, and all there is', () => {
    const again = matchRowOf({ id: 'x', s: 2 });
    const after = withTick(boardOf(matchRowOf({ id: 'x', s: 4 })), tickOf({ e: 'b', full: true, n: 3, d: [again] }));
    expect([[...after.rows.values()], after.n]).toEqual([[again], 3]);
  });
});

describe('a heartbeat', () => {
  const beat = (n: number, e = 'a') => ({ e, n, t: 1_500, feed: 'ok', stale: [] }) as const;

  test('that is ahead once may only have overtaken its frame; twice means that a frame is missing', () => {
    const once = withHeartbeat(boardOf(), beat(7), 1_000);
    expect(missesFrames(boardOf(), beat(7))).toBe(false);
    expect(missesFrames(once, beat(7))).toBe(true);
  });
  test('of another epoch means that everything may be missing', () =>
    expect(missesFrames(boardOf(), beat(5, 'b'))).toBe(true));
  test('tells how far the server’s clock is ahead of this one', () =>
    expect(withHeartbeat(boardOf(), beat(5), 1_000).clockLeadMs).toBe(500));
});

test('rows that came by HTTP never replace newer ones', () => {
  const mine = matchRowOf({ s: 9 });
  expect(withFetched(boardOf(mine), [matchRowOf({ s: 2 })]).rows.get('m1')).toBe(mine);
});

/** What may happen between the server's rows and this page. */
type Fate = 'delivered' | 'lost' | 'twice' | 'late' | 'another node';
const fates = fc.array(
  fc.record({
    fate: fc.constantFrom<Fate>('delivered', 'lost', 'twice', 'late', 'another node'),
    match: fc.constantFrom('a', 'b', 'c', 'd'),
    gone: fc.boolean(),
  }),
  { maxLength: 60 },
);

test('whatever is lost, doubled, delayed or sent by another node, the board ends as the server’s rows are', () => {
  fc.assert(
    fc.property(fates, (story) => {
      const server = { rows: new Map<string, MatchRow>(), s: 0, epoch: 0 };
      let board = withTick(emptyBoard, snapshot(server));
      let late: Tick[] = [];
      const hear = (tick: Tick) => {
        const verdict = judgeTick(board, tick);
        if (verdict === 'gap') board = withTick(board, snapshot(server));
        if (verdict === 'next') board = withTick(board, tick);
      };
      for (const { fate, match, gone } of story) {
        if (fate === 'another node') server.epoch += 1;
        const tick = change(server, match, gone);
        if (fate === 'late') late.push(tick);
        else if (fate !== 'lost') {
          hear(tick);
          if (fate === 'twice') hear(tick);
          for (const old of late) hear(old);
          late = [];
        }
      }
      hear(change(server, 'a', false));
      expect([...board.rows.entries()].sort()).toEqual([...server.rows.entries()].sort());
    }),
  );
});

type Server = { readonly rows: Map<string, MatchRow>; s: number; epoch: number };

const snapshot = ({ rows, s, epoch }: Server): Tick => ({
  e: `${epoch}`,
  p: 0,
  n: s,
  t: 0,
  full: true,
  d: [...rows.values()],
});

function change(server: Server, id: string, gone: boolean): Tick {
  const p = server.s;
  server.s += 1;
  const row = matchRowOf({ id, s: server.s });
  if (gone) server.rows.delete(id);
  else server.rows.set(id, row);
  return { e: `${server.epoch}`, p, n: server.s, t: 0, d: [gone ? { ...row, gone } : row] };
}
