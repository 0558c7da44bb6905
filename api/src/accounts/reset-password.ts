import type { UserId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import type { Result } from '@touchline/core/result';
import { type EmailTokenRefusal, setPassword, useEmailToken } from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';
import { hashPassword } from './passwords.ts';

export type ResetPasswordDeps = {
  readonly db: Db;
  readonly now: () => Instant;
  /** Ends what was opened with the old password, on every node. */
  readonly endSessions: (userId: UserId) => void;
};

/** Changes the password of whoever got the link, once, and ends every session opened before. */
export async function resetPassword(
  deps: ResetPasswordDeps,
  asked: { readonly token: string; readonly password: string },
): Promise<Result<UserId, EmailTokenRefusal>> {
  const now = deps.now();
  const passwordHash = await hashPassword(asked.password);
  const changed = await deps.db.transaction().execute(async (trx) => {
    const spent = await useEmailToken(trx, { secret: asked.token, purpose: 'reset' }, now);
    if (spent.ok) await setPassword(trx, spent.value, passwordHash, now);
    return spent;
  });
  if (changed.ok) deps.endSessions(changed.value);
  return changed;
}
