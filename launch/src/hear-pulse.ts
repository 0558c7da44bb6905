import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';

/** Makes a process of Node tell its pulse over the channel that it was spawned with (`ipc`), whatever program it runs. */
export const tellPulse = ['--import', join(import.meta.dirname, 'tell-pulse.ts')] as const;

/** A beat a second is told; one that is late may be the machine's bad luck. */
const lateAfterMs = 3_000;

/** Tells whether a process still gets its turn: one that hangs, or was stopped, keeps its ports and says nothing. */
export function hearPulse(child: ChildProcess): () => Promise<boolean> {
  let beatAt = Number.NEGATIVE_INFINITY;
  child.on('message', () => {
    beatAt = performance.now();
  });
  return async () => performance.now() - beatAt < lateAfterMs;
}
