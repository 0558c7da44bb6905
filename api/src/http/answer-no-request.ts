import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RefusalView } from '@touchline/core/contract';

/** For a URL that cannot be parsed, before there is a route or a schema. */
export function answerBadAddress(raw: ServerResponse, url: string): void {
  const view: RefusalView = { code: 'request-invalid', error: `${url} is not a valid address.` };
  raw.writeHead(400, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(view));
}

/** Refuses what never becomes a request: invalid HTTP, oversized headers, or a request that arrives too slowly. */
export function answerNoRequest(error: { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, view] = answerOf(error.code);
  const body = JSON.stringify(view);
  const head = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroy();
}

// The texts of the statuses are here because an import of `node:http` would load Node's HTTP client, which an api may never need.
function answerOf(code: string | undefined): readonly [status: string, view: RefusalView] {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return ['408 Request Timeout', { code: 'request-too-slow', error: 'The request took too long to arrive.' }];
    case 'HPE_HEADER_OVERFLOW':
      return [
        '431 Request Header Fields Too Large',
        { code: 'request-too-large', error: 'The headers of the request are too large.' },
      ];
    default:
      return ['400 Bad Request', { code: 'request-invalid', error: 'The request is not valid HTTP.' }];
  }
}
