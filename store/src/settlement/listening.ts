import type { UserId } from '@touchline/core/ids';
import { hours, type Instant, instant } from '@touchline/core/instant';
import { sql } from 'kysely';
import { type Db, timestamp } from '../connect.ts';

/** An access token counts a day at the most; whoever has a screen open has renewed it since. */
const longestTokenMs = hours(24);

/** Who of the users may have a screen open: logged in, and not longer ago than that. */
export async function listening(db: Db, users: readonly UserId[], now: Instant): Promise<ReadonlySet<UserId>> {
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
