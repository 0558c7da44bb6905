import { readFileSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { startGuard } from '@touchline/launch/guard';
import { startManagedProcess } from '@touchline/launch/managed-process';
import { nodeEnv, nodeMemory } from '@touchline/launch/node-memory';
import { freePort } from '@touchline/launch/ports';
import { makeDataKey } from '@touchline/store/sealed';
import type { BenchPostgres } from './bench-postgres.ts';
import { processMemoryMb } from './process-memory.ts';
import type { BenchRun } from './run-bench.ts';

export type RunningApi = {
  readonly port: number;
  readonly jwtSecret: string;
  /** The processor time it has used so far, in ms; NaN where the system does not say. */
  readonly usedMs: () => number;
  /** The memory that it holds, in MB of a million bytes; NaN where the system does not say. */
  readonly residentMb: () => number;
  readonly stop: () => Promise<void>;
};

/**
 * The real API as a process of its own. With PROFILE_TO set to a folder it leaves a CPU profile there when it ends.
 * @throws {StartRefused} with the end of its log
 */
export async function startApi(
  run: BenchRun,
  { url, folder }: BenchPostgres,
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
      DATABASE_URL: url,
      PORT: String(port),
      JWT_SECRET: jwtSecret,
      DATA_KEY: makeDataKey(),
      // Nothing is deposited here.
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

// Linux counts in hundredths of a second: user and system time are the 14th and 15th word, the second may hold spaces.
function usedMs(pid: number): number {
  if (platform() !== 'linux') return Number.NaN;
  const words = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(words[11]) + Number(words[12])) * 10;
}
