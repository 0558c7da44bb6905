import { type Kysely, sql } from 'kysely';

/** Until when the provider takes a payment, as it said when it made it: a link to a checkout that is over is not offered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table transactions add column checkout_expires_at timestamptz`.execute(db);
}
