/**
 * The keys of combinations that were above half of a limit when this process last added to them. Only these are read before a group
 * is decided, which takes a round trip. Others are checked when the group adds to them; one that is too full is remembered here,
 * and the group decided again.
 */
export type FullCombinations = {
  readonly has: (key: string) => boolean;
  readonly isEmpty: () => boolean;
  readonly remember: (key: string) => void;
};

/** More than the commands of a group, so that everything learned is known when it is decided again. */
const mostKeys = 10_000;

export function fullCombinations(most = mostKeys): FullCombinations {
  // A Set keeps insertion order: its first key is the least recently used.
  const keys = new Set<string>();
  return {
    has: (key) => keys.has(key),
    isEmpty: () => keys.size === 0,
    remember: (key) => {
      keys.delete(key);
      keys.add(key);
      const [oldest] = keys;
      if (keys.size > most && oldest !== undefined) keys.delete(oldest);
    },
  };
}
