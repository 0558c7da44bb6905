import type { OddsFormat } from '@touchline/core/account';
import type { OddsPolicy } from '@touchline/core/betting';
import type { UserId } from '@touchline/core/ids';
import type { Db } from '../connect.ts';
import { type User, userColumns } from './user.ts';

export type UserChanges = {
  readonly name?: string | undefined;
  readonly oddsFormat?: OddsFormat | undefined;
  readonly oddsPolicy?: OddsPolicy | undefined;
};

/** Updates the given fields and returns the account. */
export async function changeUser(db: Db, id: UserId, changes: UserChanges): Promise<User> {
  const { name, oddsFormat, oddsPolicy } = changes;
  return db
    .updateTable('users')
    .set((user) => ({
      name: name ?? user.ref('name'),
      odds_format: oddsFormat ?? user.ref('odds_format'),
      odds_policy: oddsPolicy ?? user.ref('odds_policy'),
    }))
    .where('id', '=', id)
    .returning(userColumns)
    .executeTakeFirstOrThrow();
}
