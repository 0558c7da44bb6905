import { bearerToken } from '@touchline/core/account';
import { accountEndpoints, linkRefusalView, loginRefusalView, sessionRefusalView } from '@touchline/core/contract';
import { schemaText } from '@touchline/core/language';
import { ok, refused } from '@touchline/core/result';
import { endSessions, readSession, readUser, type UserWithHash, useEmailToken } from '@touchline/store/accounts';
import { handle, handleRefusing, type Route } from '../http/handle.ts';
import { deviceOf } from './devices.ts';
import {
  answerWithToken,
  type LoginDeps,
  logIn,
  logInAfterRegistration,
  type StartSessionDeps,
  startSession,
} from './log-in.ts';
import { beginPasskeyLogin, logInWithPasskey, type PasskeyDeps } from './passkeys.ts';
import { refresh } from './refresh.ts';
import { isGenuine, readRefreshToken } from './refresh-token.ts';
import { guestLimit } from './registration.route.ts';
import type { RegistrationCookie } from './registration-cookie.ts';

export type LoginRouteDeps = LoginDeps &
  StartSessionDeps &
  PasskeyDeps & { readonly registrationCookie: RegistrationCookie };

/** Login, renewal and logout. */
export function loginRoutes(deps: LoginRouteDeps): readonly Route[] {
  const { db, cookie, deviceCookie, registrationCookie, sessions, now } = deps;
  return [
    handleRefusing(accountEndpoints.logIn, loginRefusalView, async ({ body, request, reply }) => {
      const knownDevice = deviceCookie.idFor(request, body.email);
      const opened = await logIn(deps, { ...body, device: deviceOf(request), knownDevice });
      return opened.ok ? ok(await startSession(deps, request, reply, opened.value)) : opened;
    }),
    handle(
      accountEndpoints.beginPasskeyLogin,
      ({ reply }) => {
        reply.header('cache-control', 'no-store');
        return beginPasskeyLogin(deps);
      },
      { config: { rateLimit: { max: 100, timeWindow: '15 minutes', groupId: 'passkeys' } } },
    ),
    handleRefusing(accountEndpoints.logInWithPasskey, loginRefusalView, async ({ body, request, reply }) => {
      const opened = await logInWithPasskey(deps, body, deviceOf(request));
      return opened.ok ? ok(await startSession(deps, request, reply, opened.value)) : opened;
    }),
    handleRefusing(
      accountEndpoints.logInAfterRegistration,
      loginRefusalView,
      async ({ request, reply }) => {
        const userId = registrationCookie.userId(request);
        if (userId === undefined) return refused({ code: 'registration-unknown' });
        const isProof = (user: UserWithHash) => registrationCookie.isProofOf(request, user, now());
        const opened = await logInAfterRegistration(deps, userId, deviceOf(request), isProof);
        if (opened.ok || opened.refusal.code === 'registration-unknown') registrationCookie.clear(reply);
        return opened.ok ? ok(await startSession(deps, request, reply, opened.value)) : opened;
      }, // Each waiting tab asks 300 times, and several people may share an address.
      { config: { rateLimit: { max: 1_200, timeWindow: '15 minutes', groupId: 'registrations' } } },
    ),
    handleRefusing(
      accountEndpoints.confirmBrowser,
      linkRefusalView('confirmation'),
      async ({ body, request, reply }) => {
        const used = await useEmailToken(db, { secret: body.token, purpose: 'confirm-browser' }, now());
        if (!used.ok) return used;
        const user = await readUser(db, used.value);
        if (!user) throw new Error(`a link was made for user ${used.value}, who has no account`);
        deviceCookie.remember(request, reply, user.email);
        return ok({ message: schemaText('This browser is confirmed. Log in now.') });
      },
      guestLimit,
    ),
    handleRefusing(accountEndpoints.refresh, sessionRefusalView, async ({ request, reply }) => {
      const token = cookie.read(request);
      if (token === undefined) return refused({ code: 'no-session' });
      const refreshed = await refresh({ ...deps, refreshKey: cookie.key }, token, deviceOf(request));
      if (!refreshed.ok) {
        cookie.clear(reply);
        return refreshed;
      }
      // Another account of this person may have been excluded since the login.
      const browserIds = deviceCookie.ids(request);
      return ok(await answerWithToken(deps, request, reply, { ...refreshed.value, browserIds }));
    }),
    // Either credential ends its session, even when the access token has just expired.
    handle(accountEndpoints.logOut, async ({ request, reply }) => {
      const accessToken = bearerToken(request.headers.authorization);
      const session = accessToken === undefined ? undefined : await sessions.read(accessToken);
      const refreshToken = readRefreshToken(cookie.read(request) ?? '');
      const known = refreshToken && (await readSession(db, refreshToken.sessionId));
      const owned = [
        ...(session?.ok ? [{ userId: session.value.userId, only: session.value.sessionId }] : []),
        ...(known && isGenuine(cookie.key, refreshToken, known) ? [{ userId: known.userId, only: known.id }] : []),
      ];
      for (const which of owned) {
        deps.endSessions(await endSessions(db, { ...which, why: 'logged-out' }, now()));
      }
      cookie.clear(reply);
      return { message: schemaText('You are logged out.') };
    }),
  ];
}
