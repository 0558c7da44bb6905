import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningPostgres, startPostgres } from '@touchline/launch/postgres';
import { createLogin, prepareDatabase } from '@touchline/launch/prepare-database';
import { connect, type Store } from '@touchline/store/connect';
import type { BenchRun } from './run-bench.ts';

export type BenchPostgres = {
  readonly server: RunningPostgres;
  /** The URL that api and worker would get: the rights of the product and no more. */
  readonly url: string;
  readonly ownerUrl: string;
  readonly folder: string;
};

// 256 sessions of pgbench beside the pools of the other ways.
const MAX_CONNECTIONS = 320;

/** A PostgreSQL of its own with the product's schema and the product's durable settings; it is gone at the end. */
export async function startBenchPostgres(run: BenchRun): Promise<BenchPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-bench-'));
  // PostgreSQL may run as another account, which has to enter.
  chmodSync(folder, 0o755);
  const server = await startPostgres({
    folder,
    durability: 'full',
    lifetime: 'throw-away',
    maxConnections: MAX_CONNECTIONS,
    print: run.print,
  });
  run.atEnd(() => server.stop());
  const ownerUrl = server.url('touchline');
  await prepareDatabase(ownerUrl);
  return { server, ownerUrl, folder, url: await createLogin(ownerUrl, 'only-for-this-measurement') };
}

/** A pool that is closed at the end. */
export function connectBench(run: BenchRun, url: string, max: number): Store {
  const store = connect(url, { max, applicationName: 'bench' });
  run.atEnd(() => store.close());
  return store;
}
