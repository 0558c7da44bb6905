import { openNote, parseCheckpoint, type VerifierKey, verifierKey } from '@touchline/tlog/note';
import { tileWidth } from '@touchline/tlog/tiles';
import { createRootBuilder, hashBytes, type RootBuilder } from '@touchline/tlog/tree';
import type { ClientBase } from 'pg';
import { type LogBatch, readBatches, writeEntryLeaf } from '../transparency/log.ts';
import {
  allSources,
  alteredContentQuery,
  belowAllNumbers,
  contentOf,
  entriesQuery,
  type LogSource,
  logSources,
} from '../transparency/sources.ts';
import { binaryRows, timeText } from './binary-rows.ts';
import type { FindingLocation, Findings } from './findings.ts';

export type LogOptions = {
  /** The operator's public key (SPKI, DER) that must have signed the checkpoints; any key by default. */
  readonly publicKey?: Buffer | undefined;
  /** Checkpoints (signed notes) that were kept elsewhere: the log must extend each. */
  readonly kept?: readonly string[] | undefined;
};

export type LogReport = {
  readonly checkpoints: number;
  readonly entries: number;
  /** How many events the newest signed checkpoint covers. */
  readonly events: number;
};

/** An event is stamped under locks that are held for seconds: it cannot have been recorded longer than this before an earlier one. */
const mostDelay = 60_000_000;
const [batchPage, recordPage, tilePage, checkpointPage] = [1_000, 5_000, 64, 1_000] as const;

/**
 * Recomputes the transparency log from the records behind it, and compares it with the stored tiles, the roots of all checkpoints and the
 * signature of the newest. A record that differs is reported by its number, also if others follow it.
 */
export async function verifyLog(client: ClientBase, findings: Findings, options: LogOptions = {}): Promise<LogReport> {
  const tree = createRootBuilder();
  const tiles = readLeaves(client);
  const records = new Map(allSources.map((source) => [source.code, readRecords(client, source, findings)]));
  const roots = await expectRoots(client, findings, options);
  const expiry = await readExpiry(client);
  let signedEvents = 0;
  let events = 0;
  for (let from = 0; ; ) {
    const batches = await readBatches(client, from, batchPage);
    for (const batch of batches) {
      if (batch.firstIndex !== tree.size()) {
        const sentence = `the log has no batch for entries ${tree.size()} to ${batch.firstIndex - 1}`;
        findings.add('log-differs', sentence, {});
        return { checkpoints: roots.count(), entries: tree.size(), events: signedEvents };
      }
      const logged = await tiles.read(batch.firstIndex, batch.entries);
      compareBatch(batch, await records.get(batch.source.code)?.upTo(batch), logged, {
        findings,
        expiry,
        add: tree.add,
      });
      await roots.check(tree);
      if (batch.source.code === logSources.event.code) events += batch.entries;
      if (tree.size() <= roots.newest()) signedEvents = events;
    }
    const last = batches.at(-1);
    if (!last || batches.length < batchPage) break;
    from = last.firstIndex + 1;
  }
  roots.end(tree.size());
  await checkContents(client, findings);
  return { checkpoints: roots.count(), entries: tree.size(), events: signedEvents };
}

/** The log has a salted hash of what may be erased; the text must still be that. A role that may not read a text does not check it. */
async function checkContents(client: ClientBase, findings: Findings): Promise<void> {
  for (const source of allSources) {
    const names = contentOf(source);
    if (!names) continue;
    const { rows: allowed } = await client.query<{ may: boolean }>(
      `select bool_and(has_column_privilege('${source.table}', name, 'select')) as may from unnest($1::text[]) as name`,
      [['salt', ...names]],
    );
    if (!allowed[0]?.may) continue;
    const { rows } = await client.query<{ number: number }>(alteredContentQuery(source));
    for (const { number } of rows) {
      const sentence = `the content of ${nameOf(source)} ${number} is not what was logged`;
      findings.add('record-altered', sentence, locationOf(source, number));
    }
  }
}

/** Records in the order of their numbers, with their leaves one after another: a million of them make no garbage. */
type LogRecords = { readonly numbers: Float64Array; readonly leaves: Buffer };
const noRecords: LogRecords = { numbers: new Float64Array(), leaves: Buffer.alloc(0) };

/** The leaves of a batch as they are stored. `has`: whether one is. */
type StoredLeaves = { readonly leaves: Buffer; readonly has: (at: number) => boolean };

const leafAt = (leaves: Buffer, at: number): Buffer => leaves.subarray(at * hashBytes, (at + 1) * hashBytes);

/** Adds the leaves of a batch as they were logged, and reports the records behind them that are others now. */
function compareBatch(
  batch: LogBatch,
  records: LogRecords = noRecords,
  { leaves: logged, has }: StoredLeaves,
  { findings, expiry, add }: { readonly findings: Findings; readonly expiry: Expiry; readonly add: RootBuilder['add'] },
): void {
  for (let at = 0; at < batch.entries; at += 1) {
    if (!has(at)) {
      if (at >= records.numbers.length) {
        findings.add('log-differs', `entry ${batch.firstIndex + at} of the log is missing`, {});
        return;
      }
      leafAt(records.leaves, at).copy(logged, at * hashBytes);
    }
    add(logged, at * hashBytes);
  }
  if (records.leaves.equals(logged)) return;
  const now = Array.from(records.numbers, (number, at) => ({
    number,
    leaf: leafAt(records.leaves, at).toString('hex'),
  }));
  const before = Array.from({ length: batch.entries }, (_, at) => leafAt(logged, at).toString('hex'));
  const known = new Set(before);
  const others = now.filter(({ leaf }) => !known.delete(leaf));
  const { source } = batch;
  for (const [at, { number }] of others.entries()) {
    const isInserted = at >= known.size;
    const sentence = `${nameOf(source)} ${number} ${isInserted ? 'was inserted behind what was logged' : 'is not what was logged'}`;
    findings.add(isInserted ? 'record-inserted' : 'record-altered', sentence, locationOf(source, number));
  }
  const missing = known.size - others.length;
  // Of records that may expire, the oldest are gone first.
  const isOldest = now.every(({ leaf }, at) => leaf === (before[at + missing] ?? leaf));
  const isExpired = isOldest && batch.firstIndex + missing <= (expiry.get(source.code) ?? 0);
  if (missing <= 0 || isExpired) return;
  const { fromNumber, toNumber } = batch;
  const sentence = `${missing} logged ${missing === 1 ? 'record' : 'records'} (${source.name}) from ${fromNumber} to ${toNumber} are missing`;
  findings.add('record-missing', sentence, locationOf(source, fromNumber));
}

/** Up to which entry the records of a source may have expired, by its code. */
type Expiry = ReadonlyMap<number, number>;

/** A record that is logged after a seal is at most a day older than it: the first seal that is young enough ends what may have expired. */
async function readExpiry(client: ClientBase): Promise<Expiry> {
  const expiry = new Map<number, number>();
  for (const { code, keptDays } of allSources) {
    if (keptDays === undefined) continue;
    const { rows } = await client.query<{ size: number }>(
      `select (text::jsonb ->> 'log_size')::bigint as size from liability_seals
       where (text::jsonb ->> 'taken_at')::timestamptz > now() - make_interval(hours => 24 * $1) order by number limit 1`,
      [keptDays - 1],
    );
    expiry.set(code, Number(rows[0]?.size ?? Number.MAX_SAFE_INTEGER));
  }
  return expiry;
}

const nameOf = ({ name }: LogSource): string => (name === 'event' ? 'event' : `record (${name})`);
const locationOf = ({ code }: LogSource, number: number): FindingLocation =>
  code === logSources.event.code ? { seq: number } : code === logSources.seal.code ? { seal: number } : {};

/** The leaves of the stored tiles, read in their order, into memory that the next page uses again. */
function readLeaves(client: ClientBase) {
  let page = Buffer.alloc(tilePage * tileWidth * hashBytes);
  let widths = new Uint16Array(tilePage);
  let from = 0;
  let to = 0;
  const load = async (low: number, high: number): Promise<void> => {
    [from, to] = [low, Math.max(low + tilePage, high)];
    if (widths.length < to - from) page = Buffer.alloc((to - from) * tileWidth * hashBytes);
    widths = new Uint16Array(to - from);
    const query = `select index, hashes from log_tiles where level = 0 and index >= ${from} and index < ${to}`;
    const tiles = binaryRows(client, query, (fields) => {
      const at = fields.int64() - from;
      widths[at] = fields.bytes().copy(page, at * tileWidth * hashBytes, 0, tileWidth * hashBytes) / hashBytes;
    });
    for await (const _ of tiles);
  };
  return {
    read: async (first: number, count: number): Promise<StoredLeaves> => {
      const [low, high] = [Math.floor(first / tileWidth), Math.ceil((first + count) / tileWidth)];
      if (low < from || high > to) await load(low, high);
      const start = first - from * tileWidth;
      return {
        leaves: page.subarray(start * hashBytes, (start + count) * hashBytes),
        has: (at) => (start + at) % tileWidth < (widths[Math.floor((start + at) / tileWidth)] ?? 0),
      };
    },
  };
}

/** The records of a source in the order of their numbers, page by page, in memory that is used again. Reports those between two batches. */
function readRecords(client: ClientBase, source: LogSource, findings: Findings) {
  const isEvent = source.code === logSources.event.code;
  let numbers = new Float64Array();
  let leaves = Buffer.alloc(0);
  let first = 0;
  let end = 0;
  let last = belowAllNumbers;
  let newest = Number.MIN_SAFE_INTEGER;
  let newestSeq = 0;
  const checkTime = (seq: number, recordedAt: number): void => {
    if (recordedAt < newest - mostDelay) {
      const sentence = `event ${seq} was recorded at ${timeText(recordedAt)}, long before event ${newestSeq}, which has a lower number`;
      findings.add('time-backwards', sentence, { seq }, `event ${seq}`);
    } else if (recordedAt > newest) [newest, newestSeq] = [recordedAt, seq];
  };
  const makeRoom = (): void => {
    const waiting = {
      numbers: numbers.subarray(first, end),
      leaves: leaves.subarray(first * hashBytes, end * hashBytes),
    };
    const isTooSmall = end - first + recordPage > numbers.length;
    if (isTooSmall) {
      numbers = new Float64Array(2 * (end - first + recordPage));
      leaves = Buffer.alloc(numbers.length * hashBytes);
    }
    numbers.set(waiting.numbers);
    leaves.set(waiting.leaves);
    [first, end] = [0, end - first];
  };
  const load = async (): Promise<boolean> => {
    makeRoom();
    const text = isEvent
      ? eventsAfter(last)
      : `${entriesQuery(source, last, Number.MAX_SAFE_INTEGER)} limit ${recordPage}`;
    const before = end;
    const rows = binaryRows(client, text, (fields) => {
      last = fields.int64();
      numbers[end] = last;
      writeEntryLeaf(source, fields.bytes(), leaves, end * hashBytes);
      end += 1;
      if (isEvent) checkTime(last, fields.int64());
    });
    for await (const _ of rows);
    return end > before;
  };
  return {
    /** Takes the records of a batch; valid until the next. */
    upTo: async ({ fromNumber, toNumber }: LogBatch): Promise<LogRecords> => {
      while (last <= toNumber && (await load()));
      for (; first < end && (numbers[first] ?? 0) < fromNumber; first += 1) {
        const sentence = `${nameOf(source)} ${numbers[first]} was inserted behind what was logged`;
        findings.add('record-inserted', sentence, locationOf(source, numbers[first] ?? 0));
      }
      const start = first;
      while (first < end && (numbers[first] ?? 0) <= toNumber) first += 1;
      return {
        numbers: numbers.subarray(start, first),
        leaves: leaves.subarray(start * hashBytes, first * hashBytes),
      };
    },
  };
}

const eventsAfter = (seq: number): string =>
  `select seq, hash, recorded_at from ledger_events where seq > ${Math.trunc(seq)} order by seq limit ${recordPage}`;

type Expected = { readonly size: number; readonly root: string; readonly name: string };

/** What the tree must be at the size of each checkpoint. */
async function expectRoots(client: ClientBase, findings: Findings, { publicKey, kept = [] }: LogOptions) {
  const { rows } = await client.query<{ count: number; newest: number | null; note: string | null }>(
    `select count(*)::integer as count, max(size) as newest,
       (select note from log_checkpoints order by size desc limit 1) as note from log_checkpoints`,
  );
  const [{ count, newest, note }] = rows as [(typeof rows)[number]];
  if (note !== null) checkSignature(note, publicKey, `the checkpoint of ${newest} entries`, findings);
  const others = kept
    .flatMap((text): Expected[] => {
      checkSignature(text, publicKey, 'a checkpoint that was kept', findings);
      const head = headOf(text);
      return head ? [{ ...head, name: `the kept checkpoint of ${head.size} entries` }] : [];
    })
    .sort((one, other) => one.size - other.size);
  let page: Expected[] = [];
  let isLast = false;
  let wasWrong = false;
  const next = async (): Promise<Expected | undefined> => {
    if (page.length > 0 || isLast) return page[0];
    const { rows: stored } = await client.query<{ size: number; note: string }>(
      'select size, note from log_checkpoints where size > $1 order by size limit $2',
      [passed, checkpointPage],
    );
    isLast = stored.length < checkpointPage;
    page = stored.map(({ size, note: text }) => {
      const head = headOf(text);
      const root = head?.size === Number(size) ? head.root : '';
      return { size: Number(size), root, name: `the checkpoint of ${size} entries` };
    });
    return page[0];
  };
  let passed = 0;
  const report = (name: string, size: number): void => {
    if (!wasWrong)
      findings.add('log-differs', `the log does not lead to the root that ${name} signs`, { checkpoint: size });
    wasWrong = true;
  };
  return {
    count: () => count,
    newest: () => Number(newest ?? 0),
    check: async (tree: { readonly size: () => number; readonly root: () => Buffer }): Promise<void> => {
      const size = tree.size();
      for (let checkpoint = await next(); checkpoint && checkpoint.size <= size; checkpoint = await next()) {
        page.shift();
        passed = checkpoint.size;
        if (checkpoint.root !== tree.root().toString('hex')) report(checkpoint.name, checkpoint.size);
        else wasWrong = false;
      }
      for (let checkpoint = others[0]; checkpoint && checkpoint.size <= size; checkpoint = others[0]) {
        others.shift();
        if (checkpoint.root !== tree.root().toString('hex')) report(checkpoint.name, checkpoint.size);
      }
    },
    end: (size: number): void => {
      const longest = Math.max(Number(newest ?? 0), ...others.map((checkpoint) => checkpoint.size));
      if (longest <= size) return;
      findings.add('log-cut', `a checkpoint signs ${longest} entries, the log ends after ${size}`, {
        checkpoint: longest,
      });
    },
  };
}

function headOf(note: string): { readonly size: number; readonly root: string } | undefined {
  const head = parseCheckpoint(note.slice(0, note.lastIndexOf('\n\n') + 1));
  return head && { size: head.size, root: head.root.toString('hex') };
}

/** The name in the note is the log's own; the key is what is trusted. */
function checkSignature(note: string, publicKey: Buffer | undefined, name: string, findings: Findings): void {
  const origin = note.slice(0, note.indexOf('\n'));
  const keys = publicKey ? keysOf(origin, publicKey) : [];
  const opened = openNote(note, keys);
  const isSigned = typeof opened === 'object' && (!publicKey || opened.signatures.length > 0);
  if (isSigned) return;
  const sentence = `${name} is not signed with ${publicKey ? "the operator's" : 'any'} key`;
  findings.add('checkpoint-forged', sentence, {}, `${name} ${note}`);
}

const rawKeyBytes = 32;
function keysOf(origin: string, publicKey: Buffer): readonly VerifierKey[] {
  try {
    return [verifierKey(origin, 'log', publicKey.subarray(-rawKeyBytes))];
  } catch {
    return [];
  }
}
