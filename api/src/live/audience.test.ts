import { liveRoom } from '@touchline/core/contract';
import { expect, test } from 'vitest';
import { createAudience } from './audience.ts';
import type { LiveSocket } from './live-server.ts';
import { containWith } from './sockets.ts';

/** A socket that only records what is written to it. */
function writtenTo(): { readonly socket: LiveSocket; readonly heard: string[] } {
  const heard: string[] = [];
  const conn = { write: (text: string) => heard.push(text) };
  return { socket: { conn } as unknown as LiveSocket, heard };
}

const contain = containWith((error) => {
  throw error;
});
const beat = { e: 'node', n: 1, t: 0, feed: 'ok', stale: [] } as never;

test('sends a frame once to every socket in a room', async () => {
  const audience = createAudience({ contain });
  const screens = Array.from({ length: 200 }, writtenTo);
  for (const { socket } of screens) audience.join(socket, liveRoom);
  for (const { socket } of screens.slice(0, 90)) audience.leave(socket, liveRoom);
  const late = writtenTo();
  audience.join(late.socket, liveRoom);
  audience.join(late.socket, liveRoom);
  await audience.publish(liveRoom, 'hb', beat);
  const frame = `2${JSON.stringify(['hb', beat])}`;
  expect(screens.map(({ heard }) => heard)).toEqual(screens.map((_, at) => (at < 90 ? [] : [frame])));
  expect(late.heard).toEqual([frame]);
});

test('requests are answered during a long broadcast, and a socket that leaves during it gets nothing', async () => {
  const audience = createAudience({ contain });
  const screens = Array.from({ length: 64 }, writtenTo);
  for (const { socket } of screens) audience.join(socket, liveRoom);
  const last = writtenTo();
  const slow = { conn: { write: () => waitBusily(2) } } as unknown as LiveSocket;
  audience.join(slow, liveRoom);
  for (let at = 0; at < 31; at += 1) audience.join(writtenTo().socket, liveRoom);
  audience.join(last.socket, liveRoom);
  setImmediate(() => audience.leave(last.socket, liveRoom));
  await audience.publish(liveRoom, 'hb', beat);
  expect([screens.every(({ heard }) => heard.length === 1), last.heard]).toEqual([true, []]);
});

function waitBusily(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}
