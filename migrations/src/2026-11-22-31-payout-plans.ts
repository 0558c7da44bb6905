import { type Kysely, sql } from 'kysely';

/** How withdrawals are paid: from when, approved by whom, and what goes back to the deposits it came from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table transactions
      add column payable_from timestamptz,
      add column first_approved_by uuid,
      add column first_approved_at timestamptz,
      add column route jsonb not null default '[]',
      add column route_due_at timestamptz,
      add check ((first_approved_at is null) = (first_approved_by is null)),
      add check (type = 'withdrawal' or (payable_from is null and first_approved_by is null and route = '[]')),
      add constraint two_admins check (first_approved_by <> decided_by or status <> 'completed')`.execute(db);
  await sql`
    create index transactions_destinations on transactions (payout_fingerprint, wallet_id)
    where payout_fingerprint is not null`.execute(db);
  await sql`
    create index transactions_routes_due on transactions (route_due_at) where route_due_at is not null`.execute(db);
  // The secret of a link that cancels one withdrawal is in its email only. It opens nothing once the withdrawal is decided.
  await sql`
    create table withdrawal_links (
      token_hash bytea primary key check (length(token_hash) = 32),
      transaction_id uuid not null references transactions (id),
      created_at timestamptz not null default clock_timestamp()
    )`.execute(db);
  await sql`create index withdrawal_links_of_transaction on withdrawal_links (transaction_id)`.execute(db);
  await sql`grant select, insert, delete on withdrawal_links to touchline_app`.execute(db);
}
