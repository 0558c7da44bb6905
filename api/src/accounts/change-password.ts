import type { LinkRefusal } from '@touchline/core/contract';
import type { Instant } from '@touchline/core/instant';
import { ok, type Result, refused } from '@touchline/core/result';
import {
  endSessions,
  lockUserWithPassword,
  readUser,
  setPassword,
  type User,
  useEmailToken,
} from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';
import { storeEmail } from '@touchline/store/emails';
import type { EndSessions } from '../live/create-live.ts';
import type { QueueEmail } from '../queue.ts';
import { hashPassword, type IsGuessable } from './passwords.ts';
import { type PasswordRefusal, provePassword, readOwner } from './prove-owner.ts';
import type { Owner } from './second-factor.ts';

type PasswordGuessable = { readonly code: 'password-guessable' };
export type PasswordDeps = {
  readonly db: Db;
  readonly isGuessable: IsGuessable;
  readonly queueEmail: QueueEmail;
  readonly endSessions: EndSessions;
  readonly now: () => Instant;
};

/** Changes the password of a user who knows the current one, ends their other sessions, and emails them. */
export async function changePassword(
  deps: PasswordDeps,
  owner: Owner,
  { currentPassword, newPassword }: { readonly currentPassword: string; readonly newPassword: string },
): Promise<Result<undefined, PasswordRefusal | PasswordGuessable>> {
  const { userId, sessionId } = owner;
  const now = deps.now();
  const known = await provePassword(deps, owner, currentPassword);
  if (!known.ok) return known;
  const { name, email } = await readOwner(deps.db, owner);
  if (await deps.isGuessable(newPassword, [name, email])) return refused({ code: 'password-guessable' });
  const passwordHash = await hashPassword(newPassword);
  const changed = await deps.db.transaction().execute(async (trx) => {
    if (!(await lockUserWithPassword(trx, userId, known.value))) return undefined;
    await setPassword(trx, userId, passwordHash, now);
    return {
      ended: await endSessions(trx, { userId, except: sessionId, why: 'password-changed' }, now),
      notice: await storeEmail(trx, { kind: 'password-changed', userId }),
    };
  });
  if (!changed) return refused({ code: 'password-wrong' });
  deps.endSessions(changed.ended);
  await deps.queueEmail(changed.notice);
  return ok(undefined);
}

/** Changes the password of the owner of a link, once, and ends every session opened before. */
export async function resetPassword(
  deps: Pick<PasswordDeps, 'db' | 'isGuessable' | 'endSessions' | 'now'>,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<Result<User | undefined, LinkRefusal | PasswordGuessable>> {
  // Before the token is used up, so that the link stays valid. The owner is not known yet.
  if (await deps.isGuessable(password, [])) return refused({ code: 'password-guessable' });
  const now = deps.now();
  const passwordHash = await hashPassword(password);
  const changed = await deps.db.transaction().execute(async (trx) => {
    const used = await useEmailToken(trx, { secret: token, purpose: 'reset' }, now);
    if (!used.ok) return used;
    await setPassword(trx, used.value, passwordHash, now);
    const ended = await endSessions(trx, { userId: used.value, why: 'password-reset' }, now);
    return ok({ ended, user: await readUser(trx, used.value) });
  });
  if (!changed.ok) return changed;
  deps.endSessions(changed.value.ended);
  return ok(changed.value.user);
}
