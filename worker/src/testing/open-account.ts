import { createUser, type User } from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';

/** The account of a bettor called Ann, who has nothing. */
export async function openAccount(db: Db, email: string): Promise<User> {
  const account = { name: 'Ann', email, role: 'bettor', passwordHash: 'x' } as const;
  const created = await db.transaction().execute((trx) => createUser(trx, account));
  if (!created.ok) throw new Error(created.refusal.code);
  return created.value;
}
