import { type EmailJob, emailQueueName } from '@touchline/store/emails';
import type { TestDatabase } from '@touchline/store/testing';
import { createPostgresBackend, createRedisBackend, Queue } from 'bullmq';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Handlers, JobRow } from './jobs.ts';
import { openQueues } from './queues.ts';
import { createQueueDatabase, silent } from './testing/queue-database.ts';

const redisUrl = process.env['TEST_REDIS_URL'];
let database: TestDatabase;
beforeAll(async () => {
  database = await createQueueDatabase();
});
afterAll(() => database.close());

const asked = { schedule: 'when asked', attempts: 1, atOnce: 1, by: 'anyone' } as const;

/** A queue as another process sees it. */
type Producer = {
  readonly add: (name: string, payload: unknown) => Promise<unknown>;
  readonly getJobSchedulers: () => Promise<readonly { key: string }[]>;
  readonly close: () => Promise<void>;
};
type Wait = { readonly promise: Promise<unknown>; readonly resolve: (value: unknown) => void };
const wait = (): Wait => Promise.withResolvers<unknown>();

/** The same promises whatever holds the jobs. */
function promises(
  place: () => { databaseUrl: string; redisUrl: string | undefined },
  producer: (name: string) => Producer,
) {
  const open = (jobs: Readonly<Record<string, JobRow>>, handlers: Handlers, log = silent) =>
    openQueues({ ...place(), jobs, handlers, log });

  test('a scheduled job comes again and again by itself', async () => {
    const third = wait();
    let runs = 0;
    const again = { queue: 'again', schedule: { everyMs: 100 }, attempts: 1, atOnce: 1, by: 'anyone' } as const;
    const queues = await open(
      { again },
      {
        again: async () => {
          runs += 1;
          if (runs === 3) third.resolve(undefined);
        },
      },
    );
    await third.promise;
    await queues.close(1_000);
  });

  test('each queue tells how many of its jobs wait, run, are to be tried again, and were given up', async () => {
    const [begun, ended] = [wait(), wait()];
    const run = async (payload: unknown): Promise<void> => {
      if (JSON.stringify(payload).includes('bad')) throw new Error('bad');
      begun.resolve(undefined);
      await ended.promise;
    };
    const queues = await open({ deep: { ...asked, queue: 'deep' } }, { deep: run });
    const depths = async () =>
      Object.fromEntries((await queues.depths()).map(({ queue, state, jobs }) => [`${queue} ${state}`, jobs]));
    await queues.ask('deep', { is: 'bad' });
    await queues.ask('deep', { is: 'slow' });
    await queues.ask('deep', { is: 'waiting' });
    await begun.promise;
    expect(await depths()).toEqual({ 'deep waiting': 1, 'deep active': 1, 'deep delayed': 0, 'deep failed': 1 });
    ended.resolve(undefined);
    await queues.close(5_000);
  });

  test('what is to happen around a job is told its name, its queue and its number', async () => {
    const ran = wait();
    const around = async (job: object, perform: () => Promise<void>) => {
      await perform();
      ran.resolve(job);
    };
    const jobs = { once: { ...asked, queue: 'surrounded' } };
    const queues = await openQueues({ ...place(), jobs, handlers: { once: async () => {} }, log: silent, around });
    await queues.ask('once');
    expect(await ran.promise).toEqual({ queue: 'surrounded', job: 'once', jobId: expect.stringMatching(/^\d+$/) });
    await queues.close(5_000);
  });

  test('a schedule of an earlier version that is no more is removed, the others are kept', async () => {
    const every = { queue: 'kept', schedule: { everyMs: 60_000 }, attempts: 1, atOnce: 1, by: 'anyone' } as const;
    const nothing = async () => {};
    await (await open({ old: every, current: every }, { old: nothing, current: nothing })).close(1_000);
    await (await open({ current: every }, { current: nothing })).close(1_000);
    const queue = producer('kept');
    expect((await queue.getJobSchedulers()).map(({ key }) => key)).toEqual(['current']);
    await queue.close();
  });

  test('a letter left by another process is handed over as it was left, under whatever name', async () => {
    const letter: EmailJob = { kind: 'verify-email', userId: 'u1' };
    const got = wait();
    const queue = producer(emailQueueName);
    await queue.add(letter.kind, letter);
    const queues = await open(
      { 'send-mail': { queue: emailQueueName, ...asked } },
      {
        'send-mail': async (payload) => got.resolve(payload),
      },
    );
    expect(await got.promise).toEqual(letter);
    await queues.close(1_000);
    await queue.close();
  });

  test('a job that fails is tried again as often as it was asked to', async () => {
    const second = wait();
    let tries = 0;
    const queues = await open(
      { flaky: { queue: 'flaky', schedule: 'when asked', attempts: 2, atOnce: 1, by: 'anyone' } },
      {
        flaky: async () => {
          tries += 1;
          if (tries === 1) throw new Error('not yet');
          second.resolve(undefined);
        },
      },
    );
    await queues.ask('flaky');
    await second.promise;
    expect(tries).toBe(2);
    await queues.close(1_000);
  });

  test('closing waits for the job that runs', async () => {
    const [begun, mayEnd] = [wait(), wait()];
    let isDone = false;
    const queues = await open(
      { long: { queue: 'long', ...asked } },
      {
        long: async () => {
          begun.resolve(undefined);
          await mayEnd.promise;
          isDone = true;
        },
      },
    );
    await queues.ask('long');
    await begun.promise;
    const closed = queues.close(20_000);
    mayEnd.resolve(undefined);
    await closed;
    expect(isDone).toBe(true);
  });

  test('nothing is started when a job has no handler', async () => {
    await expect(open({ orphan: { queue: 'orphan', ...asked } }, {})).rejects.toThrow('the job orphan has no handler');
  });
}

describe('jobs in Postgres', () => {
  promises(
    () => ({ databaseUrl: database.ownerUrl, redisUrl: undefined }),
    (name) =>
      new Queue(name, { connection: { connectionString: database.ownerUrl, schema: 'bullmq' } }, createPostgresBackend),
  );
});

describe.skipIf(!redisUrl)('jobs in Redis (skipped unless TEST_REDIS_URL is set)', () => {
  promises(
    () => ({ databaseUrl: database.ownerUrl, redisUrl }),
    (name) => new Queue(name, { connection: { url: redisUrl ?? '' } }, createRedisBackend),
  );
});
