import { readFileSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { startGuard } from '@touchline/launch/guard';
import { startManagedProcess } from '@touchline/launch/managed-process';
import { nodeEnv, nodeMemory } from '@touchline/launch/node-memory';
import { freePort } from '@touchline/launch/ports';
import { makeDataKey } from '@touchline/store/sealed';
import type { BenchPostgres } from './bench-postgres.ts';
import type { BenchRun } from './run-bench.ts';

/** Linux's names for the current and the highest memory of a process. */
const names = { resident: 'VmRSS', peak: 'VmHWM' } as const;

/** In MB of a million bytes; NaN except on Linux. */
export function processMemoryMb(pid: number, what: keyof typeof names): number {
  if (platform() !== 'linux') return Number.NaN;
  const kib = new RegExp(`^${names[what]}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(kib) * 1_024) / 1e6;
}

export type RunningApi = {
  readonly port: number;
  readonly jwtSecret: string;
  /** Processor time used so far, in ms; NaN except on Linux. */
  readonly usedMs: () => number;
  /** Current memory, in MB of a million bytes; NaN except on Linux. */
  readonly residentMb: () => number;
  readonly stop: () => Promise<void>;
};

/**
 * Starts the real API as a process. With PROFILE_TO set to a folder, it writes a CPU profile there at the end.
 * @throws {StartRefused} with the end of its log
 */
export async function startApi(
  run: BenchRun,
  { apiUrl, folder }: BenchPostgres,
  more: Readonly<Record<string, string>> = {},
): Promise<RunningApi> {
  const port = await freePort();
  const jwtSecret = 'only for the tokens of this measurement';
  const profileTo = process.env['PROFILE_TO'];
  const root = join(import.meta.dirname, '..', '..');
  const guard = startGuard();
  const api = await startManagedProcess({
    name: 'api',
    args: [
      ...nodeMemory,
      ...(profileTo === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileTo}`]),
      join(root, 'api', 'src', 'server.ts'),
    ],
    cwd: root,
    env: {
      ...nodeEnv,
      NODE_ENV: 'production',
      DATABASE_URL: apiUrl,
      PORT: String(port),
      JWT_SECRET: jwtSecret,
      DATA_KEY: makeDataKey(),
      // There are no deposits here.
      MOLLIE_API_URL: 'http://localhost:9',
      MOLLIE_API_KEY: 'none',
      ...more,
    },
    isReady: async () => (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined))?.ok ?? false,
    guard,
    print: run.print,
    logFile: join(folder, 'api.log'),
  });
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopping ??= api.stop(10_000).finally(() => guard.dismiss());
    return stopping;
  };
  run.atEnd(stop);
  return {
    port,
    jwtSecret,
    usedMs: () => usedMs(api.pid),
    residentMb: () => processMemoryMb(api.pid, 'resident'),
    stop,
  };
}

// Linux counts in hundredths of a second: user and system time are the 14th and 15th fields; the second may contain spaces.
export function usedMs(pid: number): number {
  if (platform() !== 'linux') return Number.NaN;
  const words = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(words[11]) + Number(words[12])) * 10;
}

export type RunningWorker = {
  /** The highest memory so far, in MB of a million bytes; NaN except on Linux. */
  readonly peakMb: () => number;
  /** Current memory. */
  readonly residentMb: () => number;
};

/**
 * Starts the real worker as a process, as the product does, with all its jobs. No provider responds to its polls.
 * @throws {StartRefused} with the end of its log
 */
export async function startWorker(run: BenchRun, { workerUrl, folder }: BenchPostgres): Promise<RunningWorker> {
  const root = join(import.meta.dirname, '..', '..');
  const guard = startGuard();
  const worker = await startManagedProcess({
    name: 'worker',
    args: [...nodeMemory, join(root, 'worker', 'src', 'main.ts')],
    cwd: root,
    env: {
      ...nodeEnv,
      NODE_ENV: 'production',
      DATABASE_URL: workerUrl,
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
