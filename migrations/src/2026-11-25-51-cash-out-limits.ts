import { type Kysely, sql } from 'kysely';

/** Admins limit what cash-outs pay, in the scopes in which they can close them; every change stands in the audit log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table cash_out_limits (
      scope text primary key,
      max_payment bigint check (max_payment > 0),
      max_match_day bigint check (max_match_day > 0),
      set_at timestamptz not null,
      actor uuid not null,
      reason text not null,
      check (num_nonnulls(max_payment, max_match_day) > 0)
    )`.execute(db);
}
