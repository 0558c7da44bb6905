/** What one stretch of load came to: operations per second, and how long each took, in ms, shortest first. */
export type Stretch = { readonly perSecond: number; readonly count: number; readonly sorted: Float64Array };

export type Load = { readonly atOnce: number; readonly forMs: number; readonly signal?: AbortSignal };

/** Keeps `atOnce` callers busy, each asking again as soon as it was answered, and waits for the last answers. */
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

/** Stretches that ran at the same time, as one. */
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
