import { type Kysely, sql } from 'kysely';

/**
 * What admins decide about parts of withdrawals that could not go back. Not final: the first of two approvals, which moves nothing.
 * `rounds` names the failed refunds by deposit and round; they are resolved once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table return_decisions (
      id bigint generated always as identity primary key,
      transaction_id uuid not null references transactions (id),
      rounds text not null check (rounds <> ''),
      how text not null check (how in ('retry', 'destination', 'elsewhere')),
      amount bigint not null check (amount > 0),
      reference text check (length(reference) between 1 and 80),
      is_final boolean not null,
      admin uuid not null,
      first_admin uuid,
      decided_at timestamptz not null,
      constraint two_admins check (first_admin <> admin),
      check (is_final or first_admin is null),
      check (how <> 'elsewhere' or reference is not null)
    )`.execute(db);
  await sql`
    create unique index return_decisions_once on return_decisions (transaction_id, rounds) where is_final`.execute(db);
  await sql`create index return_decisions_of_transaction on return_decisions (transaction_id, id)`.execute(db);
  await sql`create index return_decisions_of_admin on return_decisions (admin, decided_at)`.execute(db);
  await sql`
    create trigger append_only before update or delete or truncate on return_decisions
    for each statement execute function refuse_change()`.execute(db);
  await sql`grant select, insert on return_decisions to touchline_app`.execute(db);
}
