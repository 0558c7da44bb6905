import { betHistoryPage, betTimeline, betView, type RefusalView } from '@touchline/core/contract';
import type { BetId } from '@touchline/core/ids';
import { betHistory, readBet, viewBet } from '@touchline/store/bets';
import type { Db } from '@touchline/store/connect';
import { z } from 'zod';
import type { App } from '../http/app-type.ts';
import { sessionOf } from '../http/guards.ts';
import { bearer } from '../http/open-api.ts';
import { refusalAnswers, refuse } from '../http/refuse.ts';
import { readTimeline } from './read-timeline.ts';

const betId = z.uuid().transform((id) => id as BetId);
const historySchema = {
  tags: ['betting'],
  summary: 'My bets, the newest first; `before` a bet for the next page, `show` for those that are open or settled',
  security: bearer,
  querystring: z.object({
    before: betId.optional(),
    limit: z.coerce.number().int().min(1).max(500).default(betHistoryPage),
    show: z.enum(['open', 'settled']).optional(),
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

const timelineSchema = {
  tags: ['betting'],
  summary: 'One of my bets from the first price to the last event of the ledger',
  security: bearer,
  params: z.object({ id: betId }),
  response: { 200: betTimeline, ...refusalAnswers },
};
// Whose bets exist is nobody else's business.
const unknown: RefusalView = { code: 'bet-unknown', error: 'You have no such bet.' };

export const readBetsRoutes = (deps: { readonly db: Db }) => async (app: App) => {
  app.get('/bet/history', { schema: historySchema }, async (request) => {
    const bets = await betHistory(deps.db, sessionOf(request).userId, request.query);
    return bets.map(viewBet);
  });
  app.get('/bet/:id', { schema: betSchema }, async (request, reply) => {
    const bet = await readBet(deps.db, request.params.id);
    return bet?.userId === sessionOf(request).userId ? viewBet(bet) : refuse(reply, 404, unknown);
  });
  app.get('/bet/:id/timeline', { schema: timelineSchema }, async (request, reply) => {
    const { userId } = sessionOf(request);
    const timeline = await readTimeline(deps.db, request.params.id, (bet) => bet.userId === userId);
    return timeline ?? refuse(reply, 404, unknown);
  });
};
