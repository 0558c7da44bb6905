import { join } from 'node:path';
import { startGuard } from '@touchline/launch/guard';
import { startManagedProcess } from '@touchline/launch/managed-process';
import { nodeEnv, nodeMemory } from '@touchline/launch/node-memory';
import { makeDataKey } from '@touchline/store/sealed';
import type { BenchPostgres } from './bench-postgres.ts';
import { processMemoryMb } from './process-memory.ts';
import type { BenchRun } from './run-bench.ts';

export type RunningWorker = {
  /** The most memory that it has held so far, in MB of a million bytes; NaN where the system does not say. */
  readonly peakMb: () => number;
  /** What it holds now. */
  readonly residentMb: () => number;
};

/**
 * The real worker as a process of its own, run as the product runs it, with all its jobs. No provider answers it: it polls in vain.
 * @throws {StartRefused} with the end of its log
 */
export async function startWorker(run: BenchRun, { url, folder }: BenchPostgres): Promise<RunningWorker> {
  const root = join(import.meta.dirname, '..', '..');
  const guard = startGuard();
  const worker = await startManagedProcess({
    name: 'worker',
    args: [...nodeMemory, join(root, 'worker', 'src', 'main.ts')],
    cwd: root,
    env: {
      ...nodeEnv,
      NODE_ENV: 'production',
      DATABASE_URL: url,
      ODDS_API_URL: 'http://localhost:9',
      ODDS_API_KEY: 'none',
      MOLLIE_API_URL: 'http://localhost:9',
      MOLLIE_API_KEY: 'none',
      DATA_KEY: makeDataKey(),
      SMTP_URL: 'smtp://localhost:9',
      PUBLIC_URL: 'http://localhost:9',
    },
    isReady: async (printed) => printed.includes('this worker leads'),
    guard,
    print: run.print,
    logFile: join(folder, 'worker.log'),
  });
  run.atEnd(async () => {
    await worker.stop(10_000);
    guard.dismiss();
  });
  return {
    peakMb: () => processMemoryMb(worker.pid, 'peak'),
    residentMb: () => processMemoryMb(worker.pid, 'resident'),
  };
}
