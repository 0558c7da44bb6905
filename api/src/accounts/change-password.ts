import type { Instant } from '@touchline/core/instant';
import { ok, type Result, refused } from '@touchline/core/result';
import { endSessions, readPasswordHash, readUser, setPassword } from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';
import { storeEmail } from '@touchline/store/emails';
import type { EndSessions } from '../live/create-live.ts';
import type { QueueEmail } from '../queue.ts';
import { countProof, type TooManyTries } from './count-proof.ts';
import type { IsGuessable, PasswordGuessable } from './guessable-password.ts';
import { hashPassword, isPassword } from './passwords.ts';
import type { Owner } from './second-factor.ts';

export type ChangePasswordRefusal = TooManyTries | { readonly code: 'password-wrong' };
export type NewPasswordRefusal = ChangePasswordRefusal | PasswordGuessable;
export type ChangePasswordDeps = {
  readonly db: Db;
  readonly isGuessable: IsGuessable;
  readonly queueEmail: QueueEmail;
  readonly endSessions: EndSessions;
  readonly now: () => Instant;
};

/** Changes the password of who knows it, ends every other session, and tells the owner by mail. */
export async function changePassword(
  deps: ChangePasswordDeps,
  who: Owner,
  asked: { readonly currentPassword: string; readonly newPassword: string },
): Promise<Result<undefined, NewPasswordRefusal>> {
  const { userId, sessionId } = who;
  const now = deps.now();
  const known = await isOwner(deps, who, asked.currentPassword);
  if (!known.ok) return known;
  const user = await readUser(deps.db, userId);
  if (deps.isGuessable(asked.newPassword, user ? [user.name, user.email] : [])) {
    return refused({ code: 'password-guessable' });
  }
  const passwordHash = await hashPassword(asked.newPassword);
  const { ended, email } = await deps.db.transaction().execute(async (trx) => {
    await setPassword(trx, userId, passwordHash, now);
    return {
      ended: await endSessions(trx, { userId, except: sessionId, why: 'password-changed' }, now),
      email: await storeEmail(trx, { kind: 'password-changed', userId }),
    };
  });
  deps.endSessions(ended);
  await deps.queueEmail(email);
  return ok(undefined);
}

/**
 * Whether someone who is logged in knows the password as well. Attempts count for their session: a stolen one cannot guess for
 * long, and cannot use up the attempts of the owner's.
 */
export async function isOwner(
  { db, now }: Pick<ChangePasswordDeps, 'db' | 'now'>,
  { userId, sessionId }: Owner,
  password: string,
): Promise<Result<undefined, ChangePasswordRefusal>> {
  const counted = await countProof(db, `password ${sessionId}`, now());
  if (!counted.ok) return counted;
  if (!(await isPassword(password, await readPasswordHash(db, userId)))) return refused({ code: 'password-wrong' });
  await counted.value();
  return ok(undefined);
}
