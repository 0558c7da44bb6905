import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { instant, minutes } from '@touchline/core/instant';
import { countAttempt, countRequest } from '@touchline/store/accounts';
import { connect } from '@touchline/store/connect';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningPostgres, startPostgres } from './embedded-postgres.ts';
import { prepareDatabase } from './prepare-database.ts';

let folder: string;
let running: RunningPostgres | undefined;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'touchline-attempts-')), 'postgres');
});
afterEach(async () => {
  await running?.stop();
  rmSync(join(folder, '..'), { recursive: true, force: true });
});

test('attack: kill PostgreSQL to get new attempts', async () => {
  const first = await startPostgres({ folder, durability: 'full' });
  running = first;
  await prepareDatabase(first.url('touchline'));
  const at = instant(Date.now());
  const limit = { most: 10, withinMs: minutes(15) };
  const attempt = async (url: string) => {
    const store = connect(url, { max: 1 });
    try {
      const attempts = await countAttempt(store.db, 'login of the admin', limit, at);
      const requests = await countRequest(store.db, 'a request', minutes(15), at);
      return { isAllowed: attempts.isAllowed, attempts: attempts.count, requests: requests.count };
    } finally {
      await store.close();
    }
  };
  for (let i = 0; i < 10; i += 1) await attempt(first.url('touchline'));
  process.kill(first.pid, 'SIGKILL');
  await first.ended;
  await first.stop();
  running = await startPostgres({ folder, durability: 'full' });
  expect(await attempt(running.url('touchline'))).toEqual({ isAllowed: false, attempts: 11, requests: 1 });
});
