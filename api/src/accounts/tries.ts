import type { Instant } from '@touchline/core/instant';

/** Counts tries by key in windows that begin with the first try. */
export type Tries = {
  /** Counts one more and says whether it is still within the limit. */
  readonly isAllowed: (key: string, now: Instant) => boolean;
  readonly forget: (key: string) => void;
};

/** The oldest keys are given up first: a flood of made-up keys costs no more memory than this. */
const mostKeys = 50_000;

export function createTries(limit: { readonly most: number; readonly withinMs: number }): Tries {
  const tries = new Map<string, { count: number; readonly since: Instant }>();
  return {
    isAllowed: (key, now) => {
      const known = tries.get(key);
      if (known && now - known.since < limit.withinMs) {
        known.count += 1;
        return known.count <= limit.most;
      }
      tries.delete(key);
      const [oldest] = tries.keys();
      if (oldest !== undefined && tries.size >= mostKeys) tries.delete(oldest);
      tries.set(key, { count: 1, since: now });
      return limit.most >= 1;
    },
    forget: (key) => tries.delete(key),
  };
}
