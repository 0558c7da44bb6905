/** Repeatable randomness: the same key always gives the same numbers, so a restart continues. */

/** Returns the number in [0, 1) of a key. */
export const roll = (key: string): number => mixed(key) / 4_294_967_296;

/** Returns the endless sequence of numbers in [0, 1) of a key. */
export function dice(key: string): () => number {
  let state = mixed(key);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return ((word ^ (word >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Roughly standard normal, never beyond ±3.5. */
export function bell(key: string): number {
  const next = dice(key);
  return (next() + next() + next() + next() + next() + next() - 3) * Math.SQRT2;
}

/** A smooth random walk around zero, within ±1, uncorrelated after about one period. */
export function drift(key: string, atMs: number, periodMs: number): number {
  const step = Math.floor(atMs / periodMs);
  const part = atMs / periodMs - step;
  const ease = part * part * (3 - 2 * part);
  const from = roll(`${key}|${step}`) * 2 - 1;
  const to = roll(`${key}|${step + 1}`) * 2 - 1;
  return from + (to - from) * ease;
}

/** Returns the items in the order of a key. */
export function shuffled<Item>(items: readonly Item[], key: string): Item[] {
  const next = dice(key);
  return items
    .map((item) => ({ item, place: next() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

// FNV-1a with a final avalanche (murmur3): short keys that differ in one digit give unrelated numbers.
function mixed(key: string): number {
  let word = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) word = Math.imul(word ^ key.charCodeAt(index), 0x01000193);
  word = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
  return (word ^ (word >>> 16)) >>> 0;
}
