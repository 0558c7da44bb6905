import { playerExclusionRefusalView, signOutPlayerAnswer, signOutPlayerRequest } from '@touchline/core/contract';
import type { UserId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { endSessions, readUser } from '@touchline/store/accounts';
import { recordAction } from '@touchline/store/audit';
import type { Db } from '@touchline/store/connect';
import { z } from 'zod';
import type { App } from '../http/app-type.ts';
import { sessionOf } from '../http/guards.ts';
import { bearer } from '../http/open-api.ts';
import { refusalAnswers, refuse } from '../http/refuse.ts';
import type { EndSessions } from '../live/create-live.ts';

const schema = {
  tags: ['admin'],
  summary: 'Signs a player out everywhere: their sessions end and their sockets are closed; the audit log has why',
  security: bearer,
  params: z.object({ id: z.uuid().transform((id) => id as UserId) }),
  body: signOutPlayerRequest,
  response: { 200: signOutPlayerAnswer, ...refusalAnswers },
};

type Deps = { readonly db: Db; readonly endSessions: EndSessions; readonly now: () => Instant };

export const signOutPlayerRoute = (deps: Deps) => async (app: App) => {
  app.post('/players/:id/sign-out', { schema }, async (request, reply) => {
    const { userId, role } = sessionOf(request);
    const player = await readUser(deps.db, request.params.id);
    if (!player) return refuse(reply, 404, playerExclusionRefusalView({ code: 'player-unknown' }));
    if (player.id === userId) return refuse(reply, 403, playerExclusionRefusalView({ code: 'own-account' }));
    const ended = await deps.db.transaction().execute(async (trx) => {
      const sessions = await endSessions(trx, { userId: player.id, why: 'ended-by-operator' }, deps.now());
      await recordAction(trx, {
        actor: { userId, role },
        action: 'player-signed-out',
        subject: `user:${player.id}`,
        reason: request.body.reason,
        before: { openSessions: sessions.length },
        after: { openSessions: 0 },
        requestId: request.id,
      });
      return sessions;
    });
    deps.endSessions(ended);
    return reply.send({ ended: ended.length });
  });
};
