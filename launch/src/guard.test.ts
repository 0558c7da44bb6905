import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const guard = join(import.meta.dirname, 'guard.ts');

test('ends the children of a process that dies, stopped ones too', async () => {
  const stopped = spawn(process.execPath, ['-e', "console.log('there'); setInterval(() => {}, 1000)"]);
  await once(stopped.stdout, 'data');
  const ended = once(stopped, 'exit');
  process.kill(stopped.pid ?? 0, 'SIGSTOP');
  const script = `
    const { startGuard } = await import(${JSON.stringify(guard)});
    startGuard().watch(${stopped.pid}, 'TERM');
    console.log('watched');
    setInterval(() => {}, 1000);`;
  const dying = spawn(process.execPath, ['--input-type=module', '-e', script]);
  await once(dying.stdout, 'data');
  dying.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGTERM']);
});
