import type { UserId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { type Trx, timestamp } from '../connect.ts';
import { lock } from './lock-accounts.ts';

/**
 * Sets the password, unless the account is locked, and invalidates open reset links. Sessions stay open: end them in the same
 * transaction.
 */
export async function setPassword(trx: Trx, id: UserId, passwordHash: string, at: Instant): Promise<void> {
  await trx
    .updateTable('users')
    .set({ password_hash: passwordHash })
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
