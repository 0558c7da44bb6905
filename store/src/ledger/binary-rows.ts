import type { ClientBase } from 'pg';
import { copyOut } from './copy-out.ts';
import type { Cursor } from './cursor.ts';

/** Reads the fields of a row, each once and from left to right. */
export type FieldReader = {
  readonly int16: () => number;
  readonly int32: () => number;
  /** A bigint within the safe integers. */
  readonly int64: () => number;
  readonly text: () => string;
  /** The bytes of a bytea, valid until the next batch. */
  readonly bytes: () => Buffer;
  /** The bytes of a bytea as hex digits. */
  readonly hex: () => string;
  readonly uuid: () => string;
  /** A jsonb as its text. */
  readonly json: () => string;
  /** A timestamptz as UTC text with six decimals. */
  readonly time: () => string;
  readonly isNull: () => boolean;
  /** For reading bytes in place: advances to the next field, which is in `source()` from `start()` up to `end()`. */
  readonly start: () => number;
  readonly end: () => number;
  readonly source: () => Buffer;
  /** The position of the next field, and a way back to it within the row. */
  readonly place: () => number;
  readonly goTo: (place: number) => void;
  /** Whether the row is read again because a field cannot be read: such a number is NaN, a text empty, a jsonb `null`. */
  readonly isLenient: () => boolean;
};

/** `lenient`: a field that no writer leaves like that, such as one that is null, does not end the reading; see `isLenient`. */
type Reading = 'strict' | 'lenient';

/**
 * Yields rows in the binary form of COPY: several times cheaper on both sides than text, with the memory of one batch. `read` reads
 * all fields of a row.
 */
export async function* binaryRows<Row>(
  client: ClientBase,
  query: string,
  read: (fields: FieldReader) => Row,
  reading: Reading = 'strict',
): AsyncGenerator<Row[]> {
  const batches = copyBatches(client, query, reading);
  while (await batches.more()) {
    yield Array.from({ length: batches.size() }, (_, index) => batches.row(index, read));
  }
}

/** The same rows as a cursor; each row is read when it is reached. */
export async function openRows<Row>(
  client: ClientBase,
  query: string,
  read: (fields: FieldReader) => Row,
  reading: Reading = 'strict',
): Promise<Cursor<Row>> {
  const batches = copyBatches(client, query, reading);
  let at = 0;
  let row: Row | undefined;
  const cursor: Cursor<Row> = {
    row: () => row,
    step: () => {
      at += 1;
      if (at >= batches.size()) return false;
      row = batches.row(at, read);
      return true;
    },
    load: async () => {
      row = undefined;
      while (await batches.more()) {
        at = -1;
        if (cursor.step()) return;
      }
    },
  };
  await cursor.load();
  return cursor;
}

/** The rows received with one read of the socket. */
type CopyBatches = {
  readonly more: () => Promise<boolean>;
  readonly size: () => number;
  readonly row: <Row>(index: number, read: (fields: FieldReader) => Row) => Row;
};

function copyBatches(client: ClientBase, query: string, reading: Reading): CopyBatches {
  const { fields, open } = createFieldReader();
  let batch = emptyBatch();
  let arriving = emptyBatch();
  let isBegun = false;
  const copy = copyOut(client, `copy (${query}) to stdout with (format binary)`, (bytes, start, end) => {
    const row = isBegun ? start : behindHeader(bytes, start);
    isBegun = true;
    // The header may arrive alone, and a row with −1 fields ends the data.
    if (row === end || bytes.readInt16BE(row) < 0) return;
    arriving.buffers.push(bytes);
    arriving.starts.push(row + 2);
  });
  return {
    more: async () => {
      const isMore = await copy.more();
      batch = arriving;
      arriving = emptyBatch();
      return isMore;
    },
    size: () => batch.starts.length,
    row: (index, read) => {
      const [bytes, start] = [batch.buffers[index] ?? nothing, batch.starts[index] ?? 0];
      open(bytes, start, 'strict');
      try {
        return read(fields);
      } catch (error) {
        if (reading === 'strict') throw error;
        open(bytes, start, 'lenient');
        return read(fields);
      }
    },
  };
}
const emptyBatch = (): { buffers: Buffer[]; starts: number[] } => ({ buffers: [], starts: [] });
const nothing = Buffer.alloc(0);

const signatureLength = 11;
/** Skips the signature, the flags and the extension. */
const behindHeader = (bytes: Buffer, start: number): number =>
  start + signatureLength + 8 + bytes.readInt32BE(start + signatureLength + 4);

function createFieldReader(): { fields: FieldReader; open: (bytes: Buffer, at: number, reading: Reading) => void } {
  let bytes: Buffer = Buffer.alloc(0);
  let at = 0;
  let isLenient = false;
  const field = (): number => {
    const length = bytes.readInt32BE(at);
    if (length < 0 && !isLenient) throw new TypeError('a column of the ledger is null where none may be');
    const start = at + 4;
    at = start + Math.max(0, length);
    return start;
  };
  const number = (read: (start: number) => number): number => {
    const start = field();
    return at === start ? Number.NaN : read(start);
  };
  const int16At = (start: number) => bytes.readInt16BE(start);
  const int32At = (start: number) => bytes.readInt32BE(start);
  const wholeAt = (start: number): number => {
    const value = bytes.readInt32BE(start) * 2 ** 32 + bytes.readUInt32BE(start + 4);
    if (Number.isSafeInteger(value)) return value;
    if (isLenient) return Number.NaN;
    throw new RangeError('a number of the ledger is beyond the safe whole numbers');
  };
  const uuid = createUuidReader();
  const time = cached(timeText);
  const fields: FieldReader = {
    int16: () => number(int16At),
    int32: () => number(int32At),
    int64: () => number(wholeAt),
    text: () => bytes.toString('utf8', field(), at),
    bytes: () => bytes.subarray(field(), at),
    hex: () => bytes.toString('hex', field(), at),
    uuid: () => {
      const start = field();
      return at === start ? '' : uuid(bytes, start);
    },
    // The first byte is the format version.
    json: () => bytes.toString('utf8', field() + 1, at) || 'null',
    time: () => time(number(wholeAt)),
    isNull: () => {
      const isNull = bytes.readInt32BE(at) < 0;
      if (isNull) at += 4;
      return isNull;
    },
    start: field,
    end: () => at,
    source: () => bytes,
    place: () => at,
    goTo: (place) => {
      at = place;
    },
    isLenient: () => isLenient,
  };
  return {
    fields,
    open: (row, start, reading) => {
      bytes = row;
      at = start;
      isLenient = reading === 'lenient';
    },
  };
}

/** Rows are sorted by wallet, so most ids repeat: four comparisons instead of a new string. */
function createUuidReader(): (bytes: Buffer, at: number) => string {
  const last = Buffer.alloc(16);
  let text = uuidText(last.toString('hex'));
  return (bytes, at) => {
    if (bytes.compare(last, 0, 16, at, at + 16) !== 0) {
      bytes.copy(last, 0, at, at + 16);
      text = uuidText(last.toString('hex'));
    }
    return text;
  };
}
const uuidText = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;

/** Postgres counts microseconds from 2000-01-01. */
const epochMs = Date.UTC(2000, 0, 1);
const secondText = cached((second: number) => new Date(epochMs + second * 1_000).toISOString().slice(0, 19));
/** Formats UTC with six decimals, as in the canonical form. */
export function timeText(microseconds: number): string {
  if (Number.isNaN(microseconds)) return 'no time';
  const second = Math.floor(microseconds / 1_000_000);
  return `${secondText(second)}.${String(microseconds - second * 1_000_000).padStart(6, '0')}Z`;
}

/** Caches the last result: neighbouring rows mostly have the same value. */
function cached<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  let last: { key: Key; value: Value } | undefined;
  return (key) => {
    if (!last || last.key !== key) last = { key, value: make(key) };
    return last.value;
  };
}
