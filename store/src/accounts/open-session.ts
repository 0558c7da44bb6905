import { randomBytes } from 'node:crypto';
import type { SessionId, UserId } from '@touchline/core/ids';
import { hours, type Instant, instant } from '@touchline/core/instant';
import { uuidv7 } from 'uuidv7';
import { type Db, timestamp } from '../connect.ts';
import { type LogIn, logInColumns } from './log-in.ts';

/** A session that nobody used for so long is over, and no session lasts longer than `longestMs`. */
const idleMs = hours(30 * 24);
const longestMs = hours(90 * 24);

/** Where somebody logs in: what their browser says of itself, and their address. */
export type Device = { readonly userAgent: string; readonly address: string };

export type Proof = 'password' | 'second-factor';

/** Opens a session: one log-in on one device, by a password alone or with a second factor. */
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
      expires_at: timestamp(lastsUntil(now, now)),
      second_factor_at: proof === 'second-factor' ? timestamp(now) : null,
      user_agent: device.userAgent.slice(0, 400),
      address: device.address,
      salt: randomBytes(32),
    })
    .returning(logInColumns)
    .executeTakeFirstOrThrow();
}

/** Notes that an open session has proved the second factor. */
export async function proveSession(db: Db, id: SessionId, now: Instant): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ second_factor_at: timestamp(now) })
    .where('id', '=', id)
    .execute();
}

/** When a session that was opened then and is used now will be over. */
export const lastsUntil = (createdAt: Instant, now: Instant): Instant =>
  instant(Math.min(now + idleMs, createdAt + longestMs));
