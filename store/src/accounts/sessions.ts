import { randomBytes } from 'node:crypto';
import type { Role } from '@touchline/core/account';
import type { SessionId, UserId } from '@touchline/core/ids';
import { hours, type Instant, instant } from '@touchline/core/instant';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { uuidv7 } from 'uuidv7';
import { type Db, type Trx, timestamp } from '../connect.ts';
import type { SessionEnd } from '../database.ts';

/** A login on a device. Its refresh tokens are numbered by `turn`; only the newest is valid. */
export type LogIn = {
  readonly id: SessionId;
  readonly userId: UserId;
  readonly createdAt: Instant;
  /** When it was opened or last refreshed. */
  readonly usedAt: Instant;
  readonly userAgent: string;
  readonly address: string;
  /** With a key outside the database, this makes the session's refresh tokens. */
  readonly salt: Buffer;
  readonly turn: number;
  readonly turnedAt: Instant;
  readonly expiresAt: Instant;
  /** When this session passed the second factor; null: password only. */
  readonly secondFactorAt: Instant | null;
  readonly endedAt: Instant | null;
  readonly endedWhy: SessionEnd | null;
};

export const logInColumns = [
  'id',
  'user_id as userId',
  'created_at as createdAt',
  'used_at as usedAt',
  'user_agent as userAgent',
  'address',
  'salt',
  'turn',
  'turned_at as turnedAt',
  'expires_at as expiresAt',
  'second_factor_at as secondFactorAt',
  'ended_at as endedAt',
  'ended_why as endedWhy',
] as const;

/** Sessions end after `idleMs` without use, and at the latest after `longestMs`. */
const idleMs = hours(30 * 24);
const longestMs = hours(90 * 24);

/** The device of a login: the browser's user agent and the address. */
export type Device = { readonly userAgent: string; readonly address: string };

export type Proof = 'password' | 'second-factor';

/** Opens a session, by a password alone or with a second factor. */
export async function openSession(
  db: Db,
  userId: UserId,
  device: Device,
  now: Instant,
  proof: Proof = 'password',
): Promise<LogIn> {
  return db
    .insertInto('sessions')
    .values({
      id: uuidv7() as SessionId,
      user_id: userId,
      created_at: timestamp(now),
      used_at: timestamp(now),
      turned_at: timestamp(now),
      expires_at: timestamp(expiryOf(now, now)),
      second_factor_at: proof === 'second-factor' ? timestamp(now) : null,
      user_agent: device.userAgent.slice(0, 400),
      address: device.address,
      salt: randomBytes(32),
    })
    .returning(logInColumns)
    .executeTakeFirstOrThrow();
}

/** Marks a session as having passed the second factor. */
export async function proveSession(db: Db, id: SessionId, now: Instant): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ second_factor_at: timestamp(now) })
    .where('id', '=', id)
    .execute();
}

/** Returns when a session that is used now expires. */
export const expiryOf = (createdAt: Instant, now: Instant): Instant =>
  instant(Math.min(now + idleMs, createdAt + longestMs));

export async function readSession(db: Db, id: SessionId): Promise<LogIn | undefined> {
  return db.selectFrom('sessions').select(logInColumns).where('id', '=', id).executeTakeFirst();
}

/**
 * Advances a session to its next refresh token; of two attempts at once, one succeeds. `undefined`: it advanced in the meantime, or
 * has ended.
 */
export async function turnSession(
  db: Db,
  known: Pick<LogIn, 'id' | 'turn' | 'createdAt'>,
  device: Device,
  now: Instant,
): Promise<LogIn | undefined> {
  return db
    .updateTable('sessions')
    .set((session) => ({
      turn: session('turn', '+', 1),
      turned_at: timestamp(now),
      used_at: timestamp(now),
      expires_at: timestamp(expiryOf(known.createdAt, now)),
      user_agent: device.userAgent.slice(0, 400),
      address: device.address,
    }))
    .where('id', '=', known.id)
    .where('turn', '=', known.turn)
    .where('ended_at', 'is', null)
    .where(sql<boolean>`expires_at > ${timestamp(now)}`)
    .returning(logInColumns)
    .executeTakeFirst();
}

export type SessionsToEnd = {
  readonly userId: UserId;
  /** Only this session; all by default. */
  readonly only?: SessionId;
  readonly except?: SessionId | undefined;
  readonly why: SessionEnd;
};

/** Ends open sessions of a user and returns them, so that the caller can close their connections. */
export async function endSessions(db: Db, which: SessionsToEnd, now: Instant): Promise<readonly SessionId[]> {
  let ending = db
    .updateTable('sessions')
    .set({ ended_at: timestamp(now), ended_why: which.why })
    .where('user_id', '=', which.userId)
    .where('ended_at', 'is', null);
  if (which.only !== undefined) ending = ending.where('id', '=', which.only);
  if (which.except !== undefined) ending = ending.where('id', '!=', which.except);
  const ended = await ending.returning('id').execute();
  return ended.map(({ id }) => id);
}

/** Ends the least recently used sessions of a user beyond `most` and returns them. */
export async function limitSessions(db: Db, userId: UserId, most: number, now: Instant): Promise<readonly SessionId[]> {
  const ended = await db
    .updateTable('sessions')
    .set({ ended_at: timestamp(now), ended_why: 'replaced' })
    .where('ended_at', 'is', null)
    .where('id', 'in', (open) =>
      open
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .where(sql<boolean>`expires_at > ${timestamp(now)}`)
        .orderBy('used_at', 'desc')
        .orderBy('id', 'desc')
        .offset(most),
    )
    .returning('id')
    .execute();
  return ended.map(({ id }) => id);
}

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

/** A change was asked for in a session that has ended since. */
export class SessionEnded extends Error {
  constructor(id: SessionId | UserId) {
    super(`session ${id} has ended`);
  }
}

/**
 * Locks the account of a session until the transaction ends. Throws `SessionEnded` unless the session is still open: a password is checked
 * before, which takes a while, and a reset may have come between.
 */
export async function requireOpenSession(
  trx: Trx,
  { userId, sessionId }: { readonly userId: UserId; readonly sessionId: SessionId },
): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  // A statement of its own, so that it sees the end that the transaction wrote which held the lock.
  const session = await readSession(trx, sessionId);
  if (!session || session.endedAt !== null) throw new SessionEnded(sessionId);
}

/**
 * Locks the role of an admin until the transaction ends, before the first of two steps is recorded. Throws `SessionEnded` if the role was
 * taken, which ends all sessions: so a change of role finds every first step and ends it.
 */
export async function requireAdmin(trx: Trx, userId: UserId): Promise<void> {
  const user = await trx.selectFrom('users').select('role').where('id', '=', userId).forShare().executeTakeFirst();
  if (user?.role !== 'admin') throw new SessionEnded(userId);
}

/** Returns whether the user `u` has been an admin without a break since a proposal of theirs. */
export const isByAdmin = (proposedAt: string) =>
  sql<boolean>`u.role = 'admin' and ${sql.ref(proposedAt)} > coalesce(u.role_since, '-infinity')`;

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
