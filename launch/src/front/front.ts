import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import httpProxy from 'http-proxy-3';
import { type Node, type NodesOptions, watchNodes } from './nodes.ts';

export type Front = { readonly server: Server; readonly close: () => Promise<void> };

const connectWithinMs = 2_000;
/** A little longer than the api gives itself. */
const answerWithinMs = 25_000;
/** As the api's `bodyLimit`. */
const mostBodyBytes = 64 * 1_024;
const unavailable = JSON.stringify({
  code: 'unavailable',
  error: 'Something went wrong on our side. Please try again.',
});

/**
 * Passes requests and sockets on to several copies of the api, each to the one that has least to do. Each is told the caller's
 * address as the last of `x-forwarded-for`, whatever the caller wrote there. What only reads and got no answer is asked of
 * another copy; whatever may have changed something is answered with 503, as nobody knows whether it did.
 */
export function createFront(options: NodesOptions): Front {
  const nodes = watchNodes(options);
  const proxy = httpProxy.createProxyServer({
    xfwd: true,
    xfwdWsProtoAsHttp: true,
    connectTimeout: connectWithinMs,
    proxyTimeout: answerWithinMs,
  });
  // The library reports here that a caller's connection failed, and throws when no one else listens.
  proxy.on('error', () => undefined);
  const server = createServer({ requestTimeout: 20_000 }, (request, response) => {
    if (isOfOneCopy(request)) nothingHere(response);
    else if (Number(request.headers['content-length'] ?? 0) > mostBodyBytes) tooLarge(response);
    else {
      try {
        pass(request, response, undefined);
      } catch {
        // An address such as `http://any.example:99999/` is read by the library before anything is asked.
        answer(response, 400, { code: 'request-invalid', error: 'The address is not valid.' });
      }
    }
  });
  server.on('upgrade', (request, socket, head) => {
    // A browser that goes away says so here, and nowhere else until it is connected through.
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
      unanswered(response);
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
      const isAgain = failed === undefined && !response.headersSent && !response.destroyed && onlyReads(request);
      if (!isAgain) {
        unanswered(response);
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

const onlyReads = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/** The metrics are those of one copy, and read from its own address; from here they would be those of any, and open to all. */
const isOfOneCopy = ({ url = '' }: IncomingMessage): boolean => /^\/+metrics\/?$/.test(pathOf(url));

/** As the copies read it: a whole address without its host, `/%6Detrics` as one of theirs, whatever is asked behind it. */
function pathOf(url: string): string {
  const path = url.replace(/^https?:\/\/[^/]*/i, '').replace(/[?#].*$/s, '');
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

// A copy refuses it and closes the connection, which the caller would get as "nobody knows whether it was done".
const tooLarge = (response: ServerResponse): void =>
  answer(response, 413, { code: 'request-too-large', error: 'The request is too large.' });

const nothingHere = (response: ServerResponse): void =>
  answer(response, 404, { code: 'not-found', error: 'There is nothing here.' });

function answer(
  response: ServerResponse,
  status: 400 | 404 | 413,
  view: { readonly code: string; readonly error: string },
): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(view));
}

function unanswered(response: ServerResponse): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  response.writeHead(503, { 'content-type': 'application/json; charset=utf-8', 'retry-after': '1' }).end(unavailable);
}
