import type { Instant } from '@touchline/core/instant';
import type { SkippedPlay } from '@touchline/core/matches';
import { sql } from 'kysely';
import { type Db, timestamp } from '../connect.ts';
import { type StoredEmail, storeEmail } from '../emails/outbox.ts';

/** The provider's credits, and our forecast. */
export type FeedQuota = {
  readonly remaining: number | null;
  readonly used: number | null;
  readonly last: number | null;
  readonly reportedAt: Instant;
  /** Our monthly budget; `null` if there is none. */
  readonly budget: number | null;
  /** Expected use until the end of the month. */
  readonly forecast: number | null;
  /** How many times slower matches in play are polled, to stay within the budget. */
  readonly inPlayStretch: number;
  readonly skipped: readonly SkippedPlay[];
};

/** Saves a provider's credits. */
export async function saveQuota(
  db: Db,
  provider: string,
  { reportedAt, inPlayStretch, skipped, ...counts }: FeedQuota,
): Promise<void> {
  const plan = JSON.stringify({ inPlayStretch, skipped });
  const row = { ...counts, plan, told_at: timestamp(reportedAt) };
  await db
    .insertInto('feed_quota')
    .values({ provider, ...row })
    .onConflict((known) => known.column('provider').doUpdateSet(row))
    .execute();
}

/** Returns the most recently reported credits. */
export async function readQuota(db: Db): Promise<FeedQuota | undefined> {
  const row = await db
    .selectFrom('feed_quota')
    .select(['remaining', 'used', 'last', 'told_at as reportedAt', 'budget', 'forecast', 'plan'])
    .orderBy('told_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { plan, ...quota } = row;
  return { ...quota, inPlayStretch: plan?.inPlayStretch ?? 1, skipped: plan?.skipped ?? [] };
}

/**
 * `refused-us`: our key or credits are refused, so no price counts · `wrong-question`: the provider does not know what we request ·
 * `results-refused`: the second results provider refuses our token.
 */
export type IncidentKind = 'refused-us' | 'wrong-question' | 'results-refused';

/** A problem with a provider that staff must solve, open until it works again. */
export type FeedIncident = {
  readonly id: string;
  readonly provider: string;
  readonly kind: IncidentKind;
  readonly problem: string;
  readonly openedAt: Instant;
  readonly closedAt: Instant | null;
  /** When the mail server accepted the operator's email. */
  readonly mailedAt: Instant | null;
};

type NewIncident = Pick<FeedIncident, 'provider' | 'kind' | 'problem' | 'openedAt'>;

/**
 * Opens an incident and stores the operator's email about it, which the caller queues. Returns `undefined` when one of its kind is
 * already open.
 */
export const openIncident = (db: Db, { openedAt, ...incident }: NewIncident): Promise<StoredEmail | undefined> =>
  db.transaction().execute(async (trx) => {
    const opened = await trx
      .insertInto('feed_incidents')
      .values({ ...incident, opened_at: timestamp(openedAt) })
      .onConflict((known) => known.columns(['provider', 'kind']).where('closed_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst();
    return opened && storeEmail(trx, { kind: 'feed-incident', incidentId: opened.id });
  });

/** Whether an incident of this kind has ended since; an older response then says nothing about now. */
export async function hasIncidentClosedSince(
  db: Db,
  { provider, kind, since }: Pick<NewIncident, 'provider' | 'kind'> & { readonly since: Instant },
): Promise<boolean> {
  const { rows } = await sql`
    select from feed_incidents
    where provider = ${provider} and kind = ${kind} and closed_at > ${timestamp(since)} limit 1`.execute(db);
  return rows.length > 0;
}

/** Closes the open incident of a kind, if any. */
export async function closeIncident(db: Db, provider: string, kind: IncidentKind, at: Instant): Promise<void> {
  await db
    .updateTable('feed_incidents')
    .set({ closed_at: timestamp(at) })
    .where('provider', '=', provider)
    .where('kind', '=', kind)
    .where('closed_at', 'is', null)
    .execute();
}

export const listOpenIncidents = (db: Db, provider: string): Promise<readonly FeedIncident[]> =>
  db
    .selectFrom('feed_incidents')
    .select(incidentColumns)
    .where('provider', '=', provider)
    .where('closed_at', 'is', null)
    .orderBy('opened_at')
    .execute();

export const readIncident = (db: Db, id: string): Promise<FeedIncident | undefined> =>
  db.selectFrom('feed_incidents').select(incidentColumns).where('id', '=', id).executeTakeFirst();

/** Records that the mail server accepted the email, so that a retry does not send it twice. */
export async function markIncidentMailed(db: Db, id: string, at: Instant): Promise<void> {
  await db
    .updateTable('feed_incidents')
    .set({ mailed_at: timestamp(at) })
    .where('id', '=', id)
    .execute();
}

const incidentColumns = [
  'id',
  'provider',
  'kind',
  'problem',
  'opened_at as openedAt',
  'closed_at as closedAt',
  'mailed_at as mailedAt',
] as const;
