import { type Kysely, sql } from 'kysely';

/** Refunds of deposits that failed and that an admin paid in another way; above the limit of one admin a second one confirms it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table deposit_refunds add column paid_reference text check (length(paid_reference) between 1 and 80),
      drop constraint deposit_refunds_state_check,
      add constraint deposit_refunds_state_check check (state in ('waiting', 'asked', 'refunded', 'failed', 'paid')),
      add check (state <> 'paid' or paid_reference is not null)`.execute(db);
  await sql`
    alter table deposit_proposals add column reference text check (length(reference) between 1 and 80),
      drop constraint deposit_proposals_action_check,
      add constraint deposit_proposals_action_check
        check (action in ('deposit-credited', 'deposit-returned', 'deposit-refund-paid')),
      add check (action <> 'deposit-refund-paid' or reference is not null)`.execute(db);
}
