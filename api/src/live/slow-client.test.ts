import { liveRoom, type Tick } from '@touchline/core/contract';
import { afterEach, expect, test } from 'vitest';
import { joined, type LiveClient } from '../testing/live-client.ts';
import { startTestLive, type TestLive } from '../testing/test-live.ts';
import { until } from '../testing/until.ts';
import { defaultPatience } from './listener.ts';
import { bufferedBytes } from './wire.ts';

/** Clients and server share this process: a shorter stall does not make a reading client count as slow. */
const droppedAfterMs = 3_000;

let node: TestLive;
let changing: NodeJS.Timeout | undefined;
afterEach(async () => {
  clearInterval(changing);
  await node.close();
});

/** Prices move all the time, and this client acknowledges each frame at once. */
async function withBusyMarket(): Promise<LiveClient> {
  let price = 2;
  changing = setInterval(() => {
    price = Number((price + 0.01).toFixed(2));
    node.replica.change(`match-${price % 7}`, price);
  }, 5);
  const reader = await node.open();
  reader.socket.on('tick', (tick) => reader.socket.emit('ack', tick.n));
  await joined(reader, liveRoom);
  return reader;
}

const last = (ticks: readonly Tick[]): Tick | undefined => ticks.at(-1);

test('a client that does not acknowledge frames is held, and gets all it missed in one frame once it does', async () => {
  node = await startTestLive({ patience: { ...defaultPatience, heldAfterMs: 300 } });
  const reader = await withBusyMarket();
  const silent = await node.open();
  const { tick: start } = await joined(silent, liveRoom);
  const isHeld = () => (last(reader.ticks)?.p ?? 0) > (last(silent.ticks)?.n ?? start.n);
  await until(() => silent.ticks.length > 0 && isHeld());

  const heard = silent.ticks.length;
  const read = last(silent.ticks)?.n ?? 0;
  const readers = reader.ticks.length;
  await until(() => reader.ticks.length >= readers + 3);
  expect(silent.ticks.length).toBe(heard);

  silent.socket.emit('ack', read);
  await until(() => silent.ticks.length > heard);
  const caughtUp = silent.ticks[heard];
  expect(caughtUp?.p).toBe(read);
  expect(new Set(caughtUp?.d.map((row) => row.id)).size).toBe(caughtUp?.d.length);
  expect(caughtUp?.d.every((row) => row.s > read)).toBe(true);

  await until(() => silent.ticks.length > heard + 1);
  expect(silent.ticks[heard + 1]?.p).toBeLessThanOrEqual(caughtUp?.n ?? 0);
  expect([reader.ends, silent.ends]).toEqual([[], []]);
});

test('disconnects a client that stays behind, not one that reads', async () => {
  node = await startTestLive({ patience: { ...defaultPatience, heldAfterMs: 500, droppedAfterMs } });
  const reader = await withBusyMarket();
  const silent = await node.open();
  await joined(silent, liveRoom);
  await until(() => !silent.socket.connected);
  expect([silent.ends, reader.ends]).toEqual([['transport close'], []]);
});

test('a client of one match does not fall behind on frames that it is never sent', async () => {
  node = await startTestLive({ patience: { ...defaultPatience, heldAfterMs: 500, droppedAfterMs } });
  node.replica.change('quiet', 2.1);
  const reader = await withBusyMarket();
  const follower = await node.open();
  follower.socket.on('tick', (tick) => follower.socket.emit('ack', tick.n));
  await joined(follower, 'm:quiet');
  const silent = await node.open();
  await joined(silent, liveRoom);
  await until(() => !silent.socket.connected);
  const readers = reader.ticks.length;
  await until(() => reader.ticks.length > readers + 4);
  expect(follower.ends).toEqual([]);
});

test('a client that stops reading is disconnected for the bytes that wait for it', async () => {
  node = await startTestLive({ patience: { ...defaultPatience, mostBufferedBytes: 200_000 } });
  const stalled = await node.open();
  await joined(stalled, liveRoom);
  const [socket] = [...node.live.io.sockets.sockets.values()];
  if (!socket) throw new Error('no socket');
  expect(bufferedBytes(socket)).toBe(0);

  stopReading(stalled);
  const wallet = {
    version: 1,
    balance: 0,
    held: 0,
    bonus: 0,
    staked: 0,
    reason: { type: 'x'.repeat(100_000), amount: 0 },
  };
  await until(() => {
    socket.emit('wallet', wallet);
    return bufferedBytes(socket) > 200_000;
  });
  await until(() => !socket.connected);
});

test('a stalled client does not prevent the process from stopping', async () => {
  node = await startTestLive();
  const stalled = await node.open();
  await joined(stalled, liveRoom);
  stopReading(stalled);
  node.live.disconnect();
  await node.live.close();
});

/** Stalls the client's network: what the server sends fills the kernel's buffers, then the server's. */
function stopReading(client: LiveClient): void {
  const transport: unknown = Reflect.get(client.socket.io.engine, 'transport');
  const websocket: unknown = Reflect.get(Object(transport), 'ws');
  const tcp: unknown = Reflect.get(Object(websocket), '_socket');
  (tcp as { pause: () => void }).pause();
}
