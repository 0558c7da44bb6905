import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { ConfigView } from '@touchline/core/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type SendPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/**
 * Sends the page of the screens built in `folder`, with the operator's settings embedded, so that the first paint is complete and
 * nothing shifts later. Throws if the folder has not been built.
 */
export function pageSender(folder: string, config: ConfigView): SendPage {
  const file = join(folder, 'index.html');
  if (!existsSync(file)) throw new Error(`WEB_DIST: there are no built screens in ${folder}`);
  const page = Buffer.from(withConfig(readFileSync(file, 'utf8'), config));
  const encoded = { br: brotliCompressSync(page), gzip: gzipSync(page) };
  const tag = `W/"${createHash('sha256').update(page).digest('base64url').slice(0, 20)}"`;
  return (request, reply) => {
    reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag: tag });
    reply.type('text/html; charset=utf-8');
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    const accepted = String(request.headers['accept-encoding'] ?? '');
    const way = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined;
    return way ? reply.header('content-encoding', way).send(encoded[way]) : reply.send(page);
  };
}

/** JSON, not code, so the content policy need not allow it. `<` is escaped, so it cannot end the element. */
function withConfig(page: string, config: ConfigView): string {
  const json = JSON.stringify(config).replaceAll('<', '\\u003c');
  const element = `<script id="config" type="application/json">${json}</script>`;
  return page.includes('</head>') ? page.replace('</head>', () => `${element}</head>`) : `${page}${element}`;
}
