import { type Kysely, sql } from 'kysely';

/** What may show that two accounts are one person's, as keyed digests, and holds that the product itself begins. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // `sealed`: an unkeyed digest of the value, from which a new data key makes a new digest; never the value.
  await sql`
    create table person_signals (
      id uuid primary key,
      user_id uuid not null references users,
      kind text not null check (kind in ('email', 'device', 'payment')),
      digest text not null,
      sealed text not null,
      noted_at timestamptz not null default clock_timestamp()
    )`.execute(db);
  await sql`create index person_signals_digests on person_signals (digest, kind)`.execute(db);
  await sql`create index person_signals_users on person_signals (user_id, kind)`.execute(db);
  await sql`grant select, insert, delete, update (digest, sealed) on person_signals to touchline_app`.execute(db);
  await sql`alter table operator_exclusions drop constraint operator_exclusions_cause_check`.execute(db);
  await sql`
    alter table operator_exclusions add constraint operator_exclusions_cause_check
    check (cause in ('request', 'responsible-gambling', 'fraud', 'same-person'))`.execute(db);
}
