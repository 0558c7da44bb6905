import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { Store } from '@touchline/store/connect';
import type { Load, Stretch } from './load-loops.ts';
import type { BenchRun } from './run-bench.ts';

/** pgbench's built-in TPC-B-like transaction on one database. */
export type Pgbench = {
  readonly version: string;
  readonly scale: number;
  /** Limited by the server's sessions; higher loads run with this many. */
  readonly mostAtOnce: number;
  readonly load: (load: Load) => Promise<Stretch>;
};

// One row of `pgbench_branches` per scale: every transaction updates one of them, so a small scale would only measure a queue.
const SCALE = 50;
const THREADS = 2;
// The other methods' pools stay open, and the server reserves some sessions for its owner.
const SESSIONS_OF_OTHERS = 45;
const run = promisify(execFile);
type RunOptions = { readonly env: NodeJS.ProcessEnv; readonly signal: AbortSignal };

/** Prepares the TPC-B tables in their own database. Prints a note and returns `undefined` if pgbench is not installed. */
export async function preparePgbench(url: string, owner: Store, bench: BenchRun): Promise<Pgbench | undefined> {
  const program = findPgbench();
  if (program === undefined) {
    bench.print('pgbench is not installed here (Debian: postgresql-contrib), so TPC-B is left out.');
    return undefined;
  }
  bench.print(`Filling pgbench's tables (scale ${SCALE}) ...`);
  const { stdout: version } = await run(program, ['--version']);
  const options = { env: environment(url), signal: bench.signal };
  await owner.pool.query('create database pgbench');
  await run(program, ['-i', '-q', '-s', String(SCALE)], options);
  const { rows } = await owner.pool.query<{ max_connections: string }>('show max_connections');
  const mostAtOnce = Number(rows[0]?.max_connections) - SESSIONS_OF_OTHERS;
  bench.print(
    `Each of pgbench's clients is a session of the server, which leaves it ${mostAtOnce}: what says more ran with these.`,
  );
  return {
    version: version.trim(),
    scale: SCALE,
    mostAtOnce,
    load: ({ atOnce, forMs }) => loadOnce(program, options, { atOnce: Math.min(atOnce, mostAtOnce), forMs }),
  };
}

// Every run opens new sessions, whose first transactions are slow (cold caches, nothing prepared), so only transactions that end in
// the last `forMs` count. pgbench's own time starts before its sessions are open, which takes long on a busy machine.
const WARM_UPS_MS = [2_000, 8_000, 24_000];

async function loadOnce(program: string, options: RunOptions, { atOnce, forMs }: Load): Promise<Stretch> {
  for (const warmUpMs of WARM_UPS_MS) {
    const log = await runOnce(program, options, { atOnce, forMs: warmUpMs + forMs });
    const ends = log.map(({ endedAt }) => endedAt).sort((a, b) => a - b);
    if ((ends.at(-1) ?? 0) - (ends[0] ?? 0) < forMs) continue;
    const sorted = latencies(log, forMs);
    return { perSecond: (sorted.length * 1000) / forMs, count: sorted.length, sorted };
  }
  throw new Error(`pgbench could not open ${atOnce} sessions in time`);
}

async function runOnce(program: string, options: RunOptions, { atOnce, forMs }: Load): Promise<Logged[]> {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-pgbench-'));
  try {
    // Prepared statements, its fastest mode, as ours are prepared too; each transaction's time goes to a log.
    const how = ['-n', '-M', 'prepared', '-l', '--log-prefix', join(folder, 'log')];
    const size = ['-c', `${atOnce}`, '-j', `${Math.min(THREADS, atOnce)}`, '-T', `${Math.ceil(forMs / 1000)}`];
    await run(program, [...how, ...size], options);
    return readLog(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Logged = { readonly tookMs: number; readonly endedAt: number };

/** Fields of a line: client, number, duration in microseconds, script, and its end in seconds and microseconds. */
const readLog = (folder: string): Logged[] =>
  readdirSync(folder)
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => line.split(' ').map(Number))
    .map(([, , micros = 0, , seconds = 0, rest = 0]) => ({
      tookMs: micros / 1000,
      endedAt: seconds * 1000 + rest / 1000,
    }));

function latencies(log: readonly Logged[], forMs: number): Float64Array {
  const end = log.reduce((latest, { endedAt }) => Math.max(latest, endedAt), 0);
  const late = log.filter(({ endedAt }) => endedAt > end - forMs);
  return Float64Array.from(late, ({ tookMs }) => tookMs).sort();
}

function findPgbench(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort().reverse() : [];
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...versions.map((each) => join(debian, each, 'bin')),
  ];
  return folders.map((folder) => join(folder, 'pgbench')).find((path) => existsSync(path));
}

function environment(url: string): NodeJS.ProcessEnv {
  const { hostname, port, username, password, pathname } = new URL(url);
  return {
    PATH: process.env['PATH'],
    LC_ALL: 'C',
    PGHOST: hostname,
    PGPORT: port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: pathname.slice(1),
  };
}
