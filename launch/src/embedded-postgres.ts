import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { platform } from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { lockFolder } from './folder-lock.ts';
import { type Guard, startGuard } from './guard.ts';
import { freePort, isFree, portProblem } from './ports.ts';
import { findBinaries } from './postgres/binaries.ts';
import { ensureCluster, setPassword } from './postgres/cluster.ts';
import {
  isElsewhere,
  newPassword,
  openFolders,
  type PostgresFolders,
  readSettings,
  removeFolders,
  writeSettings,
} from './postgres/folders.ts';
import { type KeptServer, keepRunning, runOnce } from './postgres/keep-running.ts';
import { endOrphan, endOrphanBackends } from './postgres/orphan.ts';
import { findAccount } from './postgres/run-as.ts';
import { type Attempt, type Durability, launchServer, type ServerProcess } from './postgres/server-process.ts';
import { StartRefused } from './refusal.ts';

export type PostgresOptions = {
  /** Holds this PostgreSQL's data, log, port and password. */
  readonly folder: string;
  /** A fixed port. Default: the previous one, or a free one below 32768. */
  readonly port?: number | undefined;
  /** `full` (the default) survives a power cut; `test` only killed processes, and is faster. */
  readonly durability?: Durability;
  /** Maximum number of sessions. Default: 200. */
  readonly maxConnections?: number;
  /** `throw-away` removes the folder when it stops, also if this process is killed. */
  readonly lifetime?: 'kept' | 'throw-away';
  /** `always`: restarted on the same port and data whenever it ends without `stop`. Default: `never`. */
  readonly restart?: 'always' | 'never';
  /** The caller's guard, if it watches other processes too. Default: a guard of its own. */
  readonly guard?: Guard;
  readonly print?: (line: string) => void;
};

export type RunningPostgres = {
  readonly port: number;
  /** The current server's process id; 0 while it is not running. */
  readonly pid: number;
  readonly logFile: string;
  /** The owner's URL of one database on this server. */
  url(database: string): string;
  /** Resolves when the server has ended and will not be restarted. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts the PostgreSQL that npm installed. Cleans up after an earlier run that was killed, uses the account `postgres` if we are
 * root, and never outlives this process, even if that is killed with SIGKILL.
 * @throws {StartRefused} if a person has to act: folder in use, port taken, no disk space, data of another version
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const print = options.print ?? (() => {});
  const runAs = findAccount();
  const binaries = findBinaries(runAs);
  const folders = openFolders(options.folder, runAs, print);
  const lock = await lockFolder(folders.cluster);
  if (lock === undefined) {
    throw new StartRefused(
      `The database in ${folders.home} is in use by another running copy. Stop that one, or set DATA_DIR to another folder.`,
    );
  }
  const durability = options.durability ?? 'full';
  const guard = options.guard ?? startGuard(throwAwayFolders(options, folders));
  try {
    await endOrphan(folders.cluster, print);
    await endOrphanBackends(folders.cluster);
    const known = readSettings(folders.home);
    const password = known?.password ?? newPassword();
    const isNew = ensureCluster(folders.cluster, password, binaries, runAs, durability);
    if (!isNew && known === undefined) setPassword(folders.cluster, password, binaries, runAs);
    if (options.port !== undefined && !(await isFree(options.port))) throw portTaken(options.port);
    const start = {
      binaries,
      runAs,
      cluster: folders.cluster,
      password,
      durability,
      maxConnections: options.maxConnections ?? MAX_CONNECTIONS,
      guard,
      print,
    };
    const { server, port } = await launchOnFreePort(start, folders, options.port, known?.port);
    writeSettings(folders.home, { port, password });
    const logFile = logFileOf(folders);
    const startAgain = (stopping: AbortSignal) => relaunch({ ...start, port, logFile, stopping }, options.port);
    server.child.unref();
    const kept = options.restart === 'always' ? keepRunning(server, startAgain, { print, logFile }) : runOnce(server);
    return running({ options, folders, kept, port, password, guard, release: lock.release });
  } catch (error) {
    if (options.guard === undefined) guard.dismiss();
    await lock.release();
    throw error;
  }
}

/** Copies a PostgreSQL folder that no running process uses; `false` if its data is elsewhere. */
export function copyPostgres(from: string, to: string): boolean {
  if (isElsewhere(from)) return false;
  mkdirSync(dirname(to), { recursive: true });
  if (platform === 'win32') cpSync(from, to, { recursive: true });
  // Keeps the account that owns the data.
  else execFileSync('cp', ['-a', from, to]);
  return true;
}

/** Deletes a PostgreSQL folder that no running process uses. */
export async function removePostgres(folder: string, print: (line: string) => void): Promise<void> {
  if (!existsSync(folder)) return;
  const folders = openFolders(folder, findAccount(), () => {});
  const lock = await lockFolder(folders.cluster);
  if (lock === undefined) throw new StartRefused(`The database in ${folders.home} is in use by another running copy.`);
  await endOrphan(folders.cluster, print);
  removeFolders(folders.home);
  await lock.release();
}

const MAX_CONNECTIONS = 200;
const PORTS_TO_TRY = 5;

type Launch = Parameters<typeof launchServer>[0];

/** Restarts the server on its port: api and worker know it by that port, so another program on it must stop first. */
async function relaunch(launch: Launch, wantedPort: number | undefined): Promise<Attempt> {
  const { cluster, port, print } = launch;
  await endOrphan(cluster, print);
  await endOrphanBackends(cluster);
  const taken = await portProblem(port, 'POSTGRES_PORT');
  if (taken !== undefined) {
    const elsewhere = wantedPort === undefined ? ' A restart of Touchline chooses another port.' : '';
    throw new StartRefused(`${taken}${elsewhere}`);
  }
  const attempt = await launchServer(launch);
  if (attempt.ok) attempt.server.child.unref();
  return attempt;
}

const logFileOf = (folders: PostgresFolders): string => join(folders.home, 'postgres.log');

async function launchOnFreePort(
  start: Omit<Launch, 'port' | 'logFile'>,
  folders: PostgresFolders,
  wanted: number | undefined,
  known: number | undefined,
): Promise<{ server: ServerProcess; port: number }> {
  const logFile = logFileOf(folders);
  rmSync(logFile, { force: true });
  let log = '';
  for (let attempt = 0; attempt < PORTS_TO_TRY; attempt += 1) {
    const port = wanted ?? (await freePort(attempt === 0 ? known : undefined));
    const tried = await launchServer({ ...start, port, logFile });
    if (tried.ok) return { server: tried.server, port };
    log = tried.log;
    if (tried.why === 'port-taken' && wanted !== undefined) throw portTaken(port);
    if (tried.why === 'memory-of-killed-run') await pause(2000);
    else if (tried.why !== 'port-taken') break;
  }
  if (/no space left/i.test(log))
    throw new StartRefused(`There is no disk space left for the database in ${start.cluster}.`);
  throw new StartRefused(`PostgreSQL did not start. Its log (${logFile}) ends with:\n${log.trim()}`);
}

function portTaken(port: number): StartRefused {
  return new StartRefused(
    `Port ${port} is taken, so the database cannot listen there. Set POSTGRES_PORT to a free one.`,
  );
}

function throwAwayFolders(options: PostgresOptions, folders: PostgresFolders): string[] {
  return options.lifetime === 'throw-away' ? [folders.home, dirname(folders.cluster)] : [];
}

function running(started: {
  readonly options: PostgresOptions;
  readonly folders: PostgresFolders;
  readonly kept: KeptServer;
  readonly port: number;
  readonly password: string;
  readonly guard: Guard;
  readonly release: () => Promise<void>;
}): RunningPostgres {
  const { options, folders, kept, port } = started;
  const logFile = logFileOf(folders);
  const capping = setInterval(() => capLog(logFile), LOG_LOOK_EVERY_MS).unref();
  return {
    port,
    get pid() {
      return kept.pid;
    },
    logFile,
    url: (database) => `postgres://postgres:${started.password}@127.0.0.1:${port}/${database}`,
    ended: kept.ended,
    async stop() {
      clearInterval(capping);
      await kept.stop();
      if (options.guard === undefined) started.guard.dismiss();
      await started.release();
      if (options.lifetime === 'throw-away') removeFolders(folders.home);
    },
  };
}

const LOG_LOOK_EVERY_MS = 10_000;
const LOG_CAP_BYTES = 5 * 1024 * 1024;

// PostgreSQL writes the file itself, so it never waits for us. It appends, so the file can be truncated while it runs.
function capLog(logFile: string): void {
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) <= LOG_CAP_BYTES) return;
  copyFileSync(logFile, `${logFile}.1`);
  truncateSync(logFile);
}
