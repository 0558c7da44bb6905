import { Readable } from 'node:stream';
import { seconds } from '@touchline/core/instant';
import type { Db, Store } from '@touchline/store/connect';
import { proveWallet } from '@touchline/store/ledger';
import { z } from 'zod';
import type { App } from '../http/app-type.ts';
import { bearer } from '../http/open-api.ts';
import { refusalAnswers, refuse } from '../http/refuse.ts';
import { mayRead, noteLook } from './note-look.ts';
import { walletId } from './query-fields.ts';
import { noSuchWallet } from './wallets.route.ts';

const schema = {
  tags: ['ledger'],
  summary:
    'The events of one wallet and the way up to the newest signed checkpoint, for the stand-alone verifier. Auditors, and bettors their own',
  security: bearer,
  params: z.object({ walletId }),
  response: {
    200: { description: 'A proof', content: { 'application/json': { schema: z.any() } } },
    ...refusalAnswers,
  },
};

/** A proof holds a connection and a view of the database for as long as it is read. */
const mostAtOnce = 3;
/** A reader that takes nothing for so long is disconnected. */
const patienceMs = seconds(60);

export const proofRoute = (deps: { readonly db: Db; readonly reading: Pick<Store, 'pool'> }) => async (app: App) => {
  let running = 0;
  const config = { rateLimit: { max: 20, timeWindow: '1 minute' } };
  app.get('/ledger/proof/:walletId', { schema, config, exposeHeadRoute: false }, async (request, reply) => {
    const { walletId } = request.params;
    if (!mayRead(request, walletId)) return refuse(reply, 404, noSuchWallet);
    if (running >= mostAtOnce) return refuse(reply, 429, tooManyProofs);
    running += 1;
    let content: Readable | undefined;
    try {
      await noteLook(deps.db, request, 'proof', walletId);
      const proof = await proveWallet(deps.reading.pool, walletId);
      if (proof === 'no-wallet') return refuse(reply, 404, noSuchWallet);
      if (proof === 'not-ready') return refuse(reply, 503, notReady);
      content = Readable.from(proof, { objectMode: false });
    } finally {
      if (content) content.once('close', () => (running -= 1));
      else running -= 1;
    }
    reply.raw.setTimeout(patienceMs, () => reply.raw.destroy());
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="touchline-proof-${walletId}.json"`)
      .header('cache-control', 'no-store')
      .send(content);
  });
};

const tooManyProofs = {
  code: 'too-many-proofs',
  error: 'Several proofs are being downloaded. Please try again in a moment.',
} as const;
const notReady = {
  code: 'proof-not-ready',
  error: 'Proofs are being prepared. Please try again in a few minutes.',
} as const;
