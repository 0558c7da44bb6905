export const checkEveryMs = 250;
/** Two missed heartbeats (every 1.5 s, plus one tick of delay). */
const defaultLimitMs = 3_600;
const maxLimitMs = 30_000;
const jitter = 0.1;
const resetAfterMs = 60_000;
const lastChanceMs = 1_000;

export type Silence = {
  /** Call for every message and for a new connection. */
  readonly noteMessage: () => void;
  /** Call every 250 ms while messages are expected. Returns whether the connection counts as dead. */
  readonly isTooLong: () => boolean;
  /** Call when the page gets focus: a connection that was silent too long gets one more second. */
  readonly hurry: () => void;
};
export type SilenceOptions = {
  readonly now: () => number;
  /** Between 0 and 1. */
  readonly chance: () => number;
  readonly silenceLimitMs?: number | undefined;
};

/**
 * Decides when a silent connection is dead. Time in which the page itself did not run (a frozen tab, throttled timers) does not
 * count, because messages from that time are still unread. A little jitter keeps clients from reconnecting together. The limit
 * doubles with every dead connection and resets after a good minute.
 */
export function createSilence({ now, chance, silenceLimitMs = defaultLimitMs }: SilenceOptions): Silence {
  let [limit, quiet, messageAt] = [spread(silenceLimitMs, chance), 0, now()];
  let checkedAt = messageAt;
  let diedAt = Number.POSITIVE_INFINITY;

  return {
    noteMessage: () => {
      quiet = 0;
      messageAt = now();
    },
    isTooLong: () => {
      const at = now();
      quiet += Math.min(at - checkedAt, 2 * checkEveryMs);
      checkedAt = at;
      if (at - diedAt > resetAfterMs) {
        diedAt = Number.POSITIVE_INFINITY;
        limit = spread(silenceLimitMs, chance);
      }
      if (quiet < limit) return false;
      limit = Math.min(limit * 2, maxLimitMs);
      diedAt = at;
      quiet = 0;
      messageAt = at;
      return true;
    },
    hurry: () => {
      if (now() - messageAt > limit) quiet = Math.max(quiet, limit - lastChanceMs);
    },
  };
}

const spread = (ms: number, chance: () => number): number => ms * (1 + chance() * jitter);
