import type { Role } from '@touchline/core/account';
import type { UserId, WalletId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { ok, type Result, refused } from '@touchline/core/result';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { type Trx, timestamp } from '../connect.ts';
import { type User, userColumns } from './user.ts';

export type NewUser = {
  /** Normalized, see `normalEmail`. */
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly passwordHash: string;
  /** Set if the address is known to be theirs; otherwise they must open the link in an email. */
  readonly emailVerifiedAt?: Instant;
};
export type EmailTaken = { readonly code: 'email-taken' };

/**
 * Creates an account and its empty wallet. An address that already has an account is refused, even if two people register it at the
 * same time.
 */
export async function createUser(trx: Trx, user: NewUser): Promise<Result<User, EmailTaken>> {
  const walletId = uuidv7() as WalletId;
  const created = await trx
    .insertInto('users')
    .values({
      id: uuidv7() as UserId,
      wallet_id: walletId,
      email: user.email,
      name: user.name,
      role: user.role,
      password_hash: user.passwordHash,
      email_verified_at: user.emailVerifiedAt === undefined ? null : timestamp(user.emailVerifiedAt),
    })
    .onConflict((taken) => taken.column('email').doNothing())
    .returning(userColumns)
    .executeTakeFirst();
  if (!created) return refused({ code: 'email-taken' });
  await sql`insert into wallets (wallet_id) values (${walletId})`.execute(trx);
  return ok(created);
}
