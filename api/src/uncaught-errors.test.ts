import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Runs code in a process that contains its errors, and resolves with what it printed and how it ended. */
const run = (code: string): Promise<{ readonly lines: readonly string[]; readonly exitCode: number }> =>
  new Promise((resolve) => {
    const program = `
      import { containUncaughtErrors } from ${JSON.stringify(join(import.meta.dirname, 'uncaught-errors.ts'))};
      import { EventEmitter } from 'node:events';
      containUncaughtErrors({
        onError: (error, origin) => console.log(origin, error instanceof Error ? error.message : String(error)),
        end: () => process.exit(1),
      });
      ${code}
      // After every immediate of the code: on a busy machine a timer may be due before the first of them.
      setImmediate(() => setTimeout(() => { console.log('goes on'); process.exit(0); }, 50));`;
    execFile(process.execPath, ['--input-type=module', '-e', program], (error, stdout) =>
      resolve({ lines: stdout.trim().split('\n'), exitCode: typeof error?.code === 'number' ? error.code : 0 }),
    );
  });

test.each([
  ['an exception in a timer', `setTimeout(() => { throw new Error('a bug'); });`, 'exception a bug'],
  ['an exception between two events', `process.nextTick(() => { throw new Error('a bug'); });`, 'exception a bug'],
  ['a promise that is not awaited', `Promise.reject(new Error('a bug'));`, 'rejection a bug'],
  [
    "an 'error' event without a listener",
    `setImmediate(() => new EventEmitter().emit('error', new Error('read ECONNRESET')));`,
    'exception read ECONNRESET',
  ],
  ['an endless recursion', `const f = () => f(); setImmediate(f);`, 'exception Maximum call stack size exceeded'],
])('reports %s and goes on', async (_what, code, reported) => {
  expect(await run(code)).toEqual({ lines: [reported, 'goes on'], exitCode: 0 });
});

test.each([
  ['has no memory', `setImmediate(() => { throw new RangeError('Array buffer allocation failed'); });`],
  [
    'contradicts itself',
    `setImmediate(() => { throw Object.assign(new Error('a bug in Node'), { code: 'ERR_INTERNAL_ASSERTION' }); });`,
  ],
])('ends in order when the runtime %s', async (_what, code) => {
  const { lines, exitCode } = await run(code);
  expect([lines.length, exitCode]).toEqual([1, 1]);
});
