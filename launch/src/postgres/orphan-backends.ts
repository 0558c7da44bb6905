import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { platform } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

const QUIT_WITHIN_MS = 3_000;
const POLL_EVERY_MS = 50;

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
    // It has already exited.
  }
}
