import { createWalletWriter } from '@touchline/store/wallet';
import { submitBet } from './bench-bets.ts';
import { connectBench, startBenchPostgres } from './bench-postgres.ts';
import { bets, layGround } from './betting-ground.ts';
import { compareBooks } from './books.ts';
import { closedLoop, type Load, type Stretch, together } from './load-loops.ts';
import { preparePgbench } from './pgbench.ts';
import { placePlainly } from './plain-path.ts';
import type { BenchRun, Report } from './run-bench.ts';
import { startWriterInThread } from './writer-in-thread.ts';

/** A method to write bets (or, for pgbench, similar rows), and the concurrency it is measured with. */
export type Path = {
  readonly way: string;
  readonly at: readonly number[];
  readonly load: (load: Load) => Promise<Stretch>;
};

export type Paths = {
  readonly paths: readonly Path[];
  /** Returns how many bets were acknowledged. Throws if the tables hold anything else. */
  readonly checkBooks: () => Promise<number>;
  readonly figures: Report['figures'];
};

// On two cores 8, 16 and 32 gave the same result.
const PLAIN_CONNECTIONS = 16;
const WARM_UP = { atOnce: 64, forMs: 1_000 };

/** Every method uses the same server, schema, players and matches. */
export async function betPaths(run: BenchRun): Promise<Paths> {
  const { server, url, ownerUrl } = await startBenchPostgres(run);
  const owner = connectBench(run, ownerUrl, 1);
  const store = connectBench(run, url, 4);
  const plainStore = connectBench(run, url, PLAIN_CONNECTIONS);
  const writer = createWalletWriter(store, { onError: (error) => run.print(`the writer retries after: ${error}`) });
  run.print('Opening 20,000 wallets with a deposit each, and 50 matches ...');
  const ground = await layGround(store, writer);
  const second = await startWriterInThread({ url, ground, seed: 2 });
  run.atEnd(second.close);
  const pgbench = await preparePgbench(server.url('pgbench'), owner, run);

  let answered = 0;
  const counted =
    (load: Path['load']): Path['load'] =>
    async (given) => {
      const stretch = await load(given);
      answered += stretch.count;
      return stretch;
    };
  const nextBet = bets(ground, 1);
  const byOne = (load: Load) => closedLoop(load, () => submitBet(writer, nextBet()));
  const byTwo = async ({ atOnce, forMs, signal }: Load) => {
    const half = { atOnce: atOnce / 2, forMs };
    return together(await Promise.all([byOne({ ...half, ...(signal && { signal }) }), second.load(half)]));
  };
  const plainly = (load: Load) => closedLoop(load, () => placePlainly(plainStore.pool, nextBet()));
  const paths: Path[] = [
    { way: 'one writer', at: [1, 8, 64, 256, 1024], load: counted(byOne) },
    { way: 'two writers', at: [8, 64, 256, 1024], load: counted(byTwo) },
    { way: 'plain path', at: [1, 8, 64, 256], load: counted(plainly) },
    ...(pgbench ? [{ way: 'pgbench TPC-B', at: [1, 8, 64, 256], load: pgbench.load }] : []),
  ];
  for (const path of paths) await path.load(WARM_UP);
  // As autovacuum would soon: plans must not rely on empty tables.
  await owner.pool.query('analyze');
  const version = await owner.pool.query<{ server_version: string }>('show server_version');
  return {
    paths,
    checkBooks: async () => {
      await compareBooks(owner, answered);
      return answered;
    },
    figures: {
      postgres: version.rows[0]?.server_version,
      node: process.version,
      plainConnections: PLAIN_CONNECTIONS,
      pgbench: pgbench ? { version: pgbench.version, scale: pgbench.scale, most: pgbench.mostAtOnce } : 'not installed',
    },
  };
}
