import { liveRoom, tooManySockets } from '@touchline/core/contract';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callerOf } from '../http/trusted-proxies.ts';
import { measureLive } from '../metrics/measure-live.ts';
import { joined } from '../testing/live-client.ts';
import { startTestLive, type TestLive } from '../testing/test-live.ts';
import { until } from '../testing/until.ts';

vi.setConfig({ testTimeout: 60_000 });

const mostOfOne = 2;
let registry: Registry;
let node: TestLive;
const bare: WebSocket[] = [];

beforeEach(async () => {
  registry = new Registry();
  node = await startTestLive({
    meter: measureLive(registry),
    connections: { mostOfOne, callerOf: (request) => callerOf(request, (_address, hop) => hop < 1) },
  });
});
afterEach(async () => {
  for (const socket of bare.splice(0)) socket.close();
  await node.close();
});

const refusedSoFar = async () => {
  const text = await registry.getSingleMetricAsString('touchline_live_sockets_refused_total');
  return Number(text.split(' ').at(-1));
};

/** A silent websocket. Returns whether it was accepted. */
async function openBare(): Promise<boolean> {
  const socket = new WebSocket(`${node.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  bare.push(socket);
  return new Promise((resolve) => {
    socket.onopen = () => resolve(true);
    socket.onerror = () => resolve(false);
  });
}

test('limits the sockets of an address; the next is closed with a reason, another address is accepted', async () => {
  const [first, second] = [await node.open({ from: '203.0.113.7' }), await node.open({ from: '203.0.113.7' })];
  const third = await node.open({ from: '198.51.100.1, ::ffff:203.0.113.7' });
  expect([third.socket.connected, third.refusals]).toEqual([
    false,
    [{ code: tooManySockets, error: expect.stringContaining('Too many screens') }],
  ]);
  await until(() => node.live.io.engine.clientsCount === 2);
  expect([node.live.fullestClient(), await refusedSoFar()]).toEqual([2, 1]);

  expect((await node.open({ from: '203.0.113.8' })).socket.connected).toBe(true);
  // The first sockets stay connected.
  await joined(first, liveRoom);
  await joined(second, liveRoom);
});

test('a closed connection makes room for the next', async () => {
  const [first] = [await node.open(), await node.open()];
  expect((await node.open()).refusals).toHaveLength(1);
  first.close();
  await until(() => node.live.fullestClient() === 1);
  expect((await node.open()).socket.connected).toBe(true);
});

test('counts an IPv6 client by its /64', async () => {
  await node.open({ from: '2001:db8:1:2::1' });
  await node.open({ from: '2001:db8:1:2::2' });
  expect((await node.open({ from: '2001:db8:1:2:ffff::3' })).refusals).toHaveLength(1);
  expect((await node.open({ from: '2001:db8:1:3::1' })).socket.connected).toBe(true);
});

test('holds no more than the limit and fifty refused sockets of a client', async () => {
  const isAccepted: boolean[] = [];
  for (let at = 0; at < mostOfOne + 60; at += 1) isAccepted.push(await openBare());
  expect([isAccepted.lastIndexOf(true), node.live.fullestClient(), await refusedSoFar()]).toEqual([51, 2, 60]);
  for (const socket of bare.splice(0)) socket.close();
  await until(() => node.live.fullestClient() === 0);
  expect(node.live.io.engine.clientsCount).toBe(0);
});
