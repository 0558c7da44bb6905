import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningPostgres, startPostgres } from '@touchline/launch/postgres';
import { createLogin, prepareDatabase } from '@touchline/launch/prepare-database';
import { connect, type Store } from '@touchline/store/connect';
import type { BenchRun } from './run-bench.ts';

export type BenchPostgres = {
  readonly server: RunningPostgres;
  readonly apiUrl: string;
  readonly workerUrl: string;
  /** With the rights of api and worker, for measurements without processes. */
  readonly url: string;
  readonly ownerUrl: string;
  readonly folder: string;
};

// 256 sessions of pgbench, and the pools of the other methods.
const MAX_CONNECTIONS = 320;

/** Starts a throw-away PostgreSQL with the product's schema and durable settings. */
export async function startBenchPostgres(run: BenchRun): Promise<BenchPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-bench-'));
  // PostgreSQL may run as another account, which needs access.
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
  const password = 'only-for-this-measurement';
  const apiUrl = await createLogin(ownerUrl, 'api', password);
  const workerUrl = await createLogin(ownerUrl, 'worker', password);
  return { server, ownerUrl, apiUrl, workerUrl, folder, url: `${ownerUrl}?options=-c%20role%3Dtouchline_app` };
}

/** Opens a pool that is closed at the end. */
export function connectBench(run: BenchRun, url: string, max: number): Store {
  const store = connect(url, { max, applicationName: 'bench' });
  run.atEnd(() => store.close());
  return store;
}
