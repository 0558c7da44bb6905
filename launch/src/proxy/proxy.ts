import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import httpProxy from 'http-proxy-3';
import { type Node, type NodesOptions, watchNodes } from './nodes.ts';

export type Proxy = { readonly server: Server; readonly close: () => Promise<void> };

const connectWithinMs = 2_000;
/** A little longer than the api's own limit. */
const answerWithinMs = 25_000;
/** Equal to the api's `bodyLimit`. */
const maxBodyBytes = 64 * 1_024;
const unavailable = JSON.stringify({
  code: 'unavailable',
  error: 'Something went wrong on our side. Please try again.',
});

/**
 * Forwards requests and sockets to several apis, each to the least busy one. Appends the client's address to `x-forwarded-for`.
 * A read without an answer is retried on another api. Anything else is answered with 503, because its outcome is unknown.
 */
export function createProxy(options: NodesOptions): Proxy {
  const nodes = watchNodes(options);
  const proxy = httpProxy.createProxyServer({
    xfwd: true,
    xfwdWsProtoAsHttp: true,
    connectTimeout: connectWithinMs,
    proxyTimeout: answerWithinMs,
  });
  // The library reports failed client connections here, and throws without a listener.
  proxy.on('error', () => undefined);
  const server = createServer({ requestTimeout: 20_000 }, (request, response) => {
    if (isPerProcess(request)) answerNotFound(response);
    else if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) answerTooLarge(response);
    else {
      try {
        pass(request, response, undefined);
      } catch {
        // The library throws for an address such as `http://any.example:99999/`.
        answer(response, 400, { code: 'request-invalid', error: 'The address is not valid.' });
      }
    }
  });
  server.on('upgrade', (request, socket, head) => {
    // Until the socket is forwarded, this is the only place that sees a disconnect.
    socket.on('error', () => socket.destroy());
    const node = nodes.choose();
    if (node) {
      keepWhileOpen(node, socket);
      try {
        proxy.ws(request, socket, head, { target: node.url }, () => socket.destroy());
      } catch {
        socket.destroy();
      }
    } else socket.destroy();
  });

  function pass(request: IncomingMessage, response: ServerResponse, failed: Node | undefined): void {
    const node = nodes.choose(failed);
    if (!node) {
      answerUnavailable(response);
      return;
    }
    node.underWay += 1;
    let isCounted = true;
    const settled = (): void => {
      if (isCounted) node.underWay -= 1;
      isCounted = false;
    };
    response.once('close', settled);
    const forwarded = request.headers['x-forwarded-for'];
    proxy.web(request, response, { target: node.url, agent: node.agent }, () => {
      settled();
      const isAgain = failed === undefined && !response.headersSent && !response.destroyed && isReadOnly(request);
      if (!isAgain) {
        answerUnavailable(response);
        return;
      }
      if (forwarded === undefined) delete request.headers['x-forwarded-for'];
      else request.headers['x-forwarded-for'] = forwarded;
      pass(request, response, node);
    });
  }

  return {
    server,
    close: async () => {
      nodes.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

function keepWhileOpen(node: Node, socket: Duplex): void {
  node.sockets.add(socket);
  socket.once('close', () => node.sockets.delete(socket));
}

const isReadOnly = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/** Metrics belong to one process and are read at its own address. Forwarded, they would come from any api, and be public. */
const isPerProcess = ({ url = '' }: IncomingMessage): boolean => /^\/+metrics\/?$/.test(pathOf(url));

/** Normalises a URL as the apis do: without host and query, and with `/%6Detrics` decoded. */
function pathOf(url: string): string {
  const path = url.replace(/^https?:\/\/[^/]*/i, '').replace(/[?#].*$/s, '');
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

// The api would refuse it and close the connection, which the client would see as an unknown outcome.
const answerTooLarge = (response: ServerResponse): void =>
  answer(response, 413, { code: 'request-too-large', error: 'The request is too large.' });

const answerNotFound = (response: ServerResponse): void =>
  answer(response, 404, { code: 'not-found', error: 'There is nothing here.' });

function answer(
  response: ServerResponse,
  status: 400 | 404 | 413,
  view: { readonly code: string; readonly error: string },
): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(view));
}

function answerUnavailable(response: ServerResponse): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  response.writeHead(503, { 'content-type': 'application/json; charset=utf-8', 'retry-after': '1' }).end(unavailable);
}
