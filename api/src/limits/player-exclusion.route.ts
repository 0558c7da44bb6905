import type { OperatorExclusionRefusal } from '@touchline/core/account';
import {
  excludePlayerRequest,
  liftExclusionRequest,
  type PlayerExclusionView,
  playerExclusionRefusalView,
  playerExclusionView,
} from '@touchline/core/contract';
import type { UserId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { type Result, refused } from '@touchline/core/result';
import { readUser, type User } from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';
import { excludePlayer, liftPlayerExclusion, readPlayerExclusion } from '@touchline/store/limits';
import { readSharedSignals } from '@touchline/store/privacy';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { App } from '../http/app-type.ts';
import { sessionOf } from '../http/guards.ts';
import { bearer } from '../http/open-api.ts';
import { type RefusalStatus, refusalAnswers, refuse } from '../http/refuse.ts';
import { noteLook } from '../ledger/note-look.ts';
import type { QueueEmail } from '../queue.ts';
import { viewExclusion, viewShared } from './view-exclusion.ts';

type Deps = { readonly db: Db; readonly queueEmail: QueueEmail; readonly now: () => Instant };

const described = {
  tags: ['admin'],
  security: bearer,
  params: z.object({ id: z.uuid().transform((id) => id as UserId) }),
  response: { 200: playerExclusionView, ...refusalAnswers },
};
const toRead = { ...described, summary: 'What keeps a bettor from betting and depositing' };
const toExclude = {
  ...described,
  summary: 'No bets and no deposits of this bettor from now on; withdrawals and open bets live on',
  body: excludePlayerRequest,
};
const toLift = {
  ...described,
  summary: 'Ends an exclusion by the house before its time: by another admin than who began it',
  body: liftExclusionRequest,
};

export const playerExclusionRoutes =
  ({ db, queueEmail, now }: Deps) =>
  async (app: App) => {
    app.get('/players/:id/exclusion', { schema: toRead }, async (request, reply) => {
      const player = await readUser(db, request.params.id);
      if (!player) return refuse(reply, 404, playerExclusionRefusalView({ code: 'player-unknown' }));
      await noteLook(db, request, 'player', player.walletId);
      return reply.send(await view(db, player, now()));
    });
    app.post('/players/:id/exclusion', { schema: toExclude }, async (request, reply) => {
      const player = await readUser(db, request.params.id);
      const done = player ? await excludePlayer(db, about(player), request.body, by(request)) : unknown;
      if (!player || !done.ok) return refusedBy(reply, done);
      await queueEmail(done.value);
      return reply.send(await view(db, player, now()));
    });
    app.post('/players/:id/exclusion/lift', { schema: toLift }, async (request, reply) => {
      const player = await readUser(db, request.params.id);
      const { reason } = request.body;
      const done = player ? await liftPlayerExclusion(db, about(player), reason, by(request)) : unknown;
      if (!player || !done.ok) return refusedBy(reply, done);
      await queueEmail(done.value);
      return reply.send(await view(db, player, now()));
    });
  };

const unknown = refused({ code: 'player-unknown' } as const);
const about = ({ id, walletId }: User) => ({ userId: id, walletId });
const by = (request: FastifyRequest) => ({ admin: sessionOf(request).userId, requestId: request.id });

function refusedBy(reply: Parameters<typeof refuse>[0], done: Result<unknown, OperatorExclusionRefusal>) {
  const refusal = done.ok ? unknown.refusal : done.refusal;
  return refuse(reply, statusOf[refusal.code], playerExclusionRefusalView(refusal));
}

async function view(db: Db, { id, name, email, walletId }: User, at: Instant): Promise<PlayerExclusionView> {
  const [exclusion, shared] = await Promise.all([readPlayerExclusion(db, walletId, at), readSharedSignals(db, id)]);
  return { user: { id, name, email }, ...viewExclusion(exclusion), shared: viewShared(shared) };
}

const statusOf = {
  'player-unknown': 404,
  'own-account': 403,
  'exclusion-same-admin': 403,
  'exclusion-none': 409,
  'exclusion-not-longer': 409,
} satisfies Record<OperatorExclusionRefusal['code'], RefusalStatus>;
