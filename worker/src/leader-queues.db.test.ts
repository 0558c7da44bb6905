import { minutes } from '@touchline/core/instant';
import { Client } from 'pg';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { openQueues } from './queues.ts';
import { createQueueDatabase, silent } from './testing/queue-database.ts';

const redisUrl = process.env['TEST_REDIS_URL'];
const database = await createQueueDatabase();
afterEach(() => vi.restoreAllMocks());
afterAll(() => database.close());

const within = { timeout: 60_000, interval: 50 };

function describeLeading(prefix: string, backend: () => { databaseUrl: string; redisUrl: string | undefined }) {
  const open = (queue: string) => {
    const definition = {
      queue: `${prefix}-${queue}`,
      schedule: { everyMs: 100 },
      attempts: 1,
      concurrency: 1,
    } as const;
    return openQueues({ ...backend(), jobs: { poll: { ...definition, runsOn: 'leader' } }, handlers: {}, log: silent });
  };

  test('runs a leader’s job only on the leader, and on its successor afterwards', async () => {
    const [first, second] = await Promise.all([open('one'), open('one')]);
    const ran: string[] = [];
    await first.add('poll');
    const stop = first.lead({ poll: async () => void ran.push('first') });
    await expect.poll(() => ran.length, within).toBeGreaterThan(2);
    await stop(5_000);
    const before = ran.length;
    const end = second.lead({ poll: async () => void ran.push('second') });
    await expect.poll(() => ran.length, within).toBeGreaterThan(before + 2);
    expect(new Set(ran.slice(before))).toEqual(new Set(['second']));
    await end(5_000);
    await Promise.all([first.close(1_000), second.close(1_000)]);
  });

  test('continues a schedule after the previous leader died during its job', async () => {
    const [first, second] = await Promise.all([open('two'), open('two')]);
    const begun = Promise.withResolvers<void>();
    const stop = first.lead({
      poll: () => {
        begun.resolve();
        return new Promise(() => {});
      },
    });
    await begun.promise;
    let runs = 0;
    const end = second.lead({
      poll: async () => {
        runs += 1;
      },
    });
    await expect.poll(() => runs, within).toBeGreaterThan(2);
    await end(5_000);
    await stop(0);
    await Promise.all([first.close(0), second.close(1_000)]);
  });

  test('continues a schedule when the clock of its machine is set back', async () => {
    const queues = await open('four');
    let runs = 0;
    const end = queues.lead({
      poll: async () => {
        runs += 1;
      },
    });
    await expect.poll(() => runs, within).toBeGreaterThan(2);
    const realNow = Date.now;
    vi.spyOn(Date, 'now').mockImplementation(() => realNow() - minutes(5));
    const before = runs;
    await expect.poll(() => runs, within).toBeGreaterThan(before + 5);
    await end(5_000);
    await queues.close(1_000);
  });
}

describe('jobs in Postgres', () => {
  describeLeading('pg', () => ({ databaseUrl: database.ownerUrl, redisUrl: undefined }));

  test('starts the leader’s jobs once a database that refused connections accepts them', async () => {
    const own = await createQueueDatabase();
    const problems: string[] = [];
    const log = { ...silent, error: (_facts: object, event: string) => void problems.push(event) };
    const poll = {
      queue: 'refused',
      schedule: { everyMs: 100 },
      attempts: 1,
      concurrency: 1,
      runsOn: 'leader',
    } as const;
    const queues = await openQueues({
      databaseUrl: own.ownerUrl,
      redisUrl: undefined,
      jobs: { poll },
      handlers: {},
      log,
    });
    const owner = new Client({ connectionString: own.ownerUrl });
    await owner.connect();
    const name = new URL(own.ownerUrl).pathname.slice(1);
    await owner.query(`alter database ${name} set default_transaction_read_only = on`);
    let runs = 0;
    const end = queues.lead({
      poll: async () => {
        runs += 1;
      },
    });
    await expect.poll(() => problems, within).toContain('leader cannot start its jobs: job queue unreachable');
    await owner.query(`set transaction_read_only = off; alter database ${name} reset default_transaction_read_only`);
    await expect.poll(() => runs, within).toBeGreaterThan(2);
    await end(5_000);
    await queues.close(1_000);
    await owner.end();
    await own.close();
  });
});

describe.skipIf(!redisUrl)('jobs in Redis (skipped unless TEST_REDIS_URL is set)', () => {
  describeLeading('redis', () => ({ databaseUrl: database.ownerUrl, redisUrl }));
});
