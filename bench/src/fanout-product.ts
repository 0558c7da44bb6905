import { setTimeout as pause } from 'node:timers/promises';
import { connectBench, startBenchPostgres } from './bench-postgres.ts';
import { startAsker } from './fanout-asker-in-thread.ts';
import { type Changes, openChanges } from './fanout-changes.ts';
import { startListeners } from './fanout-listeners.ts';
import type { Counts, Reception } from './fanout-screens.ts';
import { percentile } from './figures.ts';
import type { BenchRun } from './run-bench.ts';
import { type RunningApi, startApi } from './start-processes.ts';

export type ProductFound = {
  readonly joinsPerSecond: number;
  readonly changesPerSecond: number;
  readonly framesPerSecond: number;
  readonly bytesPerFrame: number;
  /** From just before the commit until a client has read the whole frame, in ms, weighted by rows. */
  readonly freshness: { readonly p50: number; readonly p99: number; readonly most: number; readonly rows: number };
  /** Of one core, in percent. */
  readonly apiCore: number;
  readonly http: Readonly<Record<'idle' | 'loaded', { readonly p50: number; readonly p99: number }>>;
  /** MB of a million bytes: without clients, and at the most with all of them while prices moved. */
  readonly resident: { readonly empty: number; readonly full: number };
  readonly connected: number;
  readonly wrong: number;
  readonly counts: Counts;
};
export type ProductSizes = { readonly clients: number; readonly connected: number; readonly seconds: number };

const MATCHES = 50;
const CHANGES_PER_SECOND = 100;
const ASKED = { perSecond: 100 };
const IDLE_MS = 6_000;
const LOADED_MS = 10_000;
const FULL_MS = 5_000;
const SETTLE_MS = 1_500;
/** A frame may be in transit, and prices are read at least once a second. */
const CONVERGE_WITHIN_MS = 10_000;

/** The real API with the real store: what thousands of clients see while prices move, and what that costs the process. */
export async function measureProduct(run: BenchRun, sizes: ProductSizes): Promise<ProductFound> {
  const { clients, connected, seconds } = sizes;
  const postgres = await startBenchPostgres(run);
  const store = connectBench(run, postgres.url, 2);
  const changes = await openChanges(store, { matches: MATCHES, perSecond: CHANGES_PER_SECOND });
  // The first start compiles our sources, which takes more memory.
  await (await startApi(run, postgres)).stop();
  // All clients come from this machine.
  const api = await startApi(run, postgres, { SOCKETS_PER_ADDRESS: '0' });
  const asker = await startAsker(api.port);
  run.atEnd(asker.close);
  // The first requests compile the code.
  await asker.load({ ...ASKED, forMs: 2_000 });
  const idle = await asker.load({ ...ASKED, forMs: IDLE_MS });
  const empty = api.residentMb();

  const listeners = startListeners();
  run.atEnd(listeners.close);
  const opening = performance.now();
  const before = await listeners.open({ count: clients, port: api.port, talk: 'product' });
  const joinsPerSecond = clients / ((performance.now() - opening) / 1_000);
  run.print(
    `${before.open} clients have their snapshot; ${CHANGES_PER_SECOND} prices a second move for ${seconds} s ...`,
  );
  await changes.run(SETTLE_MS, run.signal);

  const begin = await listeners.watch('from now on');
  const usedBefore = api.usedMs();
  const begun = performance.now();
  const changed = await changes.run(seconds * 1_000, run.signal);
  const tookMs = performance.now() - begun;
  const usedMs = api.usedMs() - usedBefore;
  await pause(SETTLE_MS);
  const end = await listeners.counts();
  await listeners.watch('no longer');
  const [loaded] = await Promise.all([asker.load({ ...ASKED, forMs: LOADED_MS }), changes.run(LOADED_MS, run.signal)]);

  // A client that joins before a change's tick has already read the change.
  await pause(SETTLE_MS);
  run.print(`${connected - clients} clients more ...`);
  if (connected > clients) await listeners.open({ count: connected - clients, port: api.port, talk: 'product' });
  const full = await mostResident(api, () => changes.run(FULL_MS, run.signal));
  const counts = await listeners.counts();
  const wrong = connected - (await convergedOf(api.port, listeners.showing, connected));
  // Last, because the clients receive and send nothing while they report.
  const freshness = freshnessOf(await listeners.receptions(), changes);
  // The next measurement must not share the machine with them.
  await listeners.close();
  const http = { idle: shares(idle.sorted), loaded: shares(loaded.sorted) };
  const frames = end.frames - begin.frames;
  return {
    joinsPerSecond,
    changesPerSecond: (changed * 1_000) / tookMs,
    framesPerSecond: (frames * 1_000) / tookMs,
    bytesPerFrame: (end.bytes - begin.bytes) / frames,
    freshness,
    apiCore: (usedMs / tookMs) * 100,
    http,
    resident: { empty, full },
    connected: counts.open,
    wrong,
    counts,
  };
}

const shares = (sorted: ArrayLike<number>) => ({ p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) });

function freshnessOf(receptions: readonly Reception[], changes: Changes): ProductFound['freshness'] {
  const took: number[][] = [];
  for (const { quotedAt, times } of receptions) {
    for (const committed of quotedAt.map(changes.committedAt)) {
      if (committed !== undefined) took.push(times.map((time) => time - committed));
    }
  }
  const sorted = Float64Array.from(took.flat()).sort();
  if (sorted.length === 0) throw new Error('no client heard of any change: there was nothing to measure');
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99), most: sorted.at(-1) ?? 0, rows: sorted.length };
}

async function mostResident(api: RunningApi, whileRunning: () => Promise<unknown>): Promise<number> {
  let most = 0;
  const looking = setInterval(() => {
    most = Math.max(most, api.residentMb());
  }, 250);
  await whileRunning();
  clearInterval(looking);
  return Math.max(most, api.residentMb());
}

/** Returns how many clients show the same as GET /events, once all do or the time is up. */
async function convergedOf(
  port: number,
  showing: (versions: ReadonlyMap<string, number>) => Promise<number>,
  all: number,
): Promise<number> {
  const until = performance.now() + CONVERGE_WITHIN_MS;
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/events`);
    const rows = (await answer.json()) as readonly { readonly id: string; readonly s: number }[];
    const count = await showing(new Map(rows.map(({ id, s }) => [id, s])));
    if (count === all || performance.now() > until) return count;
    await pause(250);
  }
}
