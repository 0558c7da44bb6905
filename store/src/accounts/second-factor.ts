import { createHash } from 'node:crypto';
import type { UserId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { type Db, type Trx, timestamp } from '../connect.ts';

/** The sealed secrets of a second factor. */
export type SecondFactor = {
  /** The secret of the authenticator app in use, and since when; both or neither. */
  readonly sealed: string | null;
  readonly since: Instant | null;
  /** The secret of an app that is not confirmed yet. */
  readonly pending: string | null;
};

export async function readSecondFactor(db: Db, userId: UserId): Promise<SecondFactor | undefined> {
  return db
    .selectFrom('users')
    .select(['totp_sealed as sealed', 'totp_since as since', 'totp_pending as pending'])
    .where('id', '=', userId)
    .executeTakeFirst();
}

/** Returns how many recovery codes are unused. */
export async function countRecoveryCodes(db: Db, userId: UserId): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return left;
}

/** Stores the secret of a new app until its first code; the current app stays in use until then. */
export async function beginSecondFactor(db: Db, userId: UserId, sealed: string): Promise<void> {
  await db.updateTable('users').set({ totp_pending: sealed }).where('id', '=', userId).execute();
}

/**
 * Replaces the current app by the pending one, and all recovery codes. `step`: the time step of the confirming code, which cannot
 * be used again. `false`: the pending app has changed.
 */
export async function confirmSecondFactor(
  trx: Trx,
  userId: UserId,
  confirmed: { readonly pending: string; readonly step: number; readonly recoveryCodes: readonly string[] },
  now: Instant,
): Promise<boolean> {
  const set = await trx
    .updateTable('users')
    .set({
      totp_sealed: confirmed.pending,
      totp_since: timestamp(now),
      totp_pending: null,
      totp_step: confirmed.step,
    })
    .where('id', '=', userId)
    .where('totp_pending', '=', confirmed.pending)
    .returning('id')
    .executeTakeFirst();
  if (!set) return false;
  await replaceRecoveryCodes(trx, userId, confirmed.recoveryCodes, now);
  return true;
}

/** Replaces all recovery codes; only hashes are stored. */
export async function replaceRecoveryCodes(
  trx: Trx,
  userId: UserId,
  recoveryCodes: readonly string[],
  now: Instant,
): Promise<void> {
  await spendRecoveryCodes(trx, userId, now);
  await trx
    .insertInto('recovery_codes')
    .values(recoveryCodes.map((code) => ({ user_id: userId, code_hash: hashOf(code), created_at: timestamp(now) })))
    .execute();
}

/** Turns off the second factor and invalidates its recovery codes. */
export async function endSecondFactor(trx: Trx, userId: UserId, now: Instant): Promise<void> {
  await trx
    .updateTable('users')
    .set({ totp_sealed: null, totp_since: null, totp_pending: null })
    .where('id', '=', userId)
    .execute();
  await spendRecoveryCodes(trx, userId, now);
}

/** Uses the code of a time step, once. `false`: it or a later one was used before. */
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

/** Uses a recovery code, once. `false`: it does not exist or was used before. */
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

// A code has 80 random bits, so a slow hash would add nothing.
const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest();
