/**
 * Combinations that came to more than half of a limit when this process last added to them, by their keys. Only these are read before
 * a group is decided, which takes a round trip. Any other is checked when the group adds to it: one that is too full by then is
 * remembered here, and the group decided again.
 */
export type FullCombinations = {
  readonly has: (key: string) => boolean;
  readonly isEmpty: () => boolean;
  readonly remember: (key: string) => void;
};

/** More than a group has commands, so that what it has just learned is known when it is decided again. */
const mostKeys = 10_000;

export function fullCombinations(most = mostKeys): FullCombinations {
  // A Set keeps the order of insertion: the first one is the one that was not seen for longest.
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
