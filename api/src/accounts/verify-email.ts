import type { Instant } from '@touchline/core/instant';
import { ok, type Result } from '@touchline/core/result';
import { type EmailTokenRefusal, markEmailVerified, readUser, useEmailToken } from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';

export type VerifyEmailDeps = { readonly db: Db; readonly now: () => Instant };

/**
 * Notes that the address is theirs. A link that did so already answers the same: mail programs and impatient people open
 * links twice.
 */
export async function verifyEmail(
  deps: VerifyEmailDeps,
  secret: string,
): Promise<Result<undefined, EmailTokenRefusal>> {
  const now = deps.now();
  const used = await deps.db.transaction().execute(async (trx) => {
    const spent = await useEmailToken(trx, { secret, purpose: 'verify' }, now);
    if (spent.ok) await markEmailVerified(trx, spent.value, now);
    return spent;
  });
  if (used.ok) return ok(undefined);
  if (used.refusal.code !== 'token-used') return used;
  const user = await readUser(deps.db, used.refusal.userId);
  return user?.emailVerifiedAt == null ? used : ok(undefined);
}
