import { type Kysely, sql } from 'kysely';

/** Where betting was closed last, of the whole house (`all`) or of one league; every act stands in the audit log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table betting_closures (
      scope text primary key,
      closed_at timestamptz not null,
      opened_at timestamptz,
      actor uuid not null,
      reason text not null,
      check (opened_at >= closed_at)
    )`.execute(db);
  await sql`grant select, insert, update on betting_closures to touchline_app`.execute(db);
}
