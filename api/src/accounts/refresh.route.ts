import { bearerToken } from '@touchline/core/account';
import { loginAnswer, messageAnswer } from '@touchline/core/contract';
import { endSessions, readSession } from '@touchline/store/accounts';
import type { App } from '../http/app-type.ts';
import { sessionWords } from '../http/guards.ts';
import { refusalAnswers, refuse } from '../http/refuse.ts';
import type { Sessions } from '../http/sessions.ts';
import { deviceOf } from './device-of.ts';
import { type RecognizeDeps, recognizeUser } from './recognize-user.ts';
import { type RefreshDeps, refresh } from './refresh.ts';
import type { RefreshCookie } from './refresh-cookie.ts';
import { isGenuine, readRefreshToken } from './refresh-token.ts';
import { viewUser } from './view-user.ts';

export type RefreshRouteDeps = Omit<RefreshDeps, 'refreshKey'> &
  RecognizeDeps & {
    readonly sessions: Sessions;
    readonly cookie: RefreshCookie;
  };

const toRefresh = {
  tags: ['accounts'],
  summary: 'A new access token for the refresh cookie, which is replaced as well',
  response: { 200: loginAnswer, ...refusalAnswers },
};
const toLogOut = {
  tags: ['accounts'],
  summary: 'End the session of the refresh cookie, or of the bearer token',
  response: { 200: messageAnswer, ...refusalAnswers },
};

export const refreshRoutes = (deps: RefreshRouteDeps) => async (app: App) => {
  const { cookie, sessions } = deps;

  app.post('/auth/refresh', { schema: toRefresh }, async (request, reply) => {
    const text = cookie.read(request);
    if (text === undefined) {
      return refuse(reply, 401, { code: 'no-session', error: 'Please log in again.' });
    }
    const refreshed = await refresh({ ...deps, refreshKey: cookie.key }, text, deviceOf(request));
    if (!refreshed.ok) {
      const { code } = refreshed.refusal;
      cookie.take(reply);
      return refuse(reply, 401, { code, error: sessionWords[code] });
    }
    const { user, session } = refreshed.value;
    // Another account of theirs may have been excluded since the log-in.
    await recognizeUser(deps, user, deps.deviceCookie.ids(request), request.id);
    cookie.give(reply, session, deps.now());
    reply.header('cache-control', 'no-store');
    return { accessToken: sessions.sign(user, session.id), user: viewUser(user, session.secondFactorAt !== null) };
  });

  // Open to everybody: whoever holds either credential may end its session, also when the access token has just expired.
  app.post('/auth/logout', { schema: toLogOut }, async (request, reply) => {
    const token = bearerToken(request.headers.authorization);
    const bearer = token === undefined ? undefined : await sessions.read(token);
    const refreshToken = readRefreshToken(cookie.read(request) ?? '');
    const known = refreshToken && (await readSession(deps.db, refreshToken.sessionId));
    const isCookieOurs = refreshToken && known && isGenuine(cookie.key, refreshToken, known);
    const owned = [
      ...(bearer?.ok ? [{ userId: bearer.value.userId, only: bearer.value.sessionId }] : []),
      ...(isCookieOurs ? [{ userId: known.userId, only: known.id }] : []),
    ];
    for (const which of owned) {
      deps.endSessions(await endSessions(deps.db, { ...which, why: 'logged-out' }, deps.now()));
    }
    cookie.take(reply);
    return { message: 'You are logged out.' };
  });
};
