import { betView } from '@touchline/core/contract';
import type { BetId } from '@touchline/core/ids';
import { betHistory, readBet, viewBet } from '@touchline/store/bets';
import type { Db } from '@touchline/store/connect';
import { z } from 'zod';
import type { App } from '../http/app-type.ts';
import { sessionOf } from '../http/guards.ts';
import { bearer } from '../http/open-api.ts';
import { refusalAnswers, refuse } from '../http/refuse.ts';

const betId = z.uuid().transform((id) => id as BetId);
const historySchema = {
  tags: ['betting'],
  summary: 'My bets, the newest first; `before` a bet for the next page',
  security: bearer,
  querystring: z.object({
    before: betId.optional(),
    limit: z.coerce.number().int().min(1).max(500).default(100),
  }),
  response: { 200: z.array(betView), ...refusalAnswers },
};
const betSchema = {
  tags: ['betting'],
  summary: 'One of my bets',
  security: bearer,
  params: z.object({ id: betId }),
  response: { 200: betView, ...refusalAnswers },
};

export const readBetsRoutes = (deps: { readonly db: Db }) => async (app: App) => {
  app.get('/bet/history', { schema: historySchema }, async (request) => {
    const bets = await betHistory(deps.db, sessionOf(request).userId, request.query);
    return bets.map(viewBet);
  });
  app.get('/bet/:id', { schema: betSchema }, async (request, reply) => {
    const bet = await readBet(deps.db, request.params.id);
    // Whose bets exist is nobody else's business.
    if (bet?.userId === sessionOf(request).userId) return viewBet(bet);
    return refuse(reply, 404, { code: 'bet-unknown', error: 'You have no such bet.' });
  });
};
