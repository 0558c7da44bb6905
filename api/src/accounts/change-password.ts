import type { SessionId, UserId } from '@touchline/core/ids';
import { type Instant, minutes } from '@touchline/core/instant';
import { ok, type Result, refused } from '@touchline/core/result';
import {
  countTry,
  endSessions,
  forgetTries,
  readPasswordHash,
  readUser,
  setPassword,
  type TryLimit,
} from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';
import { leaveLetter } from '@touchline/store/letters';
import type { EndSessions } from '../live/create-live.ts';
import type { SendMail } from '../queue.ts';
import type { IsGuessable, PasswordGuessable } from './guessable-password.ts';
import { hashPassword, isPassword } from './passwords.ts';

export type ChangePasswordRefusal =
  | { readonly code: 'too-many-tries'; readonly retryAt: Instant }
  | { readonly code: 'password-wrong' };
export type NewPasswordRefusal = ChangePasswordRefusal | PasswordGuessable;
export type ChangePasswordDeps = {
  readonly db: Db;
  readonly isGuessable: IsGuessable;
  readonly sendMail: SendMail;
  readonly endSessions: EndSessions;
  readonly now: () => Instant;
};

const limit: TryLimit = { most: 10, withinMs: minutes(15) };

/** Changes the password of who knows it, ends every other session, and tells the owner by mail. */
export async function changePassword(
  deps: ChangePasswordDeps,
  who: { readonly userId: UserId; readonly sessionId: SessionId },
  asked: { readonly currentPassword: string; readonly newPassword: string },
): Promise<Result<undefined, NewPasswordRefusal>> {
  const { userId, sessionId } = who;
  const now = deps.now();
  const known = await isOwner(deps, userId, asked.currentPassword);
  if (!known.ok) return known;
  const user = await readUser(deps.db, userId);
  if (deps.isGuessable(asked.newPassword, user ? [user.name, user.email] : [])) {
    return refused({ code: 'password-guessable' });
  }
  const passwordHash = await hashPassword(asked.newPassword);
  const { ended, letter } = await deps.db.transaction().execute(async (trx) => {
    await setPassword(trx, userId, passwordHash, now);
    return {
      ended: await endSessions(trx, { userId, except: sessionId, why: 'password-changed' }, now),
      letter: await leaveLetter(trx, { kind: 'password-changed', userId }),
    };
  });
  deps.endSessions(ended);
  await deps.sendMail(letter);
  return ok(undefined);
}

/** Whether somebody who is logged in knows the password as well. Tries count, for a stolen session must not guess it. */
export async function isOwner(
  { db, now }: Pick<ChangePasswordDeps, 'db' | 'now'>,
  userId: UserId,
  password: string,
): Promise<Result<undefined, ChangePasswordRefusal>> {
  const tried = `password ${userId}`;
  const counted = await countTry(db, tried, limit, now());
  if (!counted.isAllowed) return refused({ code: 'too-many-tries', retryAt: counted.endsAt });
  if (!(await isPassword(password, await readPasswordHash(db, userId)))) return refused({ code: 'password-wrong' });
  await forgetTries(db, tried);
  return ok(undefined);
}
