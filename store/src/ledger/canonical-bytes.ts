import {
  backslash,
  byteAt,
  closeList,
  closeObject,
  comma,
  endOfName,
  endOfValue,
  hasNoEscape,
  isWhole,
  membersByName,
  minus,
  nine,
  openList,
  openObject,
  quote,
  separatorLength,
  zero,
} from './jsonb-bytes.ts';

/**
 * Writes the canonical form of `canonicalEvent` as bytes, directly from PostgreSQL's bytes. It only handles what nearly every event
 * contains: printable ASCII without escapes, and integers. For anything else `isPlain` becomes false, and `canonicalEvent` must be
 * used.
 */
export type CanonicalBytes = {
  /** Starts an event, with the hash of the previous one. */
  readonly begin: (previous: Uint8Array, start: number) => void;
  /** Writes text that is known to be plain. */
  readonly put: (text: string) => void;
  readonly whole: (number: number) => void;
  /** Writes microseconds since 2000-01-01 UTC as quoted text. */
  readonly time: (microseconds: number) => void;
  /** Writes a quoted string. */
  readonly text: (source: Uint8Array, start: number, end: number) => void;
  /** Writes bytes as quoted hex digits. */
  readonly hex: (source: Uint8Array, start: number, end: number) => void;
  /** Writes a jsonb in PostgreSQL's text form. */
  readonly json: (source: Uint8Array, start: number, end: number) => void;
  readonly isPlain: () => boolean;
  /** The bytes written since `begin`, valid until the next `begin`. */
  readonly written: () => Uint8Array;
};

const size = 65_536;
/** Room for an event without its texts and payload. */
const spare = 1_024;
const hashLength = 32;
const [point, colon] = [0x2e, 0x3a];

/** 0 for bytes that need no escape in a JSON string. */
const needsEscape = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < 0x20 || byte > 0x7e || byte === quote || byte === backslash ? 1 : 0,
);
const hexDigits = new TextEncoder().encode('0123456789abcdef');

/** The event that is being written: `bytes` up to `at`. */
type Output = { readonly bytes: Buffer; at: number; isPlain: boolean };

export function createCanonicalBytes(): CanonicalBytes {
  const out: Output = { bytes: Buffer.allocUnsafe(size), at: 0, isPlain: true };
  const views = new Map<number, Uint8Array>();
  return {
    begin: (previous, start) => {
      out.at = 0;
      out.isPlain = true;
      copy(out, previous, start, start + hashLength);
    },
    put: (text) => put(out, text),
    whole: (number) => putWhole(out, number),
    time: (microseconds) => putTime(out, microseconds),
    text: (source, start, end) => {
      if (hasRoomFor(out, end - start)) putText(out, source, start, end);
    },
    hex: (source, start, end) => {
      if (hasRoomFor(out, 2 * (end - start))) putHex(out, source, start, end);
    },
    json: (source, start, end) => {
      if (hasRoomFor(out, end - start) && hasNoEscape(source, start, end)) putValue(out, source, start, end);
      else out.isPlain = false;
    },
    isPlain: () => out.isPlain,
    written: () => {
      // There are few lengths and many events, so views are reused.
      const view = views.get(out.at) ?? out.bytes.subarray(0, out.at);
      views.set(out.at, view);
      return view;
    },
  };
}

function hasRoomFor(out: Output, length: number): boolean {
  if (out.at + length + spare > size) out.isPlain = false;
  return out.isPlain;
}

function copy(out: Output, source: Uint8Array, start: number, end: number): void {
  const { bytes } = out;
  let { at } = out;
  for (let from = start; from < end; from += 1) bytes[at++] = byteAt(source, from);
  out.at = at;
}

function put(out: Output, text: string): void {
  const { bytes } = out;
  let { at } = out;
  for (let index = 0; index < text.length; index += 1) bytes[at++] = text.charCodeAt(index);
  out.at = at;
}

/** Writes the last `count` decimal digits. */
function putDigits(out: Output, number: number, count: number): void {
  let left = number;
  for (let place = out.at + count - 1; place >= out.at; place -= 1) {
    const tenth = Math.floor(left / 10);
    out.bytes[place] = zero + left - tenth * 10;
    left = tenth;
  }
  out.at += count;
}

function putWhole(out: Output, number: number): void {
  if (number < 0) out.bytes[out.at++] = minus;
  const absolute = Math.abs(number);
  let count = 1;
  for (let bound = 10; bound <= absolute; bound *= 10) count += 1;
  putDigits(out, absolute, count);
}

function putTime(out: Output, microseconds: number): void {
  const day = Math.floor(microseconds / dayMicros);
  const seconds = Math.floor((microseconds - day * dayMicros) / 1_000_000);
  const minutes = Math.floor(seconds / 60);
  put(out, dateText(day));
  putDigits(out, Math.floor(minutes / 60), 2);
  out.bytes[out.at++] = colon;
  putDigits(out, minutes % 60, 2);
  out.bytes[out.at++] = colon;
  putDigits(out, seconds % 60, 2);
  out.bytes[out.at++] = point;
  putDigits(out, microseconds - day * dayMicros - seconds * 1_000_000, 6);
  put(out, 'Z"');
}

const dayMicros = 86_400_000_000;
/** Safe integers of microseconds reach from 1714 to 2285: years have four digits, and the days fit into this map. */
const dates = new Map<number, string>();
function dateText(day: number): string {
  const known = dates.get(day);
  if (known) return known;
  const date = `"${new Date(Date.UTC(2000, 0, 1 + day)).toISOString().slice(0, -'00:00:00.000Z'.length)}`;
  dates.set(day, date);
  return date;
}

function putText(out: Output, source: Uint8Array, start: number, end: number): void {
  const { bytes } = out;
  let { at } = out;
  bytes[at++] = quote;
  let escapes = 0;
  for (let from = start; from < end; from += 1) {
    const byte = byteAt(source, from);
    escapes |= needsEscape[byte] ?? 1;
    bytes[at++] = byte;
  }
  bytes[at++] = quote;
  out.at = at;
  if (escapes > 0) out.isPlain = false;
}

function putHex(out: Output, source: Uint8Array, start: number, end: number): void {
  const { bytes } = out;
  let { at } = out;
  bytes[at++] = quote;
  for (let from = start; from < end; from += 1) {
    const byte = byteAt(source, from);
    bytes[at++] = byteAt(hexDigits, byte >> 4);
    bytes[at++] = byteAt(hexDigits, byte & 15);
  }
  bytes[at++] = quote;
  out.at = at;
}

function putValue(out: Output, source: Uint8Array, start: number, end: number): void {
  const first = byteAt(source, start);
  if (first === openObject) putObject(out, source, start, end);
  else if (first === openList) putList(out, source, start, end);
  else {
    if (first === minus || (first >= zero && first <= nine)) out.isPlain &&= isWhole(source, start, end);
    copy(out, source, start, end);
  }
}

function putList(out: Output, source: Uint8Array, start: number, end: number): void {
  out.bytes[out.at++] = openList;
  for (let from = start + 1; from < end - 1; ) {
    if (from > start + 1) out.bytes[out.at++] = comma;
    const to = endOfValue(source, from);
    putValue(out, source, from, to);
    from = to + separatorLength;
  }
  out.bytes[out.at++] = closeList;
}

function putObject(out: Output, source: Uint8Array, start: number, end: number): void {
  const members = membersByName(source, start, end);
  out.bytes[out.at++] = openObject;
  for (let index = 0; index < members.length; index += 1) {
    if (index > 0) out.bytes[out.at++] = comma;
    const name = members[index] ?? 0;
    const nameEnd = endOfName(source, name);
    copy(out, source, name, nameEnd + 1);
    putValue(out, source, nameEnd + separatorLength, endOfValue(source, nameEnd + separatorLength));
  }
  out.bytes[out.at++] = closeObject;
}
