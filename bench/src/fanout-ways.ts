import { setTimeout as pause } from 'node:timers/promises';
import { startBroadcastServer, type Way, ways } from './fanout-in-process.ts';
import { startListeners } from './fanout-listeners.ts';
import { median } from './figures.ts';
import type { BenchRun } from './run-bench.ts';

/** The server's processor time per received frame, in µs, by round. */
export type WayCosts = ReadonlyMap<Way, readonly number[]>;

const ROUNDS = { full: 7, quick: 3 } as const;
const STRETCH = { frames: 20, everyMs: 100 };
const ARRIVE_WITHIN_MS = 10_000;

/**
 * Sends the same frames to the same number of sockets in each way. A machine's speed changes within minutes, so compared runs are
 * seconds apart, and each round begins with another way.
 */
export async function compareWays(run: BenchRun, clients: number): Promise<WayCosts> {
  const rounds = new Map<Way, () => Promise<number>>();
  const closing: (() => Promise<void>)[] = [];
  const closeAll = async () => {
    for (const close of closing.splice(0)) await close();
  };
  run.atEnd(closeAll);
  for (const way of ways) {
    const server = await startBroadcastServer(way);
    closing.push(server.close);
    const listeners = startListeners();
    closing.unshift(listeners.close);
    const talk = way === 'touchline' || way === 'emit' ? 'silent' : 'plain';
    await listeners.open({ count: clients, port: server.port, talk });
    rounds.set(way, async () => {
      const before = (await listeners.counts()).frames;
      const micros = await server.broadcast(STRETCH);
      const wanted = before + STRETCH.frames * clients;
      const until = performance.now() + ARRIVE_WITHIN_MS;
      while ((await listeners.counts()).frames < wanted && performance.now() < until) await pause(50);
      const frames = (await listeners.counts()).frames - before;
      if (frames !== wanted - before) throw new Error(`${way}: ${frames} frames arrived of ${wanted - before}`);
      return micros / frames;
    });
    run.signal.throwIfAborted();
  }
  run.print(`${ways.length} ways to ${clients} sockets each, in turn ...`);
  const costs = new Map<Way, number[]>(ways.map((way) => [way, []]));
  // The first round compiles the code.
  for (let round = -1; round < ROUNDS[run.pace]; round += 1) {
    for (let at = 0; at < ways.length; at += 1) {
      const way = ways[(at + round + ways.length) % ways.length];
      const measure = way && rounds.get(way);
      run.signal.throwIfAborted();
      if (!way || !measure) continue;
      const micros = await measure();
      if (round >= 0) costs.get(way)?.push(micros);
    }
  }
  await closeAll();
  return costs;
}

/** Returns the median ratio of two ways' costs, compared within each round. */
export function ratioOf(costs: WayCosts, way: Way, to: Way): number {
  const others = costs.get(to) ?? [];
  return median((costs.get(way) ?? []).map((micros, round) => micros / (others[round] ?? Number.NaN)));
}
