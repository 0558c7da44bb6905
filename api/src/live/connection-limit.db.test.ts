import type { AddressInfo } from 'node:net';
import { tooManySockets } from '@touchline/core/contract';
import { afterAll, expect, test } from 'vitest';
import { type LiveClient, openSocket } from '../testing/live-client.ts';
import { buildTestApp, requestAs } from '../testing/test-app.ts';

const lines: LiveClient[] = [];
const api = await buildTestApp({ socketsPerAddress: 1, trustProxy: 1, metricsToken: 'only-the-operator-has-it' });
await api.app.listen({ port: 0, host: '127.0.0.1' });
afterAll(async () => {
  for (const line of lines) line.close();
  await api.close();
});

test('the operator sets how many sockets an address may hold; a trusted proxy names the address', async () => {
  const { port } = api.app.server.address() as AddressInfo;
  const codes: unknown[] = [];
  for (const from of ['203.0.113.7', '203.0.113.7', '203.0.113.7, 203.0.113.8']) {
    const line = await openSocket(`http://127.0.0.1:${port}`, { from });
    lines.push(line);
    codes.push(line.socket.connected ? 'let in' : Reflect.get(Object(line.refusals[0]), 'code'));
  }
  expect(codes).toEqual(['let in', tooManySockets, 'let in']);
  const { body } = await requestAs(api.app, 'only-the-operator-has-it', 'GET', '/metrics');
  expect(body).toContain('\ntouchline_live_sockets_refused_total 1\n');
  expect(body).toContain('\ntouchline_live_sockets_of_one_address 1\n');
});
