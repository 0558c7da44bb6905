import { createHash } from 'node:crypto';
import type { SessionId, UserId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { type Db, type Trx, timestamp } from '../connect.ts';

/** The sealed secret of a second factor. */
export type SecondFactor = {
  /** The secret of the authenticator app in use, and since when; both or neither. */
  readonly sealed: string | null;
  readonly since: Instant | null;
};
/** The session of a user who sets up an app. */
type Owner = { readonly userId: UserId; readonly sessionId: SessionId };

export async function readSecondFactor(db: Db, userId: UserId): Promise<SecondFactor | undefined> {
  return db
    .selectFrom('users')
    .select(['totp_sealed as sealed', 'totp_since as since'])
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

/**
 * Stores the secret of a new app until its first code in the same session, or until another one is begun or the password changes; the
 * current app stays in use until then.
 */
export async function beginSecondFactor(trx: Trx, { userId, sessionId }: Owner, sealed: string): Promise<void> {
  await trx
    .updateTable('users')
    .set({ totp_pending: sealed, totp_pending_session: sessionId })
    .where('id', '=', userId)
    .execute();
}

/** Returns the sealed secret of the app that this session began to set up. */
export async function readPendingApp(db: Db, { userId, sessionId }: Owner): Promise<string | undefined> {
  const pending = db.selectFrom('users').select('totp_pending as sealed').where('id', '=', userId);
  return (await pending.where('totp_pending_session', '=', sessionId).executeTakeFirst())?.sealed ?? undefined;
}

type ConfirmedApp = { readonly sealed: string; readonly step: number; readonly recoveryCodes: readonly string[] };

/** Replaces the current app by the one that this session began to set up. `false`: that one has changed. Lock the account first. */
export async function confirmSecondFactor(trx: Trx, owner: Owner, app: ConfirmedApp, now: Instant): Promise<boolean> {
  if ((await readPendingApp(trx, owner)) !== app.sealed) return false;
  await setSecondFactor(trx, owner.userId, app, now);
  return true;
}

/**
 * Gives an account an app and recovery codes, in place of any others. `step`: the time step of the confirming code, which cannot be used
 * again.
 */
export async function setSecondFactor(
  trx: Trx,
  userId: UserId,
  { sealed, step, recoveryCodes }: ConfirmedApp,
  now: Instant,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ totp_sealed: sealed, totp_since: timestamp(now), totp_step: step, ...nonePending })
    .where('id', '=', userId)
    .execute();
  await replaceRecoveryCodes(trx, userId, recoveryCodes, now);
}

/** What ends an unfinished setup of an app. */
export const nonePending = { totp_pending: null, totp_pending_session: null } as const;

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
    .set({ totp_sealed: null, totp_since: null, ...nonePending })
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
