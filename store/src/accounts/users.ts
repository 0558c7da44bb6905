import { type OddsFormat, type Role, withStars } from '@touchline/core/account';
import type { OddsPolicy } from '@touchline/core/betting';
import type { SessionId, UserId, WalletId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import type { Language } from '@touchline/core/language';
import { ok, type Result, refused } from '@touchline/core/result';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { type Db, type Trx, timestamp } from '../connect.ts';
import { lock } from './lock-accounts.ts';
import { nonePending } from './second-factor.ts';
import { requireOpenSession } from './sessions.ts';

/** An account and its wallet. */
export type User = {
  readonly id: UserId;
  readonly walletId: WalletId;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly emailVerifiedAt: Instant | null;
  readonly createdAt: Instant;
  readonly oddsFormat: OddsFormat;
  readonly oddsPolicy: OddsPolicy;
  /** Null: none was chosen yet. */
  readonly language: Language | null;
  /** Starred leagues and teams. */
  readonly favourites: readonly string[];
  /** When the second factor was turned on; null: it is off. */
  readonly secondFactorSince: Instant | null;
};
export type UserWithHash = User & { readonly passwordHash: string };

export const userColumns = [
  'id',
  'wallet_id as walletId',
  'email',
  'name',
  'role',
  'email_verified_at as emailVerifiedAt',
  'created_at as createdAt',
  'odds_format as oddsFormat',
  'odds_policy as oddsPolicy',
  'language',
  'favourites',
  'totp_since as secondFactorSince',
] as const;

export async function readUser(db: Db, id: UserId): Promise<User | undefined> {
  return db.selectFrom('users').select(userColumns).where('id', '=', id).executeTakeFirst();
}

/** Returns the account's password hash. */
export async function readPasswordHash(db: Db, id: UserId): Promise<string | undefined> {
  const found = await db
    .selectFrom('users')
    .select('password_hash as passwordHash')
    .where('id', '=', id)
    .executeTakeFirst();
  return found?.passwordHash;
}

/** Returns the account of a normalized address, with its password hash. */
export async function readUserByEmail(db: Db, email: string): Promise<UserWithHash | undefined> {
  return db
    .selectFrom('users')
    .select([...userColumns, 'password_hash as passwordHash'])
    .where('email', '=', email)
    .executeTakeFirst();
}

/**
 * Locks an account until the transaction ends, and returns since when it has its second factor, if its password still has this hash. A
 * password is checked before, which takes a while: a reset, a closure or another second factor may have come between.
 */
export async function lockUserWithPassword(
  trx: Trx,
  id: UserId,
  passwordHash: string,
): Promise<Pick<User, 'secondFactorSince'> | undefined> {
  return trx
    .selectFrom('users')
    .select('totp_since as secondFactorSince')
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Locks a bettor's account and returns it, unless it has had a session. */
export async function lockUserWithoutSession(trx: Trx, id: UserId): Promise<UserWithHash | undefined> {
  const user = await trx
    .selectFrom('users')
    .select([...userColumns, 'password_hash as passwordHash'])
    .where('id', '=', id)
    .where('role', '=', 'bettor')
    .forUpdate()
    .executeTakeFirst();
  // A statement of its own, so that it sees a session opened by the transaction that held the lock.
  const session = await trx.selectFrom('sessions').select('id').where('user_id', '=', id).limit(1).executeTakeFirst();
  return session ? undefined : user;
}

/** Returns the number of accounts; 0: nothing was seeded yet. */
export async function countUsers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export type NewUser = {
  /** Normalized, see `normalEmail`. */
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly passwordHash: string;
  readonly language?: Language | undefined;
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
      language: user.language ?? null,
      email_verified_at: user.emailVerifiedAt === undefined ? null : timestamp(user.emailVerifiedAt),
    })
    .onConflict((taken) => taken.column('email').doNothing())
    .returning(userColumns)
    .executeTakeFirst();
  if (!created) return refused({ code: 'email-taken' });
  await sql`insert into wallets (wallet_id) values (${walletId})`.execute(trx);
  return ok(created);
}

export type UserChanges = {
  readonly name?: string | undefined;
  readonly oddsFormat?: OddsFormat | undefined;
  readonly oddsPolicy?: OddsPolicy | undefined;
  readonly language?: Language | undefined;
  readonly favourites?: readonly string[] | undefined;
  /** Favourites to add and to remove. */
  readonly star?: readonly string[] | undefined;
  readonly unstar?: readonly string[] | undefined;
};

/**
 * Updates the given fields and returns the account. Throws `SessionEnded` if the session has ended: the account may have been closed
 * since, and what was erased must not return.
 */
export async function changeUser(db: Db, id: UserId, changes: UserChanges, sessionId?: SessionId): Promise<User> {
  const { name, oddsFormat, oddsPolicy, language, favourites, star = [], unstar = [] } = changes;
  return db.transaction().execute(async (trx) => {
    if (sessionId) await requireOpenSession(trx, { userId: id, sessionId });
    const row = trx.selectFrom('users').select('favourites').where('id', '=', id).forNoKeyUpdate();
    const known = await row.executeTakeFirstOrThrow();
    return trx
      .updateTable('users')
      .set((user) => ({
        name: name ?? user.ref('name'),
        odds_format: oddsFormat ?? user.ref('odds_format'),
        odds_policy: oddsPolicy ?? user.ref('odds_policy'),
        ...(language && { language }),
        favourites: withStars(favourites ?? known.favourites, { star, unstar }),
      }))
      .where('id', '=', id)
      .returning(userColumns)
      .executeTakeFirstOrThrow();
  });
}

/** Marks the email address as verified; later calls change nothing. */
export async function markEmailVerified(db: Db, id: UserId, at: Instant): Promise<void> {
  await db
    .updateTable('users')
    .set({ email_verified_at: timestamp(at) })
    .where('id', '=', id)
    .where('email_verified_at', 'is', null)
    .execute();
}

/**
 * Sets the password, unless the account is locked, and invalidates open reset links and an unfinished setup of an authentication app.
 * Sessions stay open: end them in the same transaction.
 */
export async function setPassword(trx: Trx, id: UserId, passwordHash: string, at: Instant): Promise<void> {
  await trx
    .updateTable('users')
    .set({ password_hash: passwordHash, ...nonePending })
    .where('id', '=', id)
    .where('password_hash', 'not like', `${lock}%`)
    .execute();
  await trx
    .updateTable('email_tokens')
    .set({ used_at: timestamp(at) })
    .where('user_id', '=', id)
    .where('purpose', '=', 'reset')
    .where('used_at', 'is', null)
    .execute();
}
