import { type Instant, instant, seconds } from '@touchline/core/instant';
import { transactionTypes } from '@touchline/core/payments';
import type { Registry } from 'prom-client';
import type { Db } from '../connect.ts';
import { metersOf } from './measure-process.ts';
import { readVitals, type Vitals } from './read-vitals.ts';

/** Returns vitals that are at most a few seconds old; `undefined` if they cannot be read. */
type ReadVitals = () => Promise<Vitals | undefined>;

const keptMs = seconds(10);

/** Longer than the query may take; a hanging database does not answer at all. */
const patienceMs = seconds(8);

/** Reads the vitals at most once every ten seconds, and never concurrently. */
export function createVitals(db: Db, onError: (error: unknown) => void): ReadVitals {
  let askedAt = 0;
  let reading: Promise<Vitals | undefined> | undefined;
  let asked: Promise<Vitals | undefined> | undefined;
  const read = (): Promise<Vitals | undefined> => {
    reading ??= readVitals(db)
      .catch((error: unknown) => {
        onError(error);
        return undefined;
      })
      .finally(() => {
        reading = undefined;
      });
    return Promise.race([reading, nothingAfter(patienceMs)]);
  };
  return () => {
    const now = Date.now();
    if (asked && now - askedAt < keptMs) return asked;
    askedAt = now;
    asked = read();
    return asked;
  };
}

const nothingAfter = (ms: number): Promise<undefined> =>
  new Promise((resolve) => setTimeout(resolve, ms, undefined).unref());

type Sample = { readonly labels?: Readonly<Record<string, string>>; readonly value: number | null | undefined };
type Vital = {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
  /** Unknown values have no sample. */
  readonly of: (vitals: Vitals, now: Instant) => readonly Sample[];
};

/** Measures the state of the whole product. Every process reports the same: take the maximum, not the sum. */
export function measureVitals(registry: Registry, read: ReadVitals): void {
  const meters = metersOf(registry);
  meters.watched(
    'touchline_vitals_readable',
    '1 when the vitals could be read from the database, 0 when not',
    [],
    async (gauge) => {
      gauge.set((await read()) ? 1 : 0);
    },
  );
  for (const { name, help, labelNames = [], of } of vitalSigns) {
    meters.watched(name, help, labelNames, async (gauge) => {
      const vitals = await read();
      gauge.reset();
      if (labelNames.length === 0) gauge.remove();
      for (const { labels = {}, value } of vitals ? of(vitals, instant(Date.now())) : []) {
        if (value !== null && value !== undefined) gauge.set(labels, value);
      }
    });
  }
}

const one = (value: number | null | undefined): readonly Sample[] => [{ value }];
const lag = (since: Instant | null, now: Instant) => one(since === null ? 0 : Math.max(0, now - since) / 1_000);
const time = (at: Instant | null | undefined) => one(at === null || at === undefined ? undefined : at / 1_000);

const vitalSigns: readonly Vital[] = [
  {
    name: 'touchline_book_open_dollars',
    help: 'What all open bets would pay above their stakes',
    of: ({ openNet }) => one(openNet / 100),
  },
  {
    name: 'touchline_book_worst_outcome_dollars',
    help: 'The most that may be lost at one score of a match if accumulators win all else',
    of: ({ worstOutcome }) => one(worstOutcome / 100),
  },
  {
    name: 'touchline_feed_credits_remaining',
    help: 'Credits that the odds provider has left for us',
    of: ({ quota }) => one(quota?.remaining),
  },
  {
    name: 'touchline_feed_credits_used',
    help: 'Credits used this month, as the odds provider counts them',
    of: ({ quota }) => one(quota?.used),
  },
  {
    name: 'touchline_feed_credits_forecast',
    help: 'Credits that will have been used by the end of the month',
    of: ({ quota }) => one(quota?.forecast),
  },
  {
    name: 'touchline_feed_credits_budget',
    help: 'Credits that may be used in a month; absent without a limit of our own',
    of: ({ quota }) => one(quota?.budget),
  },
  {
    name: 'touchline_feed_incidents',
    help: 'Open incidents with the odds provider',
    labelNames: ['kind'],
    of: ({ incidents }) =>
      (['refused-us', 'wrong-question'] as const).map((kind) => ({
        labels: { kind },
        value: incidents.find((incident) => incident.kind === kind)?.open ?? 0,
      })),
  },
  {
    name: 'touchline_settlement_waiting_matches',
    help: 'Matches that ended and whose bets are not all settled',
    of: ({ unsettled }) => one(unsettled.count),
  },
  {
    name: 'touchline_settlement_lag_seconds',
    help: 'How long the bets on an ended match wait to be settled, the longest; 0 when none wait',
    of: ({ unsettled }, now) => lag(unsettled.since, now),
  },
  {
    name: 'touchline_bets_held',
    help: 'Bets with a match in play that are not judged yet',
    of: ({ held }) => one(held.count),
  },
  {
    name: 'touchline_bets_held_lag_seconds',
    help: 'How long a held bet is overdue to be judged, the longest; 0 when none is',
    of: ({ held }, now) => lag(held.since, now),
  },
  {
    name: 'touchline_transactions_open',
    help: 'Deposits and withdrawals that are not final',
    labelNames: ['type', 'status'],
    of: ({ open }) =>
      transactionTypes.flatMap((type) =>
        (['initiated', 'pending'] as const).map((status) => ({
          labels: { type, status },
          value: open.find((some) => some.type === type && some.status === status)?.count ?? 0,
        })),
      ),
  },
  {
    name: 'touchline_transactions_open_oldest_timestamp_seconds',
    help: 'Since when the oldest deposit or withdrawal is open; a withdrawal counts once an admin could approve it',
    labelNames: ['type', 'status'],
    of: ({ open }) => open.map(({ type, status, since }) => ({ labels: { type, status }, value: since / 1_000 })),
  },
  { name: 'touchline_reviews', help: 'Doubts about matches that wait for an admin', of: ({ reviews }) => one(reviews) },
  {
    name: 'touchline_proposals',
    help: 'Results that wait for a second admin',
    of: ({ proposals }) => one(proposals),
  },
  {
    name: 'touchline_emails_waiting',
    help: 'Emails waiting to be sent',
    of: ({ emails }) => one(emails.count),
  },
  {
    name: 'touchline_emails_lag_seconds',
    help: 'Age of the oldest email that waits to be sent; 0 when none waits',
    of: ({ emails }, now) => lag(emails.since, now),
  },
  // Kept for one release: an operator's own rule over a metric that is gone never fires.
  {
    name: 'touchline_letters_waiting',
    help: 'Deprecated: touchline_emails_waiting',
    of: ({ emails }) => one(emails.count),
  },
  {
    name: 'touchline_letters_lag_seconds',
    help: 'Deprecated: touchline_emails_lag_seconds',
    of: ({ emails }, now) => lag(emails.since, now),
  },
  {
    name: 'touchline_payment_checks_lag_seconds',
    help: 'How long a question to the payment provider waits for the sweep, the longest; 0 when none waits',
    of: ({ owedChecks }, now) => lag(owedChecks.since, now),
  },
  {
    name: 'touchline_payment_provider_breakers_open',
    help: 'Payment providers that are not asked because they did not answer',
    of: ({ openBreakers }) => one(openBreakers),
  },
  {
    name: 'touchline_wallets_negative',
    help: 'Wallets whose cash is below zero',
    of: ({ negative }) => one(negative),
  },
  {
    name: 'touchline_ledger_event_timestamp_seconds',
    help: 'When the newest event of the ledger was recorded',
    of: ({ eventAt }) => time(eventAt),
  },
  {
    name: 'touchline_checkpoint_timestamp_seconds',
    help: 'When the newest checkpoint of the transparency log was signed',
    of: ({ checkpointAt }) => time(checkpointAt),
  },
  {
    name: 'touchline_signing_stopped',
    help: '1 while nothing is signed because the database differs from its log',
    of: ({ signingStops }) => one(signingStops),
  },
  {
    name: 'touchline_time_stamps_away_timestamp_seconds',
    help: 'Since when the time-stamping authority does not answer; absent while it does',
    of: ({ timeStampsAwaySince }) => time(timeStampsAwaySince),
  },
  {
    name: 'touchline_archive_timestamp_seconds',
    help: 'When the last WAL segment was archived; absent if none was',
    of: ({ archive }) => time(archive.at),
  },
  {
    name: 'touchline_archive_failing',
    help: '1 when the newest attempt to archive WAL failed',
    of: ({ archive }) => one(archive.isFailing ? 1 : 0),
  },
  {
    name: 'touchline_verification_timestamp_seconds',
    help: 'When the last verification of the ledger that an auditor asked for ended',
    of: ({ verification }) => time(verification?.at),
  },
  {
    name: 'touchline_verification_passed',
    help: '1 when the last verification of the ledger found nothing wrong, 0 when it did or could not be done',
    of: ({ verification }) => one(verification && (verification.state === 'passed' ? 1 : 0)),
  },
  {
    name: 'touchline_database_size_bytes',
    help: 'Size of the database on disk',
    of: ({ databaseBytes }) => one(databaseBytes),
  },
];
