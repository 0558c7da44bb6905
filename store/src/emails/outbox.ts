import type { EmailId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { sql } from 'kysely';
import type { ClientBase } from 'pg';
import { uuidv7 } from 'uuidv7';
import { type Db, timestamp } from '../connect.ts';
import type { EmailOutcome } from '../database.ts';
import type { EmailJob } from './email-job.ts';

/** An email in the outbox. Its id is also its job's id, so that it is queued once. */
export type StoredEmail = { readonly id: EmailId; readonly job: EmailJob };

/** Stores an email in the transaction of the event it reports. After the commit the caller queues it. */
export async function storeEmail(db: Db, job: EmailJob): Promise<StoredEmail> {
  const email = newEmail(job);
  await db
    .insertInto('letters')
    .values({ id: email.id, job: JSON.stringify(job) })
    .execute();
  return email;
}

/** Stores an email for a caller without a job queue: the worker queues it within a minute. */
export async function storeEmailForWorker(db: Db, job: EmailJob): Promise<void> {
  const { id } = newEmail(job);
  await db
    .insertInto('letters')
    .values({ id, job: JSON.stringify(job), handed_at: new Date(0) })
    .execute();
}

export const newEmail = (job: EmailJob): StoredEmail => ({ id: uuidv7() as EmailId, job });

/** Stores several emails on the wallet writer's connection. */
export async function insertEmails(client: ClientBase, emails: readonly StoredEmail[]): Promise<void> {
  await client.query({
    name: 'insert-emails',
    text: 'insert into letters (id, job) select id, job from jsonb_to_recordset($1::jsonb) as l (id uuid, job jsonb)',
    values: [JSON.stringify(emails)],
  });
}

/** Is false for an email that was sent, dropped or given up, or that does not exist. */
export async function isEmailWaiting(db: Db, id: EmailId): Promise<boolean> {
  const row = await db.selectFrom('letters').select('ended_at').where('id', '=', id).executeTakeFirst();
  return row?.ended_at === null;
}

/** Records how an email ended, once. */
export async function endEmail(db: Db, id: EmailId, as: EmailOutcome, at: Instant): Promise<void> {
  await db
    .updateTable('letters')
    .set({ ended_at: timestamp(at), ended_as: as })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

/** Records since when attempts to send an email fail. */
export async function recordFailedAttempt(db: Db, id: EmailId, at: Instant): Promise<void> {
  await db
    .updateTable('letters')
    .set({ failing_since: timestamp(at) })
    .where('id', '=', id)
    .where('failing_since', 'is', null)
    .execute();
}

export type OverdueEmail = StoredEmail & {
  /** When the first attempt to send it failed; `null` if there was none. */
  readonly failingSince: Instant | null;
  /** How often it was queued, including this time. */
  readonly hands: number;
};

/** Marks emails that were queued before `before` and have not ended as queued again, and returns them. */
export async function takeOverdueEmails(
  db: Db,
  { before, now, most }: { readonly before: Instant; readonly now: Instant; readonly most: number },
): Promise<readonly OverdueEmail[]> {
  const { rows } = await sql<OverdueEmail>`
    update letters set handed_at = ${timestamp(now)}, hands = hands + 1
    where id in (
      select id from letters where ended_at is null and handed_at < ${timestamp(before)}
      order by handed_at limit ${most} for update skip locked)
    returning id, job, failing_since as "failingSince", hands`.execute(db);
  return rows;
}

export async function deleteEndedEmails(db: Db, before: Instant): Promise<void> {
  await sql`delete from letters where ended_at < ${timestamp(before)}`.execute(db);
}
