import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { matchRowOf } from '../testing/match-rows.ts';
import { glance } from './glance.ts';
import type { LineInput, LineOrder } from './line-events.ts';
import { liveMachine } from './live-machine.ts';
import { silenceMs } from './live-setup.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** By whoever looks last. */
const firstLookMs = 2_500;

/** A room whose line never opens, and an API that answers by HTTP. */
function withoutLine(answers: readonly (() => Response)[]) {
  const asked: string[] = [];
  const left = [...answers];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return (left.shift() ?? (() => Response.json({ n: 9, d: [] })))();
  });
  const line = fromCallback<LineOrder, LineInput>(() => {});
  const room = createActor(liveMachine.provide({ actors: { line, glance } }), { input: { token: undefined } }).start();
  const shown = () => [...room.getSnapshot().context.rows.values()].map(({ id, s }) => [id, s]);
  return { room, asked, shown };
}
const changed =
  (n: number, ...ids: readonly string[]) =>
  () =>
    Response.json({ e: 'a', p: 0, n, t: 0, d: ids.map((id) => matchRowOf({ id, s: n })) });

test('who cannot hold a socket sees matches move by HTTP, not trusted, each time from where the last look ended', async () => {
  const { room, asked, shown } = withoutLine([changed(7, 'a', 'b'), changed(8, 'b')]);
  await vi.advanceTimersByTimeAsync(silenceMs + firstLookMs);
  expect(shown()).toEqual([
    ['a', 7],
    ['b', 7],
  ]);
  expect(room.getSnapshot().hasTag('trusted')).toBe(false);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(shown()).toEqual([
    ['a', 7],
    ['b', 8],
  ]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toEqual(['/events?since=0', '/events?since=7', '/events?since=8']);
});

test('each look that is answered is told, so that a balance is looked up as well; one that fails is not', async () => {
  const { room } = withoutLine([changed(7, 'a'), () => new Response('away', { status: 503 })]);
  const told: string[] = [];
  room.on('looked', ({ type }) => told.push(type));
  await vi.advanceTimersByTimeAsync(silenceMs + firstLookMs + 10_000);
  expect(told).toEqual(['looked', 'looked']);
});

test('a look that fails is made again, and looking ends when the line has brought the rows, not before', async () => {
  const { room, asked } = withoutLine([() => new Response('away', { status: 503 })]);
  await vi.advanceTimersByTimeAsync(silenceMs + firstLookMs + 5_000);
  expect(asked).toEqual(['/events?since=0', '/events?since=0']);
  room.send({ type: 'line opened' });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toHaveLength(3);
  room.send({
    type: 'rows answered',
    answer: {
      ok: true,
      tick: { e: 'a', p: 0, n: 9, t: 0, full: true, d: [] },
      hb: { e: 'a', n: 9, t: 0, feed: 'ok', stale: [] },
    },
    at: 0,
  });
  await vi.advanceTimersByTimeAsync(4_000);
  expect(asked).toHaveLength(3);
});
