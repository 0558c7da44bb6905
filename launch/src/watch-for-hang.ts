import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** How to check that a running process still responds. */
export type Health = {
  /** Checks its health endpoint. Without it, heartbeats are used. */
  readonly isHealthy?: (() => Promise<boolean>) | undefined;
  /** How long it may stay silent after it has responded once. */
  readonly hungAfterMs: number;
  readonly checkEveryMs?: number;
};

/** At least this many checks in a row must fail, because a single one may fail on a busy machine. */
const fewestMisses = 5;

/**
 * Resolves with `hung` once a process that has responded stays silent for `hungAfterMs`, or with `ended` if it exits first. A
 * process that has never responded may still be starting.
 */
export async function watchForHang(
  { isHealthy, hungAfterMs, checkEveryMs = 2_000 }: Health & { readonly isHealthy: () => Promise<boolean> },
  ended: Promise<unknown>,
): Promise<'hung' | 'ended'> {
  const ending = new AbortController();
  void ended.then(() => ending.abort());
  let misses = 0;
  let healthyAt: number | undefined;
  while (!ending.signal.aborted) {
    const isAnswered = await isHealthy();
    const at = performance.now();
    misses = isAnswered ? 0 : misses + 1;
    if (isAnswered) healthyAt = at;
    else if (healthyAt !== undefined && misses >= fewestMisses && at - healthyAt > hungAfterMs) {
      return ending.signal.aborted ? 'ended' : 'hung';
    }
    await pause(checkEveryMs, undefined, { signal: ending.signal }).catch(() => undefined);
  }
  return 'ended';
}

/** Arguments that make any Node process send heartbeats over the `ipc` channel that it was spawned with. */
export const heartbeatArguments = ['--import', join(import.meta.dirname, 'send-heartbeat.ts')] as const;

/** One heartbeat a second is sent. Two may be missed on a busy machine. */
const lateAfterMs = 3_000;

/** Returns whether heartbeats still arrive: a hanging or stopped process keeps its ports but sends none. */
export function listenForHeartbeat(child: ChildProcess): () => Promise<boolean> {
  let beatAt = Number.NEGATIVE_INFINITY;
  child.on('message', () => {
    beatAt = performance.now();
  });
  return async () => performance.now() - beatAt < lateAfterMs;
}
