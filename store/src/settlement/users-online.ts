import type { UserId } from '@touchline/core/ids';
import { hours, type Instant, instant } from '@touchline/core/instant';
import { sql } from 'kysely';
import { type Db, timestamp } from '../connect.ts';

/** Access tokens last a day at most, and an open screen renews its own. */
const longestTokenMs = hours(24);

/** Returns the users who may have a screen open. */
export async function usersOnline(db: Db, users: readonly UserId[], now: Instant): Promise<ReadonlySet<UserId>> {
  const rows = await db
    .selectFrom('sessions')
    .select('user_id')
    .distinct()
    .where(sql<boolean>`user_id = any(${users}::uuid[])`)
    .where('ended_at', 'is', null)
    .where(sql<boolean>`used_at > ${timestamp(instant(now - longestTokenMs))}`)
    .execute();
  return new Set(rows.map((row) => row.user_id));
}
