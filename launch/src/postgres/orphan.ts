import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { codeOf, StartRefused } from '../refusal.ts';

const PATIENCE_MS = 20_000;
const LOOK_EVERY_MS = 100;
const QUIT_WITHIN_MS = 3_000;
const POLL_EVERY_MS = 50;

/**
 * Cleans up after a killed run: a PostgreSQL that still runs on exactly this folder is shut down cleanly, and a pid file that names
 * an unrelated process is removed. One that names a dead process is left for PostgreSQL, which uses it to check for leftover
 * sessions. The caller holds the folder's lock, so no running product owns it. Unrelated processes are never touched.
 */
export async function endOrphan(cluster: string, print: (line: string) => void): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  const pid = readPid(file);
  if (pid === undefined) return;
  if (!isOurs(pid, cluster)) return isTaken(pid) ? rmSync(file, { force: true }) : undefined;
  print('A database of an earlier run still uses this data folder. It is shut down first.');
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    tryKill(pid, signal);
    if (await ended(pid, cluster)) return rmSync(file, { force: true });
  }
  throw new StartRefused(
    `PostgreSQL of an earlier run (process ${pid}) does not stop. End it, then start again: kill -9 ${pid}`,
  );
}

async function ended(pid: number, cluster: string): Promise<boolean> {
  const until = Date.now() + PATIENCE_MS;
  while (Date.now() < until) {
    if (!isOurs(pid, cluster)) return true;
    await pause(LOOK_EVERY_MS);
  }
  return false;
}

/** Returns whether a process with this id exists, including a zombie. */
function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

function readPid(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
  return Number.isSafeInteger(pid) && pid > 1 ? pid : undefined;
}

function isOurs(pid: number, cluster: string): boolean {
  const command = commandOf(pid);
  return command.some((word) => word.includes('postgres')) && command.some((word) => isSameFolder(word, cluster));
}

function isSameFolder(word: string, cluster: string): boolean {
  return word === cluster || (existsSync(word) && realpathSync(word) === realpathSync(cluster));
}

/** Returns a process's arguments; none if it is not running. */
function commandOf(pid: number): readonly string[] {
  if (platform() === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    } catch {
      return [];
    }
  }
  const answer = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  return answer.status === 0 ? answer.stdout.trim().split(' ') : [];
}

/**
 * Ends sessions left behind by a killed PostgreSQL. Idle ones end by themselves, but a running query keeps the shared memory of
 * its data folder, and no PostgreSQL can start there until it has ended. The caller holds the folder's lock and knows that no
 * postmaster runs on it.
 */
export async function endOrphanBackends(cluster: string): Promise<void> {
  for (const { signal, withinMs } of [
    // The signal that a postmaster sends after one of its sessions crashed.
    { signal: 'SIGQUIT', withinMs: QUIT_WITHIN_MS },
    { signal: 'SIGKILL', withinMs: QUIT_WITHIN_MS },
  ] as const) {
    const until = Date.now() + withinMs;
    const signalled = new Set<number>();
    for (let left = orphansOf(cluster); left.length > 0; left = orphansOf(cluster)) {
      for (const pid of left.filter((each) => !signalled.has(each))) {
        signalled.add(pid);
        tryKill(pid, signal);
      }
      if (Date.now() > until) break;
      await pause(POLL_EVERY_MS);
    }
  }
}

/** Finds PostgreSQL processes whose working directory is the data folder. */
function orphansOf(cluster: string): readonly number[] {
  if (platform() === 'win32' || !existsSync(cluster)) return [];
  const folder = realpathSync(cluster);
  if (platform() !== 'linux') return withLsof(folder);
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid && worksIn(pid, folder));
}

function worksIn(pid: number, folder: string): boolean {
  try {
    return (
      readlinkSync(`/proc/${pid}/cwd`) === folder &&
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('postgres:')
    );
  } catch {
    // It has exited, or belongs to another account.
    return false;
  }
}

function withLsof(folder: string): readonly number[] {
  const { stdout } = spawnSync('lsof', ['-t', '-a', '-c', 'postgres', '-d', 'cwd', folder], { encoding: 'utf8' });
  return (stdout ?? '')
    .split('\n')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid > 1);
}

function tryKill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It exited between the check and the signal.
  }
}
