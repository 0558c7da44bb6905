import type { OwnerProof } from '@touchline/core/contract';
import { ok, type Result, refused } from '@touchline/core/result';
import { readPasswordHash, readUser, type User } from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';
import { countProof, type TooManyAttempts } from './attempts.ts';
import { isPassword } from './passwords.ts';
import { type CodeDeps, type CodeRefusal, type Owner, takeCode } from './second-factor.ts';

export type PasswordRefusal = TooManyAttempts | { readonly code: 'password-wrong' };

/**
 * Whether the user of a session knows the password as well. Attempts count per session: a stolen one cannot guess for long, and
 * cannot use up the attempts of the owner's. Returns the hash that the password matched.
 */
export async function provePassword(
  { db, now }: Pick<CodeDeps, 'db' | 'now'>,
  { userId, sessionId }: Owner,
  password: string,
): Promise<Result<string, PasswordRefusal>> {
  const counted = await countProof(db, `password ${sessionId}`, now());
  if (!counted.ok) return counted;
  const hash = await readPasswordHash(db, userId);
  if (hash === undefined || !(await isPassword(password, hash))) return refused({ code: 'password-wrong' });
  await counted.value();
  return ok(hash);
}

/** Whether the user of a session has the password, and a code if the account has two-factor login. Returns their account. */
export async function proveOwner(
  deps: CodeDeps,
  owner: Owner,
  { password, code }: OwnerProof,
): Promise<Result<User, PasswordRefusal | CodeRefusal | { readonly code: 'totp-required' }>> {
  const user = await readOwner(deps.db, owner);
  if (user.secondFactorSince !== null && code === undefined) return refused({ code: 'totp-required' });
  const known = await provePassword(deps, owner, password);
  if (!known.ok) return known;
  if (user.secondFactorSince !== null && code !== undefined) {
    const taken = await takeCode(deps, owner, code);
    if (!taken.ok) return taken;
  }
  return ok(user);
}

/** The account of a session's user. */
export async function readOwner(db: Db, { userId }: Pick<Owner, 'userId'>): Promise<User> {
  const user = await readUser(db, userId);
  if (!user) throw new Error(`the session of user ${userId} has no account`);
  return user;
}
