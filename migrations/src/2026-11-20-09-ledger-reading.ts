import { type Kysely, sql } from 'kysely';

/** What an auditor reads the ledger by; each index and what it costs is in decisions/0010. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index ledger_events_reading on ledger_events
    using brin (recorded_at, effective_at, amount, cause text_bloom_ops)
    with (pages_per_range = 32, autosummarize = on)`.execute(db);
  // The types that bets and deposits write all the time are found soon by walking back; the others may lie far apart.
  await sql`
    create index ledger_events_rare on ledger_events (type, seq)
    where type not in ('DepositCredited', 'StakeTaken', 'StakeLost', 'WinningsPaid')`.execute(db);
  // Cash and stakes move all the time, so their last entry is near; these two may rest for years.
  await sql`
    create index ledger_entries_resting on ledger_entries (wallet_id, account, seq)
    where account in ('player:held', 'player:bonus')`.execute(db);
  await sql`alter table ledger_verifications add column seen_at timestamptz`.execute(db);
  await sql`
    create unique index ledger_verifications_one on ledger_verifications ((true))
    where state in ('waiting', 'running')`.execute(db);
}
