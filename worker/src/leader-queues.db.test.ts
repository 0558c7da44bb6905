import type { TestDatabase } from '@touchline/store/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openQueues } from './queues.ts';
import { createQueueDatabase, silent } from './testing/queue-database.ts';

const redisUrl = process.env['TEST_REDIS_URL'];
let database: TestDatabase;
beforeAll(async () => {
  database = await createQueueDatabase();
});
afterAll(() => database.close());

const within = { timeout: 40_000, interval: 50 };

function promises(prefix: string, place: () => { databaseUrl: string; redisUrl: string | undefined }) {
  const open = (queue: string) => {
    const often = { queue: `${prefix}-${queue}`, schedule: { everyMs: 100 }, attempts: 1, atOnce: 1 } as const;
    return openQueues({ ...place(), jobs: { poll: { ...often, by: 'leader' } }, handlers: {}, log: silent });
  };

  test('what only the leader does is done by nobody until somebody leads, and by the next one after it', async () => {
    const [first, second] = await Promise.all([open('one'), open('one')]);
    const ran: string[] = [];
    await first.ask('poll');
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

  test('a schedule goes on although the leader before died with its job half done', async () => {
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

  test('nobody leads with a job of the leader that has no handler', async () => {
    const queues = await open('three');
    expect(() => queues.lead({})).toThrow('the job poll has no handler');
    await queues.close(1_000);
  });
}

describe('jobs in Postgres', () => {
  promises('pg', () => ({ databaseUrl: database.ownerUrl, redisUrl: undefined }));
});

describe.skipIf(!redisUrl)('jobs in Redis (skipped unless TEST_REDIS_URL is set)', () => {
  promises('redis', () => ({ databaseUrl: database.ownerUrl, redisUrl }));
});
