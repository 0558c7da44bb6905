import { Readable } from 'node:stream';
import { seconds } from '@touchline/core/instant';
import type { FastifyReply } from 'fastify';

/** A reader that takes nothing for so long is disconnected. */
const idleMs = seconds(60);

/** Sends a file of any size as a download that nothing stores. */
export function sendFile(reply: FastifyReply, content: Readable, type: string, fileName: string): FastifyReply {
  reply.raw.setTimeout(idleMs, () => reply.raw.destroy());
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .header('cache-control', 'no-store')
    .send(content);
}

/** The name of an export made now: `touchline-cases-20261123T190000Z.csv`. */
export const exportName = (name: string, format: string): string =>
  `touchline-${name}-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}.${format}`;

/** A stream of what is generated while it is read. */
export const streamOf = (parts: AsyncIterable<string | Uint8Array>): Readable =>
  Readable.from(parts, { objectMode: false });
