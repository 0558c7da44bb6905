import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT } from './root.ts';

export type VitestRun = { readonly ended: Promise<number>; stop(): Promise<void> };

const STOP_WITHIN_MS = 10_000;

/** Runs every project of vitest.config.ts once, with output straight to the terminal. */
export function runVitest(args: readonly string[], env: Readonly<Record<string, string>>): VitestRun {
  const child = spawn('vitest', ['run', '--reporter=default', '--reporter=json', ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = new Promise<number>((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  });
  return {
    ended,
    async stop() {
      child.kill('SIGTERM');
      await Promise.race([ended, pause(STOP_WITHIN_MS, undefined, { ref: false })]);
      child.kill('SIGKILL');
      await ended;
    },
  };
}
