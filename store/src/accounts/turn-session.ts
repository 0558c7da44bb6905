import type { SessionId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { sql } from 'kysely';
import { type Db, timestamp } from '../connect.ts';
import { type LogIn, logInColumns } from './log-in.ts';
import { type Device, lastsUntil } from './open-session.ts';

/** `undefined` when there is no such session. */
export async function readSession(db: Db, id: SessionId): Promise<LogIn | undefined> {
  return db.selectFrom('sessions').select(logInColumns).where('id', '=', id).executeTakeFirst();
}

/**
 * Moves a session on by one turn from the one that is known: of two who try at once, one does. `undefined`: it has moved on
 * meanwhile, or is over.
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
      expires_at: timestamp(lastsUntil(known.createdAt, now)),
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
