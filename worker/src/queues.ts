import { seconds } from '@touchline/core/instant';
import { openPool } from '@touchline/store/connect';
import { withSessionOption } from '@touchline/store/database-url';
import { redisOptions } from '@touchline/store/redis-url';
import {
  createPostgresBackend,
  createRedisBackend,
  type Job,
  type JobSchedulerTemplateOptions,
  type PostgresConnectionOptions,
  withBackend,
} from 'bullmq';
import { Redis } from 'ioredis';
import type { Pool } from 'pg';
import type { Handlers, JobDefinition, RunningJob } from './jobs.ts';
import type { Log } from './log.ts';

export type Queues = {
  /** Adds a job outside its schedule; `payload` holds ids. */
  readonly add: (jobName: string, payload?: object) => Promise<void>;
  /**
   * Starts the leader's jobs and returns a function that stops them: it takes no more jobs and waits at most `withinMs` for the
   * running ones.
   */
  readonly lead: (handlers: Handlers) => (withinMs: number) => Promise<void>;
  /** Counts the jobs in each queue by state. */
  readonly depths: () => Promise<readonly QueueDepth[]>;
  /** Takes no more jobs and waits at most `withinMs` for the running ones; a job that was cut off runs again after a start. */
  readonly close: (withinMs: number) => Promise<void>;
};

export type QueuesOptions = {
  readonly databaseUrl: string;
  readonly redisUrl: string | undefined;
  readonly jobs: Readonly<Record<string, JobDefinition>>;
  /** For the jobs that every worker runs. */
  readonly handlers: Handlers;
  readonly log: Log;
  /** Wraps every job, for logging and metrics. */
  readonly around?: (job: RunningJob, perform: () => Promise<void>) => Promise<void>;
};

export type QueueDepth = { readonly queue: string; readonly state: QueueState; readonly jobs: number };
type QueueState = (typeof queueStates)[number];
const queueStates = ['waiting', 'active', 'delayed', 'failed'] as const;

type Jobs = Readonly<Record<string, JobDefinition>>;
type Backend = ReturnType<typeof onPostgres> | ReturnType<typeof onRedis>;
type RunningJobs = { readonly close: (withinMs: number) => Promise<void> };

/** BullMQ's own migrations create the schema before this process starts. */
const queueSchema = 'bullmq';
const keep = { removeOnComplete: true, removeOnFail: { count: 200 } } as const;
/**
 * Another process takes over a dead process's job after its lock has expired and two checks have found it stalled: within nine
 * seconds. A slow process renews its locks every second. A new leader sets the schedules of its jobs itself and waits for no check,
 * so their queues are checked rarely.
 */
const stalledJobs = (runsOn: JobDefinition['runsOn']) => ({
  lockDuration: seconds(5),
  lockRenewTime: seconds(1),
  stalledInterval: runsOn === 'leader' ? seconds(30) : seconds(2),
  maxStalledCount: 10,
});

/**
 * Opens the queues and starts the jobs that every worker runs; the leader's jobs run while this process leads. Sets their schedules
 * and removes those of jobs that no longer exist.
 */
export async function openQueues(options: QueuesOptions): Promise<Queues> {
  const { handlers, log } = options;
  const [workerJobs, leaderJobs] = [jobsOn(options.jobs, 'any worker'), jobsOn(options.jobs, 'leader')];
  const backend = options.redisUrl === undefined ? onPostgres(options) : onRedis(options.redisUrl, log);
  const queues = new Map(queueNames(options.jobs).map((name) => [name, openQueue(backend, name, log)]));
  // A queue of BullMQ never becomes ready after it has failed to.
  await Promise.all([...queues.values()].map((queue) => queue.waitUntilReady()));
  const start = (jobs: Jobs, jobHandlers: Handlers, schedules: Schedules) =>
    startJobs({ backend, queues, jobs, handlers: jobHandlers, schedules, log, around: options.around });
  const running = await start(workerJobs, handlers, 'keep');

  return {
    add: async (jobName, payload = {}) => {
      const job = options.jobs[jobName];
      if (!job) throw new Error(`unknown job ${jobName}`);
      const retries = { attempts: job.attempts, backoff: { type: 'exponential', delay: seconds(2) } };
      await queues.get(job.queue)?.add(jobName, payload, { ...keep, ...retries });
    },
    lead: (leaderHandlers) => {
      const ending = new AbortController();
      const leading = retryStart(() => start(leaderJobs, leaderHandlers, 'replace'), ending.signal, log);
      return async (withinMs) => {
        ending.abort();
        await Promise.race([leading.then((started) => started?.close(withinMs)), afterMs(withinMs)]);
      };
    },
    depths: async () => (await Promise.all([...queues].map(([name, queue]) => depthsOf(name, queue)))).flat(),
    close: async (withinMs) => {
      await running.close(withinMs);
      await Promise.race([Promise.all([...queues.values()].map((queue) => queue.close())), afterMs(seconds(1))]);
      await Promise.race([backend.close(), afterMs(seconds(1))]);
    },
  };
}

function openQueue(backend: Backend, name: string, log: Log) {
  const queue = backend.queue(name);
  queue.on('error', (error) => log.warn({ error }, 'job queue error'));
  return queue;
}

/** Retries until the queues can be reached, or this process no longer leads. */
async function retryStart(
  start: () => Promise<RunningJobs>,
  ending: AbortSignal,
  log: Log,
): Promise<RunningJobs | undefined> {
  while (!ending.aborted) {
    const started = await start().catch((error: unknown) => {
      log.error({ error }, 'leader cannot start its jobs: job queue unreachable');
      return undefined;
    });
    if (started) return started;
    await afterMs(seconds(1));
  }
  return undefined;
}

async function startJobs(options: {
  readonly backend: Backend;
  readonly queues: ReadonlyMap<string, ReturnType<typeof openQueue>>;
  readonly jobs: Jobs;
  readonly handlers: Handlers;
  readonly schedules: Schedules;
  readonly log: Log;
  readonly around: QueuesOptions['around'];
}): Promise<RunningJobs> {
  const { backend, queues, jobs, handlers, schedules, log, around = (_job, perform) => perform() } = options;
  const names = queueNames(jobs);
  const setSchedules = async (mode: Schedules): Promise<void> => {
    await Promise.all(
      names.map(async (name) => {
        const queue = queues.get(name);
        if (queue) await schedule(queue, jobsInQueue(jobs, name), mode);
      }),
    );
  };
  await setSchedules(schedules);
  const restoreSchedules = () =>
    void setSchedules('replace').catch((error: unknown) => log.error({ error }, 'schedules could not be restored'));
  const subscriptions = [backend.onReconnect(restoreSchedules), onClockSet(restoreSchedules)];
  const unsubscribe = () => {
    for (const end of subscriptions) end();
  };
  const workers = names.map((name) => {
    const [, { concurrency, runsOn }] = jobsInQueue(jobs, name)[0] ?? [name, { concurrency: 1, runsOn: 'leader' }];
    const worker = backend.worker(name, (job) => run(job, name), { concurrency, ...stalledJobs(runsOn) });
    worker.on('error', (error) => log.warn({ error }, 'job queue error'));
    worker.on('failed', (job, error) => log.error({ job: job?.name, queue: name, error }, 'job failed'));
    return worker;
  });
  const closeWorkers = (withinMs: number) =>
    Promise.race([Promise.allSettled(workers.map((worker) => worker.close())), afterMs(withinMs)]);
  try {
    await Promise.all(workers.map((worker) => worker.waitUntilReady()));
  } catch (error) {
    // A worker of BullMQ never becomes ready after it has failed to, and would retry without a pause.
    unsubscribe();
    await closeWorkers(seconds(1));
    throw error;
  }
  for (const worker of workers) worker.run().catch((error: unknown) => log.warn({ error }, 'job queue error'));

  async function run(job: WaitingJob, queueName: string): Promise<void> {
    const candidates = jobsInQueue(jobs, queueName);
    // Emails are queued under their kind: in a queue of one job, every name means that job.
    const name = candidates.length === 1 ? candidates[0]?.[0] : job.name;
    const handler = name === undefined ? undefined : handlers[name];
    if (name === undefined || !handler) throw new Error(`unknown job ${job.name} in queue ${queueName}`);
    await around({ queue: queueName, job: name, jobId: job.id ?? '' }, () => handler(job.data));
  }

  return {
    close: async (withinMs) => {
      unsubscribe();
      await closeWorkers(withinMs);
    },
  };
}

async function depthsOf(name: string, queue: Pick<ReturnType<typeof openQueue>, 'getJobCounts'>) {
  const counts = await queue.getJobCounts(...queueStates);
  return queueStates.map((state) => ({ queue: name, state, jobs: counts[state] ?? 0 }));
}

type WorkerSettings = { readonly concurrency: number } & ReturnType<typeof stalledJobs>;
type WaitingJob = Pick<Job<unknown>, 'id' | 'name' | 'data'>;
type NamedJob = readonly [name: string, job: JobDefinition];

const queueNames = (jobs: Jobs): readonly string[] => [...new Set(Object.values(jobs).map((job) => job.queue))];
const jobsOn = (jobs: Jobs, runsOn: JobDefinition['runsOn']): Jobs =>
  Object.fromEntries(Object.entries(jobs).filter(([, job]) => job.runsOn === runsOn));
const jobsInQueue = (jobs: Jobs, queue: string): readonly NamedJob[] =>
  Object.entries(jobs).filter(([, job]) => job.queue === queue);

/** `replace`: the next run waits neither for a job that the previous leader, or a lost Redis, took with it, nor for a former clock. */
type Schedules = 'keep' | 'replace';
type Scheduled = {
  readonly upsertJobScheduler: (
    name: string,
    when: { every: number },
    template: { name: string; opts: JobSchedulerTemplateOptions },
  ) => Promise<unknown>;
  readonly getJobSchedulers: () => Promise<readonly { key: string }[]>;
  readonly removeJobScheduler: (name: string) => Promise<boolean>;
};

async function schedule(queue: Scheduled, jobs: readonly NamedJob[], schedules: Schedules): Promise<void> {
  const scheduled = jobs.flatMap(([name, job]) =>
    job.schedule === 'on request' ? [] : [{ name, ...job.schedule, job }],
  );
  for (const { key } of await queue.getJobSchedulers()) {
    if (schedules === 'replace' || !scheduled.some(({ name }) => name === key)) await queue.removeJobScheduler(key);
  }
  for (const { name, everyMs, job } of scheduled) {
    await queue.upsertJobScheduler(name, { every: everyMs }, { name, opts: { ...keep, attempts: job.attempts } });
  }
}

/** How many statements all queues together run at the same time. */
const mostStatements = 8;
/** Every worker of BullMQ keeps a connection to listen on, and opens another one before it has closed a broken one. */
const mostListening = 40;

function onPostgres({ databaseUrl, log }: QueuesOptions) {
  const { Queue, Worker } = withBackend(createPostgresBackend);
  const url = withSessionOption(databaseUrl, `-c search_path=${queueSchema}`);
  // BullMQ's own pools know one server and no timeouts, and there would be two for each queue. BullMQ repeats most failures at once.
  const open = (max: number) => {
    const pool = openPool(url, {
      max,
      application_name: 'touchline-jobs',
      lock_timeout: seconds(10),
      idle_in_transaction_session_timeout: seconds(8),
      pauseAfterFailureMs: seconds(1),
    });
    pool.on('error', (error) => log.warn({ error }, 'job queue error'));
    return pool;
  };
  const [statements, listening] = [open(mostStatements), open(mostListening)];
  /** What BullMQ uses of a pool, which its own type of one does not match. It connects once to check the schema, and to listen. */
  const connectionOf = (connecting: Pool) =>
    ({
      query: statements.query.bind(statements),
      connect: () => connecting.connect(),
      end: async () => {},
      on: () => {},
      options: connecting.options,
    }) as unknown as PostgresConnectionOptions;
  return {
    queue: (name: string) => new Queue<unknown, void, string>(name, { connection: connectionOf(statements) }),
    worker: (name: string, work: (job: WaitingJob) => Promise<void>, options: WorkerSettings) =>
      new Worker<unknown, void, string>(name, work, {
        connection: connectionOf(listening),
        autorun: false,
        ...options,
      }),
    // Schedules in Postgres survive a lost connection.
    onReconnect: (_listener: () => void) => () => {},
    close: async () => {
      await Promise.all([statements.end(), listening.end()]);
    },
  };
}

function onRedis(redisUrl: string, log: Log) {
  const { Queue, Worker } = withBackend(createRedisBackend);
  // BullMQ requires commands to wait for Redis without a limit.
  const redis = new Redis({ ...redisOptions(redisUrl), maxRetriesPerRequest: null });
  redis.on('error', (error) => log.warn({ error }, 'job queue lost Redis'));
  return {
    queue: (name: string) => new Queue<unknown, void, string>(name, { connection: redis }),
    worker: (name: string, work: (job: WaitingJob) => Promise<void>, options: WorkerSettings) =>
      new Worker<unknown, void, string>(name, work, { connection: redis, autorun: false, ...options }),
    /** After a reconnect Redis may be a new, empty server. */
    onReconnect: (listener: () => void) => {
      redis.on('ready', listener);
      return () => void redis.off('ready', listener);
    },
    close: async () => redis.disconnect(),
  };
}

const clockStepMs = 1_000;
/** BullMQ computes by the machine's clock when a job is due: one that is set back would stop all schedules for as long. */
function onClockSet(listener: () => void): () => void {
  const difference = () => Date.now() - performance.now();
  let last = difference();
  const timer = setInterval(() => {
    const step = difference() - last;
    last += step;
    if (Math.abs(step) > clockStepMs) listener();
  }, clockStepMs).unref();
  return () => clearInterval(timer);
}

const afterMs = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());
