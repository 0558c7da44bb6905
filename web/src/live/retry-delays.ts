const minAnswerTimeoutMs = 5_000;
const maxAnswerTimeoutMs = 20_000;
const minRetryMs = 2_000;
const maxRetryMs = 10_000;
const minCrowdedMs = 30_000;
const minRefetchMs = 10_000;
export const minReconnectMs = 500;
export const maxReconnectMs = 5_000;
const jitter = 0.5;
/** After this many unanswered requests the connection is replaced, even if it still receives pushes. */
const maxUnanswered = 2;

// Every delay takes `chance`, a random number between 0 and 1, so that clients that failed together do not retry together.

/** Returns how long to wait for a snapshot after `unanswered` failed requests. Slow networks and busy servers get longer. */
export const defaultAnswerTimeoutMs = (unanswered: number): number =>
  Math.min(minAnswerTimeoutMs * 2 ** unanswered, maxAnswerTimeoutMs);

/** Returns the pause before the snapshot is requested again. */
export const retryDelayMs = (unanswered: number, chance: number): number =>
  Math.min(minRetryMs * 2 ** Math.max(0, unanswered - 1), maxRetryMs) * (1 + chance * jitter);

/** Returns whether to replace the connection after a request timed out. */
export const shouldReconnect = (unanswered: number, isSilent: boolean): boolean =>
  isSilent || unanswered >= maxUnanswered;

/** Returns when to reconnect after the server closed the connection `closures` times in a row. */
export const defaultReconnectDelayMs = (closures: number, chance: number): number =>
  Math.min(minReconnectMs * 2 ** closures, maxReconnectMs) * (0.5 + chance);

/** Returns when a screen whose refresh failed fetches again what it shows. */
export const refetchDelayMs = (chance: number): number => minRefetchMs * (1 + 2 * chance);

/** Returns when to reconnect after a network reached its socket limit. Polling over HTTP bridges the time. */
export const defaultCrowdedDelayMs = (chance: number): number => minCrowdedMs * (1 + chance);
