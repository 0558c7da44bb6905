import type { Role } from '@touchline/core/account';
import type { SessionId, UserId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { type Db, timestamp } from '../connect.ts';
import { type LogIn, logInColumns } from './log-in.ts';

/** Returns a user's open sessions, the last used first. */
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

/** Returns a user's newest 2,000 sessions, open or ended, newest first. */
export const sessionHistory = (db: Db, userId: UserId): Promise<readonly LogIn[]> =>
  db
    .selectFrom('sessions')
    .select(logInColumns)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(2_000)
    .execute();

/** Returns the addresses from which an account logged in, for as long as its sessions are stored. */
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

/** The current rights of a session. */
export type SessionRights = { readonly role: Role; readonly hasSecondFactor: boolean };

/** Returns the rights of those sessions that are still open. */
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
