import type { Instant } from '@touchline/core/instant';
import { sql } from 'kysely';
import type { Db } from '../connect.ts';
import { endSessions } from './sessions.ts';

/** Prefix of a locked account's password hash, which then matches no password. */
export const lock = 'locked ';

/** Prevents login to these accounts and ends their sessions. Returns the accounts that were not locked before. */
export async function lockAccounts(db: Db, emails: readonly string[], now: Instant): Promise<readonly string[]> {
  return db.transaction().execute(async (trx) => {
    const locked = await trx
      .updateTable('users')
      .set({ password_hash: sql<string>`${lock} || password_hash` })
      .where('email', 'in', emails)
      .where('password_hash', 'not like', `${lock}%`)
      .returning(['id', 'email'])
      .execute();
    for (const { id } of locked) await endSessions(trx, { userId: id, why: 'ended-by-operator' }, now);
    return locked.map(({ email }) => email).sort();
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
