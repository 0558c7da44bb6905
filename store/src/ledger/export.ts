import type { ExportFormat } from '@touchline/core/contract';
import type { Pool } from 'pg';
import { binaryRows } from './binary-rows.ts';
import { inOneSnapshot } from './consistent-reads.ts';
import { type Cursor, openCursor } from './cursor.ts';
import { createHandOver } from './hand-over.ts';
import { readCheckpoints, type SignedCheckpoint } from './read-checkpoints.ts';
import {
  type EntryRow,
  type EventRow,
  entryQuery,
  eventQuery,
  type HeadRow,
  headQuery,
  readEntryRow,
  readEventRow,
  readHeadRow,
  readWalletRow,
  type WalletRow,
  walletQuery,
} from './rows.ts';

export type ExportOptions = {
  readonly format: ExportFormat;
  /** Called with the events written so far and their total. */
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
};

/** About how many characters are sent at once. */
const chunkLength = 65_536;

/**
 * Exports the whole ledger, in one snapshot, for the stand-alone verifier. NDJSON has one JSON object per line: the format, all
 * checkpoints, then for each wallet its balances, seals and events with entries, and finally the counts. CSV has one line per event
 * without seals and balances, so only the chains can be verified. The export is a stream: memory does not grow with the ledger, and
 * a slow reader slows the database down.
 */
export async function* exportLedger(pool: Pool, options: ExportOptions): AsyncGenerator<string> {
  const queue = createHandOver();
  const running = inOneSnapshot(pool, 4, async ([wallets, events, entries, heads]) => {
    if (!wallets || !events || !entries || !heads) throw new RangeError('a snapshot needs four connections');
    const { rows } = await wallets.query<{ total: number; now: string }>(totalQuery);
    const [{ total, now } = { total: 0, now: '' }] = rows;
    const checkpoints = await readCheckpoints(wallets);
    const streams = {
      wallets: await openCursor(binaryRows(wallets, `${walletQuery} order by wallet_id`, readWalletRow)),
      events: await openCursor(binaryRows(events, `${eventQuery} order by wallet_id, seq`, readEventRow)),
      entries: await openCursor(binaryRows(entries, `${entryQuery} order by wallet_id, seq, leg`, readEntryRow)),
      heads: await openCursor(binaryRows(heads, `${headQuery} order by wallet_id, number`, readHeadRow)),
    };
    const lines = options.format === 'csv' ? csvLines(streams) : ndjsonLines(streams, checkpoints, now);
    let chunk = '';
    let done = 0;
    for await (const line of lines) {
      chunk += `${line}\n`;
      done += 1;
      if (chunk.length < chunkLength) continue;
      await queue.give(chunk);
      options.onProgress?.({ done: Math.min(done, total), total });
      chunk = '';
    }
    await queue.give(chunk);
  });
  yield* queue.taken(running);
}

const totalQuery = `
  select coalesce(sum(version), 0)::bigint as total,
    to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as now from wallets`;

type Streams = {
  readonly wallets: Cursor<WalletRow>;
  readonly events: Cursor<EventRow>;
  readonly entries: Cursor<EntryRow>;
  readonly heads: Cursor<HeadRow>;
};

async function* ndjsonLines(
  streams: Streams,
  checkpoints: readonly SignedCheckpoint[],
  now: string,
): AsyncGenerator<string> {
  const { wallets, events, entries, heads } = streams;
  const counts = { wallets: 0, events: 0 };
  yield JSON.stringify({ format: 'touchline-ledger', version: 1, exported_at: now });
  for (const signed of checkpoints) yield JSON.stringify(checkpointLine(signed));
  // Rows of unknown wallets are exported too: inconsistencies must not vanish.
  for (;;) {
    const walletId = firstOf(streams);
    if (walletId === undefined) break;
    counts.wallets += 1;
    const seals: HeadRow[] = [];
    for (let head = heads.row(); head?.walletId === walletId; head = heads.row()) {
      seals.push(head);
      if (!heads.step()) await heads.load();
    }
    const wallet = wallets.row();
    const isThere = wallet?.walletId === walletId;
    yield JSON.stringify(walletLine(walletId, isThere ? wallet : undefined, seals));
    if (isThere && !wallets.step()) await wallets.load();
    for (let event = events.row(); event?.record.wallet_id === walletId; event = events.row()) {
      const { seq } = event.record;
      const [legs = [], strays = []] = partition(await legsUpTo(entries, walletId, seq), (entry) => entry.seq === seq);
      for (const stray of strays) yield JSON.stringify({ stray_entry: entryValues(stray) });
      yield JSON.stringify(eventLine(event, legs));
      counts.events += 1;
      if (!events.step()) await events.load();
    }
    for (const stray of await legsUpTo(entries, walletId, Number.MAX_SAFE_INTEGER)) {
      yield JSON.stringify({ stray_entry: entryValues(stray) });
    }
  }
  yield JSON.stringify({ end: counts });
}

async function* csvLines({ events, entries }: Streams): AsyncGenerator<string> {
  yield csvColumns.join(',');
  for (let event = events.row(); event; event = events.row()) {
    const { record, prevHash, hash } = event;
    const legs = await legsOf(entries, record.wallet_id, record.seq);
    const values = [
      ...[record.seq, record.wallet_id, record.version, record.type, record.amount, JSON.stringify(record.payload)],
      ...[record.key, record.request, record.actor, record.cause, record.effective_at, record.recorded_at],
      ...[prevHash.toString('hex'), hash.toString('hex'), JSON.stringify(legs.map(entryValues))],
    ];
    yield values.map(csvValue).join(',');
    if (!events.step()) await events.load();
  }
}

const csvColumns = [
  ...['seq', 'wallet_id', 'version', 'type', 'amount', 'payload', 'key', 'request', 'actor', 'cause', 'effective_at'],
  ...['recorded_at', 'prev_hash', 'hash', 'entries'],
];
export const csvValue = (value: string | number): string =>
  typeof value === 'string' && /[",\n\r]/.test(value) ? `"${value.replaceAll('"', '""')}"` : String(value);

async function legsUpTo(entries: Cursor<EntryRow>, walletId: string, seq: number): Promise<readonly EntryRow[]> {
  const legs: EntryRow[] = [];
  for (let entry = entries.row(); entry?.walletId === walletId && entry.seq <= seq; entry = entries.row()) {
    legs.push(entry);
    if (!entries.step()) await entries.load();
  }
  return legs;
}

/** Returns the entries of one event, skipping earlier ones that belong to no event. */
async function legsOf(entries: Cursor<EntryRow>, walletId: string, seq: number): Promise<readonly EntryRow[]> {
  for (let entry = entries.row(); entry && entry.walletId < walletId; entry = entries.row()) {
    if (!entries.step()) await entries.load();
  }
  return (await legsUpTo(entries, walletId, seq)).filter((entry) => entry.seq === seq);
}

const firstOf = ({ wallets, events, entries, heads }: Streams): string | undefined =>
  [wallets.row()?.walletId, events.row()?.record.wallet_id, entries.row()?.walletId, heads.row()?.walletId]
    .filter((id) => id !== undefined)
    .sort()[0];

const partition = <Item>(items: readonly Item[], isFirst: (item: Item) => boolean): readonly (readonly Item[])[] => [
  items.filter(isFirst),
  items.filter((item) => !isFirst(item)),
];

/** An entry as [seq, leg, account, cents, balance after it or null]. */
const entryValues = ({ seq, leg, account, amount, balanceAfter }: EntryRow) => [
  seq,
  leg,
  account,
  amount,
  balanceAfter,
];

export const eventLine = ({ record, prevHash, hash }: EventRow, legs: readonly EntryRow[]) => ({
  event: record,
  prev_hash: prevHash.toString('hex'),
  hash: hash.toString('hex'),
  entries: legs.map(entryValues),
});

export const walletLine = (walletId: string, wallet: WalletRow | undefined, seals: readonly HeadRow[]) => ({
  wallet: wallet
    ? {
        wallet_id: walletId,
        cash: wallet.cash,
        held: wallet.held,
        bonus: wallet.bonus,
        staked: wallet.staked,
        version: wallet.version,
        head: wallet.headHash.toString('hex'),
        recorded_at: wallet.recordedAt,
      }
    : { wallet_id: walletId, missing: true },
  seals: seals.map((seal) => ({ number: seal.number, version: seal.version, leaf: seal.leaf.toString('hex') })),
});

export const checkpointLine = ({ checkpoint, publicKey, signature }: SignedCheckpoint) => ({
  checkpoint,
  public_key: publicKey.toString('hex'),
  signature: signature.toString('hex'),
});
