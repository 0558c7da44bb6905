import type { Instant } from '@touchline/core/instant';
import { sql } from 'kysely';
import type { Db } from '../connect.ts';
import { removeAllPasskeys } from './passkeys.ts';
import { endSessions } from './sessions.ts';

/** Prefix of a locked account's password hash, which then matches no password. */
export const lock = 'locked ';

/**
 * Prevents login to these accounts: no password matches, all passkeys are removed and all sessions end, also those of accounts that were
 * locked before. Returns the accounts that were not.
 */
export async function lockAccounts(db: Db, emails: readonly string[], now: Instant): Promise<readonly string[]> {
  return db.transaction().execute(async (trx) => {
    const accounts = await trx
      .selectFrom('users')
      .select(['id', 'email', 'password_hash as passwordHash'])
      .where('email', 'in', emails)
      .orderBy('id')
      // A login holds the account while it opens its session.
      .forNoKeyUpdate()
      .execute();
    for (const { id } of accounts) {
      await removeAllPasskeys(trx, id);
      await endSessions(trx, { userId: id, why: 'ended-by-operator' }, now);
    }
    const unlocked = accounts.filter(({ passwordHash }) => !passwordHash.startsWith(lock));
    for (const { id } of unlocked) {
      await trx
        .updateTable('users')
        .set({ password_hash: sql<string>`${lock} || password_hash` })
        .where('id', '=', id)
        .execute();
    }
    return unlocked.map(({ email }) => email).sort();
  });
}

/** Unlocks accounts, with their previous passwords. */
export async function unlockAccounts(db: Db, emails: readonly string[]): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: sql<string>`substr(password_hash, ${lock.length + 1})` })
    .where('email', 'in', emails)
    .where('password_hash', 'like', `${lock}%`)
    .execute();
}
