import { type Kysely, sql } from 'kysely';

/**
 * Since when attempts to send an email fail: it is given up by that, not by when it was requested, because no worker may have run. And
 * messages to support that were given up are sent again: they are the operator's only copy.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table letters add column failing_since timestamptz`.execute(db);
  await sql`
    insert into letters (id, job, handed_at)
    select gen_random_uuid(), jsonb_build_object('kind', 'support-message', 'messageId', m.id), to_timestamp(0)
    from support_messages m
    where m.sent_at is null and not exists (
      select from letters l where l.ended_at is null and l.job ->> 'messageId' = m.id::text)`.execute(db);
}
