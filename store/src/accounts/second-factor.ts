import { createHash } from 'node:crypto';
import type { UserId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { type Db, type Trx, timestamp } from '../connect.ts';

/** The second factor of an account. `since` null: begun, but not confirmed with a code yet, so nobody is asked for it. */
export type SecondFactor = { readonly sealed: string; readonly since: Instant | null };

/** `undefined`: the account has none, or there is no such account. What is sealed opens under `DATA_KEY` only. */
export async function readSecondFactor(db: Db, userId: UserId): Promise<SecondFactor | undefined> {
  const found = await db
    .selectFrom('users')
    .select(['totp_sealed as sealed', 'totp_since as since'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return found?.sealed ? { sealed: found.sealed, since: found.since } : undefined;
}

/** How many recovery codes can still be used. */
export async function countRecoveryCodes(db: Db, userId: UserId): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return left;
}

/** Keeps a new secret that waits for its first code. `false`: a confirmed one is there and stays. */
export async function beginSecondFactor(db: Db, userId: UserId, sealed: string): Promise<boolean> {
  const begun = await db
    .updateTable('users')
    .set({ totp_sealed: sealed })
    .where('id', '=', userId)
    .where('totp_since', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return begun !== undefined;
}

/** From now on a code is asked for. The codes for the day the device is lost replace all earlier ones; only their hashes are kept. */
export async function confirmSecondFactor(
  trx: Trx,
  userId: UserId,
  recoveryCodes: readonly string[],
  now: Instant,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ totp_since: timestamp(now) })
    .where('id', '=', userId)
    .execute();
  await spendRecoveryCodes(trx, userId, now);
  await trx
    .insertInto('recovery_codes')
    .values(recoveryCodes.map((code) => ({ user_id: userId, code_hash: hashOf(code), created_at: timestamp(now) })))
    .execute();
}

/** No code is asked for any more, and no recovery code opens anything. */
export async function endSecondFactor(trx: Trx, userId: UserId, now: Instant): Promise<void> {
  await trx.updateTable('users').set({ totp_sealed: null, totp_since: null }).where('id', '=', userId).execute();
  await spendRecoveryCodes(trx, userId, now);
}

/** Takes the code of one step of time, once: `false` when it or a later one was taken before. */
export async function takeStep(db: Db, userId: UserId, step: number): Promise<boolean> {
  const taken = await db
    .updateTable('users')
    .set({ totp_step: step })
    .where('id', '=', userId)
    .where('totp_step', '<', step)
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Takes a recovery code, once: `false` when there is no such code, or it was taken before. */
export async function takeRecoveryCode(db: Db, userId: UserId, code: string, now: Instant): Promise<boolean> {
  const taken = await db
    .updateTable('recovery_codes')
    .set({ used_at: timestamp(now) })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(code))
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return taken !== undefined;
}

async function spendRecoveryCodes(trx: Trx, userId: UserId, now: Instant): Promise<void> {
  await trx
    .updateTable('recovery_codes')
    .set({ used_at: timestamp(now) })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}

// A code is 80 random bits: nothing a slow hash would make harder to guess.
const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest();
