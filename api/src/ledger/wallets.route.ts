import { ledgerTime, playerView, walletTimeline } from '@touchline/core/contract';
import type { Db } from '@touchline/store/connect';
import { findPlayers, walletTimeline as readTimeline } from '@touchline/store/ledger';
import { z } from 'zod';
import type { App } from '../http/app-type.ts';
import { countedInMemory } from '../http/limit-counter.ts';
import { bearer } from '../http/open-api.ts';
import { refusalAnswers, refuse } from '../http/refuse.ts';
import { mayRead, noteLook } from './note-look.ts';
import { utcMoment, walletId } from './query-fields.ts';

const playersSchema = {
  tags: ['ledger'],
  summary: 'Players whose name, e-mail or id matches, at most 50; for auditors',
  security: bearer,
  querystring: z.object({ search: z.string().max(200).default('') }),
  response: { 200: z.array(playerView), ...refusalAnswers },
};
const timelineSchema = {
  tags: ['ledger'],
  summary:
    'The history of a wallet, the newest step first; `at` and `time` choose the moment of the balances `at`. Auditors, and bettors their own',
  security: bearer,
  params: z.object({ id: walletId }),
  querystring: z.object({
    at: utcMoment.optional(),
    time: ledgerTime.default('recorded'),
    before: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
    limit: z.coerce.number().int().min(1).max(1_000).default(200),
  }),
  response: { 200: walletTimeline, ...refusalAnswers },
};

export const noSuchWallet = { code: 'wallet-unknown', error: 'There is no such wallet.' } as const;

/** For auditors only. */
export const findPlayersRoute = (deps: { readonly db: Db }) => async (app: App) => {
  app.get('/ledger/wallets', { schema: playersSchema }, async (request) => {
    await noteLook(deps.db, request, 'players', null);
    return findPlayers(deps.db, request.query.search);
  });
};

/** The balances at a moment are summed from all events of the wallet. */
const config = { rateLimit: { max: 300, timeWindow: '1 minute', groupId: countedInMemory('wallet') } };

export const walletTimelineRoute = (deps: { readonly db: Db }) => async (app: App) => {
  app.get('/ledger/wallets/:id', { schema: timelineSchema, config }, async (request, reply) => {
    const { id } = request.params;
    const { at, time, before, limit } = request.query;
    if (!mayRead(request, id)) return refuse(reply, 404, noSuchWallet);
    await noteLook(deps.db, request, 'wallet', id);
    const timeline = await readTimeline(deps.db, id, { before, limit }, at === undefined ? undefined : { at, time });
    return timeline ?? refuse(reply, 404, noSuchWallet);
  });
};
