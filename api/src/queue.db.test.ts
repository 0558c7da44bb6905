import type { EmailId } from '@touchline/core/ids';
import { emailQueueName, type StoredEmail } from '@touchline/store/emails';
import { ledgerQueue } from '@touchline/store/ledger';
import { createTestDatabase, openDatabaseRelay } from '@touchline/store/testing';
import { createPostgresBackend, Queue } from 'bullmq';
import { afterAll, expect, test } from 'vitest';
import { createEmailQueue, createVerifyJobs, openQueue } from './queue.ts';

const email: StoredEmail = {
  id: '01900000-0000-7000-8000-000000000001' as EmailId,
  job: { kind: 'verify-email', userId: 'ada' },
};

const redisUrl = process.env['TEST_REDIS_URL'];
const database = await createTestDatabase();
afterAll(() => database.close());

test('stores an email job once in Postgres, under its kind and with ids only', async () => {
  const problems: unknown[] = [];
  const emailQueue = createEmailQueue({
    databaseUrl: database.url,
    redisUrl: undefined,
    onError: (error) => problems.push(error),
  });
  await emailQueue.check();
  await emailQueue.send(email);
  await emailQueue.send(email);
  await emailQueue.close();
  expect(problems).toEqual([]);

  const connection = { connectionString: database.ownerUrl, schema: 'bullmq' };
  const queue = new Queue(emailQueueName, { connection }, createPostgresBackend);
  const waiting = await queue.getWaiting();
  await queue.close();
  expect(waiting.map(({ name, data, opts }) => ({ name, data, attempts: opts.attempts }))).toEqual([
    { name: 'verify-email', data: { ...email.job, letterId: email.id }, attempts: 8 },
  ]);
});

test.skipIf(!redisUrl)(
  'a job is left in Redis as soon as it answers (skipped unless TEST_REDIS_URL is set)',
  async () => {
    const left = openQueue('left-by-an-api', { databaseUrl: database.url, redisUrl, onError: () => {} });
    const queue = await left.opened();
    await expect.poll(() => queue.getWaitingCount().then(() => 'answers', String), { timeout: 60_000 }).toBe('answers');
    const { id } = await queue.add('left', { kind: 'left' }, { removeOnComplete: true });
    expect((await queue.getJob(id ?? ''))?.data).toEqual({ kind: 'left' });
    await queue.obliterate({ force: true });
    await left.close();
  },
);

test('an unreachable queue is reported, and registrations still succeed', async () => {
  const gone = new URL(database.url);
  gone.pathname = '/no_such_database';
  const problems: unknown[] = [];
  const emailQueue = createEmailQueue({
    databaseUrl: gone.href,
    redisUrl: undefined,
    onError: (error) => problems.push(error),
  });
  await expect(emailQueue.check()).rejects.toThrow('no_such_database');
  await emailQueue.send(email);
  expect(problems.length).toBeGreaterThan(0);
  await emailQueue.close();
});

test('opens a queue once a database that was away at first is back', async () => {
  const relay = await openDatabaseRelay(database.url);
  const jobs = openQueue('away-at-first', { databaseUrl: relay.url, redisUrl: undefined, onError: () => {} });
  await relay.cut();
  await expect(jobs.opened()).rejects.toThrow('ECONNREFUSED');
  await relay.restore();
  expect(await (await jobs.opened()).getWaitingCount()).toBe(0);
  await jobs.close();
  await relay.cut();
});

test('queues a verification once however often it is requested, under the name that the worker expects', async () => {
  const jobs = createVerifyJobs({ databaseUrl: database.url, redisUrl: undefined, onError: () => {} });
  const id = crypto.randomUUID();
  await jobs.verify(id);
  await jobs.verify(id);
  await jobs.close();
  const connection = { connectionString: database.ownerUrl, schema: 'bullmq' };
  const queue = new Queue(ledgerQueue, { connection }, createPostgresBackend);
  const waiting = await queue.getWaiting();
  await queue.close();
  expect(waiting.map(({ name, data }) => ({ name, data }))).toEqual([
    { name: 'verify', data: { kind: 'verify', verificationId: id } },
  ]);
});
