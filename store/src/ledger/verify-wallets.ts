import type { Pool } from 'pg';
import { openRows } from './binary-rows.ts';
import { checkWallet } from './check-wallet.ts';
import { inOneSnapshot } from './consistent-reads.ts';
import type { Cursor } from './cursor.ts';
import { collectFindings, type Findings, type FoundList } from './findings.ts';
import { createHashedEventReader, type HashedEvent, hashedEventQuery } from './hashed-event.ts';
import { type LegsRow, legsQuery, readLegsRow, readWalletRow, type WalletRow, walletQuery } from './rows.ts';
import { createSealTotals, type SealBounds, type SealTotals } from './seal-totals.ts';

/** Wallets with ids from `from` to before `to`, in one snapshot, and which seals cover their events. */
export type WalletRange = {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly snapshot: string;
  readonly bounds: SealBounds;
};
export type WalletCounts = { readonly wallets: number; readonly events: number; readonly entries: number };
/** `changes`: of the figures of each seal; see `SealTotals`. */
export type CheckedWallets = {
  readonly counts: WalletCounts;
  readonly found: FoundList;
  readonly changes: Float64Array;
};

/** How many connections `checkWallets` uses. */
export const walletConnections = 3;
/** Events between two progress reports. */
const progressEvery = 10_000;

/** Recomputes hashes, folds, entries and balances of the wallets in a range. Streams, so memory does not grow. */
export async function checkWallets(
  pool: Pool,
  { from, to, snapshot, bounds }: WalletRange,
  onProgress: (done: number) => void,
): Promise<CheckedWallets> {
  const within = [from && `wallet_id >= '${from}'`, to && `wallet_id < '${to}'`].filter((part) => part !== undefined);
  const where = within.length > 0 ? `where ${within.join(' and ')}` : '';
  const findings = collectFindings();
  const totals = createSealTotals(bounds);
  const read = inOneSnapshot(
    pool,
    walletConnections,
    async ([wallets, events, entries]) => {
      if (!wallets || !events || !entries) throw new RangeError(`a snapshot needs ${walletConnections} connections`);
      const streams = {
        wallets: await openRows(wallets, `${walletQuery} ${where} order by wallet_id`, readWalletRow, 'lenient'),
        events: await openRows(
          events,
          `${hashedEventQuery} ${where} order by wallet_id, seq`,
          createHashedEventReader(),
          'lenient',
        ),
        entries: await openRows(entries, `${legsQuery(where)} order by wallet_id, seq`, readLegsRow, 'lenient'),
      };
      return checkStreams(streams, { findings, totals, onProgress });
    },
    snapshot,
  );
  return { counts: await read, found: findings.all(), changes: totals.changes };
}

type Streams = {
  readonly wallets: Cursor<WalletRow>;
  readonly events: Cursor<HashedEvent>;
  readonly entries: Cursor<LegsRow>;
};

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: a call for each event would be awaited, and the verification slower.
async function checkStreams(
  streams: Streams,
  { findings, totals, onProgress }: { findings: Findings; totals: SealTotals; onProgress: (done: number) => void },
): Promise<WalletCounts> {
  const { wallets, events, entries } = streams;
  const counts = { wallets: 0, events: 0, entries: 0 };
  for (;;) {
    const walletId = first([wallets.row()?.walletId, events.row()?.walletId, entries.row()?.walletId]);
    if (walletId === undefined) break;
    counts.wallets += 1;
    const check = checkWallet(walletId, findings, totals);
    for (let event = events.row(); event?.walletId === walletId; event = events.row()) {
      let legs: LegsRow | undefined;
      for (let row = entries.row(); row && isUpTo(row, event); row = entries.row()) {
        counts.entries += row.count;
        if (row.seq === event.seq) legs = row;
        else orphan(row, findings);
        if (!entries.step()) await entries.load();
      }
      check.event(event, legs);
      counts.events += 1;
      if (counts.events % progressEvery === 0) onProgress(counts.events);
      if (!events.step()) await events.load();
    }
    for (let row = entries.row(); row?.walletId === walletId; row = entries.row()) {
      counts.entries += row.count;
      orphan(row, findings);
      if (!entries.step()) await entries.load();
    }
    const wallet = wallets.row();
    const isThere = wallet?.walletId === walletId;
    check.end(isThere ? wallet : undefined);
    if (isThere && !wallets.step()) await wallets.load();
  }
  onProgress(counts.events);
  return counts;
}

const isUpTo = (legs: LegsRow, event: HashedEvent): boolean =>
  legs.walletId === event.walletId && legs.seq <= event.seq;

function orphan({ walletId, seq, text, count }: LegsRow, findings: Findings): void {
  for (const leg of text.split(',', count)) {
    const sentence = `entry ${Number.parseInt(leg, 10)} of ledger event ${seq} belongs to no event`;
    findings.add('entries-orphaned', sentence, { wallet: walletId, seq });
  }
}

/** Text order of lower-case UUIDs is PostgreSQL's order. */
const first = (ids: readonly (string | undefined)[]): string | undefined =>
  ids.reduce((least, id) => (id !== undefined && (least === undefined || id < least) ? id : least), undefined);
