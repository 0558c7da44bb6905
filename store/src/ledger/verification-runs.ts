import type { VerificationView } from '@touchline/core/contract';
import type { UserId } from '@touchline/core/ids';
import { type RawBuilder, sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { reportCases } from '../cases/index.ts';
import type { Db, Trx } from '../connect.ts';
import type { Finding, FindingLocation } from './findings.ts';
import type { VerifyProgress, VerifyReport } from './verify.ts';
import { utcText } from './view-event.ts';

/** Jobs on the ledger: the scheduled checkpoint, and requested verifications. */
export const ledgerQueue = 'ledger';
export type LedgerJob = { readonly kind: 'verify'; readonly verificationId: string };

/** The stored report of a run; `problem`: why it could not be done. */
type StoredReport = Partial<Pick<VerifyReport, 'wallets' | 'entries' | 'checkpoints' | 'uncovered' | 'found'>> & {
  /** Reports from before findings had keys have the first of each kind, with its place as `first`. */
  readonly findings?: readonly (Omit<Finding, 'key' | 'place'> &
    Partial<Pick<Finding, 'key' | 'place'>> & { readonly first?: FindingLocation })[];
  readonly problem?: string;
};

/** How many findings a run lists; each is a case of its own. */
const mostShown = 100;

/** Requests a verification. There is only one at a time: while one waits or runs, it is returned. */
export async function requestVerification(db: Db, requestedBy: UserId | 'schedule'): Promise<VerificationView> {
  const by = requestedBy === 'schedule' ? null : requestedBy;
  for (;;) {
    const { rows } = await sql<RunRow>`
      insert into ledger_verifications (id, requested_by, state)
      values (${uuidv7()}, ${by}, 'waiting')
      on conflict ((true)) where state in ('waiting', 'running') do nothing
      returning ${columns}`.execute(db);
    const run = rows[0] ? view(rows[0]) : await openVerification(db);
    // The open run may have ended in the meantime; then try again.
    if (run) return run;
  }
}

/**
 * Whether no verification was requested within `afterMs`, except those that could not be done. Never for a ledger that is younger.
 */
export async function isVerificationDue(db: Db, afterMs: number): Promise<boolean> {
  const since = sql`clock_timestamp() - make_interval(secs => ${afterMs / 1_000})`;
  const { rows } = await sql<{ readonly due: boolean }>`
    select (select recorded_at from ledger_events order by seq limit 1) < ${since}
      and not exists (
        select from ledger_verifications where requested_at >= ${since} and state <> 'broken'
      ) as due`.execute(db);
  // An empty ledger returns null: nothing is due.
  return rows[0]?.due === true;
}

/** Starts a run, or restarts it after its worker died. `undefined` if it is over or does not exist. */
export const startVerification = (db: Db, id: string): Promise<VerificationView | undefined> =>
  change(
    db,
    sql`state = 'running', started_at = clock_timestamp(), seen_at = clock_timestamp(), events_done = 0, events_total = 0
      where id = ${id} and state in ('waiting', 'running')`,
  );

/** Saves the progress of a run, which is also its heartbeat. `undefined` if it has been ended in the meantime. */
export const saveVerificationProgress = (
  db: Db,
  id: string,
  { done, total }: VerifyProgress,
): Promise<VerificationView | undefined> =>
  change(
    db,
    sql`events_done = ${done}, events_total = ${total}, seen_at = clock_timestamp()
      where id = ${id} and state = 'running'`,
  );

/**
 * Stores the report of a run, and its findings as cases, in one transaction: a new finding opens a case, one that is gone resolves it.
 * `undefined` if the run has been ended in the meantime.
 */
export function finishVerification(db: Db, id: string, report: VerifyReport): Promise<VerificationView | undefined> {
  const { passed, events, wallets, entries, checkpoints, uncovered, findings, found } = report;
  const stored: StoredReport = {
    wallets,
    entries,
    checkpoints,
    uncovered,
    findings: findings.slice(0, mostShown),
    found,
  };
  return db.transaction().execute(async (trx) => {
    const ended = await change(
      trx,
      sql`state = ${passed ? 'passed' : 'failed'}, finished_at = clock_timestamp(), events_done = ${events},
        events_total = ${events}, report = ${JSON.stringify(stored)}::jsonb
        where id = ${id} and state = 'running'`,
    );
    if (!ended) return undefined;
    await reportCases(
      trx,
      'verification',
      findings.map(({ key, kind, sentence, place }) => ({
        key: `verification:${key}`,
        title: sentence,
        facts: { kind, ...place },
        subject: place.seq !== undefined ? `event:${place.seq}` : place.wallet && `wallet:${place.wallet}`,
      })),
      { foundBy: `verification ${id}`, isAll: sum(Object.values(found)) === findings.length },
    );
    return ended;
  });
}

/** Ends a run that could not be done. */
export const breakVerification = (db: Db, id: string, problem: string): Promise<VerificationView | undefined> =>
  change(db, sql`${broken(problem)} where id = ${id} and state in ('waiting', 'running')`);

/** Ends runs without a heartbeat for `silentForMs`: their worker died, and no other took over. */
export async function breakSilentVerifications(db: Db, silentForMs: number): Promise<readonly VerificationView[]> {
  const { rows } = await sql<RunRow>`
    update ledger_verifications set ${broken('The worker that ran it has ended.')}
    where state = 'running' and seen_at < clock_timestamp() - make_interval(secs => ${silentForMs / 1_000})
    returning ${columns}`.execute(db);
  return rows.map(view);
}

/** Returns the latest runs, newest first. */
export async function listVerifications(db: Db, limit: number): Promise<VerificationView[]> {
  const { rows } = await sql<RunRow>`
    select ${columns} from ledger_verifications order by requested_at desc limit ${limit}`.execute(db);
  return rows.map(view);
}

export const readVerification = (db: Db, id: string): Promise<VerificationView | undefined> =>
  readOne(db, sql`id = ${id}`);
/** Returns the newest completed verification. */
export const completedVerification = (db: Db): Promise<VerificationView | undefined> =>
  readOne(db, sql`state in ('passed', 'failed') order by requested_at desc`);
const openVerification = (db: Db): Promise<VerificationView | undefined> =>
  readOne(db, sql`state in ('waiting', 'running')`);

const columns = sql`
  id, state, ${utcText('requested_at')} as "requestedAt", ${utcText('started_at')} as "startedAt",
  ${utcText('finished_at')} as "finishedAt", events_done as "eventsDone", events_total as "eventsTotal", report`;

type RunRow = Omit<
  VerificationView,
  'wallets' | 'entries' | 'checkpoints' | 'uncovered' | 'found' | 'findings' | 'problem'
> & {
  readonly report: StoredReport | null;
};

const view = ({ report, ...run }: RunRow): VerificationView => ({
  ...run,
  wallets: report?.wallets ?? null,
  entries: report?.entries ?? null,
  checkpoints: report?.checkpoints ?? null,
  uncovered: report?.uncovered ?? null,
  found: report?.found ? sum(Object.values(report.found)) : (report?.findings?.length ?? 0),
  findings: (report?.findings ?? []).map(({ kind, key = kind, sentence, place, first }) => ({
    kind,
    key,
    sentence,
    place: { ...(place ?? first) },
  })),
  problem: report?.problem ?? null,
});

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

const broken = (problem: string) => {
  const report: StoredReport = { problem };
  return sql`state = 'broken', finished_at = clock_timestamp(), report = ${JSON.stringify(report)}::jsonb`;
};

async function change(db: Db | Trx, what: RawBuilder<unknown>): Promise<VerificationView | undefined> {
  const { rows } = await sql<RunRow>`update ledger_verifications set ${what} returning ${columns}`.execute(db);
  return rows[0] && view(rows[0]);
}

async function readOne(db: Db, which: RawBuilder<unknown>): Promise<VerificationView | undefined> {
  const { rows } = await sql<RunRow>`
    select ${columns} from ledger_verifications where ${which} limit 1`.execute(db);
  return rows[0] && view(rows[0]);
}
