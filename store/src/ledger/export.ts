import type { ExportFormat } from '@touchline/core/contract';
import { tileWidth } from '@touchline/tlog/tiles';
import { hashBytes } from '@touchline/tlog/tree';
import type { ClientBase, Pool } from 'pg';
import { isUnreadable } from '../failures.ts';
import { type LogBatch, listCheckpoints, readBatches, readTiles, type StoredCheckpoint } from '../transparency/log.ts';
import { allSources, belowAllNumbers, contentOf, logSources, recordsQuery } from '../transparency/sources.ts';
import { readTimeStamps } from '../transparency/time-stamps.ts';
import { binaryRows, type FieldReader, openRows } from './binary-rows.ts';
import { inOneSnapshot } from './consistent-reads.ts';
import type { Cursor } from './cursor.ts';
import { createHandOver } from './hand-over.ts';
import {
  type EntryRow,
  type EventRow,
  entryQuery,
  eventQuery,
  readEntryRow,
  readEventRow,
  readWalletRow,
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
 * Exports the whole ledger, in one snapshot, for the stand-alone verifier; `docs/export.md` describes the lines. NDJSON has the
 * transparency log in its order with the records behind it, then what is not logged yet, and finally transactions, bonuses and balances.
 * CSV has one line per event, so only the chains can be verified. The export is a stream: memory does not grow with the ledger, and a
 * slow reader slows the database down.
 */
export async function* exportLedger(pool: Pool, options: ExportOptions): AsyncGenerator<string> {
  const queue = createHandOver();
  const running = inOneSnapshot(pool, 4, async ([client, events, entries, bets]) => {
    if (!client || !events || !entries || !bets) throw new RangeError('a snapshot needs four connections');
    const { rows } = await client.query<{ total: number; now: string }>(totalQuery);
    const [{ total, now } = { total: 0, now: '' }] = rows;
    const streams = {
      events: await openRows(events, `${eventQuery} order by seq`, readEventRow, 'lenient'),
      entries: await openRows(entries, `${entryQuery} order by seq, leg`, readEntryRow, 'lenient'),
    };
    const lines =
      options.format === 'csv'
        ? csvLines(streams)
        : ndjsonLines(client, { ...streams, bets: await openRows(bets, betsQuery, readLine, 'lenient') }, now);
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

// A bet comes before its stake; one without a stake comes last.
const betsQuery = `
  select coalesce(e.seq, 9007199254740991)::bigint, jsonb_build_object('bet', jsonb_build_object(
      'id', b.id, 'wallet_id', b.wallet_id, 'stake', b.stake, 'bonus_stake', b.bonus_stake, 'system', b.system, 'total_odds', b.total_odds::text,
      'potential_payout', b.potential_payout, 'status', b.status, 'payout', b.payout,
      'cashed_stake', b.cashed_stake, 'cashed_paid', b.cashed_paid, 'settlement', b.settlement,
      'taken_at', round(extract(epoch from coalesce(b.accepted_at, b.placed_at)) * 1000),
      'awaits_acceptance', b.acceptance is not distinct from 'pending',
      'legs', (select coalesce(jsonb_agg(jsonb_build_object('match', l.match_id, 'market', l.market, 'pick', l.pick,
        'point', l.point::text, 'odds', l.odds::text, 'priced_from', l.priced_from) order by l.leg), '[]') from bet_legs l where l.bet_id = b.id)
    ))::text
  from bets b left join ledger_events e on e.wallet_id = b.wallet_id and e.key = 'stake:' || b.id::text
  order by e.seq nulls last, b.id`;
const readLine = (fields: FieldReader) => ({ seq: fields.int64(), text: fields.text() });
type Line = ReturnType<typeof readLine>;

type Streams = { readonly events: Cursor<EventRow>; readonly entries: Cursor<EntryRow> };
type BetStreams = Streams & { readonly bets: Cursor<Line> };
const batchPage = 1_000;

async function* ndjsonLines(client: ClientBase, streams: BetStreams, now: string): AsyncGenerator<string> {
  yield JSON.stringify({ format: 'touchline-ledger', version: 2, exported_at: now });
  const done: Done = { events: 0, records: 0, logged: new Map() };
  yield* asFarAsReadable('the matches', rowsAs(client, matchesQuery));
  yield* asFarAsReadable('the transparency log', loggedLines(client, streams, done));
  yield JSON.stringify({ unlogged: true });
  yield* asFarAsReadable('what is not in the log', unloggedLines(client, streams, done));
  yield* asFarAsReadable('the transactions', rowsAs(client, transactionsQuery));
  yield* asFarAsReadable('the bonuses', rowsAs(client, bonusesQuery));
  let wallets = 0;
  for await (const rows of binaryRows(client, `${walletQuery} order by wallet_id`, readWalletRow, 'lenient')) {
    for (const { walletId, headHash, recordedAt, ...wallet } of rows) {
      wallets += 1;
      const line = { wallet_id: walletId, ...wallet, head: headHash.toString('hex'), recorded_at: recordedAt };
      yield JSON.stringify({ wallet: line });
    }
  }
  yield JSON.stringify({ end: { events: done.events, records: done.records, wallets } });
}

/** What was written so far; `logged`: the highest number in the log of each source, by its code. */
type Done = { events: number; records: number; readonly logged: Map<number, number> };

/** Ends a part with a line that says why, where stored data cannot be read, so that it keeps nothing else from the export. */
async function* asFarAsReadable(what: string, lines: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    yield* lines;
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    yield JSON.stringify({ unreadable: `${what}: ${error instanceof Error ? error.message : String(error)}` });
  }
}

/** The log in its order, with the records and events behind it. */
async function* loggedLines(client: ClientBase, streams: BetStreams, done: Done): AsyncGenerator<string> {
  const checkpoints = await openCheckpoints(client);
  for (let from = 0; ; ) {
    const batches = await readBatches(client, from, batchPage);
    for (const batch of batches) {
      const { firstIndex, entries, source, fromNumber, toNumber } = batch;
      done.logged.set(source.code, toNumber);
      yield JSON.stringify({
        batch: { index: firstIndex, entries, source: source.name, from: fromNumber, to: toNumber },
      });
      if (source.code === logSources.event.code) yield* eventLines(streams, toNumber, done);
      else yield* recordLines(client, batch, done);
      for await (const signed of checkpoints.upTo(firstIndex + entries)) yield JSON.stringify(checkpointLine(signed));
    }
    const last = batches.at(-1);
    if (!last || batches.length < batchPage) break;
    from = last.firstIndex + 1;
  }
  for await (const signed of checkpoints.upTo(Number.MAX_SAFE_INTEGER)) yield JSON.stringify(checkpointLine(signed));
}

async function* unloggedLines(client: ClientBase, streams: BetStreams, done: Done): AsyncGenerator<string> {
  for (const source of allSources) {
    if (source.code === logSources.event.code) continue;
    const fromNumber = (done.logged.get(source.code) ?? belowAllNumbers) + 1;
    const rest = { firstIndex: 0, entries: 0, source, fromNumber, toNumber: Number.MAX_SAFE_INTEGER };
    yield* recordLines(client, rest, done);
  }
  yield* eventLines(streams, Number.MAX_SAFE_INTEGER, done);
}

const matchesQuery = `
  select 0::bigint, jsonb_build_object('match', jsonb_build_object('id', id, 'home', home_team, 'away', away_team,
    'settled_by', case when graded_at is null then null else result_version end))::text
  from matches where result_version > 0 order by id`;
const transactionsQuery = `
  select 0::bigint, jsonb_build_object('transaction', jsonb_build_object('id', id, 'wallet_id', wallet_id, 'type', type,
    'amount', amount, 'status', status, 'reference', reference, 'of', metadata ->> 'deposit'))::text
  from transactions order by id`;
const bonusesQuery = `
  select 0::bigint, jsonb_build_object('bonus', jsonb_build_object('id', id, 'wallet_id', wallet_id, 'granted', granted,
    'percent', percent, 'maximum', maximum, 'wagering', wagering, 'days', days))::text
  from bonuses order by id`;

async function* rowsAs(client: ClientBase, query: string): AsyncGenerator<string> {
  for await (const rows of binaryRows(client, query, readLine, 'lenient')) for (const { text } of rows) yield text;
}

/** The events up to `seq` with their entries; before a stake its bet; and entries and bets that belong to no event. */
async function* eventLines({ events, entries, bets }: BetStreams, upTo: number, done: Done): AsyncGenerator<string> {
  for (let event = events.row(); event && event.record.seq <= upTo; event = events.row()) {
    const { seq, wallet_id: walletId } = event.record;
    const legs: EntryRow[] = [];
    for (const entry of await entriesUpTo(entries, seq)) {
      if (entry.seq === seq && entry.walletId === walletId) legs.push(entry);
      else yield strayLine(entry);
    }
    for (let bet = bets.row(); bet && bet.seq <= seq; bet = bets.row()) {
      yield bet.text;
      if (!bets.step()) await bets.load();
    }
    done.events += 1;
    yield JSON.stringify(eventLine(event, legs));
    if (!events.step()) await events.load();
  }
  if (upTo < Number.MAX_SAFE_INTEGER) return;
  for (const entry of await entriesUpTo(entries, upTo)) yield strayLine(entry);
  for (let bet = bets.row(); bet; bet = bets.row()) {
    yield bet.text;
    if (!bets.step()) await bets.load();
  }
}

const strayLine = (entry: EntryRow): string => JSON.stringify({ stray_entry: entryValues(entry) });

async function entriesUpTo(entries: Cursor<EntryRow>, seq: number): Promise<readonly EntryRow[]> {
  const taken: EntryRow[] = [];
  for (let entry = entries.row(); entry && entry.seq <= seq; entry = entries.row()) {
    taken.push(entry);
    if (!entries.step()) await entries.load();
  }
  return taken;
}

/**
 * The records of a batch as the text that is hashed, and apart from it what may be erased, while it is there. Of records that have expired,
 * the oldest of their source, only the leaves are left.
 */
async function* recordLines(
  client: ClientBase,
  { source, firstIndex, entries, fromNumber, toNumber }: LogBatch,
  done: Done,
): AsyncGenerator<string> {
  const names = contentOf(source);
  const records: ReturnType<typeof readRecord>[] = [];
  for await (const rows of binaryRows(
    client,
    recordsQuery(source, fromNumber, toNumber),
    (fields) => readRecord(fields, names !== undefined),
    'lenient',
  )) {
    records.push(...rows);
  }
  const expired = source.keptDays !== undefined ? Math.max(0, entries - records.length) : 0;
  for (const leaf of expired > 0 ? await leavesOf(client, firstIndex, expired) : []) {
    yield JSON.stringify({ expired: leaf.toString('hex') });
  }
  for (const { text, salt, content } of records) {
    const line = { source: source.name, record: text, ...(content !== undefined && { salt: salt ?? null, content }) };
    done.records += 1;
    yield JSON.stringify(line);
  }
}

async function leavesOf(client: ClientBase, first: number, count: number): Promise<readonly Buffer[]> {
  const indexes = Array.from({ length: count }, (_, at) => first + at);
  const keys = [...new Set(indexes.map((index) => Math.floor(index / tileWidth)))].map((index) => ({
    level: 0,
    index,
  }));
  const tiles = new Map((await readTiles(client, keys)).map(({ index, hashes }) => [index, hashes]));
  return indexes.map((index) => {
    const start = (index % tileWidth) * hashBytes;
    return tiles.get(Math.floor(index / tileWidth))?.subarray(start, start + hashBytes) ?? Buffer.alloc(0);
  });
}

const readRecord = (fields: FieldReader, hasContent: boolean) => {
  const text = fields.text();
  if (!hasContent) return { text, salt: undefined, content: undefined };
  const salt = fields.isNull() ? undefined : fields.uuid();
  const content = fields.isNull() ? undefined : fields.text();
  return { text, salt, content };
};

const checkpointPage = 500;

type ExportedCheckpoint = StoredCheckpoint & { readonly timeStamp: Buffer | undefined };

async function openCheckpoints(client: ClientBase) {
  let page: ExportedCheckpoint[] = [];
  let after = 0;
  let isLast = false;
  return {
    /** The checkpoints up to a size that were not taken yet. */
    upTo: async function* (size: number): AsyncGenerator<ExportedCheckpoint> {
      for (;;) {
        if (page.length === 0 && !isLast) {
          const read = await listCheckpoints(client, { limit: checkpointPage, after });
          const stamps = await readTimeStamps(
            client,
            read.map(({ size }) => size),
          );
          page = read.map((checkpoint) => ({ ...checkpoint, timeStamp: stamps.get(checkpoint.size) }));
          isLast = page.length < checkpointPage;
          after = page.at(-1)?.size ?? after;
        }
        const [first] = page;
        if (!first || first.size > size) return;
        page.shift();
        yield first;
      }
    },
  };
}

/** The note has all cosignatures. */
const checkpointLine = ({ size, note, cosignatures, timeStamp }: ExportedCheckpoint) => ({
  checkpoint: {
    size,
    note: note + cosignatures.map(({ line }) => line).join(''),
    ...(timeStamp && { time_stamp: timeStamp.toString('base64') }),
  },
});

async function* csvLines({ events, entries }: Streams): AsyncGenerator<string> {
  yield csvColumns.join(',');
  for (let event = events.row(); event; event = events.row()) {
    const { record, prevHash, hash } = event;
    const legs = (await entriesUpTo(entries, record.seq)).filter(({ seq }) => seq === record.seq);
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
