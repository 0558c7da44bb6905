import { type Kysely, sql } from 'kysely';

/** What an admin would decide about a deposit above what one decides alone; another admin who decides the same confirms it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table deposit_proposals (
      id bigint generated always as identity primary key,
      transaction_id uuid not null,
      action text not null check (action in ('deposit-credited', 'deposit-returned')),
      amount bigint not null check (amount > 0),
      proposed_by uuid not null,
      proposed_at timestamptz not null
    )`.execute(db);
  await sql`create index deposit_proposals_of_transaction on deposit_proposals (transaction_id, id desc)`.execute(db);
  await sql`
    create trigger append_only before update or delete or truncate on deposit_proposals
    for each statement execute function refuse_change()`.execute(db);
  await sql`grant select, insert on deposit_proposals to touchline_app`.execute(db);
}
