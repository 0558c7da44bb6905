import type { OperatorExclusionRefusal } from '@touchline/core/account';
import type { BonusTerms } from '@touchline/core/bonus';
import { type PlayerExclusionView, playerEndpoints, playerExclusionRefusalView } from '@touchline/core/contract';
import type { UserId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { ok, type Result, refused } from '@touchline/core/result';
import { endSessions as endStoredSessions, readUser, type User } from '@touchline/store/accounts';
import { recordAction } from '@touchline/store/audit';
import type { Db } from '@touchline/store/connect';
import type { StoredEmail } from '@touchline/store/emails';
import { findPlayers } from '@touchline/store/ledger';
import { excludePlayer, liftPlayerExclusion, readPlayerExclusion } from '@touchline/store/limits';
import { readSharedSignals } from '@touchline/store/privacy';
import type { FastifyRequest } from 'fastify';
import { handle, handleRefusing, type Route } from '../http/handle.ts';
import type { Session } from '../http/sessions.ts';
import { recordStaffAccess } from '../ledger/staff-access.ts';
import type { Announce } from '../live/announce.ts';
import type { EndSessions } from '../live/create-live.ts';
import type { QueueEmail } from '../queue.ts';
import { readPlayerSheet, viewExclusion, viewShared } from './read-player-sheet.ts';

type Deps = {
  readonly db: Db;
  readonly bonus: BonusTerms;
  readonly announce: Announce;
  readonly queueEmail: QueueEmail;
  readonly endSessions: EndSessions;
  readonly now: () => Instant;
};
type Asked = { readonly params: { readonly id: UserId }; readonly session: Session; readonly request: FastifyRequest };

/** What staff see of a player and do about an account. */
export function playersRoutes(deps: Deps): readonly Route[] {
  const { db, announce, queueEmail, endSessions, now } = deps;

  async function viewExclusions({ id, name, email, walletId }: User): Promise<PlayerExclusionView> {
    const [exclusion, shared] = await Promise.all([
      readPlayerExclusion(db, walletId, now()),
      readSharedSignals(db, id),
    ]);
    return { user: { id, name, email }, ...viewExclusion(exclusion), shared: viewShared(shared) };
  }

  /** Excludes a player or lifts an exclusion, and emails them. */
  async function change(
    { params, session, request }: Asked,
    decide: (
      player: { readonly userId: UserId; readonly walletId: User['walletId'] },
      by: { readonly admin: UserId; readonly requestId: string },
    ) => Promise<Result<StoredEmail, OperatorExclusionRefusal>>,
  ) {
    const player = await readUser(db, params.id);
    if (!player) return unknown;
    const { id: userId, walletId } = player;
    const decided = await decide({ userId, walletId }, { admin: session.userId, requestId: request.id });
    if (!decided.ok) return decided;
    announce(userId, { refetch: true });
    await queueEmail(decided.value);
    return ok(await viewExclusions(player));
  }

  return [
    handle(playerEndpoints.find, async ({ query, request }) => {
      await recordStaffAccess(db, request, 'players', null);
      return findPlayers(db, query.search);
    }),
    handleRefusing(playerEndpoints.read, playerExclusionRefusalView, async ({ params, request }) => {
      const player = await readUser(db, params.id);
      if (!player) return unknown;
      await recordStaffAccess(db, request, 'player', player.walletId);
      return ok(await readPlayerSheet(deps, player));
    }),
    handleRefusing(playerEndpoints.exclusion, playerExclusionRefusalView, async ({ params, request }) => {
      const player = await readUser(db, params.id);
      if (!player) return unknown;
      await recordStaffAccess(db, request, 'player', player.walletId);
      return ok(await viewExclusions(player));
    }),
    handleRefusing(playerEndpoints.exclude, playerExclusionRefusalView, (asked) =>
      change(asked, (player, by) => excludePlayer(db, player, asked.body, by)),
    ),
    handleRefusing(playerEndpoints.liftExclusion, playerExclusionRefusalView, (asked) =>
      change(asked, (player, by) => liftPlayerExclusion(db, player, asked.body.reason, by)),
    ),
    handleRefusing(
      playerEndpoints.signOut,
      playerExclusionRefusalView,
      async ({ params, body, session: { userId, role }, request }) => {
        const player = await readUser(db, params.id);
        if (!player) return unknown;
        if (player.id === userId) return refused({ code: 'own-account' });
        const ended = await db.transaction().execute(async (trx) => {
          const sessions = await endStoredSessions(trx, { userId: player.id, why: 'ended-by-operator' }, now());
          await recordAction(trx, {
            actor: { userId, role },
            action: 'player-signed-out',
            subject: `user:${player.id}`,
            reason: body.reason,
            before: { openSessions: sessions.length },
            after: { openSessions: 0 },
            requestId: request.id,
          });
          return sessions;
        });
        endSessions(ended);
        return ok({ ended: ended.length });
      },
    ),
  ];
}

const unknown = refused({ code: 'player-unknown' } as const);
