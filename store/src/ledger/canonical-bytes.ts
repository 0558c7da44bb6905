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

const [quote, minus, comma, point, zero, nine, colon] = [0x22, 0x2d, 0x2c, 0x2e, 0x30, 0x39, 0x3a];
const [openList, backslash, closeList, openObject, closeObject] = [0x5b, 0x5c, 0x5d, 0x7b, 0x7d];
/** Integers with so many digits are safe. */
const safeDigits = 15;

/** 0 for bytes that need no escape in a JSON string. */
const needsEscape = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < 0x20 || byte > 0x7e || byte === quote || byte === backslash ? 1 : 0,
);
const hexDigits = new TextEncoder().encode('0123456789abcdef');

export function createCanonicalBytes(): CanonicalBytes {
  const bytes = Buffer.allocUnsafe(size);
  const views = new Map<number, Uint8Array>();
  let at = 0;
  let isPlain = true;

  const copy = (source: Uint8Array, start: number, end: number): void => {
    for (let from = start; from < end; from += 1) bytes[at++] = byteAt(source, from);
  };
  const hasRoomFor = (length: number): boolean => {
    if (at + length + spare > size) isPlain = false;
    return isPlain;
  };

  const put = (text: string): void => {
    for (let index = 0; index < text.length; index += 1) bytes[at++] = text.charCodeAt(index);
  };
  /** Writes the last `count` decimal digits. */
  const digits = (number: number, count: number): void => {
    let left = number;
    for (let place = at + count - 1; place >= at; place -= 1) {
      const tenth = Math.floor(left / 10);
      bytes[place] = zero + left - tenth * 10;
      left = tenth;
    }
    at += count;
  };

  const value = (source: Uint8Array, start: number, end: number): void => {
    const first = byteAt(source, start);
    if (first === openObject) object(source, start, end);
    else if (first === openList) list(source, start, end);
    else {
      if (first === minus || (first >= zero && first <= nine)) isPlain &&= isWhole(source, start, end);
      copy(source, start, end);
    }
  };
  const list = (source: Uint8Array, start: number, end: number): void => {
    bytes[at++] = openList;
    for (let from = start + 1; from < end - 1; ) {
      if (from > start + 1) bytes[at++] = comma;
      const to = endOfValue(source, from);
      value(source, from, to);
      from = to + separator;
    }
    bytes[at++] = closeList;
  };
  const object = (source: Uint8Array, start: number, end: number): void => {
    const members: number[] = [];
    for (let from = start + 1; from < end - 1; ) {
      insertByName(members, source, from);
      from = endOfValue(source, endOfName(source, from) + separator) + separator;
    }
    bytes[at++] = openObject;
    for (let index = 0; index < members.length; index += 1) {
      if (index > 0) bytes[at++] = comma;
      const name = members[index] ?? 0;
      const behind = endOfName(source, name);
      copy(source, name, behind + 1);
      value(source, behind + separator, endOfValue(source, behind + separator));
    }
    bytes[at++] = closeObject;
  };

  return {
    begin: (previous, start) => {
      at = 0;
      isPlain = true;
      copy(previous, start, start + hashLength);
    },
    put,
    whole: (number) => {
      if (number < 0) bytes[at++] = minus;
      const size = Math.abs(number);
      let count = 1;
      for (let bound = 10; bound <= size; bound *= 10) count += 1;
      digits(size, count);
    },
    time: (microseconds) => {
      const day = Math.floor(microseconds / dayMicros);
      const seconds = Math.floor((microseconds - day * dayMicros) / 1_000_000);
      const minutes = Math.floor(seconds / 60);
      put(dateText(day));
      digits(Math.floor(minutes / 60), 2);
      bytes[at++] = colon;
      digits(minutes % 60, 2);
      bytes[at++] = colon;
      digits(seconds % 60, 2);
      bytes[at++] = point;
      digits(microseconds - day * dayMicros - seconds * 1_000_000, 6);
      put('Z"');
    },
    text: (source, start, end) => {
      if (!hasRoomFor(end - start)) return;
      bytes[at++] = quote;
      let escapes = 0;
      for (let from = start; from < end; from += 1) {
        const byte = byteAt(source, from);
        escapes |= needsEscape[byte] ?? 1;
        bytes[at++] = byte;
      }
      bytes[at++] = quote;
      if (escapes > 0) isPlain = false;
    },
    hex: (source, start, end) => {
      if (!hasRoomFor(2 * (end - start))) return;
      bytes[at++] = quote;
      for (let from = start; from < end; from += 1) {
        const byte = byteAt(source, from);
        bytes[at++] = byteAt(hexDigits, byte >> 4);
        bytes[at++] = byteAt(hexDigits, byte & 15);
      }
      bytes[at++] = quote;
    },
    json: (source, start, end) => {
      if (hasRoomFor(end - start) && hasNoEscape(source, start, end)) value(source, start, end);
      else isPlain = false;
    },
    isPlain: () => isPlain,
    written: () => {
      // There are few lengths and many events, so views are reused.
      const view = views.get(at) ?? bytes.subarray(0, at);
      views.set(at, view);
      return view;
    },
  };
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

const byteAt = (source: Uint8Array, at: number): number => source[at] ?? 0;

/** Postgres writes `": "` between name and value and `", "` between members. */
const separator = 2;

function hasNoEscape(source: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const byte = byteAt(source, at);
    if (byte === backslash || byte < 0x20 || byte > 0x7e) return false;
  }
  return true;
}

function isWhole(source: Uint8Array, start: number, end: number): boolean {
  const first = byteAt(source, start) === minus ? start + 1 : start;
  for (let at = first; at < end; at += 1) {
    const byte = byteAt(source, at);
    if (byte < zero || byte > nine) return false;
  }
  return end - first <= safeDigits && !(first > start && byteAt(source, first) === zero);
}

/** Returns the position after the name that starts at `start`. */
function endOfName(source: Uint8Array, start: number): number {
  let at = start + 1;
  while (byteAt(source, at) !== quote) at += 1;
  return at + 1;
}

function endOfValue(source: Uint8Array, start: number): number {
  let depth = 0;
  let isText = false;
  for (let at = start; at < source.length; at += 1) {
    const byte = byteAt(source, at);
    if (byte === quote) isText = !isText;
    else if (isText) continue;
    else if (byte === openObject || byte === openList) depth += 1;
    else if (byte === comma && depth === 0) return at;
    else if (byte === closeObject || byte === closeList) {
      if (depth === 0) return at;
      depth -= 1;
    }
  }
  return source.length;
}

function insertByName(members: number[], source: Uint8Array, name: number): void {
  let index = members.length;
  for (; index > 0; index -= 1) {
    const before = members[index - 1] ?? 0;
    if (isBefore(source, before, name)) break;
    members[index] = before;
  }
  members[index] = name;
}

/** Whether the name at `one` sorts before that at `other`; without escapes, byte order is code unit order. */
function isBefore(source: Uint8Array, one: number, other: number): boolean {
  for (let step = 1; ; step += 1) {
    const [mine, its] = [byteAt(source, one + step), byteAt(source, other + step)];
    // A shorter name sorts before a longer one with the same prefix.
    if (mine === quote || its === quote) return mine === quote;
    if (mine !== its) return mine < its;
  }
}
