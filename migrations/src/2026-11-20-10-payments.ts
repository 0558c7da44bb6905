import { type Kysely, sql } from 'kysely';

/** Money on its way in and out. The ledger says what moved; a transaction says for whom, how, and how far it has come. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table transactions (
      id uuid primary key,
      wallet_id uuid not null,
      version integer not null check (version > 0),
      type text not null check (type in ('deposit', 'withdrawal', 'refund')),
      amount bigint not null check (amount > 0),
      status text not null check (status in ('initiated', 'pending', 'completed', 'failed', 'canceled')),
      method text not null,
      reference text,
      reason text,
      provider text,
      provider_payment_id text,
      checkout_url text,
      checked_at timestamptz,
      charge_currency text check (charge_currency in ('USD', 'EUR')),
      charge_amount bigint check ((charge_amount is null) = (charge_currency is null)),
      payout_sealed text,
      payout_mask text,
      payout_fingerprint text,
      flags text[] not null default '{}',
      decided_by uuid,
      decided_at timestamptz check ((decided_at is null) = (decided_by is null)),
      metadata jsonb not null default '{}',
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (provider, provider_payment_id)
    )`.execute(db);
  await sql`create index transactions_of_wallet on transactions (wallet_id, created_at, id)`.execute(db);
  await sql`create index transactions_newest on transactions (created_at, id)`.execute(db);
  await sql`
    create index transactions_open on transactions (updated_at) where status in ('initiated', 'pending')`.execute(db);
  // A withdrawal ends once: neither paid twice, nor paid and released.
  await sql`
    create unique index ledger_events_withdrawal_end on ledger_events (wallet_id, (payload ->> 'transactionId'))
    where type in ('WithdrawalPaid', 'WithdrawalReleased')`.execute(db);
  await sql`grant select, insert, update on transactions to touchline_app`.execute(db);
}
