import { type Kysely, sql } from 'kysely';

/**
 * The round of the refund that a proposal says was paid in another way: it counts for that round only. Null for other proposals, and for
 * those of the release before, which an admin makes again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table deposit_proposals add column round integer check (round > 0)`.execute(db);
}
