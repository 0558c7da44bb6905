import type { Instant } from '@touchline/core/instant';
import { ok, type Result, refused } from '@touchline/core/result';
import {
  type EmailTokenRefusal,
  endSessions,
  readUser,
  setPassword,
  type User,
  useEmailToken,
} from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';
import type { EndSessions } from '../live/create-live.ts';
import type { IsGuessable, PasswordGuessable } from './guessable-password.ts';
import { hashPassword } from './passwords.ts';

export type ResetPasswordDeps = {
  readonly db: Db;
  readonly isGuessable: IsGuessable;
  readonly now: () => Instant;
  readonly endSessions: EndSessions;
};

/** Changes the password of the owner of the link, once, and ends every session opened before. */
export async function resetPassword(
  deps: ResetPasswordDeps,
  asked: { readonly token: string; readonly password: string },
): Promise<Result<User | undefined, EmailTokenRefusal | PasswordGuessable>> {
  // Before the token is spent, so that the link stays usable; whose it is, is not known yet.
  if (deps.isGuessable(asked.password, [])) return refused({ code: 'password-guessable' });
  const now = deps.now();
  const passwordHash = await hashPassword(asked.password);
  const changed = await deps.db.transaction().execute(async (trx) => {
    const spent = await useEmailToken(trx, { secret: asked.token, purpose: 'reset' }, now);
    if (!spent.ok) return spent;
    await setPassword(trx, spent.value, passwordHash, now);
    const ended = await endSessions(trx, { userId: spent.value, why: 'password-reset' }, now);
    return ok({ ended, user: await readUser(trx, spent.value) });
  });
  if (!changed.ok) return changed;
  deps.endSessions(changed.value.ended);
  return ok(changed.value.user);
}
