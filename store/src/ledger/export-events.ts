import type { EventExportFormat } from '@touchline/core/contract';
import { sql } from 'kysely';
import type { Db } from '../connect.ts';
import { csvValue } from './export.ts';
import { type EventFilter, findEvents } from './list-events.ts';
import { utcText } from './view-event.ts';

const pageSize = 1_000;
/** Rows in a row group of Parquet. Each costs memory until the end, so they are not too small. */
const groupSize = 10_000;

/** An event as a row of a file; amounts in cents, hashes as hex. The amount is text, as it may be beyond what a number holds exactly. */
type Row = Readonly<Record<Column, string | number>>;
type Column = (typeof columns)[number]['name'];

const columns = [
  { name: 'seq', type: 'INT64' },
  { name: 'wallet_id', type: 'STRING' },
  { name: 'version', type: 'INT32' },
  { name: 'type', type: 'STRING' },
  { name: 'amount', type: 'INT64' },
  { name: 'payload', type: 'STRING' },
  { name: 'key', type: 'STRING' },
  { name: 'actor', type: 'STRING' },
  { name: 'cause', type: 'STRING' },
  { name: 'effective_at', type: 'STRING' },
  { name: 'recorded_at', type: 'STRING' },
  { name: 'prev_hash', type: 'STRING' },
  { name: 'hash', type: 'STRING' },
  { name: 'entries', type: 'STRING' },
] as const;

/**
 * Exports exactly the events of a filter up to `upTo`, oldest first. Each page is a short query, so a slow reader holds no transaction
 * open.
 */
export const exportEvents = (
  db: Db,
  filter: EventFilter,
  { format, upTo }: { readonly format: EventExportFormat; readonly upTo: number },
): AsyncGenerator<string | Uint8Array> => encoders[format](readPages(db, filter, upTo));

async function* readPages(db: Db, filter: EventFilter, upTo: number): AsyncGenerator<readonly Row[]> {
  for (let after: number | null = 0; after !== null; ) {
    const { seqs, next } = await findEvents(db, filter, { after, limit: pageSize, upTo });
    // A wallet's pages are not bounded by `upTo`.
    const known = seqs.filter((seq) => seq <= upTo);
    if (known.length > 0) yield await readRows(db, known);
    after = known.length < seqs.length ? null : next;
  }
}

async function readRows(db: Db, seqs: readonly number[]): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select e.seq, e.wallet_id, e.version, e.type, e.amount::text as amount, e.payload::text as payload, e.key, e.actor, e.cause,
      ${utcText('e.effective_at')} as effective_at, ${utcText('e.recorded_at')} as recorded_at,
      encode(e.prev_hash, 'hex') as prev_hash, encode(e.hash, 'hex') as hash,
      (select coalesce(json_agg(json_build_array(l.leg, l.account, l.amount, l.balance_after) order by l.leg), '[]')::text
        from ledger_entries l where l.seq = e.seq) as entries
    from ledger_events e where e.seq = any(${seqs}::bigint[]) order by e.seq`.execute(db);
  return rows;
}

type Pages = AsyncIterable<readonly Row[]>;
const encoders: Readonly<Record<EventExportFormat, (pages: Pages) => AsyncGenerator<string | Uint8Array>>> = {
  csv: async function* (pages) {
    yield `${columns.map(({ name }) => name).join(',')}\n`;
    for await (const rows of pages) {
      yield rows.map((row) => `${columns.map(({ name }) => csvValue(row[name])).join(',')}\n`).join('');
    }
  },
  ndjson: async function* (pages) {
    for await (const rows of pages) {
      // Numbers stay as PostgreSQL writes them.
      yield rows
        .map(({ amount, payload, entries, ...row }) => {
          const members = JSON.stringify(row).slice(1, -1);
          return `{${members},"amount":${amount},"payload":${payload},"entries":${entries}}\n`;
        })
        .join('');
    }
  },
  /** A row group is written at once, so no more than one is in memory. */
  parquet: async function* (pages) {
    const { ByteWriter, ParquetWriter } = await import('hyparquet-writer');
    const bytes = new ByteWriter();
    const take = (): Uint8Array => {
      const taken = bytes.getBytes().slice();
      bytes.index = 0;
      return taken;
    };
    const writer = new ParquetWriter({
      writer: bytes,
      createdBy: 'touchline',
      schema: [
        { name: 'root', num_children: columns.length },
        ...columns.map(({ name, type }) => ({
          name,
          repetition_type: 'REQUIRED' as const,
          ...(type === 'STRING' ? { type: 'BYTE_ARRAY' as const, converted_type: 'UTF8' as const } : { type }),
        })),
      ],
    });
    const write = async (rows: readonly Row[]) => {
      const columnData = columns.map(({ name, type }) => ({
        name,
        data: rows.map((row) => (type === 'INT64' ? BigInt(row[name]) : row[name])),
      }));
      await writer.write({ columnData, rowGroupSize: rows.length });
      return take();
    };
    let group: Row[] = [];
    for await (const rows of pages) {
      group = [...group, ...rows];
      if (group.length < groupSize) continue;
      yield await write(group);
      group = [];
    }
    if (group.length > 0) yield await write(group);
    await writer.finish();
    yield take();
  },
};
