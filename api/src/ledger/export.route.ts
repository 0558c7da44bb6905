import { Readable } from 'node:stream';
import { seconds } from '@touchline/core/instant';
import type { Db, Store } from '@touchline/store/connect';
import { type ExportFormat, exportFormats, exportLedger } from '@touchline/store/ledger';
import { z } from 'zod';
import type { App } from '../http/app-type.ts';
import { bearer } from '../http/open-api.ts';
import { refusalAnswers, refuse } from '../http/refuse.ts';
import { noteLook } from './note-look.ts';

const typeOf = {
  ndjson: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
} as const satisfies Record<ExportFormat, string>;

const schema = {
  tags: ['ledger'],
  summary: 'The whole ledger as of one moment, for the stand-alone verifier; a stream of any size. For auditors',
  security: bearer,
  querystring: z.object({ format: z.enum(exportFormats).default('ndjson') }),
  response: {
    200: {
      description: 'One JSON object or one row a line',
      content: { 'application/x-ndjson': { schema: z.any() }, 'text/csv': { schema: z.any() } },
    },
    ...refusalAnswers,
  },
};

/** An export holds four connections and a view of the database for as long as it is read. */
const mostAtOnce = 2;
/** A reader that takes nothing for so long is let go. */
const patienceMs = seconds(60);

export const exportRoute = (deps: { readonly db: Db; readonly reading: Pick<Store, 'pool'> }) => async (app: App) => {
  let running = 0;
  app.get('/ledger/export', { schema, exposeHeadRoute: false }, async (request, reply) => {
    const { format } = request.query;
    if (running >= mostAtOnce) {
      const error = `${mostAtOnce} exports are running. Please try again when one of them has ended.`;
      return refuse(reply, 429, { code: 'too-many-exports', error });
    }
    running += 1;
    const content = Readable.from(exportLedger(deps.reading.pool, { format }), { objectMode: false });
    content.once('close', () => {
      running -= 1;
    });
    try {
      await noteLook(deps.db, request, 'export', null);
    } catch (error) {
      content.destroy();
      throw error;
    }
    reply.raw.setTimeout(patienceMs, () => reply.raw.destroy());
    const name = `touchline-ledger-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}.${format}`;
    return reply
      .type(typeOf[format])
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'no-store')
      .send(content);
  });
};
