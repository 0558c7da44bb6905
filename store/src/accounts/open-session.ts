import { randomBytes } from 'node:crypto';
import type { SessionId, UserId } from '@touchline/core/ids';
import { hours, type Instant, instant } from '@touchline/core/instant';
import { uuidv7 } from 'uuidv7';
import { type Db, timestamp } from '../connect.ts';
import { type LogIn, logInColumns } from './log-in.ts';

/** Sessions end after `idleMs` without use, and at the latest after `longestMs`. */
const idleMs = hours(30 * 24);
const longestMs = hours(90 * 24);

/** The device of a log-in: the browser's user agent and the address. */
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
