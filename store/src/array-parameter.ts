/**
 * Arrays as parameters of a statement, in PostgreSQL's binary form: half the bytes of the text form and nothing to escape or
 * parse on either side, which is what large `unnest` statements otherwise spend their time on.
 */
type Element<Value> = {
  /** The element's type in PostgreSQL's catalog (pg_type.oid), the same on every server. */
  readonly oid: number;
  readonly size: (value: Value) => number;
  readonly write: (buffer: Buffer, at: number, value: Value) => void;
};

const arrayOf =
  <Value>(element: Element<Value>) =>
  (values: readonly (Value | null)[]): Buffer => {
    const sizes = values.map((value) => (value === null ? 0 : element.size(value)));
    const buffer = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + 4 + size, headerBytes));
    // One dimension, "may hold nulls", the type, how many, and the first one's index.
    [1, 1, element.oid, values.length, 1].forEach((word, index) => {
      buffer.writeInt32BE(word, index * 4);
    });
    let at = headerBytes;
    values.forEach((value, index) => {
      const size = sizes[index] ?? 0;
      buffer.writeInt32BE(value === null ? -1 : size, at);
      if (value !== null) element.write(buffer, at + 4, value);
      at += 4 + size;
    });
    return buffer;
  };
const headerBytes = 20;

/** `smallint[]` */
export const smallints = arrayOf<number>({
  oid: 21,
  size: () => 2,
  write: (buffer, at, value) => buffer.writeInt16BE(value, at),
});
/** `integer[]` */
export const integers = arrayOf<number>({
  oid: 23,
  size: () => 4,
  write: (buffer, at, value) => buffer.writeInt32BE(value, at),
});
/** `bigint[]`, of safe whole numbers. */
export const bigints = arrayOf<number>({ oid: 20, size: () => 8, write: writeWhole });
/** `uuid[]` */
export const uuids = arrayOf<string>({
  oid: 2950,
  size: () => 16,
  write: (buffer, at, value) => {
    const written = buffer.write(value.replaceAll('-', ''), at, 16, 'hex');
    if (written !== 16) throw new TypeError(`not a UUID: ${value}`);
  },
});
/** `bytea[]` */
export const byteas = arrayOf<Buffer>({
  oid: 17,
  size: (value) => value.length,
  write: (buffer, at, value) => value.copy(buffer, at),
});
/** `text[]` */
export const texts = arrayOf<string>({
  oid: 25,
  size: (value) => Buffer.byteLength(value),
  write: (buffer, at, value) => buffer.write(value, at),
});
/** `timestamptz[]`, from microseconds since 1970. */
export const timestamps = arrayOf<number>({
  oid: 1184,
  size: () => 8,
  write: (buffer, at, micros) => writeWhole(buffer, at, micros - microsBefore2000),
});
const microsBefore2000 = Date.UTC(2000, 0, 1) * 1000;

function writeWhole(buffer: Buffer, at: number, value: number): void {
  buffer.writeInt32BE(Math.floor(value / 2 ** 32), at);
  buffer.writeUInt32BE(value >>> 0, at + 4);
}
