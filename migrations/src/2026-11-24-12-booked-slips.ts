import { type Kysely, sql } from 'kysely';

/** Slips that were kept under a short code, to be loaded on another device or by another person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table booked_slips (
      code text primary key check (code ~ '^[A-HJ-NP-Z2-9]{7}$'),
      slip jsonb not null,
      booked_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index booked_slips_age on booked_slips (booked_at)`.execute(db);
}
