import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { mayReadMetrics } from '@touchline/store/metrics';
import type { Registry } from 'prom-client';

export type MetricsServer = { readonly port: number; readonly close: () => Promise<void> };
export type MetricsServerOptions = {
  readonly port: number;
  readonly host: string;
  /** The token that reads the metrics; without one they cannot be read. */
  readonly token: string | undefined;
  readonly registry: Registry;
};

/** Serves the worker's `/healthz`, and `/metrics` for requests with the token. Rejects when the port is taken. */
export async function serveMetrics({ port, host, token, registry }: MetricsServerOptions): Promise<MetricsServer> {
  const server = createServer({ requestTimeout: 5_000 }, (request, response) => {
    respond(request, response).catch(() => sendJson(response, 500, { error: 'The metrics could not be read.' }));
  });
  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.split('?')[0];
    if (request.method !== 'GET') return sendJson(response, 405, { error: 'Only GET is allowed.' });
    if (path === '/healthz') return sendJson(response, 200, { status: 'ok' });
    if (path !== '/metrics' || !mayReadMetrics(request.headers.authorization, token)) {
      return sendJson(response, 404, { error: 'Not found.' });
    }
    const text = await registry.metrics();
    response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text);
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

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}
