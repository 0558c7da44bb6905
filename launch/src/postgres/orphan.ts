import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { codeOf, StartRefused } from '../refusal.ts';

const PATIENCE_MS = 20_000;
const LOOK_EVERY_MS = 100;

/**
 * Ends what a killed run left behind in a data folder: a PostgreSQL that still runs on exactly this folder is shut down in
 * order, and a pid file that names a process that is something else by now is removed. One that names a dead process is left to
 * PostgreSQL, which finds by it whether sessions of the old server still use the data. The caller holds
 * the folder's lock, so no living product owns it. A foreign process is never touched.
 */
export async function endOrphan(cluster: string, say: (line: string) => void): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  const pid = readPid(file);
  if (pid === undefined) return;
  if (!isOurs(pid, cluster)) return isTaken(pid) ? rmSync(file, { force: true }) : undefined;
  say('A database of an earlier run is still running on this data folder; it is shut down first.');
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

/** Whether there is a process of that number, also one that has ended and was not collected by its parent. */
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

/** The words of a process's command line; none when it does not run. */
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

function tryKill(pid: number, signal: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended between the look and the signal.
  }
}
