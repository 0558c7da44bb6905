import { type EmailJob, emailQueueName } from '@touchline/store/emails';
import { createPostgresBackend, createRedisBackend, Queue } from 'bullmq';
import { afterAll, describe, expect, test } from 'vitest';
import type { Handlers, JobDefinition } from './jobs.ts';
import { openQueues } from './queues.ts';
import { createQueueDatabase, silent } from './testing/queue-database.ts';

const redisUrl = process.env['TEST_REDIS_URL'];
const database = await createQueueDatabase();
afterAll(() => database.close());

const onRequest = { schedule: 'on request', attempts: 1, concurrency: 1, runsOn: 'any worker' } as const;

/** A queue as another process sees it. */
type Producer = {
  readonly add: (name: string, payload: unknown) => Promise<unknown>;
  readonly getJobSchedulers: () => Promise<readonly { key: string }[]>;
  readonly close: () => Promise<void>;
};
type Wait = { readonly promise: Promise<unknown>; readonly resolve: (value: unknown) => void };
const wait = (): Wait => Promise.withResolvers<unknown>();

/** The same tests for each backend. */
function describeQueues(
  backend: () => { databaseUrl: string; redisUrl: string | undefined },
  producer: (name: string) => Producer,
) {
  const open = (jobs: Readonly<Record<string, JobDefinition>>, handlers: Handlers, log = silent) =>
    openQueues({ ...backend(), jobs, handlers, log });

  test('runs a scheduled job repeatedly', async () => {
    const third = wait();
    let runs = 0;
    const repeated = {
      queue: 'repeated',
      schedule: { everyMs: 100 },
      attempts: 1,
      concurrency: 1,
      runsOn: 'any worker',
    } as const;
    const queues = await open(
      { repeated },
      {
        repeated: async () => {
          runs += 1;
          if (runs === 3) third.resolve(undefined);
        },
      },
    );
    await third.promise;
    await queues.close(1_000);
  });

  test('counts the waiting, active, delayed and failed jobs of each queue', async () => {
    const [begun, ended] = [wait(), wait()];
    const run = async (payload: unknown): Promise<void> => {
      if (JSON.stringify(payload).includes('bad')) throw new Error('bad');
      begun.resolve(undefined);
      await ended.promise;
    };
    const queues = await open({ deep: { ...onRequest, queue: 'deep' } }, { deep: run });
    const depths = async () =>
      Object.fromEntries((await queues.depths()).map(({ queue, state, jobs }) => [`${queue} ${state}`, jobs]));
    await queues.add('deep', { kind: 'bad' });
    await queues.add('deep', { kind: 'slow' });
    await queues.add('deep', { kind: 'waiting' });
    await begun.promise;
    expect(await depths()).toEqual({ 'deep waiting': 1, 'deep active': 1, 'deep delayed': 0, 'deep failed': 1 });
    ended.resolve(undefined);
    await queues.close(5_000);
  });

  test('passes a job’s name, queue and id to the wrapper', async () => {
    const ran = wait();
    const around = async (job: object, perform: () => Promise<void>) => {
      await perform();
      ran.resolve(job);
    };
    const jobs = { once: { ...onRequest, queue: 'surrounded' } };
    const queues = await openQueues({ ...backend(), jobs, handlers: { once: async () => {} }, log: silent, around });
    await queues.add('once');
    expect(await ran.promise).toEqual({ queue: 'surrounded', job: 'once', jobId: expect.stringMatching(/^\d+$/) });
    await queues.close(5_000);
  });

  test('removes a schedule that no longer exists and keeps the others', async () => {
    const every = {
      queue: 'kept',
      schedule: { everyMs: 60_000 },
      attempts: 1,
      concurrency: 1,
      runsOn: 'any worker',
    } as const;
    const nothing = async () => {};
    await (await open({ old: every, current: every }, { old: nothing, current: nothing })).close(1_000);
    await (await open({ current: every }, { current: nothing })).close(1_000);
    const queue = producer('kept');
    expect((await queue.getJobSchedulers()).map(({ key }) => key)).toEqual(['current']);
    await queue.close();
  });

  test('runs an email job that another process queued, under any name', async () => {
    const email: EmailJob = { kind: 'verify-email', userId: 'u1' };
    const got = wait();
    const queue = producer(emailQueueName);
    await queue.add(email.kind, email);
    const queues = await open(
      { 'send-mail': { queue: emailQueueName, ...onRequest } },
      {
        'send-mail': async (payload) => got.resolve(payload),
      },
    );
    expect(await got.promise).toEqual(email);
    await queues.close(1_000);
    await queue.close();
  });

  test('retries a failing job up to its number of attempts', async () => {
    const second = wait();
    let attempts = 0;
    const queues = await open(
      { flaky: { queue: 'flaky', schedule: 'on request', attempts: 2, concurrency: 1, runsOn: 'any worker' } },
      {
        flaky: async () => {
          attempts += 1;
          if (attempts === 1) throw new Error('not yet');
          second.resolve(undefined);
        },
      },
    );
    await queues.add('flaky');
    await second.promise;
    expect(attempts).toBe(2);
    await queues.close(1_000);
  });

  test('waits for a running job when closing', async () => {
    const [begun, mayEnd] = [wait(), wait()];
    let isDone = false;
    const queues = await open(
      { long: { queue: 'long', ...onRequest } },
      {
        long: async () => {
          begun.resolve(undefined);
          await mayEnd.promise;
          isDone = true;
        },
      },
    );
    await queues.add('long');
    await begun.promise;
    const closed = queues.close(20_000);
    mayEnd.resolve(undefined);
    await closed;
    expect(isDone).toBe(true);
  });
}

describe('jobs in Postgres', () => {
  describeQueues(
    () => ({ databaseUrl: database.ownerUrl, redisUrl: undefined }),
    (name) =>
      new Queue(name, { connection: { connectionString: database.ownerUrl, schema: 'bullmq' } }, createPostgresBackend),
  );
});

describe.skipIf(!redisUrl)('jobs in Redis (skipped unless TEST_REDIS_URL is set)', () => {
  describeQueues(
    () => ({ databaseUrl: database.ownerUrl, redisUrl }),
    (name) => new Queue(name, { connection: { url: redisUrl ?? '' } }, createRedisBackend),
  );
});
