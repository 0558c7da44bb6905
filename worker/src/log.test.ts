import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';

test('writes one JSON line per event and hides secrets everywhere', () => {
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

test('adds the running job to each line, also after an await and beside other jobs', async () => {
  const lines: string[] = [];
  const log = createLog([], { write: (line) => lines.push(line) });
  const job = (name: string) =>
    log.during({ queue: 'mail', job: name, jobId: '7' }, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      log.info({ about: name }, 'done');
    });
  await Promise.all([job('one'), job('two')]);
  log.info({}, 'idle');
  const logged = lines
    .map((line) => JSON.parse(line))
    .map(({ queue, job: name, jobId, about }) => [queue, name, jobId, about]);
  expect(logged).toEqual([
    ['mail', 'one', '7', 'one'],
    ['mail', 'two', '7', 'two'],
    [undefined, undefined, undefined, undefined],
  ]);
});
