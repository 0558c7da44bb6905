export const lookEveryMs = 250;
/** Two heartbeats (1.5 s, and a tick late) that did not come. */
const patienceMs = 3_600;
const longestMs = 30_000;
const spreadOver = 0.1;
const forgottenAfterMs = 60_000;
const lastChanceMs = 1_000;

export type Silence = {
  /** Something came, or the line is new. */
  readonly heard: () => void;
  /** Called every 250 ms while something ought to come: whether it was silent for so long that the line counts as dead. */
  readonly isTooLong: () => boolean;
  /** Somebody looks at the page again: a line that was silent for long has one more second to say something. */
  readonly hurry: () => void;
};
export type SilenceOptions = {
  readonly now: () => number;
  /** Between 0 and 1. */
  readonly chance: () => number;
  readonly patienceMs?: number | undefined;
};

/**
 * How long a line may be silent. Time in which this page was not running itself (a frozen tab, timers of the background) is not
 * held against the line, as what was said meanwhile is still to be read. Pages that hear nothing more in the same moment give up
 * spread over a little time, and one whose line was given up waits twice as long for the next, until a minute went well.
 */
export function createSilence({ now, chance, patienceMs: first = patienceMs }: SilenceOptions): Silence {
  let [limit, quiet, heardAt] = [spread(first, chance), 0, now()];
  let lookedAt = heardAt;
  let givenUpAt = Number.POSITIVE_INFINITY;

  return {
    heard: () => {
      quiet = 0;
      heardAt = now();
    },
    isTooLong: () => {
      const at = now();
      quiet += Math.min(at - lookedAt, 2 * lookEveryMs);
      lookedAt = at;
      if (at - givenUpAt > forgottenAfterMs) {
        givenUpAt = Number.POSITIVE_INFINITY;
        limit = spread(first, chance);
      }
      if (quiet < limit) return false;
      limit = Math.min(limit * 2, longestMs);
      givenUpAt = at;
      quiet = 0;
      heardAt = at;
      return true;
    },
    hurry: () => {
      if (now() - heardAt > limit) quiet = Math.max(quiet, limit - lastChanceMs);
    },
  };
}

const spread = (ms: number, chance: () => number): number => ms * (1 + chance() * spreadOver);
