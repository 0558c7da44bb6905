/** Finds the parts of a jsonb in PostgreSQL's text form, without escapes: positions in the bytes of the text. */

export const [quote, minus, comma, zero, nine] = [0x22, 0x2d, 0x2c, 0x30, 0x39];
export const [openList, backslash, closeList, openObject, closeObject] = [0x5b, 0x5c, 0x5d, 0x7b, 0x7d];

export const byteAt = (source: Uint8Array, at: number): number => source[at] ?? 0;

/** Postgres writes `": "` between name and value and `", "` between members. */
export const separatorLength = 2;

export function hasNoEscape(source: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const byte = byteAt(source, at);
    if (byte === backslash || byte < 0x20 || byte > 0x7e) return false;
  }
  return true;
}

/** Integers with so many digits are safe. */
const safeDigits = 15;

export function isWhole(source: Uint8Array, start: number, end: number): boolean {
  const first = byteAt(source, start) === minus ? start + 1 : start;
  for (let at = first; at < end; at += 1) {
    const byte = byteAt(source, at);
    if (byte < zero || byte > nine) return false;
  }
  return end - first <= safeDigits && !(first > start && byteAt(source, first) === zero);
}

/** Returns the position after the name that starts at `start`. */
export function endOfName(source: Uint8Array, start: number): number {
  let at = start + 1;
  while (byteAt(source, at) !== quote) at += 1;
  return at + 1;
}

export function endOfValue(source: Uint8Array, start: number): number {
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

/** Returns the positions of an object's members, in the order of their names. */
export function membersByName(source: Uint8Array, start: number, end: number): readonly number[] {
  const members: number[] = [];
  for (let from = start + 1; from < end - 1; ) {
    insertByName(members, source, from);
    from = endOfValue(source, endOfName(source, from) + separatorLength) + separatorLength;
  }
  return members;
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
