import { accessLogPage } from '@touchline/core/contract';
import type { Db } from '@touchline/store/connect';
import { listAccess } from '@touchline/store/ledger';
import { z } from 'zod';
import type { App } from '../http/app-type.ts';
import { bearer } from '../http/open-api.ts';
import { refusalAnswers } from '../http/refuse.ts';
import { walletId } from './query-fields.ts';

const schema = {
  tags: ['ledger'],
  summary: 'Which auditor or admin looked at which player, the newest first; for auditors',
  security: bearer,
  querystring: z.object({
    before: z.coerce.number().int().optional(),
    wallet: walletId.optional(),
    limit: z.coerce.number().int().min(1).max(500).default(100),
  }),
  response: { 200: accessLogPage, ...refusalAnswers },
};

export const accessLogRoute = (deps: { readonly db: Db }) => async (app: App) => {
  app.get('/ledger/access-log', { schema }, async (request) => {
    const { wallet, ...place } = request.query;
    const { looks, next } = await listAccess(deps.db, { ...place, walletId: wallet });
    return { looks: [...looks], next };
  });
};
