import type { UserId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { type Db, timestamp } from '../connect.ts';

/** Notes that the address is theirs. The first time counts; again changes nothing. */
export async function markEmailVerified(db: Db, id: UserId, at: Instant): Promise<void> {
  await db
    .updateTable('users')
    .set({ email_verified_at: timestamp(at) })
    .where('id', '=', id)
    .where('email_verified_at', 'is', null)
    .execute();
}
