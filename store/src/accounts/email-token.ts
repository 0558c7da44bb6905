import { createHash, randomBytes } from 'node:crypto';
import type { UserId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { ok, type Result, refused } from '@touchline/core/result';
import { sql } from 'kysely';
import { type Db, timestamp } from '../connect.ts';

export type EmailPurpose = 'verify' | 'reset' | 'confirm-browser';
export type NewEmailToken = { readonly userId: UserId; readonly purpose: EmailPurpose; readonly expiresAt: Instant };
export type EmailTokenRefusal =
  | { readonly code: 'token-unknown' }
  | { readonly code: 'token-expired' }
  | { readonly code: 'token-used'; readonly userId: UserId };

/** Creates a one-time secret for a link in an email. Only its hash is stored, so it cannot be read again. */
export async function createEmailToken(db: Db, token: NewEmailToken): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await db
    .insertInto('email_tokens')
    .values({
      token_hash: hashOf(secret),
      user_id: token.userId,
      purpose: token.purpose,
      expires_at: timestamp(token.expiresAt),
    })
    .execute();
  return secret;
}

/** Uses a token, once. Call it in the transaction of what the token allows. */
export async function useEmailToken(
  db: Db,
  token: { readonly secret: string; readonly purpose: EmailPurpose },
  now: Instant,
): Promise<Result<UserId, EmailTokenRefusal>> {
  const isThisToken = { token_hash: hashOf(token.secret), purpose: token.purpose };
  const used = await db
    .updateTable('email_tokens')
    .set({ used_at: timestamp(now) })
    .where((is) => is.and(isThisToken))
    .where('used_at', 'is', null)
    .where(sql<boolean>`expires_at > ${timestamp(now)}`)
    .returning('user_id as userId')
    .executeTakeFirst();
  if (used) return ok(used.userId);
  const found = await db
    .selectFrom('email_tokens')
    .select(['user_id as userId', 'used_at as usedAt'])
    .where((is) => is.and(isThisToken))
    .executeTakeFirst();
  if (!found) return refused({ code: 'token-unknown' });
  return found.usedAt === null
    ? refused({ code: 'token-expired' })
    : refused({ code: 'token-used', userId: found.userId });
}

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
