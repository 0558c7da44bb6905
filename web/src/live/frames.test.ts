import type { MatchRow, Tick } from '@touchline/core/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchRowOf } from '../testing/match-rows.ts';
import {
  type Board,
  classifyTick,
  emptyBoard,
  hasMissedFrames,
  withFetched,
  withHeartbeat,
  withTick,
} from './frames.ts';

const tickOf = (different: Partial<Tick>): Tick => ({ e: 'a', p: 0, n: 1, t: 0, d: [], ...different });
const boardOf = (...rows: MatchRow[]): Board => ({
  ...emptyBoard,
  epoch: 'a',
  n: 5,
  rows: new Map(rows.map((row) => [row.id, row])),
});

describe('a frame', () => {
  test('from another epoch is a gap', () =>
    expect(classifyTick(boardOf(), tickOf({ e: 'b', p: 5, n: 6 }))).toBe('gap'));
  test('whose predecessor is missing is a gap', () =>
    expect(classifyTick(boardOf(), tickOf({ p: 6, n: 7 }))).toBe('gap'));
  test('that was already applied is old', () => expect(classifyTick(boardOf(), tickOf({ p: 4, n: 5 }))).toBe('old'));
  test('that follows the last one is next', () => expect(classifyTick(boardOf(), tickOf({ p: 5, n: 8 }))).toBe('next'));

  test('replaces older rows, ignores older updates and removes withdrawn matches', () => {
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

  test('that is full removes rows it does not contain and keeps the objects of unchanged rows', () => {
    const same = matchRowOf({ id: 'x', s: 4 });
    const board = boardOf(same, matchRowOf({ id: 'y', s: 4 }));
    const after = withTick(board, tickOf({ e: 'b', full: true, n: 9, d: [matchRowOf({ id: 'x', s: 4 })] }));
    expect([...after.rows.keys()]).toEqual(['x']);
    expect(after.rows.get('x')).toBe(same);
  });

  test('that is full keeps newer rows', () => {
    const [x, y] = [matchRowOf({ id: 'x', s: 8 }), matchRowOf({ id: 'y', s: 7 })];
    const fetched = withFetched(emptyBoard, [x, y]);
    const late = tickOf({ full: true, n: 6, d: [matchRowOf({ id: 'x', s: 6 }), matchRowOf({ id: 'z', s: 5 })] });
    expect([...withTick(fetched, late).rows.values()]).toEqual([x, y, matchRowOf({ id: 'z', s: 5 })]);
  });

  test('that is full and older than the copy replaces all rows, because the server restarted', () => {
    const restarted = matchRowOf({ id: 'x', s: 2 });
    const after = withTick(
      boardOf(matchRowOf({ id: 'x', s: 4 })),
      tickOf({ e: 'b', full: true, n: 3, d: [restarted] }),
    );
    expect([[...after.rows.values()], after.n]).toEqual([[restarted], 3]);
  });
});

describe('a heartbeat', () => {
  const beat = (n: number, e = 'a') => ({ e, n, t: 1_500, feed: 'ok', stale: [] }) as const;

  test('signals a missing frame only when it is ahead twice in a row', () => {
    const once = withHeartbeat(boardOf(), beat(7), 1_000);
    expect(hasMissedFrames(boardOf(), beat(7))).toBe(false);
    expect(hasMissedFrames(once, beat(7))).toBe(true);
  });
  test('from another epoch signals missing frames', () => expect(hasMissedFrames(boardOf(), beat(5, 'b'))).toBe(true));
  test('measures how far the server clock is ahead', () =>
    expect(withHeartbeat(boardOf(), beat(5), 1_000).clockLeadMs).toBe(500));
});

test('rows fetched over HTTP never replace newer ones', () => {
  const current = matchRowOf({ s: 9 });
  expect(withFetched(boardOf(current), [matchRowOf({ s: 2 })]).rows.get('m1')).toBe(current);
});

/** What can happen to a frame between server and client. */
type Fate = 'delivered' | 'lost' | 'twice' | 'late' | 'another node';
const fates = fc.array(
  fc.record({
    fate: fc.constantFrom<Fate>('delivered', 'lost', 'twice', 'late', 'another node'),
    match: fc.constantFrom('a', 'b', 'c', 'd'),
    gone: fc.boolean(),
  }),
  { maxLength: 60 },
);

test('ends with the server’s rows whatever frames are lost, repeated, delayed or sent by another node', () => {
  fc.assert(
    fc.property(fates, (deliveries) => {
      const server = { rows: new Map<string, MatchRow>(), s: 0, epoch: 0 };
      let board = withTick(emptyBoard, snapshot(server));
      let late: Tick[] = [];
      const receive = (tick: Tick) => {
        const kind = classifyTick(board, tick);
        if (kind === 'gap') board = withTick(board, snapshot(server));
        if (kind === 'next') board = withTick(board, tick);
      };
      for (const { fate, match, gone } of deliveries) {
        if (fate === 'another node') server.epoch += 1;
        const tick = change(server, match, gone);
        if (fate === 'late') late.push(tick);
        else if (fate !== 'lost') {
          receive(tick);
          if (fate === 'twice') receive(tick);
          for (const old of late) receive(old);
          late = [];
        }
      }
      receive(change(server, 'a', false));
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
