import { Worker } from 'node:worker_threads';
import type { Pool, PoolClient } from 'pg';
import { inOneSnapshot } from './consistent-reads.ts';
import { collectFindings, type Finding, type FindingKind, type Findings, reportUnreadable } from './findings.ts';
import { verifyAdjustments } from './verify-adjustments.ts';
import { verifyBets } from './verify-bets.ts';
import { verifyBonuses } from './verify-bonuses.ts';
import { verifyBook } from './verify-book.ts';
import { type LogOptions, verifyLog } from './verify-log.ts';
import { verifyOwners } from './verify-owners.ts';
import { verifyPayments } from './verify-payments.ts';
import { checkSeals, readSeals } from './verify-seals.ts';
import { type CheckedWallets, checkWallets, type WalletRange } from './verify-wallets.ts';

export type VerifyProgress = { readonly done: number; readonly total: number };
export type VerifyOptions = LogOptions & {
  readonly onProgress?: (progress: VerifyProgress) => void;
  /** From how many events on the wallets are checked by two threads; 50,000 by default. */
  readonly threadsFrom?: number;
};
export type VerifyReport = {
  readonly passed: boolean;
  readonly wallets: number;
  readonly events: number;
  readonly entries: number;
  readonly checkpoints: number;
  /** How many events no signed checkpoint of the log covers yet: they are consistent, but could still be changed unnoticed. */
  readonly uncovered: number;
  /** The first of each kind. */
  readonly findings: readonly Finding[];
  /** How many there are of each kind. */
  readonly found: Readonly<Partial<Record<FindingKind, number>>>;
};

/**
 * Recomputes the whole ledger in one snapshot: every hash, the fold of every wallet, the entries of every event, all balances, the
 * transparency log with its checkpoints, and the totals of all seals. Streams, so memory does not grow; reads only and locks nothing.
 * Rejects only if the database fails.
 */
export async function verifyLedger(pool: Pool, options: VerifyOptions = {}): Promise<VerifyReport> {
  return inOneSnapshot(pool, 1, async ([client], snapshot) => {
    if (!client) throw new RangeError('a snapshot needs a connection');
    const [findings, ofLog] = [collectFindings(), collectFindings()];
    const total = await countEvents(client);
    const seals = await inSavepoint(client, () => readSeals(client)).catch(unreadable(findings, 'the seals'));
    const ranges = await rangesOf(client, total >= (options.threadsFrom ?? 50_000));
    const done = ranges.map(() => 0);
    const [checked, log] = await Promise.all([
      checkRanges(
        { pool, databaseUrl: serverOf(client) ?? pool.options.connectionString },
        ranges.map((range) => ({ ...range, snapshot, bounds: (seals ?? []).map(({ upTo }) => upTo) })),
        (at, events) => {
          done[at] = events;
          options.onProgress?.({ done: done.reduce((sum, one) => sum + one, 0), total });
        },
      ).catch(unreadable(findings, 'the wallets')),
      inSavepoint(client, () => verifyLog(client, ofLog, options)).catch(unreadable(ofLog, 'the transparency log')),
    ]);
    for (const { found: ofWallets } of checked ?? []) findings.addAll(ofWallets);
    findings.addAll(ofLog.all());
    if (seals && checked) checkSeals(seals, sumOf(checked.map(({ changes }) => changes)), findings);
    const counts = { wallets: 0, events: 0, entries: 0 };
    for (const { counts: part } of checked ?? []) {
      counts.wallets += part.wallets;
      counts.events += part.events;
      counts.entries += part.entries;
    }
    const uncovered = Math.max(0, counts.events - (log?.events ?? 0));
    return { ...counts, checkpoints: log?.checkpoints ?? 0, uncovered, ...reported(findings.all()) };
  });
}

const reported = ({ listed, found }: ReturnType<ReturnType<typeof collectFindings>['all']>) => ({
  passed: found.size === 0,
  findings: listed,
  found: Object.fromEntries(found),
});

/** Makes data that cannot be read a finding, after which the other parts of a verification go on. */
const unreadable =
  (findings: Findings, what: string) =>
  (error: unknown): undefined => {
    reportUnreadable(findings, error, what);
  };

/** A statement that fails does not end the transaction, whose snapshot others share. */
async function inSavepoint<Value>(client: PoolClient, work: () => Promise<Value>): Promise<Value> {
  await client.query('savepoint part');
  try {
    return await work();
  } catch (error) {
    await client.query('rollback to savepoint part').catch(() => {});
    throw error;
  }
}

async function countEvents(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ total: number }>(
    'select coalesce(sum(version), 0)::bigint as total from wallets',
  );
  return rows[0]?.total ?? 0;
}

type Range = Pick<WalletRange, 'from' | 'to'>;

/** All wallets, or two halves with about as many events each. */
async function rangesOf(client: PoolClient, isSplit: boolean): Promise<readonly Range[]> {
  if (!isSplit) return [{ from: undefined, to: undefined }];
  const { rows } = await client.query<{ middle: string | null }>(`
    select min(wallet_id::text) as middle from (
      select wallet_id, sum(version) over (order by wallet_id) as up_to, sum(version) over () as total from wallets
    ) counted where up_to * 2 >= total`);
  const middle = rows[0]?.middle ?? undefined;
  return [
    { from: undefined, to: middle },
    { from: middle, to: undefined },
  ];
}

/** Of several servers in the URL, the one that has the snapshot. */
const serverOf = (client: PoolClient & { readonly server?: string }): string | undefined => client.server;

function checkRanges(
  { pool, databaseUrl }: { readonly pool: Pool; readonly databaseUrl: string | undefined },
  ranges: readonly WalletRange[],
  onProgress: (range: number, events: number) => void,
): Promise<readonly CheckedWallets[]> {
  const [only] = ranges;
  if (only && (ranges.length === 1 || databaseUrl === undefined)) {
    const whole = { ...only, to: ranges.at(-1)?.to };
    return Promise.all([checkWallets(pool, whole, (events) => onProgress(0, events))]);
  }
  const threads: Worker[] = [];
  const checked = ranges.map((range, at) => {
    const thread = new Worker(new URL('./verify-thread.ts', import.meta.url), { workerData: { databaseUrl, range } });
    threads.push(thread);
    return resultOf(thread, (events) => onProgress(at, events));
  });
  return Promise.all(checked).finally(() => threads.map((thread) => thread.terminate()));
}

const resultOf = (thread: Worker, onProgress: (events: number) => void): Promise<CheckedWallets> =>
  new Promise((resolve, reject) => {
    thread.on('message', (message: { readonly done?: number; readonly checked?: CheckedWallets }) => {
      if (message.done !== undefined) onProgress(message.done);
      if (message.checked) resolve(message.checked);
    });
    thread.on('error', reject);
    thread.on('exit', () => reject(new Error('a thread of the verification ended without a result')));
  });

function sumOf(lists: readonly Float64Array[]): Float64Array {
  const sum = new Float64Array(lists[0]?.length ?? 0);
  for (const list of lists) for (const [at, value] of list.entries()) sum[at] = (sum[at] ?? 0) + value;
  return sum;
}

/** Verifies the ledger, then the bets, bonuses and transactions of its events, and the stored exposures. */
export async function verifyMoney(
  pool: Pool,
  options: VerifyOptions = {},
): Promise<VerifyReport & { readonly bets: number }> {
  const ledger = await verifyLedger(pool, options);
  const findings = collectFindings();
  findings.addAll({
    listed: ledger.findings,
    found: new Map(Object.entries(ledger.found) as [FindingKind, number][]),
  });
  const bets = await verifyBets(pool, findings).catch(unreadable(findings, 'the bets'));
  await verifyBonuses(pool, findings).catch(unreadable(findings, 'the bonuses'));
  await verifyAdjustments(pool, findings).catch(unreadable(findings, 'the adjustments'));
  await verifyPayments(pool, findings).catch(unreadable(findings, 'the transactions'));
  await verifyOwners(pool, findings).catch(unreadable(findings, 'the owners of wallets'));
  await verifyBook(pool, findings).catch(unreadable(findings, 'the exposures'));
  return { ...ledger, ...reported(findings.all()), bets: bets ?? 0 };
}
