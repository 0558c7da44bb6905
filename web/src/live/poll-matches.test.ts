import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { matchRowOf } from '../testing/match-rows.ts';
import type { ConnectionCommand, ConnectionInput } from './connection-events.ts';
import { liveMachine } from './live-machine.ts';
import { silenceMs } from './live-setup.ts';
import { pollMatches } from './poll-matches.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** The latest moment of the first poll. */
const firstPollMs = 2_500;

/** A live room whose socket never connects, and an API that answers over HTTP. */
function withoutConnection(answers: readonly (() => Response)[]) {
  const requests: string[] = [];
  const left = [...answers];
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path);
    return (left.shift() ?? (() => Response.json({ n: 9, d: [] })))();
  });
  const connection = fromCallback<ConnectionCommand, ConnectionInput>(() => {});
  const room = createActor(liveMachine.provide({ actors: { connection, pollMatches } }), {
    input: { token: undefined },
  }).start();
  const shown = () => [...room.getSnapshot().context.rows.values()].map(({ id, s }) => [id, s]);
  return { room, requests, shown };
}
const changed =
  (n: number, ...ids: readonly string[]) =>
  () =>
    Response.json({ e: 'a', p: 0, n, t: 0, d: ids.map((id) => matchRowOf({ id, s: n })) });

test('without a socket, polling updates matches from the last version, and prices stay untrusted', async () => {
  const { room, requests, shown } = withoutConnection([changed(7, 'a', 'b'), changed(8, 'b')]);
  await vi.advanceTimersByTimeAsync(silenceMs + firstPollMs);
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
  expect(requests).toEqual(['/events?since=0', '/events?since=7', '/events?since=8']);
});

test('emits every successful poll, so that the balance is fetched too, but no failed one', async () => {
  const { room } = withoutConnection([changed(7, 'a'), () => new Response('away', { status: 503 })]);
  const emitted: string[] = [];
  room.on('polled', ({ type }) => emitted.push(type));
  await vi.advanceTimersByTimeAsync(silenceMs + firstPollMs + 10_000);
  expect(emitted).toEqual(['polled', 'polled']);
});

test('polling continues after a failure and ends when the socket has delivered the rows', async () => {
  const { room, requests } = withoutConnection([() => new Response('away', { status: 503 })]);
  await vi.advanceTimersByTimeAsync(silenceMs + firstPollMs + 5_000);
  expect(requests).toEqual(['/events?since=0', '/events?since=0']);
  room.send({ type: 'connected' });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(requests).toHaveLength(3);
  room.send({
    type: 'subscription answered',
    answer: {
      ok: true,
      tick: { e: 'a', p: 0, n: 9, t: 0, full: true, d: [] },
      hb: { e: 'a', n: 9, t: 0, feed: 'ok', stale: [] },
    },
    at: 0,
  });
  await vi.advanceTimersByTimeAsync(4_000);
  expect(requests).toHaveLength(3);
});
