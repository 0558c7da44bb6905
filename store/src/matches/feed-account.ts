import type { Instant } from '@touchline/core/instant';
import { sql } from 'kysely';
import { type Db, timestamp } from '../connect.ts';
import { type StoredEmail, storeEmail } from '../emails/outbox.ts';

/** Credits as the provider counts them, and what they are expected to come to. */
export type FeedQuota = {
  readonly remaining: number | null;
  readonly used: number | null;
  readonly last: number | null;
  readonly reportedAt: Instant;
  /** What may be spent in a month; `null` without a limit of our own. */
  readonly budget: number | null;
  /** Spent and to be spent until the end of the month. */
  readonly forecast: number | null;
};

/** Replaces what is known of a provider's credits. */
export async function saveQuota(db: Db, provider: string, { reportedAt, ...counts }: FeedQuota): Promise<void> {
  const row = { ...counts, told_at: timestamp(reportedAt) };
  await db
    .insertInto('feed_quota')
    .values({ provider, ...row })
    .onConflict((known) => known.column('provider').doUpdateSet(row))
    .execute();
}

/** The credits of whichever provider told them last. */
export const readQuota = (db: Db): Promise<FeedQuota | undefined> =>
  db
    .selectFrom('feed_quota')
    .select(['remaining', 'used', 'last', 'told_at as reportedAt', 'budget', 'forecast'])
    .orderBy('told_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** `refused-us`: key or credits, so no price counts · `wrong-question`: we ask something that the provider does not know. */
export type IncidentKind = 'refused-us' | 'wrong-question';

/** Trouble with a provider that a person has to deal with. Open from the first sign until it worked again. */
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

/** Whether an incident of the kind has ended since: an answer that is older than that tells nothing of now. */
export async function hasIncidentClosedSince(
  db: Db,
  { provider, kind, since }: Pick<NewIncident, 'provider' | 'kind'> & { readonly since: Instant },
): Promise<boolean> {
  const { rows } = await sql`
    select from feed_incidents
    where provider = ${provider} and kind = ${kind} and closed_at > ${timestamp(since)} limit 1`.execute(db);
  return rows.length > 0;
}

/** Closes the open incident of a kind, if there is one. */
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
