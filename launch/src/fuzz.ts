import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { runAsProgram } from './program.ts';
import { ROOT } from './root.ts';

runAsProgram(async ({ args, stopRequested }) => {
  const child = spawn(process.execPath, [join(ROOT, 'e2e', 'src', 'fuzz.ts'), ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
  const outcome = await Promise.race([ended, stopRequested]);
  if (outcome !== 'stop') return outcome;
  child.kill('SIGTERM');
  return ended;
});
