/**
 * Array parameters in PostgreSQL's binary form: half the bytes of the text form, and nothing to escape or parse, which otherwise
 * takes most of the time of large `unnest` statements.
 */
type Element<Value> = {
  /** The element's type in PostgreSQL's catalog (pg_type.oid), the same on every server. */
  readonly oid: number;
  /** The maximum size in bytes. */
  readonly most: (value: Value) => number;
  /** Writes the element and returns its size in bytes. */
  readonly write: (buffer: Buffer, at: number, value: Value) => number;
};

const arrayOf =
  <Value>(element: Element<Value>) =>
  (values: readonly (Value | null)[]): Buffer => {
    // By index: an iterator would allocate an object for each of thousands of values.
    let most = headerBytes;
    for (let index = 0; index < values.length; index += 1) {
      const value = values[index] ?? null;
      most += 4 + (value === null ? 0 : element.most(value));
    }
    const buffer = Buffer.allocUnsafe(most);
    // Number of dimensions, "has nulls", element type, length, lower bound.
    [1, 1, element.oid, values.length, 1].forEach((field, index) => {
      buffer.writeInt32BE(field, index * 4);
    });
    let at = headerBytes;
    for (let index = 0; index < values.length; index += 1) {
      const value = values[index] ?? null;
      const size = value === null ? -1 : element.write(buffer, at + 4, value);
      buffer.writeInt32BE(size, at);
      at += 4 + Math.max(size, 0);
    }
    return buffer.subarray(0, at);
  };
const headerBytes = 20;

/** `smallint[]` */
export const smallints = arrayOf<number>({
  oid: 21,
  most: () => 2,
  write: (buffer, at, value) => buffer.writeInt16BE(value, at) - at,
});
/** `integer[]` */
export const integers = arrayOf<number>({
  oid: 23,
  most: () => 4,
  write: (buffer, at, value) => buffer.writeInt32BE(value, at) - at,
});
/** `bigint[]`, of safe whole numbers. */
export const bigints = arrayOf<number>({ oid: 20, most: () => 8, write: writeWhole });
/** `uuid[]` */
export const uuids = arrayOf<string>({ oid: 2950, most: () => 16, write: writeUuid });
/** `bytea[]` */
export const byteas = arrayOf<Buffer>({
  oid: 17,
  most: (value) => value.length,
  write: (buffer, at, value) => value.copy(buffer, at),
});
/** `text[]` */
export const texts = arrayOf<string>({
  oid: 25,
  // A UTF-16 unit takes at most three bytes in UTF-8; counting exactly would read every text twice.
  most: (value) => value.length * 3,
  write: (buffer, at, value) => buffer.write(value, at),
});
/** `timestamptz[]`, from microseconds since 1970. */
export const timestamps = arrayOf<number>({
  oid: 1184,
  most: () => 8,
  write: (buffer, at, micros) => writeWhole(buffer, at, micros - microsBefore2000),
});
const microsBefore2000 = Date.UTC(2000, 0, 1) * 1000;

function writeWhole(buffer: Buffer, at: number, value: number): number {
  buffer.writeInt32BE(Math.floor(value / 2 ** 32), at);
  buffer.writeUInt32BE(value >>> 0, at + 4);
  return 8;
}

// Digit by digit: removing the hyphens first would allocate a string for each of a bet's dozen ids.
function writeUuid(buffer: Buffer, at: number, value: string): number {
  let half = -1;
  let end = at;
  for (let index = 0; index < value.length; index += 1) {
    const code = value.charCodeAt(index);
    if (code === hyphen) continue;
    const digit = hexDigits[code];
    if (digit === undefined || end === at + 16) throw new TypeError(`not a UUID: ${value}`);
    if (half < 0) half = digit;
    else {
      buffer[end++] = half * 16 + digit;
      half = -1;
    }
  }
  if (end !== at + 16 || half >= 0) throw new TypeError(`not a UUID: ${value}`);
  return 16;
}
const hyphen = 0x2d;
/** Indexed by character code. */
const hexDigits: readonly (number | undefined)[] = Array.from({ length: 128 }, (_, code) => {
  const digit = '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase());
  return digit < 0 ? undefined : digit;
});
