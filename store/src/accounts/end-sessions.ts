import type { SessionId, UserId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { sql } from 'kysely';
import { type Db, timestamp } from '../connect.ts';
import type { SessionEnd } from '../database.ts';

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
