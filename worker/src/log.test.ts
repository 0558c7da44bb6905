import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

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
