import type { UserId } from '@touchline/core/ids';
import type { Db } from '../connect.ts';
import { type User, type UserWithHash, userColumns } from './user.ts';

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

/** Returns the number of accounts; 0: nothing was seeded yet. */
export async function countUsers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
