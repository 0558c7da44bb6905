import { type Kysely, sql } from 'kysely';

/**
 * The money that each admin has decided without a second one, over all matches, so that the sum of a day is held against the limit. It
 * replaces the column of the same figure per result.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table solo_decisions (
      id bigint generated always as identity primary key,
      admin uuid not null,
      decided_at timestamptz not null,
      action text not null,
      subject text not null,
      amount bigint not null check (amount > 0)
    )`.execute(db);
  await sql`create index solo_decisions_of_admin on solo_decisions (admin, decided_at)`.execute(db);
  await sql`
    insert into solo_decisions (admin, decided_at, action, subject, amount)
    select substring(actor from 7)::uuid, decided_at, 'result-decided', 'match:' || match_id, moved
    from match_results where actor like 'admin:%' and confirmed_by is null and moved > 0
    order by decided_at, match_id, version`.execute(db);
  await sql`alter table match_results drop column moved`.execute(db);
  await sql`
    create trigger append_only before update or delete or truncate on solo_decisions
    for each statement execute function refuse_change()`.execute(db);
  await sql`grant select, insert on solo_decisions to touchline_app`.execute(db);
}
