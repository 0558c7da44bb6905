import type { UserId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { type Db, timestamp } from '../connect.ts';

/** Marks the email address as verified; later calls change nothing. */
export async function markEmailVerified(db: Db, id: UserId, at: Instant): Promise<void> {
  await db
    .updateTable('users')
    .set({ email_verified_at: timestamp(at) })
    .where('id', '=', id)
    .where('email_verified_at', 'is', null)
    .execute();
}
