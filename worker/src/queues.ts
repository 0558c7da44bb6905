import { seconds } from '@touchline/core/instant';
import {
  createPostgresBackend,
  createRedisBackend,
  type Job,
  type JobSchedulerTemplateOptions,
  withBackend,
} from 'bullmq';
import { Redis } from 'ioredis';
import { type Handlers, type JobRow, type RunningJob, unhandled } from './jobs.ts';
import type { Log } from './log.ts';

export type Queues = {
  /** Puts a job in line now, beside its schedule; `payload` holds ids. */
  readonly ask: (jobName: string, payload?: object) => Promise<void>;
  /**
   * Begins with what only the leader does, and gives how to stop: no more jobs are taken from then on, and the running ones are
   * waited for, at most `withinMs`. Throws when a job of the leader has no handler.
   */
  readonly lead: (handlers: Handlers) => (withinMs: number) => Promise<void>;
  /** How many jobs each queue holds, by their state. */
  readonly depths: () => Promise<readonly QueueDepth[]>;
  /** Takes no more jobs and waits for the running ones, at most `withinMs`; what was cut off is taken up after the next start. */
  readonly close: (withinMs: number) => Promise<void>;
};

export type QueuesOptions = {
  readonly databaseUrl: string;
  readonly redisUrl: string | undefined;
  readonly jobs: Readonly<Record<string, JobRow>>;
  /** Of what every process does. */
  readonly handlers: Handlers;
  readonly log: Log;
  /** Does every job, with whatever is to happen around it; without it, just does it. */
  readonly around?: (job: RunningJob, perform: () => Promise<void>) => Promise<void>;
};

export type QueueDepth = { readonly queue: string; readonly state: QueueState; readonly jobs: number };
type QueueState = (typeof queueStates)[number];
const queueStates = ['waiting', 'active', 'delayed', 'failed'] as const;

type Rows = Readonly<Record<string, JobRow>>;
type Backend = ReturnType<typeof onPostgres> | ReturnType<typeof onRedis>;
type Work = { readonly close: (withinMs: number) => Promise<void> };

/** The schema that BullMQ's own migrations made; they run before this process. */
const queueSchema = 'bullmq';
const keep = { removeOnComplete: true, removeOnFail: { count: 200 } } as const;
/**
 * The job of a process that died is taken up when its lock has run out and two looks have found it so: within nine seconds. A
 * process that is merely slow renews its locks every second.
 */
const takeOver = {
  lockDuration: seconds(5),
  lockRenewTime: seconds(1),
  stalledInterval: seconds(2),
  maxStalledCount: 10,
};

/**
 * Opens the queues, sets the schedules (and removes those of jobs that are no more), and starts working: on those of anyone at
 * once, on those of the leader while this process leads. Throws when a job of anyone has no handler: nothing is started then.
 */
export async function openQueues(options: QueuesOptions): Promise<Queues> {
  const { handlers, log } = options;
  const [ofAnyone, ofLeader] = [jobsBy(options.jobs, 'anyone'), jobsBy(options.jobs, 'leader')];
  refuseUnhandled(ofAnyone, handlers);
  const backend = options.redisUrl === undefined ? onPostgres(options) : onRedis(options.redisUrl, log);
  const queues = new Map(queuesOf(options.jobs).map((name) => [name, openQueue(backend, name, log)]));
  const start = (rows: Rows, does: Handlers, schedules: Schedules) =>
    startWork({ backend, queues, rows, handlers: does, schedules, log, around: options.around });
  const work = await start(ofAnyone, handlers, 'kept');

  return {
    ask: async (jobName, payload = {}) => {
      const job = options.jobs[jobName];
      if (!job) throw new Error(`there is no job ${jobName}`);
      const tries = { attempts: job.attempts, backoff: { type: 'exponential', delay: seconds(2) } };
      await queues.get(job.queue)?.add(jobName, payload, { ...keep, ...tries });
    },
    lead: (does) => {
      refuseUnhandled(ofLeader, does);
      const ending = new AbortController();
      const leading = untilStarted(() => start(ofLeader, does, 'anew'), ending.signal, log);
      return async (withinMs) => {
        ending.abort();
        await Promise.race([leading.then((started) => started?.close(withinMs)), afterMs(withinMs)]);
      };
    },
    depths: async () => (await Promise.all([...queues].map(([name, queue]) => depthsOf(name, queue)))).flat(),
    close: async (withinMs) => {
      await work.close(withinMs);
      await Promise.race([Promise.all([...queues.values()].map((queue) => queue.close())), afterMs(seconds(1))]);
      await Promise.race([backend.close(), afterMs(seconds(1))]);
    },
  };
}

function refuseUnhandled(jobs: Rows, handlers: Handlers): void {
  const problems = unhandled(jobs, handlers);
  if (problems.length > 0) throw new Error(problems.join('; '));
}

function openQueue(backend: Backend, name: string, log: Log) {
  const queue = backend.queue(name);
  queue.on('error', (error) => log.warn({ error }, 'the job queue has trouble'));
  return queue;
}

/** A leader that cannot reach its queues tries until it can, or leads no more. */
async function untilStarted(start: () => Promise<Work>, ending: AbortSignal, log: Log): Promise<Work | undefined> {
  while (!ending.aborted) {
    const work = await start().catch((error: unknown) => {
      log.error({ error }, 'the leader cannot begin: its job queue is out of reach');
      return undefined;
    });
    if (work) return work;
    await afterMs(seconds(1));
  }
  return undefined;
}

async function startWork(of: {
  readonly backend: Backend;
  readonly queues: ReadonlyMap<string, ReturnType<typeof openQueue>>;
  readonly rows: Rows;
  readonly handlers: Handlers;
  readonly schedules: Schedules;
  readonly log: Log;
  readonly around: QueuesOptions['around'];
}): Promise<Work> {
  const { backend, queues, rows, handlers, schedules, log, around = (_job, perform) => perform() } = of;
  const names = queuesOf(rows);
  const setSchedules = async (how: Schedules): Promise<void> => {
    await Promise.all(
      names.map(async (name) => {
        const queue = queues.get(name);
        if (queue) await schedule(queue, jobsOfQueue(rows, name), how);
      }),
    );
  };
  await setSchedules(schedules);
  const forget = backend.whenBack(() => {
    setSchedules('kept').catch((error: unknown) => log.error({ error }, 'the schedules could not be set again'));
  });
  const workers = names.map((name) => {
    const worker = backend.worker(name, (job) => perform(job, name), jobsOfQueue(rows, name)[0]?.[1].atOnce ?? 1);
    worker.on('error', (error) => log.warn({ error }, 'the job queue has trouble'));
    worker.on('failed', (job, error) => log.error({ job: job?.name, queue: name, error }, 'a job failed'));
    return worker;
  });
  await Promise.all(workers.map((worker) => worker.waitUntilReady()));

  async function perform(job: WaitingJob, queueName: string): Promise<void> {
    const own = jobsOfQueue(rows, queueName);
    // Letters are asked for under names of their own: in a queue of one job every job is that job.
    const name = own.length === 1 ? own[0]?.[0] : job.name;
    const handler = name === undefined ? undefined : handlers[name];
    if (name === undefined || !handler) throw new Error(`the job ${job.name} of queue ${queueName} is not known`);
    await around({ queue: queueName, job: name, jobId: job.id ?? '' }, () => handler(job.data));
  }

  return {
    close: async (withinMs) => {
      forget();
      await Promise.race([Promise.all(workers.map((worker) => worker.close())), afterMs(withinMs)]);
    },
  };
}

async function depthsOf(name: string, queue: Pick<ReturnType<typeof openQueue>, 'getJobCounts'>) {
  const counts = await queue.getJobCounts(...queueStates);
  return queueStates.map((state) => ({ queue: name, state, jobs: counts[state] ?? 0 }));
}

type WaitingJob = Pick<Job<unknown>, 'id' | 'name' | 'data'>;
type NamedJob = readonly [name: string, job: JobRow];

const queuesOf = (jobs: Rows): readonly string[] => [...new Set(Object.values(jobs).map((job) => job.queue))];
const jobsBy = (jobs: Rows, by: JobRow['by']): Rows =>
  Object.fromEntries(Object.entries(jobs).filter(([, job]) => job.by === by));
const jobsOfQueue = (jobs: Rows, queue: string): readonly NamedJob[] =>
  Object.entries(jobs).filter(([, job]) => job.queue === queue);

/** `anew`: what comes next need not wait for a job that the leader before took with it. */
type Schedules = 'kept' | 'anew';
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
    job.schedule === 'when asked' ? [] : [{ name, ...job.schedule, job }],
  );
  for (const { key } of await queue.getJobSchedulers()) {
    if (schedules === 'anew' || !scheduled.some(({ name }) => name === key)) await queue.removeJobScheduler(key);
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
      new Worker<unknown, void, string>(name, work, { connection, concurrency, ...takeOver }),
    // What is in Postgres stays there.
    whenBack: (_hear: () => void) => () => {},
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
      new Worker<unknown, void, string>(name, work, { connection: redis, concurrency, ...takeOver }),
    /** Calls back when a connection that was lost is made again: the Redis at its end may be another one, and empty. */
    whenBack: (hear: () => void) => {
      redis.on('ready', hear);
      return () => void redis.off('ready', hear);
    },
    close: async () => redis.disconnect(),
  };
}

const afterMs = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());
