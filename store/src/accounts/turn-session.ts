import type { SessionId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { sql } from 'kysely';
import { type Db, timestamp } from '../connect.ts';
import { type LogIn, logInColumns } from './log-in.ts';
import { type Device, expiryOf } from './open-session.ts';

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
