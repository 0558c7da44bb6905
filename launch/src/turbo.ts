import { spawn } from 'node:child_process';
import { nodePrograms } from './node-programs.ts';
import { ROOT } from './root.ts';

export type TaskRun = { readonly ok: boolean; readonly output: string };

/** Runs one task in all workspaces; unchanged results come from turbo's cache. */
export function runTask(task: string): Promise<TaskRun> {
  return runNode([
    nodePrograms.turbo,
    'run',
    task,
    '--output-logs=errors-only',
    '--log-prefix=task',
    '--no-update-notifier',
  ]);
}

/** Runs a file with Node at the root and captures its output. */
export function runNode(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<TaskRun> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: {
        ...env,
        TURBO_TELEMETRY_DISABLED: '1',
        DO_NOT_TRACK: '1',
        NO_COLOR: '1',
        npm_config_loglevel: 'error',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', (error) => resolve({ ok: false, output: error.message }));
    child.once('close', (code) => resolve({ ok: code === 0, output: Buffer.concat(chunks).toString('utf8').trim() }));
  });
}
