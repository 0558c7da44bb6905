import type { BonusTerms } from '@touchline/core/bonus';
import { playerExclusionRefusalView, playerSheet, playerView } from '@touchline/core/contract';
import type { UserId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { readUser } from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';
import { findPlayers } from '@touchline/store/ledger';
import { z } from 'zod';
import type { App } from '../http/app-type.ts';
import { bearer } from '../http/open-api.ts';
import { refusalAnswers, refuse } from '../http/refuse.ts';
import { noteLook } from '../ledger/note-look.ts';
import { readPlayerSheet } from './read-player-sheet.ts';

const described = { tags: ['admin'], security: bearer };
const toFind = {
  ...described,
  summary: 'Players whose name, e-mail or id matches, at most 50; for admins and auditors, written to the access log',
  querystring: z.object({ search: z.string().max(100).default('') }),
  response: { 200: z.array(playerView), ...refusalAnswers },
};
const toRead = {
  ...described,
  summary: 'All that operators see of one player; for admins and auditors, written to the access log',
  params: z.object({ id: z.uuid().transform((id) => id as UserId) }),
  response: { 200: playerSheet, ...refusalAnswers },
};

type Deps = { readonly db: Db; readonly bonus: BonusTerms; readonly now: () => Instant };

export const playerRoutes = (deps: Deps) => async (app: App) => {
  const { db } = deps;
  app.get('/players', { schema: toFind }, async (request) => {
    await noteLook(db, request, 'players', null);
    return findPlayers(db, request.query.search);
  });
  app.get('/players/:id', { schema: toRead }, async (request, reply) => {
    const player = await readUser(db, request.params.id);
    if (!player) return refuse(reply, 404, playerExclusionRefusalView({ code: 'player-unknown' }));
    await noteLook(db, request, 'player', player.walletId);
    return reply.send(await readPlayerSheet(deps, player));
  });
};
