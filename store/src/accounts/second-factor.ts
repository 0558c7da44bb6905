import { createHash } from 'node:crypto';
import type { UserId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { type Db, type Trx, timestamp } from '../connect.ts';

/** What is kept of a second factor, sealed: it opens under `DATA_KEY` only. */
export type SecondFactor = {
  /** The secret of the app in use, and since when it is; both or neither. */
  readonly sealed: string | null;
  readonly since: Instant | null;
  /** The secret of an app that no code has confirmed yet. */
  readonly pending: string | null;
};

/** `undefined`: there is no such account. */
export async function readSecondFactor(db: Db, userId: UserId): Promise<SecondFactor | undefined> {
  return db
    .selectFrom('users')
    .select(['totp_sealed as sealed', 'totp_since as since', 'totp_pending as pending'])
    .where('id', '=', userId)
    .executeTakeFirst();
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

/** Keeps the secret of a new app until its first code; an app in use stays in use until then. */
export async function beginSecondFactor(db: Db, userId: UserId, sealed: string): Promise<void> {
  await db.updateTable('users').set({ totp_pending: sealed }).where('id', '=', userId).execute();
}

/**
 * Puts the pending app in place of any earlier one, and new recovery codes in place of all earlier ones. `step` is the one whose
 * code confirmed it, which opens nothing else. `false`: the pending app is no longer the one that was confirmed.
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

/** New recovery codes in place of all earlier ones; only their hashes are kept. */
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

/** No code is asked for any more, and no recovery code opens anything. */
export async function endSecondFactor(trx: Trx, userId: UserId, now: Instant): Promise<void> {
  await trx
    .updateTable('users')
    .set({ totp_sealed: null, totp_since: null, totp_pending: null })
    .where('id', '=', userId)
    .execute();
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
