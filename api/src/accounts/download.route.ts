import { Readable } from 'node:stream';
import { seconds } from '@touchline/core/instant';
import type { Store } from '@touchline/store/connect';
import { z } from 'zod';
import type { App } from '../http/app-type.ts';
import { sessionOf } from '../http/guards.ts';
import { bearer } from '../http/open-api.ts';
import { refusalAnswers, refuse } from '../http/refuse.ts';
import { ownRecords } from './own-records.ts';

const schema = {
  tags: ['accounts'],
  summary:
    'All that is kept of oneself, as one JSON file: profile, settings, sessions, transactions, bets, ledger events',
  security: bearer,
  response: {
    200: { description: 'One JSON object', content: { 'application/json': { schema: z.any() } } },
    ...refusalAnswers,
  },
};
/** A reader that takes nothing for so long is let go. */
const patienceMs = seconds(60);

/** A download keeps reading for as long as it is taken. */
const mostAtOnce = 5;

export const downloadRoute = (deps: { readonly reading: Pick<Store, 'db'> }) => async (app: App) => {
  let running = 0;
  const config = { rateLimit: { max: 10, timeWindow: '1 hour', groupId: 'download' } };
  app.get('/auth/download', { schema, config, exposeHeadRoute: false }, async (request, reply) => {
    const { userId, walletId } = sessionOf(request);
    if (running >= mostAtOnce) return refuse(reply, 429, tooManyDownloads);
    running += 1;
    const content = Readable.from(ownRecords(deps.reading.db, userId, walletId), { objectMode: false });
    content.once('close', () => {
      running -= 1;
    });
    reply.raw.setTimeout(patienceMs, () => reply.raw.destroy());
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="touchline-my-data.json"')
      .header('cache-control', 'no-store')
      .send(content);
  });
};

const tooManyDownloads = {
  code: 'too-many-downloads',
  error: 'Several downloads are running. Please try again in a minute.',
} as const;
