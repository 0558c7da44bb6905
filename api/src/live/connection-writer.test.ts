import { Socket } from 'node:net';
import type { WalletPush } from '@touchline/core/contract';
import { afterEach, expect, test, vi } from 'vitest';
import type { LiveClient } from '../testing/live-client.ts';
import { startTestLive, type TestLive } from '../testing/test-live.ts';
import { until } from '../testing/until.ts';
import { type ConnectionWriter, connectionWriterOf, installed, isIdle, testedWith } from './connection-writer.ts';
import { encode, send } from './frame.ts';
import { bufferedBytes } from './wire.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let node: TestLive;
afterEach(() => node?.close());

async function openConnection(): Promise<{
  client: LiveClient;
  writer: ConnectionWriter;
  socket: Parameters<typeof connectionWriterOf>[0];
}> {
  node = await startTestLive();
  const client = await node.open();
  const [socket] = [...node.live.io.sockets.sockets.values()];
  const writer = socket && connectionWriterOf(socket);
  if (!writer) throw new Error('a connected socket has no writer: private fields of engine.io or ws have changed');
  return { client, writer, socket };
}

const wallet = (version: number, text = ''): WalletPush => ({
  version,
  balance: 0,
  held: 0,
  bonus: 0,
  staked: 0,
  reason: { type: text, amount: 0 },
});

test('the direct path was tested with the installed versions of Socket.IO', () => {
  expect(installed()).toEqual(testedWith);
});

test('a directly written frame arrives as an event, whatever its length', async () => {
  const { client, writer, socket } = await openConnection();
  const texts = ['', 'é'.repeat(40), 'x'.repeat(5_000), '€'.repeat(70_000)];
  for (const [version, text] of texts.entries()) {
    await until(() => isIdle(writer));
    send(socket, writer, encode('wallet', wallet(version, text)));
  }
  await until(() => client.wallets.length === texts.length);
  expect(client.wallets.map((one) => one.reason?.type)).toEqual(texts);
});

test('frames and Socket.IO packets arrive in the order in which they were sent', async () => {
  const { client, writer, socket } = await openConnection();
  const ways = { directly: 0, publicly: 0 };
  for (let version = 0; version < 600; version += 1) {
    if (version % 3 === 0) socket.emit('wallet', wallet(version));
    else {
      ways[isIdle(writer) ? 'directly' : 'publicly'] += 1;
      send(socket, writer, encode('wallet', wallet(version, 'x'.repeat(version * 10))));
    }
    if (version % 5 === 0) await until(() => isIdle(writer));
  }
  await until(() => client.wallets.length === 600);
  expect(client.wallets.map((one) => one.version)).toEqual(client.wallets.map((_, at) => at));
  expect([ways.directly > 0, ways.publicly > 0]).toEqual([true, true]);
});

test('a socket whose client does not read is not idle, and its buffered bytes are counted', async () => {
  const { client, writer, socket } = await openConnection();
  const transport: unknown = Reflect.get(client.socket.io.engine, 'transport');
  const tcp: unknown = Reflect.get(Object(Reflect.get(Object(transport), 'ws')), '_socket');
  if (!(tcp instanceof Socket)) throw new Error('the client has no TCP connection: what is private to ws has changed');
  tcp.pause();
  // Small frames: the server must not drop the client before three are counted.
  const frame = encode('wallet', wallet(1, 'x'.repeat(20_000)));
  await until(() => {
    send(socket, writer, frame);
    return !isIdle(writer) && bufferedBytes(socket) > frame.bytes.length * 3;
  });
  tcp.resume();
  await until(() => isIdle(writer));
});

test('nothing is written to a socket that has ended, and nothing fails', async () => {
  const { client, writer, socket } = await openConnection();
  client.close();
  await until(() => !socket.connected);
  expect(isIdle(writer)).toBe(false);
  send(socket, writer, encode('wallet', wallet(1)));
});

test('without a writer, the same frame is sent through the public API', async () => {
  const { client, socket } = await openConnection();
  send(socket, undefined, encode('wallet', wallet(7, 'é€')));
  await until(() => client.wallets.length === 1);
  expect(client.wallets).toEqual([wallet(7, 'é€')]);
});
