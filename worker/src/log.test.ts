import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';

test('every event is one JSON line, and a secret is hidden wherever it turns up', () => {
  const program = `
    const { createLog } = await import(${JSON.stringify(join(import.meta.dirname, 'log.ts'))});
    const log = createLog(['s3cret', '']);
    log.warn({ league: 'soccer_epl', error: new Error('GET /odds?apiKey=s3cret failed') }, 'the provider\\nfailed');`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  expect(stdout).not.toContain('s3cret');
  expect(JSON.parse(stdout)).toMatchObject({
    level: 'warn',
    part: 'worker',
    league: 'soccer_epl',
    event: 'the provider\nfailed',
    error: { message: 'GET /odds?apiKey=[hidden] failed' },
  });
});

test('a line that is written while a job runs says which, also after a wait and beside other jobs', async () => {
  const lines: string[] = [];
  const log = createLog([], { write: (line) => lines.push(line) });
  const job = (name: string) =>
    log.during({ queue: 'mail', job: name, jobId: '7' }, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      log.info({ about: name }, 'done');
    });
  await Promise.all([job('one'), job('two')]);
  log.info({}, 'idle');
  const told = lines
    .map((line) => JSON.parse(line))
    .map(({ queue, job: name, jobId, about }) => [queue, name, jobId, about]);
  expect(told).toEqual([
    ['mail', 'one', '7', 'one'],
    ['mail', 'two', '7', 'two'],
    [undefined, undefined, undefined, undefined],
  ]);
});
