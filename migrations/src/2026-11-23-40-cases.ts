import { type Kysely, sql } from 'kysely';

/** What verifications and reconciliations find, as cases that people follow to an end; and the reconciliations themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table cases (
      id bigint primary key generated always as identity,
      kind text not null check (kind in ('verification', 'reconciliation', 'investigation')),
      key text not null unique,
      title text not null,
      facts jsonb not null default '{}',
      state text not null default 'open' check (state in ('open', 'explained', 'resolved')),
      owner uuid,
      opened_at timestamptz not null default clock_timestamp(),
      changed_at timestamptz not null default clock_timestamp()
    )`.execute(db);
  await sql`create index cases_by_state on cases (state, kind, id)`.execute(db);
  await sql`
    create table case_entries (
      id bigint primary key generated always as identity,
      case_id bigint not null references cases,
      at timestamptz not null default clock_timestamp(),
      actor uuid,
      act text not null check (act in ('opened', 'noted', 'assigned', 'attached', 'explained', 'resolved', 'reopened')),
      text text not null,
      subject text
    )`.execute(db);
  await sql`create index case_entries_of_case on case_entries (case_id, id)`.execute(db);
  await sql`
    create trigger append_only before update or delete or truncate on case_entries
    for each statement execute function refuse_change()`.execute(db);
  await sql`
    create table reconciliations (
      id uuid primary key,
      kind text not null check (kind in ('provider', 'bank')),
      state text not null check (state in ('waiting', 'running', 'done', 'incomplete')),
      requested_by uuid,
      requested_at timestamptz not null default clock_timestamp(),
      seen_at timestamptz,
      finished_at timestamptz,
      digest text,
      report jsonb
    )`.execute(db);
  await sql`create unique index reconciliations_open on reconciliations (kind) where state in ('waiting', 'running')`.execute(
    db,
  );
  await sql`create unique index reconciliations_of_file on reconciliations (digest) where digest is not null`.execute(
    db,
  );
}
