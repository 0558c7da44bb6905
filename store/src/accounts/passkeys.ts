import { createHash, randomBytes } from 'node:crypto';
import type { PasskeyId, UserId } from '@touchline/core/ids';
import { type Instant, instant, minutes } from '@touchline/core/instant';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { type Db, type Trx, timestamp } from '../connect.ts';

export const mostPasskeys = 10;
const challengeMs = minutes(5);

export type Passkey = {
  readonly id: PasskeyId;
  readonly userId: UserId;
  readonly name: string;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly createdAt: Instant;
  readonly usedAt: Instant | null;
};
export type NewPasskey = Pick<Passkey, 'userId' | 'name' | 'credentialId' | 'publicKey' | 'counter'>;

const columns = [
  'id',
  'user_id as userId',
  'name',
  'credential_id as credentialId',
  'public_key as publicKey',
  'counter',
  'created_at as createdAt',
  'used_at as usedAt',
] as const;

/** Returns an account's passkeys, oldest first. */
export const listPasskeys = (db: Db, userId: UserId): Promise<readonly Passkey[]> =>
  db.selectFrom('passkeys').select(columns).where('user_id', '=', userId).orderBy('id').execute();

export const readPasskey = (db: Db, credentialId: string): Promise<Passkey | undefined> =>
  db.selectFrom('passkeys').select(columns).where('credential_id', '=', credentialId).executeTakeFirst();

/** Adds a passkey. `taken`: an account already has it; `full`: this account has the maximum. */
export async function addPasskey(trx: Trx, passkey: NewPasskey, now: Instant): Promise<'added' | 'full' | 'taken'> {
  // Locks the account, so that passkeys added at the same time are counted.
  await trx.selectFrom('users').select('id').where('id', '=', passkey.userId).forUpdate().execute();
  if ((await listPasskeys(trx, passkey.userId)).length >= mostPasskeys) return 'full';
  const added = await trx
    .insertInto('passkeys')
    .values({
      id: uuidv7() as PasskeyId,
      user_id: passkey.userId,
      name: passkey.name,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      created_at: timestamp(now),
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added ? 'added' : 'taken';
}

/** Records the use of a passkey. `false`: it was removed, or its counter has not grown. */
export async function usePasskey(
  trx: Trx,
  { id, userId }: Pick<Passkey, 'id' | 'userId'>,
  counter: number,
  now: Instant,
): Promise<boolean> {
  // Locks the account first, as closing it does.
  await trx.selectFrom('users').select('id').where('id', '=', userId).forShare().execute();
  const used = await trx
    .updateTable('passkeys')
    .set({ counter, used_at: timestamp(now) })
    .where('id', '=', id)
    .where(sql<boolean>`(counter < ${counter} or (counter = 0 and ${counter} = 0))`)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

/** Returns `false` if the account has no such passkey. */
export async function removePasskey(trx: Trx, userId: UserId, id: PasskeyId): Promise<boolean> {
  const removed = await trx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return removed !== undefined;
}

/** Removes all passkeys of an account, and challenges for new ones. */
export async function removeAllPasskeys(trx: Trx, userId: UserId): Promise<void> {
  await trx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
  await trx.deleteFrom('passkey_challenges').where('user_id', '=', userId).execute();
}

/** Creates a challenge for a new passkey of a user, or for a login (`null`). Only its hash is stored, for five minutes. */
export async function createChallenge(db: Db, userId: UserId | null, now: Instant): Promise<Buffer> {
  const challenge = randomBytes(32);
  const expiresAt = timestamp(instant(now + challengeMs));
  await sql`
    with swept as (
      delete from passkey_challenges where challenge_hash in (
        select challenge_hash from passkey_challenges where expires_at <= ${timestamp(now)} order by expires_at limit 5
        for update skip locked)
    )
    insert into passkey_challenges (challenge_hash, user_id, expires_at)
    values (${hashOf(challenge.toString('base64url'))}, ${userId}, ${expiresAt})`.execute(db);
  return challenge;
}

/** Uses a challenge (base64url), once. `false`: it was made for something else, used before, or expired. */
export async function takeChallenge(db: Db, challenge: string, userId: UserId | null, now: Instant): Promise<boolean> {
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hashOf(challenge))
    .where(sql<boolean>`user_id is not distinct from ${userId}`)
    .where(sql<boolean>`expires_at > ${timestamp(now)}`)
    .returning('challenge_hash')
    .executeTakeFirst();
  return taken !== undefined;
}

const hashOf = (challenge: string): Buffer => createHash('sha256').update(challenge).digest();
