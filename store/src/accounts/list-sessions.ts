import type { Role } from '@touchline/core/account';
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

/** The addresses that an account was logged in from, as long as its sessions are kept; none when there is no such account. */
export async function addressesOfUser(db: Db, email: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.address')
    .distinct()
    .where('users.email', '=', email)
    .execute();
  return rows.map(({ address }) => address);
}

/** What a session that has not ended may do now. */
export type SessionRights = { readonly role: Role; readonly hasSecondFactor: boolean };

/** The rights of those of these sessions that have not been ended. */
export async function openSessions(
  pool: Pool,
  ids: readonly SessionId[],
): Promise<ReadonlyMap<SessionId, SessionRights>> {
  const { rows } = await pool.query<SessionRights & { id: SessionId }>({
    name: 'open-sessions',
    text: `select s.id, u.role, s.second_factor_at is not null as "hasSecondFactor"
      from sessions s join users u on u.id = s.user_id where s.id = any($1::uuid[]) and s.ended_at is null`,
    values: [ids],
  });
  return new Map(rows.map(({ id, ...rights }) => [id, rights]));
}
