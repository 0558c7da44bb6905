import type { SessionId, UserId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { type Db, timestamp } from '../connect.ts';
import { type LogIn, logInColumns } from './log-in.ts';

/** The sessions of a user that are open now, the last used first. */
export const listSessions = (db: Db, userId: UserId, now: Instant): Promise<readonly LogIn[]> =>
  db
    .selectFrom('sessions')
    .select(logInColumns)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where(sql<boolean>`expires_at > ${timestamp(now)}`)
    .orderBy('used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute();

/** The newest 2,000 sessions of a user, open or over, the newest first. */
export const sessionHistory = (db: Db, userId: UserId): Promise<readonly LogIn[]> =>
  db
    .selectFrom('sessions')
    .select(logInColumns)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(2_000)
    .execute();

/** Which of these sessions have not been ended. */
export async function openSessions(pool: Pool, ids: readonly SessionId[]): Promise<ReadonlyMap<SessionId, true>> {
  const { rows } = await pool.query<{ id: SessionId }>({
    name: 'open-sessions',
    text: 'select id from sessions where id = any($1::uuid[]) and ended_at is null',
    values: [ids],
  });
  return new Map(rows.map(({ id }) => [id, true]));
}
