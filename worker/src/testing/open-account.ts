import { createUser, type User } from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';

/** Opens an account for a bettor called Ann, with an empty wallet. */
export async function openAccount(db: Db, email: string): Promise<User> {
  const account = { name: 'Ann', email, role: 'bettor', passwordHash: 'x' } as const;
  const created = await db.transaction().execute((trx) => createUser(trx, account));
  if (!created.ok) throw new Error(created.refusal.code);
  return created.value;
}
