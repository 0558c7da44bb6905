import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Answer, Asked, Route } from './answer.ts';
import { json } from './answer.ts';

const LARGEST_BODY = 1_000_000;

/** An HTTP server over a table of routes; the first match responds. */
export function serve(routes: readonly Route[]): Server {
  const table = routes.map((route) => ({ route, pattern: route.path.split('/') }));
  return createServer((request, response) => {
    answerTo(table, request)
      .then((answer) => write(response, answer))
      .catch((error: unknown) => {
        process.stderr.write(`sandbox: ${request.method} ${request.url?.split('?')[0]} failed: ${String(error)}\n`);
        write(response, json(500, { message: 'The sandbox itself failed; see its log.' }));
      });
  });
}

type Table = readonly { readonly route: Route; readonly pattern: readonly string[] }[];

async function answerTo(table: Table, request: IncomingMessage): Promise<Answer> {
  const origin = `http://${request.headers.host ?? 'localhost'}`;
  if (!URL.canParse(request.url ?? '/', origin)) return json(400, { message: 'Not an address.' });
  const url = new URL(request.url ?? '/', origin);
  const pieces = url.pathname.split('/').map(decoded);
  const fitting = table.filter(({ pattern }) => fits(pattern, pieces));
  const found = fitting.find(({ route }) => route.method === request.method);
  if (!found)
    return fitting.length > 0 ? json(405, { message: 'Method not allowed.' }) : json(404, { message: 'Not found.' });
  const bytes = await bodyOf(request);
  if (bytes === null) return json(413, { message: 'The body is too large.' });
  const asked: Asked = {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body: bytes.toString('utf8'),
    bytes,
    origin,
    part: (name) => pieces[found.pattern.indexOf(`:${name}`)] ?? '',
  };
  return found.route.run(asked);
}

const fits = (pattern: readonly string[], pieces: readonly string[]): boolean =>
  pattern.length === pieces.length && pattern.every((part, index) => part.startsWith(':') || part === pieces[index]);

function decoded(piece: string): string {
  try {
    return decodeURIComponent(piece);
  } catch {
    return piece;
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const piece = Buffer.from(chunk);
    size += piece.length;
    if (size <= LARGEST_BODY) chunks.push(piece);
  }
  return size > LARGEST_BODY ? null : Buffer.concat(chunks);
}

function write(response: ServerResponse, answer: Answer): void {
  switch (answer.kind) {
    case 'never':
      return;
    case 'half':
      response.writeHead(200, { ...answer.headers, 'content-length': String(Buffer.byteLength(answer.body)) });
      response.write(answer.body.slice(0, Math.floor(answer.body.length / 2)));
      return;
    case 'pieces':
      response.writeHead(200, answer.headers);
      // This response is meant to be interrupted by the caller.
      pipeline(Readable.from(answer.pieces()), response).catch(() => response.destroy());
      return;
    case 'bytes':
      response.writeHead(200, answer.headers);
      response.end(answer.body);
      return;
    case 'answer':
      response.writeHead(answer.status, answer.headers);
      response.end(answer.body);
  }
}
