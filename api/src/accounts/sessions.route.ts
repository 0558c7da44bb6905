import { endAllSessionsRequest, messageAnswer, sessionsView } from '@touchline/core/contract';
import type { SessionId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { endSessions, listSessions } from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';
import { z } from 'zod';
import type { App } from '../http/app-type.ts';
import { sessionOf } from '../http/guards.ts';
import { bearer } from '../http/open-api.ts';
import { refusalAnswers, refuse } from '../http/refuse.ts';
import type { EndSessions } from '../live/create-live.ts';
import { deviceWords } from './device-of.ts';
import type { RefreshCookie } from './refresh-cookie.ts';

export type SessionsRouteDeps = {
  readonly db: Db;
  readonly cookie: RefreshCookie;
  readonly mostSessions: number;
  readonly endSessions: EndSessions;
  readonly now: () => Instant;
};

const described = { tags: ['accounts'], security: bearer };
const toList = {
  ...described,
  summary: 'Where one is logged in, the last used first',
  response: { 200: sessionsView, ...refusalAnswers },
};
const toEnd = {
  ...described,
  summary: 'Sign out one session of one’s own',
  params: z.object({ id: z.uuid().transform((id) => id as SessionId) }),
  response: { 200: messageAnswer, ...refusalAnswers },
};
const toEndAll = {
  ...described,
  summary: 'Sign out everywhere, or everywhere else',
  body: endAllSessionsRequest,
  response: { 200: messageAnswer, ...refusalAnswers },
};

export const sessionsRoutes = (deps: SessionsRouteDeps) => async (app: App) => {
  app.get('/auth/sessions', { schema: toList }, async (request) => {
    const { userId, sessionId } = sessionOf(request);
    const open = await listSessions(deps.db, userId, deps.now());
    return {
      most: deps.mostSessions,
      sessions: open.map(({ id, userAgent, address, createdAt, usedAt }) => ({
        id,
        device: deviceWords(userAgent),
        address,
        createdAt: new Date(createdAt).toISOString(),
        usedAt: new Date(usedAt).toISOString(),
        isCurrent: id === sessionId,
      })),
    };
  });

  app.delete('/auth/sessions/:id', { schema: toEnd }, async (request, reply) => {
    const { userId, sessionId } = sessionOf(request);
    const { id: only } = request.params;
    const ended = await endSessions(deps.db, { userId, only, why: 'ended-by-user' }, deps.now());
    if (ended.length === 0) {
      return refuse(reply, 404, { code: 'session-unknown', error: 'This session has ended already.' });
    }
    deps.endSessions(ended);
    if (only === sessionId) deps.cookie.take(reply);
    return { message: 'Signed out there.' };
  });

  app.post('/auth/sessions/end-all', { schema: toEndAll }, async (request, reply) => {
    const { userId, sessionId } = sessionOf(request);
    const except = request.body.keep === 'current' ? sessionId : undefined;
    deps.endSessions(await endSessions(deps.db, { userId, except, why: 'ended-by-user' }, deps.now()));
    if (except === undefined) deps.cookie.take(reply);
    return { message: except === undefined ? 'Signed out everywhere.' : 'Signed out everywhere else.' };
  });
};
