import { spawn } from 'node:child_process';
import { ROOT } from './root.ts';

/** Runs a script in a process of its own, with this process's output, and returns its exit code. A stop request ends it. */
export async function runScript(
  file: string,
  args: readonly string[],
  stopRequested: Promise<'stop'>,
): Promise<number> {
  const child = spawn(process.execPath, [file, ...args], { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });
  const ended = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
  const outcome = await Promise.race([ended, stopRequested]);
  if (outcome !== 'stop') return outcome;
  child.kill('SIGTERM');
  return ended;
}
