import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { makeVapidKey } from '@touchline/store/notifications';
import { makeDataKey } from '@touchline/store/sealed';
import { expect, test } from 'vitest';
import { readEnv } from './env.ts';
import { createLog, secretsOf } from './log.ts';

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

test('hides every secret of the settings', () => {
  const secrets = {
    ODDS_API_KEY: '0a1b2c3d4e5f6071',
    FOOTBALL_DATA_TOKEN: '8293a4b5c6d7e8f9',
    MOLLIE_API_KEY: 'live_a1b2c3d4e5f6',
    MOLLIE_ACCESS_TOKEN: 'access_9z8y7x6w5v4u',
    VAPID_PRIVATE_KEY: makeVapidKey(),
    METRICS_TOKEN: 'metrics-token-of-16-or-more',
  };
  const env = readEnv({
    ...secrets,
    DATABASE_URL: 'postgres://touchline:owl-of-the-night@localhost/touchline',
    REDIS_URL: 'redis://:fox-of-the-day@localhost:6379',
    SMTP_URL: 'smtp://mail:hare-of-the-dusk@localhost:2525',
    ODDS_API_URL: 'https://api.the-odds-api.com/',
    FOOTBALL_DATA_URL: 'https://api.football-data.org',
    MOLLIE_API_URL: 'https://api.mollie.com',
    PUBLIC_URL: 'https://touchline.example/',
    DATA_KEY: makeDataKey(),
  });
  if (!env.ok) throw new Error(env.refusal.join(' '));
  const lines: string[] = [];
  const log = createLog(secretsOf(env.value), { write: (line) => lines.push(line) });
  for (const secret of [...Object.values(secrets), 'owl-of-the-night', 'fox-of-the-day', 'hare-of-the-dusk']) {
    log.warn({ answer: `refused ${secret}.` }, 'the provider failed');
  }
  expect(lines.map((line) => JSON.parse(line).answer)).toEqual(lines.map(() => 'refused [hidden].'));
});
