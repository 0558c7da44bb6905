import { type Kysely, sql } from 'kysely';

/** What a time-stamping authority (RFC 3161) answered about checkpoints of the log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // `reply`: the authority's answer as it arrived, DER.
  await sql`
    create table log_time_stamps (
      size bigint primary key references log_checkpoints,
      reply bytea not null,
      authority text not null,
      stamped_at timestamptz not null
    )`.execute(db);
  await sql`
    create trigger append_only before update or delete or truncate on log_time_stamps
    for each statement execute function refuse_change()`.execute(db);
  // One row, as soon as an authority is asked.
  await sql`
    create table log_time_stamping (
      is_only boolean primary key default true check (is_only),
      away_since timestamptz,
      problem text
    )`.execute(db);
}
