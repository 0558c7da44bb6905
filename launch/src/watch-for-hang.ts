import { setTimeout as pause } from 'node:timers/promises';

/** How to tell that a process which runs still does something. */
export type Health = {
  /** Asks it where it answers; not given, its pulse tells. */
  readonly isWell?: (() => Promise<boolean>) | undefined;
  /** How long it may answer nothing, once it has answered. */
  readonly hungAfterMs: number;
  readonly lookEveryMs?: number;
};

/** However little time is allowed, so many looks in a row: one alone may be our own bad luck. */
const fewestMisses = 5;

/**
 * Resolves with `hung` once a process that has answered does not for so long, and with `ended` when it ends before. One that has
 * never answered is starting, or answers elsewhere than where it is looked for.
 */
export async function watchForHang(
  { isWell, hungAfterMs, lookEveryMs = 2_000 }: Health & { readonly isWell: () => Promise<boolean> },
  ended: Promise<unknown>,
): Promise<'hung' | 'ended'> {
  const ending = new AbortController();
  void ended.then(() => ending.abort());
  let misses = 0;
  let wellAt: number | undefined;
  while (!ending.signal.aborted) {
    const isAnswered = await isWell();
    const at = performance.now();
    misses = isAnswered ? 0 : misses + 1;
    if (isAnswered) wellAt = at;
    else if (wellAt !== undefined && misses >= fewestMisses && at - wellAt > hungAfterMs) {
      return ending.signal.aborted ? 'ended' : 'hung';
    }
    await pause(lookEveryMs, undefined, { signal: ending.signal }).catch(() => undefined);
  }
  return 'ended';
}
