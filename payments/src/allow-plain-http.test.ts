import { readFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMollieClient, type MollieClient } from '@mollie/api-client';
import { expect, onTestFinished, test } from 'vitest';
import { allowPlainHttp } from './allow-plain-http.ts';

const apiKey = 'test_plain000000000000000000000000';

test('the client alone still refuses http:// URLs; once this fails, delete allow-plain-http.ts', async () => {
  const { url, requests } = await listen();
  const client = createMollieClient({ apiKey, apiEndpoint: `${url}/v2/` });
  await expect(client.payments.get('tr_1')).rejects.toThrow('Protocol "http:" not supported');
  expect(requests).toEqual([]);
});

test('over http it sends the same path, key, idempotency key and user agent', async () => {
  const { url, requests } = await listen();
  const client = createMollieClient({ apiKey, apiEndpoint: `${url}/v2/` });
  allowPlainHttp(client);
  await client.payments.get('tr_1');
  await client.paymentRefunds.create({
    paymentId: 'tr_1',
    amount: { currency: 'EUR', value: '9.20' },
    description: '',
    idempotencyKey: 'once',
  });
  const { 'user-agent': agent, authorization } = requests[0]?.headers ?? {};
  expect([authorization, agent?.includes('Mollie')]).toEqual([`Bearer ${apiKey}`, true]);
  expect(requests.map(({ what, headers }) => [what, headers['idempotency-key']])).toEqual([
    ['GET /v2/payments/tr_1', undefined],
    ['POST /v2/payments/tr_1/refunds', 'once'],
  ]);
});

test('rejects a client with different internals, before anything is sent', () => {
  const built = [{}, { payments: {} }, { payments: { networkClient: { networkClient: { send: () => {} } } } }];
  for (const client of built) {
    expect(() => allowPlainHttp(client as unknown as MollieClient)).toThrow('the Mollie client has changed');
  }
});

test('pins the exact version whose internals this changes', async () => {
  const { dependencies } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
  expect(dependencies['@mollie/api-client']).toMatch(/^\d+\.\d+\.\d+$/);
});

type SentRequest = { readonly what: string; readonly headers: IncomingHttpHeaders };

async function listen(): Promise<{ readonly url: string; readonly requests: readonly SentRequest[] }> {
  const requests: SentRequest[] = [];
  const server = createServer((request, response) => {
    requests.push({ what: `${request.method} ${request.url}`, headers: request.headers });
    request.resume();
    response.setHeader('content-type', 'application/json').end('{"resource":"payment","id":"tr_1"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}
