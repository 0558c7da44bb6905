import { type Kysely, sql } from 'kysely';

/**
 * The outbox of emails, written in the transaction of the event that they report, so that none is lost with a process or the job
 * queue. `job` holds ids only. An email ends once: sent or given up.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table letters (
      id uuid primary key,
      job jsonb not null,
      asked_at timestamptz not null default now(),
      handed_at timestamptz not null default now(),
      hands integer not null default 1 check (hands > 0),
      ended_at timestamptz,
      ended_as text check (ended_as in ('sent', 'dropped', 'given-up')),
      check ((ended_at is null) = (ended_as is null))
    )`.execute(db);
  await sql`create index letters_waiting on letters (handed_at) where ended_at is null`.execute(db);
  await sql`create index letters_ended on letters (ended_at) where ended_at is not null`.execute(db);
  await sql`grant select, insert, delete on letters to touchline_app`.execute(db);
  await sql`grant update (handed_at, hands, ended_at, ended_as) on letters to touchline_app`.execute(db);
}
