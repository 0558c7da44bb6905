import { type Kysely, sql } from 'kysely';

/** A closed account that was excluded is recognised when its address registers again, by a keyed digest of the address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table closed_accounts add column email_fingerprint text`.execute(db);
  await sql`
    create index closed_accounts_fingerprints on closed_accounts (email_fingerprint)
    where email_fingerprint is not null`.execute(db);
  await sql`grant update (email_fingerprint) on closed_accounts to touchline_app`.execute(db);
}
