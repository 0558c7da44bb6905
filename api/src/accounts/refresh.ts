import type { SessionRefusal } from '@touchline/core/contract';
import { type Instant, seconds } from '@touchline/core/instant';
import { ok, type Result, refused } from '@touchline/core/result';
import {
  type Device,
  endSessions,
  type LogIn,
  readSession,
  readUser,
  turnSession,
  type User,
} from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';
import type { EndSessions } from '../live/create-live.ts';
import { isGenuine, type RefreshKey, type RefreshToken, readRefreshToken } from './refresh-token.ts';

export type RefreshDeps = {
  readonly db: Db;
  readonly refreshKey: RefreshKey;
  readonly endSessions: EndSessions;
  readonly now: () => Instant;
};
export type Refreshed = { readonly user: User; readonly session: LogIn };

/** Two tabs that refresh at the same moment, or a retry after a lost answer, are no theft. */
export const graceMs = seconds(10);

/**
 * Moves the session of a refresh token on by one turn. A replaced token that comes back has been stolen by or from its sender, so
 * the session ends. Only the token replaced last still gets the same successor, within the grace period.
 */
export async function refresh(
  deps: RefreshDeps,
  text: string,
  device: Device,
): Promise<Result<Refreshed, SessionRefusal>> {
  const token = readRefreshToken(text);
  const known = token && (await readSession(deps.db, token.sessionId));
  if (!token || !known || !isGenuine(deps.refreshKey, token, known)) return refused({ code: 'session-invalid' });
  const now = deps.now();
  const turned = token.turn === known.turn ? await turnSession(deps.db, known, device, now) : undefined;
  return turned ? answer(deps, turned) : refreshReplaced(deps, token, now);
}

/** Answers a token of another turn. */
async function refreshReplaced(
  deps: RefreshDeps,
  token: RefreshToken,
  now: Instant,
): Promise<Result<Refreshed, SessionRefusal>> {
  const session = await readSession(deps.db, token.sessionId);
  if (!session || session.endedAt !== null) {
    return refused({ code: session?.endedWhy === 'replaced' ? 'session-replaced' : 'session-ended' });
  }
  if (session.expiresAt <= now) return refused({ code: 'session-expired' });
  const isJustReplaced = token.turn === session.turn - 1 && now - session.turnedAt <= graceMs;
  if (isJustReplaced) return answer(deps, session);
  const { userId, id: only } = session;
  deps.endSessions(await endSessions(deps.db, { userId, only, why: 'token-reused' }, now));
  return refused({ code: 'session-ended' });
}

async function answer(deps: RefreshDeps, session: LogIn): Promise<Result<Refreshed, SessionRefusal>> {
  const user = await readUser(deps.db, session.userId);
  if (!user) throw new Error(`the session ${session.id} has no user`);
  return ok({ user, session });
}
