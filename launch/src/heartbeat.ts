import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';

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
