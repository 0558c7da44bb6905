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

export const proofRoute = (deps: { readonly db: Db; readonly reading: Pick<Store, 'pool'> }) => async (app: App) => {
  // The way up reads a leaf of every wallet.
  const config = { rateLimit: { max: 20, timeWindow: '1 minute' } };
  app.get('/ledger/proof/:walletId', { schema, config }, async (request, reply) => {
    const { walletId } = request.params;
    if (!mayRead(request, walletId)) return refuse(reply, 404, noSuchWallet);
    await noteLook(deps.db, request, 'proof', walletId);
    const proof = await proveWallet(deps.reading.pool, walletId);
    if (!proof) return refuse(reply, 404, noSuchWallet);
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="touchline-proof-${walletId}.json"`)
      .header('cache-control', 'no-store')
      .send(JSON.stringify(proof));
  });
};
