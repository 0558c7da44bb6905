import { inLanguage } from '@touchline/core/catalogues';
import { accountRefusalView, ownAccountEndpoints, viewProfile, viewUser } from '@touchline/core/contract';
import { schemaText } from '@touchline/core/language';
import { ok, refused } from '@touchline/core/result';
import { changeUser, endSessions, listSessions } from '@touchline/store/accounts';
import { readExclusion } from '@touchline/store/limits';
import { closeAccount } from '@touchline/store/privacy';
import type { Reads } from '@touchline/store/standby-reads';
import { readWallet } from '@touchline/store/wallet';
import { handle, handleRefusing, type Route } from '../http/handle.ts';
import { languageOf } from '../http/request-language.ts';
import { sendFile, streamOf } from '../http/send-file.ts';
import { changePassword, type PasswordDeps } from './change-password.ts';
import { deviceName } from './devices.ts';
import { ownRecords, viewSettings } from './own-records.ts';
import { proveOwner, readOwner } from './prove-owner.ts';
import type { RefreshCookie } from './refresh-token.ts';
import type { CodeDeps } from './second-factor.ts';

export type OwnAccountRouteDeps = PasswordDeps &
  CodeDeps & {
    readonly cookie: RefreshCookie;
    readonly mostSessions: number;
    /** How long the identity of a closed account is stored, sealed. */
    readonly identityKeptMs: number;
    /** Where long downloads are read. */
    readonly downloads: Reads;
  };

const maxDownloads = 5;

/** Profile, settings, sessions, password, and the end of an account. */
export function ownAccountRoutes(deps: OwnAccountRouteDeps): readonly Route[] {
  const { db, dataKey, cookie, identityKeptMs, now } = deps;
  return [
    handle(ownAccountEndpoints.me, async ({ session }) => {
      const { userId, walletId, hasSecondFactor } = session;
      const [user, held, exclusion] = await Promise.all([
        readOwner(db, session),
        readWallet(db, walletId),
        readExclusion(db, walletId),
      ]);
      if (!held) throw new Error(`user ${userId} has no wallet`);
      return viewProfile({ user, held, exclusion, hasSecondFactor, now: now() });
    }),
    handle(ownAccountEndpoints.changeProfile, async ({ session, body }) =>
      viewUser(await changeUser(db, session.userId, body, session.sessionId), session.hasSecondFactor),
    ),
    handle(ownAccountEndpoints.settings, async ({ session }) => viewSettings(db, await readOwner(db, session))),
    handle(ownAccountEndpoints.changeSettings, async ({ session, body }) =>
      viewSettings(db, await changeUser(db, session.userId, body, session.sessionId)),
    ),
    ...sessionRoutes(deps),
    handleRefusing(ownAccountEndpoints.changePassword, accountRefusalView, async ({ session, body }) => {
      const changed = await changePassword(deps, session, body);
      if (!changed.ok) return changed;
      return ok({ message: schemaText('Your password was changed. Every other session was signed out.') });
    }),
    handleRefusing(ownAccountEndpoints.closeAccount, accountRefusalView, async ({ session, body, request, reply }) => {
      const owner = await proveOwner(deps, session, body);
      if (!owner.ok) return owner;
      const { userId, sessionId } = session;
      const closing = { userId, sessionId, by: 'owner', keepMs: identityKeptMs, requestId: request.id } as const;
      const closed = await closeAccount(db, dataKey, closing, now());
      if (!closed.ok) return closed;
      deps.endSessions(closed.value.endedSessions);
      cookie.clear(reply);
      return ok({ message: schemaText('Your account is closed.') });
    }),
    downloadRoute(deps),
  ];
}

/** Where the user is logged in, and the end of that. */
function sessionRoutes(deps: OwnAccountRouteDeps): readonly Route[] {
  const { db, cookie, now } = deps;
  return [
    handle(ownAccountEndpoints.sessions, async ({ session, request }) => {
      const open = await listSessions(db, session.userId, now());
      return {
        most: deps.mostSessions,
        sessions: open.map(({ id, userAgent, address, createdAt, usedAt }) => ({
          id,
          device: inLanguage(languageOf(request), () => deviceName(userAgent)),
          address,
          createdAt: new Date(createdAt).toISOString(),
          usedAt: new Date(usedAt).toISOString(),
          isCurrent: id === session.sessionId,
        })),
      };
    }),
    handleRefusing(
      ownAccountEndpoints.endSession,
      accountRefusalView,
      async ({ session: { userId, sessionId }, params: { id: only }, reply }) => {
        const ended = await endSessions(db, { userId, only, why: 'ended-by-user' }, now());
        if (ended.length === 0) return refused({ code: 'session-unknown' });
        deps.endSessions(ended);
        if (only === sessionId) cookie.clear(reply);
        return ok({ message: schemaText('That device is signed out.') });
      },
    ),
    handle(ownAccountEndpoints.endAllSessions, async ({ session: { userId, sessionId }, body, reply }) => {
      const except = body.keep === 'current' ? sessionId : undefined;
      deps.endSessions(await endSessions(db, { userId, except, why: 'ended-by-user' }, now()));
      if (except !== undefined) return { message: schemaText('Signed out everywhere else.') };
      cookie.clear(reply);
      return { message: schemaText('Signed out everywhere.') };
    }),
  ];
}

/** What is stored about the user, as a file. */
function downloadRoute({ downloads }: OwnAccountRouteDeps): Route {
  let running = 0;
  return handleRefusing(
    ownAccountEndpoints.download,
    accountRefusalView,
    async ({ session: { userId, walletId }, reply }) => {
      if (running >= maxDownloads) return refused({ code: 'too-many-downloads' });
      const server = await downloads.server();
      running += 1;
      const content = streamOf(ownRecords(server.db, userId, walletId));
      content.once('close', () => {
        running -= 1;
      });
      return ok(sendFile(reply, content, 'application/json; charset=utf-8', 'touchline-my-data.json'));
    },
    {
      exposeHeadRoute: false,
      config: { rateLimit: { max: 10, timeWindow: '1 hour', groupId: 'download' } },
    },
  );
}
