import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Guard } from '../guard.ts';
import { StartRefused } from '../refusal.ts';
import type { PostgresBinaries } from './binaries.ts';
import type { RunAs } from './run-as.ts';

export type Durability = 'full' | 'test';
export type ServerProcess = { readonly child: ChildProcess; readonly pid: number };
export type Refusal = 'port-taken' | 'memory-of-killed-run' | 'wrong-password' | 'stopped';
export type Attempt = { ok: true; server: ServerProcess } | { ok: false; why: Refusal; log: string };

const REPORT_EVERY_MS = 30_000;
const STOP_WITHIN_MS = 8_000;

/**
 * Starts the server process and waits until it accepts connections with this password, for as long as it runs: after a crash it
 * may recover for minutes, and killing it makes recovery start over.
 */
export async function launchServer(start: {
  readonly binaries: PostgresBinaries;
  readonly runAs: RunAs;
  readonly cluster: string;
  readonly port: number;
  readonly password: string;
  readonly durability: Durability;
  readonly maxConnections: number;
  readonly logFile: string;
  readonly guard: Guard;
  readonly print: (line: string) => void;
  /** When aborted, the server is stopped again. */
  readonly stopping?: AbortSignal;
}): Promise<Attempt> {
  const log = openSync(start.logFile, 'a', 0o644);
  const begin = statSync(start.logFile).size;
  const child = spawn(start.binaries.postgres, ['-D', start.cluster, '-p', String(start.port), ...settings(start)], {
    ...start.runAs,
    cwd: '/',
    // Its own process group, so that Ctrl-C does not reach it before api and worker have exited.
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
  });
  child.on('error', () => {});
  closeSync(log);
  const pid = child.pid;
  if (pid === undefined) throw new StartRefused(`PostgreSQL could not be started: ${start.binaries.postgres}`);
  start.guard.watch(pid, 'INT');
  child.once('exit', () => start.guard.forget(pid));
  const state = await untilReady(child, start);
  if (state === 'ready') return { ok: true, server: { child, pid } };
  if (state !== 'ended') await stopServer({ child, pid });
  const written = tail(start.logFile, begin);
  return { ok: false, why: state === 'wrong-password' ? state : reasonIn(written), log: written };
}

/** Ends all sessions and writes everything to disk ("fast" shutdown). If that takes too long, the next start recovers. */
export async function stopServer(server: ServerProcess): Promise<void> {
  const { child } = server;
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill(signal);
    await Promise.race([ended, pause(STOP_WITHIN_MS, undefined, { ref: false })]);
  }
}

function settings({ durability, maxConnections }: { durability: Durability; maxConnections: number }): string[] {
  const chosen = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: maxConnections,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    log_checkpoints: 'off',
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    ...(durability === 'test' ? { fsync: 'off', full_page_writes: 'off', shared_buffers: '64MB' } : {}),
  };
  return Object.entries(chosen).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function untilReady(
  child: ChildProcess,
  {
    port,
    password,
    print,
    stopping,
  }: Pick<Parameters<typeof launchServer>[0], 'port' | 'password' | 'print' | 'stopping'>,
): Promise<'ready' | 'wrong-password' | 'ended' | 'unwanted'> {
  let reportAt = Date.now() + REPORT_EVERY_MS;
  while (child.exitCode === null && child.signalCode === null) {
    if (stopping?.aborted) return 'unwanted';
    const answer = await tryConnect(port, password);
    // Another server on the port may answer first; ours then exits a moment later.
    if (answer === 'wrong-password' && (await endsSoon(child))) return 'ended';
    if (answer !== 'not-yet') return answer;
    if (Date.now() > reportAt) {
      reportAt = Date.now() + REPORT_EVERY_MS;
      print('PostgreSQL is still starting. After a crash it replays what was written since its last checkpoint.');
    }
    await pause(50);
  }
  return 'ended';
}

async function endsSoon(child: ChildProcess): Promise<boolean> {
  await pause(500);
  return child.exitCode !== null || child.signalCode !== null;
}

async function tryConnect(port: number, password: string): Promise<'ready' | 'wrong-password' | 'not-yet'> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    database: 'postgres',
    connectionTimeoutMillis: 5000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return 'ready';
  } catch (error) {
    const code = error instanceof pg.DatabaseError ? error.code : undefined;
    return code === '28P01' || code === '28000' ? 'wrong-password' : 'not-yet';
  }
}

function reasonIn(log: string): Refusal {
  if (/could not bind|address already in use/i.test(log)) return 'port-taken';
  if (/pre-existing shared memory block/i.test(log)) return 'memory-of-killed-run';
  return 'stopped';
}

function tail(file: string, from: number): string {
  const size = Math.min(statSync(file).size - from, 4000);
  if (size <= 0) return '';
  const buffer = Buffer.alloc(size);
  const opened = openSync(file, 'r');
  readSync(opened, buffer, 0, size, statSync(file).size - size);
  closeSync(opened);
  return buffer.toString('utf8');
}
