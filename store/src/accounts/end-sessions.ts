import type { SessionId, UserId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { sql } from 'kysely';
import { type Db, timestamp } from '../connect.ts';
import type { SessionEnd } from '../database.ts';

export type SessionsToEnd = {
  readonly userId: UserId;
  /** Only this one; all when not given. */
  readonly only?: SessionId;
  readonly except?: SessionId | undefined;
  readonly why: SessionEnd;
};

/** Ends sessions of one user that have not ended yet, and names them: close what they opened. */
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

/** Ends the sessions of a user that were unused for longest, beyond the `most` that may be open, and names them. */
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
