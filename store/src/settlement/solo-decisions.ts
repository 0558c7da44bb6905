import type { UserId } from '@touchline/core/ids';
import { type Instant, instant } from '@touchline/core/instant';
import { type Cents, cents } from '@touchline/core/money';
import { aloneWithinMs } from '@touchline/core/settlement';
import { sql } from 'kysely';
import { type Db, type Trx, timestamp } from '../connect.ts';

/** Money that an admin decided without a second one. */
export type SoloDecision = {
  readonly admin: UserId;
  readonly decidedAt: Instant;
  /** Action and subject of the audit log. */
  readonly action: string;
  readonly subject: string;
  readonly amount: Cents;
};

/**
 * Lets one transaction at a time decide money for an admin, across all nodes, until it ends: two at once would each see the limit
 * without the other. Comes before any other lock.
 */
export const lockSoloDecisions = (trx: Trx, admin: UserId): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtext('touchline solo decisions'), hashtext(${admin}))`.execute(trx);

/** Returns what an admin has decided alone within the rolling day before `now`, over all matches and actions. */
export async function decidedAlone(
  db: Db | Trx,
  { admin, now }: { readonly admin: UserId; readonly now: Instant },
): Promise<Cents> {
  const { amount } = await db
    .selectFrom('solo_decisions')
    .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('amount'))
    .where('admin', '=', admin)
    .where(sql<boolean>`decided_at > ${timestamp(instant(now - aloneWithinMs))}`)
    .executeTakeFirstOrThrow();
  return cents(amount);
}

/** Adds to what an admin has decided alone, in the transaction of the decision; what decides no money is left out. */
export async function addSoloDecision(trx: Trx, { decidedAt, ...decision }: SoloDecision): Promise<void> {
  if (decision.amount === 0) return;
  await trx
    .insertInto('solo_decisions')
    .values({ ...decision, decided_at: timestamp(decidedAt) })
    .execute();
}
