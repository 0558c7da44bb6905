import { type Instant, seconds } from '@touchline/core/instant';
import type { TransactionStatus, TransactionType } from '@touchline/core/payments';
import { sql } from 'kysely';
import { worstMatchLoss } from '../bets/exposure-rows.ts';
import type { Db } from '../connect.ts';
import { type FeedQuota, type IncidentKind, readQuota } from '../matches/feed-account.ts';

/** The state of the whole product, from the database. */
export type Vitals = {
  readonly quota: FeedQuota | undefined;
  readonly incidents: readonly { readonly kind: IncidentKind; readonly open: number }[];
  /** Ended matches with unsettled bets, and since when the first one waits. */
  readonly unsettled: Waiting;
  /** Bets awaiting acceptance, and when the first one was due. */
  readonly held: Waiting;
  /** Deposits and withdrawals that are not final. `since`: of the oldest; a withdrawal counts once an admin could approve it. */
  readonly open: readonly {
    readonly type: TransactionType;
    readonly status: TransactionStatus;
    readonly count: number;
    readonly since: Instant;
  }[];
  /** Waiting for staff: doubts about matches, and results that need a second admin. */
  readonly reviews: number;
  readonly proposals: number;
  /** Emails waiting to be sent, and since when the oldest waits. */
  readonly emails: Waiting;
  /** Since when the first owed payment check waits for the sweep. */
  readonly owedChecks: Pick<Waiting, 'since'>;
  /** Payment providers whose circuit breaker is open. */
  readonly openBreakers: number;
  /** Wallets with negative cash, after reversals. */
  readonly negative: number;
  /** What all open bets would pay above their stakes, and the largest possible loss at one score of a match; in cents. */
  readonly openNet: number;
  readonly worstOutcome: number;
  /** When the newest event of the ledger was recorded. */
  readonly eventAt: Instant | null;
  readonly checkpointAt: Instant | null;
  readonly signingStops: number;
  /** Since when a time-stamping authority has not answered. */
  readonly timeStampsAwaySince: Instant | null;
  /** When the last WAL segment was archived, and whether the newest attempt failed. */
  readonly archive: { readonly at: Instant | null; readonly isFailing: boolean };
  /** The last verification that ended. */
  readonly verification: { readonly at: Instant; readonly state: 'passed' | 'failed' | 'broken' } | undefined;
  readonly databaseBytes: number;
};
type Waiting = { readonly count: number; readonly since: Instant | null };

/** A slow database must not be slowed down further by monitoring. */
const patienceMs = seconds(5);

/** Reads everything in one snapshot; throws if it takes longer than a few seconds. */
export const readVitals = (db: Db): Promise<Vitals> =>
  db
    .transaction()
    .setAccessMode('read only')
    .execute(async (trx) => {
      await sql`set local statement_timeout = ${sql.lit(patienceMs)}`.execute(trx);
      const { rows } = await sql<Counts>`
        select
          (select count(*) from matches where status <> 'open' and graded_at is null) as unsettled,
          (select min(ended_at) from matches where status <> 'open' and graded_at is null) as unsettled_since,
          (select count(*) from bets where acceptance = 'pending') as held,
          (select min(accept_at) from bets where acceptance = 'pending') as held_since,
          (select count(*) from match_reviews where resolved_at is null) as reviews,
          (select count(*) from result_proposals where status = 'open') as proposals,
          (select count(*) from letters where ended_at is null) as emails,
          (select min(asked_at) from letters where ended_at is null) as emails_since,
          (select min(owed_since) from payment_checks where owed_since is not null) as owed_checks_since,
          (select count(*) from provider_gates where open_until is not null) as open_breakers,
          (select count(*) from wallets where cash < 0) as negative,
          (select coalesce(sum(net), 0) from open_book) as open_net,
          (select recorded_at from ledger_events order by seq desc limit 1) as event_at,
          (select signed_at from log_checkpoints order by size desc limit 1) as checkpoint_at,
          (select count(*) from signing_stops where ended_at is null) as signing_stops,
          (select away_since from log_time_stamping) as time_stamps_away_since,
          (select last_archived_time from pg_stat_archiver) as archived_at,
          (select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) from pg_stat_archiver) as archive_failing,
          pg_database_size(current_database()) as bytes`.execute(trx);
      const open = await sql<Vitals['open'][number]>`
        select type, status, count(*) as count, min(greatest(created_at, payable_from)) as since
        from transactions where status in ('initiated', 'pending') group by type, status`.execute(trx);
      const incidents = await sql<Vitals['incidents'][number]>`
        select kind, count(*) as open from feed_incidents where closed_at is null group by kind`.execute(trx);
      const ended = await sql<NonNullable<Vitals['verification']>>`
        select finished_at as at, state from ledger_verifications where finished_at is not null
        order by requested_at desc limit 1`.execute(trx);
      const [counts] = rows;
      if (!counts) throw new Error('the database returned no vitals');
      return {
        quota: await readQuota(trx),
        incidents: incidents.rows,
        unsettled: { count: counts.unsettled, since: counts.unsettled_since },
        held: { count: counts.held, since: counts.held_since },
        open: open.rows,
        reviews: counts.reviews,
        proposals: counts.proposals,
        emails: { count: counts.emails, since: counts.emails_since },
        owedChecks: { since: counts.owed_checks_since },
        openBreakers: counts.open_breakers,
        negative: counts.negative,
        openNet: Number(counts.open_net),
        worstOutcome: await worstMatchLoss(trx),
        eventAt: counts.event_at,
        checkpointAt: counts.checkpoint_at,
        signingStops: counts.signing_stops,
        timeStampsAwaySince: counts.time_stamps_away_since,
        archive: { at: counts.archived_at, isFailing: counts.archive_failing },
        verification: ended.rows[0],
        databaseBytes: counts.bytes,
      };
    });

type Counts = {
  readonly unsettled: number;
  readonly unsettled_since: Instant | null;
  readonly held: number;
  readonly held_since: Instant | null;
  readonly reviews: number;
  readonly proposals: number;
  readonly emails: number;
  readonly emails_since: Instant | null;
  readonly owed_checks_since: Instant | null;
  readonly open_breakers: number;
  readonly negative: number;
  readonly open_net: unknown;
  readonly event_at: Instant | null;
  readonly checkpoint_at: Instant | null;
  readonly signing_stops: number;
  readonly time_stamps_away_since: Instant | null;
  readonly archived_at: Instant | null;
  readonly archive_failing: boolean;
  readonly bytes: number;
};
