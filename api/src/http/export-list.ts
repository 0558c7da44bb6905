import type { exportOf, ListExportFormat } from '@touchline/core/contract';
import type { Db } from '@touchline/store/connect';
import { csvValue } from '@touchline/store/ledger';
import { recordStaffAccess } from '../ledger/staff-access.ts';
import { type Asked, handle, type Route } from './handle.ts';
import { exportName, sendFile, streamOf } from './send-file.ts';

type ListExport = ReturnType<typeof exportOf>;
/** Each column of the file by its name, with its value in a row. Objects are JSON in CSV. */
type Columns<Row> = Readonly<Record<string, (row: Row) => unknown>>;
type ListFile<Row> = {
  /** What the file is named after. */
  readonly name: string;
  readonly columns: Columns<Row>;
};
/** All rows of a list, a page at a time. */
type Pages<Row> = AsyncIterable<readonly Row[]>;
type Exporting = Pick<Asked<ListExport>, 'request' | 'reply'> & {
  readonly query: { readonly format: ListExportFormat };
};

const contentTypes: Record<ListExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
};
/** Each reads a whole list, however long. */
export const exportConfig = { rateLimit: { max: 60, timeWindow: '1 minute' } };

/** Answers the export of a list. `read`: all rows that the request asks for. */
export const handleExport = <E extends ListExport, Row>(
  db: Db,
  endpoint: E,
  { name, read, columns }: { readonly read: (asked: Asked<E>) => Pages<Row> } & ListFile<Row>,
): Route =>
  // Every export's query has a format: TypeScript does not follow that for an open type parameter.
  handle(endpoint, (asked) => sendList(db, asked as unknown as Exporting, read(asked), { name, columns }), {
    exposeHeadRoute: false,
    config: exportConfig,
  });

/** Sends a list as a file, and records it in the access log first. */
export async function sendList<Row>(
  db: Db,
  { query: { format }, request, reply }: Exporting,
  pages: Pages<Row>,
  { name, columns }: ListFile<Row>,
) {
  await recordStaffAccess(db, request, 'export', null);
  return sendFile(reply, streamOf(encoders[format](columns, pages)), contentTypes[format], exportName(name, format));
}

/** Reads all pages of a list that is read backwards; `next` is the `before` of the page after it. */
export async function* allPages<Row>(
  readPage: (before: number | undefined) => Promise<{ readonly rows: readonly Row[]; readonly next: number | null }>,
): AsyncGenerator<readonly Row[]> {
  for (let before: number | undefined; ; ) {
    const { rows, next } = await readPage(before);
    yield rows;
    if (next === null) return;
    before = next;
  }
}

/** A list that is read at once. */
export async function* onePage<Row>(readRows: () => Promise<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  yield await readRows();
}

type Encode = <Row>(columns: Columns<Row>, pages: Pages<Row>) => AsyncGenerator<string>;
const encoders: Readonly<Record<ListExportFormat, Encode>> = {
  csv: async function* (columns, pages) {
    const read = Object.values(columns);
    yield `${Object.keys(columns).join(',')}\n`;
    for await (const rows of pages) {
      yield rows.map((row) => `${read.map((value) => cellOf(value(row))).join(',')}\n`).join('');
    }
  },
  ndjson: async function* (columns, pages) {
    const read = Object.entries(columns);
    for await (const rows of pages) {
      const lines = rows.map((row) => Object.fromEntries(read.map(([name, value]) => [name, value(row) ?? null])));
      yield lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    }
  },
};

/** A spreadsheet would run text that begins like a formula, and names and reasons are written by anyone. */
const formulaStart = /^[=+\-@\t\r]/;

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return csvValue(formulaStart.test(text) ? `'${text}` : text);
}
