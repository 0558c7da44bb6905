import { type Kysely, sql } from 'kysely';

/** Identities of accounts that are closed already are kept as long as their years can be; a year was 365 days. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update closed_accounts set keep_until = closed_at
      + make_interval(days => ceil(365.25 * round(extract(epoch from keep_until - closed_at) / 31536000))::integer)
    where erased_at is null`.execute(db);
}
