import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveServer } from './live-server.ts';
import { createResync } from './resync.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function openServer(members: number) {
  const missed: { withinMs: number }[] = [];
  const elsewhere = vi.fn();
  const sockets = Array.from({ length: members + 1 }, (_, at) => ({
    data: { session: at === 0 ? null : {} },
    emit: (_event: string, message: { withinMs: number }) => missed.push(message),
  }));
  const io = Object.assign(new EventEmitter(), {
    of: () => ({ sockets: new Map(sockets.entries()) }),
    serverSideEmit: elsewhere,
  });
  return { io, resync: createResync(io as unknown as LiveServer), missed, elsewhere };
}

test('many gaps in a row are one message to every logged-in user, and the next follows five seconds later', async () => {
  const { io, resync, missed, elsewhere } = openServer(600);
  for (let gap = 0; gap < 20; gap += 1) resync.missedHere();
  io.emit('missed');
  await vi.advanceTimersByTimeAsync(1_000);
  await vi.waitFor(() => expect(missed).toHaveLength(600));
  expect(missed[0]).toEqual({ withinMs: 1_200 });
  resync.missedAnywhere();
  expect(elsewhere).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(missed).toHaveLength(600);
  await vi.advanceTimersByTimeAsync(1_000);
  await vi.waitFor(() => expect(missed).toHaveLength(1_200));
  resync.stop();
});
