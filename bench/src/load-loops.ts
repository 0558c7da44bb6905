import { setTimeout as pause } from 'node:timers/promises';

/** The result of a stretch of load: operations per second, and the duration of each in ms, shortest first. */
export type Stretch = { readonly perSecond: number; readonly count: number; readonly sorted: Float64Array };

export type Load = { readonly atOnce: number; readonly forMs: number; readonly signal?: AbortSignal };

/** Keeps `atOnce` callers busy, each with its next call after a response, and waits for the last responses. */
export async function closedLoop(load: Load, ask: () => Promise<void>): Promise<Stretch> {
  const took: number[] = [];
  const begin = performance.now();
  const caller = async (): Promise<void> => {
    for (;;) {
      const asked = performance.now();
      if (asked - begin >= load.forMs || load.signal?.aborted) return;
      await ask();
      took.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: load.atOnce }, caller));
  const seconds = (performance.now() - begin) / 1000;
  return { perSecond: took.length / seconds, count: took.length, sorted: new Float64Array(took).sort() };
}

/** Combines stretches that ran at the same time. */
export function together(stretches: readonly Stretch[]): Stretch {
  const count = total(stretches.map((stretch) => stretch.count));
  const sorted = new Float64Array(count);
  let at = 0;
  for (const stretch of stretches) {
    sorted.set(stretch.sorted, at);
    at += stretch.count;
  }
  return { count, sorted: sorted.sort(), perSecond: total(stretches.map((stretch) => stretch.perSecond)) };
}

const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

export type Pace = { readonly perSecond: number; readonly forMs: number };

/**
 * Calls at fixed times, whether or not earlier calls have ended. Latency counts from the scheduled time, so that a stalled server
 * cannot hide it.
 */
export async function pacedLoop({ perSecond, forMs }: Pace, ask: () => Promise<void>): Promise<Stretch> {
  const took: number[] = [];
  const all = Math.floor((perSecond * forMs) / 1000);
  const asked: Promise<void>[] = [];
  const begin = performance.now();
  while (asked.length < all) {
    const due = Math.min(all, 1 + Math.floor(((performance.now() - begin) * perSecond) / 1000));
    while (asked.length < due) {
      const moment = begin + (asked.length * 1000) / perSecond;
      asked.push(
        ask().then(() => {
          took.push(performance.now() - moment);
        }),
      );
    }
    await pause(1);
  }
  await Promise.all(asked);
  const seconds = (performance.now() - begin) / 1000;
  return { perSecond: took.length / seconds, count: took.length, sorted: new Float64Array(took).sort() };
}
