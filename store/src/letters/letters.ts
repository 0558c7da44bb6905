import type { LetterId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { sql } from 'kysely';
import type { ClientBase } from 'pg';
import { uuidv7 } from 'uuidv7';
import { type Db, timestamp } from '../connect.ts';
import type { LetterEnd } from '../database.ts';
import type { MailJob } from './mail-job.ts';

/** A letter that waits to be sent. Its id names its job in the queue, so that it is there once. */
export type LeftLetter = { readonly id: LetterId; readonly job: MailJob };

/** Keeps what is to be sent, in the transaction of what it tells of. Then it is handed to the queue. */
export async function leaveLetter(db: Db, job: MailJob): Promise<LeftLetter> {
  const letter = newLetter(job);
  await db
    .insertInto('letters')
    .values({ id: letter.id, job: JSON.stringify(job) })
    .execute();
  return letter;
}

/** Keeps what is to be sent for a caller that has no queue: the worker hands it over within a minute. */
export async function leaveLetterForWorker(db: Db, job: MailJob): Promise<void> {
  const { id } = newLetter(job);
  await db
    .insertInto('letters')
    .values({ id, job: JSON.stringify(job), handed_at: new Date(0) })
    .execute();
}

export const newLetter = (job: MailJob): LeftLetter => ({ id: uuidv7() as LetterId, job });

/** The same for several on a session of the caller; for the group writer of the ledger. */
export async function insertLetters(client: ClientBase, letters: readonly LeftLetter[]): Promise<void> {
  await client.query({
    name: 'insert-letters',
    text: 'insert into letters (id, job) select id, job from jsonb_to_recordset($1::jsonb) as l (id uuid, job jsonb)',
    values: [JSON.stringify(letters)],
  });
}

/** Whether it was neither sent nor given up yet; false for a letter that is not there. */
export async function isLetterWaiting(db: Db, id: LetterId): Promise<boolean> {
  const row = await db.selectFrom('letters').select('ended_at').where('id', '=', id).executeTakeFirst();
  return row?.ended_at === null;
}

/** Notes what became of it; what has ended stays as it ended. */
export async function endLetter(db: Db, id: LetterId, as: LetterEnd, at: Instant): Promise<void> {
  await db
    .updateTable('letters')
    .set({ ended_at: timestamp(at), ended_as: as })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

export type OverdueLetter = LeftLetter & {
  readonly askedAt: Instant;
  /** How often it has been handed to the queue, this time included. */
  readonly hands: number;
};

/** Letters that were handed to the queue before `before` and have not ended, oldest first; they count as handed again. */
export async function takeOverdueLetters(
  db: Db,
  { before, now, most }: { readonly before: Instant; readonly now: Instant; readonly most: number },
): Promise<readonly OverdueLetter[]> {
  const { rows } = await sql<OverdueLetter>`
    update letters set handed_at = ${timestamp(now)}, hands = hands + 1
    where id in (
      select id from letters where ended_at is null and handed_at < ${timestamp(before)}
      order by handed_at limit ${most} for update skip locked)
    returning id, job, asked_at as "askedAt", hands`.execute(db);
  return rows;
}

/** Letters that ended before `before` have nothing more to tell. */
export async function forgetEndedLetters(db: Db, before: Instant): Promise<void> {
  await sql`delete from letters where ended_at < ${timestamp(before)}`.execute(db);
}
