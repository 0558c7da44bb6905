import { setTimeout as pause } from 'node:timers/promises';
import type { Stretch } from './closed-loop.ts';

export type Pace = { readonly perSecond: number; readonly forMs: number };

/**
 * Asks at fixed moments, whether or not the ones before are answered. What is asked late, because all callers are busy, has
 * waited since its moment: a server that stalls cannot hide it.
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
