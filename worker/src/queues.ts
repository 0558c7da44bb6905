import { seconds } from '@touchline/core/instant';
import {
  createPostgresBackend,
  createRedisBackend,
  type Job,
  type JobSchedulerTemplateOptions,
  withBackend,
} from 'bullmq';
import { Redis } from 'ioredis';
import { type Handlers, type JobRow, unhandled } from './jobs.ts';
import type { Log } from './log.ts';

export type Queues = {
  /** Puts a job in line now, beside its schedule; `payload` holds ids. */
  readonly ask: (jobName: string, payload?: object) => Promise<void>;
  /** Takes no more jobs and waits for the running ones, at most `withinMs`; what was cut off is taken up after the next start. */
  readonly close: (withinMs: number) => Promise<void>;
};

export type QueuesOptions = {
  readonly databaseUrl: string;
  readonly redisUrl: string | undefined;
  readonly jobs: Readonly<Record<string, JobRow>>;
  readonly handlers: Handlers;
  readonly log: Log;
};

/** The schema that BullMQ's own migrations made; they run before this process. */
const queueSchema = 'bullmq';
const keep = { removeOnComplete: true, removeOnFail: { count: 200 } } as const;

/**
 * Opens every queue, sets the schedules (and removes those of jobs that are no more), and starts working. Throws when a job has no
 * handler: nothing is started then.
 */
export async function openQueues(options: QueuesOptions): Promise<Queues> {
  const { jobs, handlers, log } = options;
  const problems = unhandled(jobs, handlers);
  if (problems.length > 0) throw new Error(problems.join('; '));
  const backend = options.redisUrl === undefined ? onPostgres(options) : onRedis(options.redisUrl, log);
  const names = [...new Set(Object.values(jobs).map((job) => job.queue))];
  const queues = new Map(names.map((name) => [name, backend.queue(name)]));
  const onError = (error: Error) => log.warn({ error }, 'the job queue has trouble');
  for (const queue of queues.values()) queue.on('error', onError);

  await Promise.all([...queues].map(([name, queue]) => schedule(queue, jobsOfQueue(jobs, name))));
  const workers = names.map((name) => {
    const worker = backend.worker(name, (job) => perform(job, name), jobsOfQueue(jobs, name)[0]?.[1].atOnce ?? 1);
    worker.on('error', onError);
    worker.on('failed', (job, error) => log.error({ job: job?.name, queue: name, error }, 'a job failed'));
    return worker;
  });
  await Promise.all(workers.map((worker) => worker.waitUntilReady()));

  async function perform(job: WaitingJob, queueName: string): Promise<void> {
    const own = jobsOfQueue(jobs, queueName);
    // Letters are asked for under names of their own: in a queue of one job every job is that job.
    const name = own.length === 1 ? own[0]?.[0] : job.name;
    const handler = name === undefined ? undefined : handlers[name];
    if (!handler) throw new Error(`the job ${job.name} of queue ${queueName} is not known`);
    await handler(job.data);
  }

  return {
    ask: async (jobName, payload = {}) => {
      const job = jobs[jobName];
      if (!job) throw new Error(`there is no job ${jobName}`);
      await queues.get(job.queue)?.add(jobName, payload, { ...keep, attempts: job.attempts });
    },
    close: async (withinMs) => {
      const ended = Promise.all(workers.map((worker) => worker.close()));
      await Promise.race([ended, afterMs(withinMs)]);
      await Promise.race([Promise.all([...queues.values()].map((queue) => queue.close())), afterMs(seconds(1))]);
      await Promise.race([backend.close(), afterMs(seconds(1))]);
    },
  };
}

type WaitingJob = Pick<Job<unknown>, 'name' | 'data'>;
type NamedJob = readonly [name: string, job: JobRow];

const jobsOfQueue = (jobs: Readonly<Record<string, JobRow>>, queue: string): readonly NamedJob[] =>
  Object.entries(jobs).filter(([, job]) => job.queue === queue);

type Schedules = {
  readonly upsertJobScheduler: (
    name: string,
    when: { every: number },
    template: { name: string; opts: JobSchedulerTemplateOptions },
  ) => Promise<unknown>;
  readonly getJobSchedulers: () => Promise<readonly { key: string }[]>;
  readonly removeJobScheduler: (name: string) => Promise<boolean>;
};

async function schedule(queue: Schedules, jobs: readonly NamedJob[]): Promise<void> {
  const scheduled = jobs.flatMap(([name, job]) =>
    job.schedule === 'when asked' ? [] : [{ name, ...job.schedule, job }],
  );
  for (const { key } of await queue.getJobSchedulers()) {
    if (!scheduled.some(({ name }) => name === key)) await queue.removeJobScheduler(key);
  }
  for (const { name, everyMs, job } of scheduled) {
    await queue.upsertJobScheduler(name, { every: everyMs }, { name, opts: { ...keep, attempts: job.attempts } });
  }
}

function onPostgres({ databaseUrl }: QueuesOptions) {
  const { Queue, Worker } = withBackend(createPostgresBackend);
  const connection = { connectionString: databaseUrl, schema: queueSchema, max: 2, application_name: 'touchline-jobs' };
  return {
    queue: (name: string) => new Queue<unknown, void, string>(name, { connection }),
    worker: (name: string, work: (job: WaitingJob) => Promise<void>, concurrency: number) =>
      new Worker<unknown, void, string>(name, work, { connection, concurrency }),
    // Every queue and worker ends its own connections.
    close: async () => {},
  };
}

function onRedis(redisUrl: string, log: Log) {
  const { Queue, Worker } = withBackend(createRedisBackend);
  // BullMQ waits for Redis as long as it takes, and demands that its commands do too.
  const redis = new Redis(redisUrl, { maxRetriesPerRequest: null });
  redis.on('error', (error) => log.warn({ error }, 'the job queue lost Redis'));
  return {
    queue: (name: string) => new Queue<unknown, void, string>(name, { connection: redis }),
    worker: (name: string, work: (job: WaitingJob) => Promise<void>, concurrency: number) =>
      new Worker<unknown, void, string>(name, work, { connection: redis, concurrency }),
    close: async () => redis.disconnect(),
  };
}

const afterMs = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());
