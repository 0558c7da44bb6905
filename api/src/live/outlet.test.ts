import { Socket } from 'node:net';
import type { WalletPush } from '@touchline/core/contract';
import { afterEach, expect, test, vi } from 'vitest';
import type { LiveClient } from '../testing/live-client.ts';
import { startTestLive, type TestLive } from '../testing/test-live.ts';
import { until } from '../testing/until.ts';
import { frameOf, send } from './frame.ts';
import { installed, isIdle, type Outlet, outletOf, triedWith } from './outlet.ts';
import { bufferedBytes } from './wire.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let node: TestLive;
afterEach(() => node?.close());

async function lineWithOutlet(): Promise<{
  client: LiveClient;
  outlet: Outlet;
  socket: Parameters<typeof outletOf>[0];
}> {
  node = await startTestLive();
  const client = await node.open();
  const [socket] = [...node.live.io.sockets.sockets.values()];
  const outlet = socket && outletOf(socket);
  if (!outlet) throw new Error('a connected socket has no outlet: what is private to engine.io or ws has changed');
  return { client, outlet, socket };
}

const wallet = (version: number, text = ''): WalletPush => ({
  version,
  balance: 0,
  held: 0,
  bonus: 0,
  staked: 0,
  reason: { type: text, amount: 0 },
});

test('Socket.IO runs on the versions that the direct way was tried with', () => {
  expect(installed()).toEqual(triedWith);
});

test('a frame that is written directly is an event like any other, however long it is', async () => {
  const { client, outlet, socket } = await lineWithOutlet();
  const texts = ['', 'é'.repeat(40), 'x'.repeat(5_000), '€'.repeat(70_000)];
  for (const [version, text] of texts.entries()) {
    await until(() => isIdle(outlet), 30_000);
    send(socket, outlet, frameOf('wallet', wallet(version, text)));
  }
  await until(() => client.wallets.length === texts.length, 30_000);
  expect(client.wallets.map((one) => one.reason?.type)).toEqual(texts);
});

test('frames and what Socket.IO sends arrive in the order in which they were said', async () => {
  const { client, outlet, socket } = await lineWithOutlet();
  const ways = { directly: 0, publicly: 0 };
  for (let version = 0; version < 600; version += 1) {
    if (version % 3 === 0) socket.emit('wallet', wallet(version));
    else {
      ways[isIdle(outlet) ? 'directly' : 'publicly'] += 1;
      send(socket, outlet, frameOf('wallet', wallet(version, 'x'.repeat(version * 10))));
    }
    if (version % 5 === 0) await until(() => isIdle(outlet), 30_000);
  }
  await until(() => client.wallets.length === 600, 30_000);
  expect(client.wallets.map((one) => one.version)).toEqual(client.wallets.map((_, at) => at));
  expect([ways.directly > 0, ways.publicly > 0]).toEqual([true, true]);
});

test('a socket whose client does not read is not idle, and what waits for it is counted', async () => {
  const { client, outlet, socket } = await lineWithOutlet();
  const transport: unknown = Reflect.get(client.socket.io.engine, 'transport');
  const tcp: unknown = Reflect.get(Object(Reflect.get(Object(transport), 'ws')), '_socket');
  if (!(tcp instanceof Socket)) throw new Error('the client has no TCP connection: what is private to ws has changed');
  tcp.pause();
  // Small ones: by the time it counts three, the server must not yet have given up on who does not read.
  const frame = frameOf('wallet', wallet(1, 'x'.repeat(20_000)));
  await until(() => {
    send(socket, outlet, frame);
    return !isIdle(outlet) && bufferedBytes(socket) > frame.bytes.length * 3;
  }, 30_000);
  tcp.resume();
  await until(() => isIdle(outlet), 30_000);
});

test('a socket that has ended is written to in no way, and without harm', async () => {
  const { client, outlet, socket } = await lineWithOutlet();
  client.close();
  await until(() => !socket.connected);
  expect(isIdle(outlet)).toBe(false);
  send(socket, outlet, frameOf('wallet', wallet(1)));
});

test('without an outlet the same frame takes the public way', async () => {
  const { client, socket } = await lineWithOutlet();
  send(socket, undefined, frameOf('wallet', wallet(7, 'é€')));
  await until(() => client.wallets.length === 1, 30_000);
  expect(client.wallets).toEqual([wallet(7, 'é€')]);
});
