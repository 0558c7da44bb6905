import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { mayReadMetrics } from '@touchline/store/metrics';
import type { Registry } from 'prom-client';

export type MetricsDoor = { readonly port: number; readonly close: () => Promise<void> };
export type MetricsDoorOptions = {
  readonly port: number;
  readonly host: string;
  /** Who sends it may read the metrics; without it nobody may. */
  readonly token: string | undefined;
  readonly registry: Registry;
};

/**
 * The worker's own small door: `/healthz` for whoever looks after its process, `/metrics` for who holds the token. It rejects when
 * the port is taken.
 */
export async function openMetricsDoor({ port, host, token, registry }: MetricsDoorOptions): Promise<MetricsDoor> {
  const server = createServer({ requestTimeout: 5_000 }, (request, answer) => {
    respond(request, answer).catch(() => say(answer, 500, { error: 'The metrics could not be read.' }));
  });
  async function respond(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const path = request.url?.split('?')[0];
    if (request.method !== 'GET') return say(answer, 405, { error: 'Only GET.' });
    if (path === '/healthz') return say(answer, 200, { status: 'ok' });
    if (path !== '/metrics' || !mayReadMetrics(request.headers.authorization, token)) {
      return say(answer, 404, { error: 'There is nothing here.' });
    }
    const text = await registry.metrics();
    answer.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text);
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function say(answer: ServerResponse, status: number, said: object): void {
  answer.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(said));
}
