import { mailQueue } from '@touchline/core/contract';
import type { LeftLetter } from '@touchline/store/letters';
import { createPostgresBackend, Queue } from 'bullmq';

/**
 * Hands a letter that was left in the database to the queue, once its transaction is committed. One that could not be handed over is
 * told to `onError`: it waits in the database, and the worker looks for such letters by itself.
 */
export type SendMail = (letter: LeftLetter) => Promise<void>;
export type Mails = {
  readonly send: SendMail;
  /** Throws when jobs cannot be left now. */
  readonly check: () => Promise<void>;
  readonly close: () => Promise<void>;
};
export type QueueOptions = {
  readonly databaseUrl: string;
  readonly redisUrl: string | undefined;
  readonly onError: (error: unknown) => void;
};

/** The queue of letters. */
export function createMails(options: QueueOptions): Mails {
  const queue = openQueue(mailQueue, options);
  return {
    send: async ({ id, job }) => {
      try {
        await queue.add(
          job.kind,
          { ...job, letterId: id },
          {
            // BullMQ would number jobs by a sequence per queue that it makes itself, which this process may not.
            jobId: id,
            attempts: 8,
            backoff: { type: 'exponential', delay: 2_000 },
            removeOnComplete: { age: 86_400 },
            removeOnFail: { age: 14 * 86_400 },
          },
        );
      } catch (error) {
        options.onError(error);
      }
    },
    check: async () => {
      await queue.getWaitingCount();
    },
    close: () => queue.close(),
  };
}

/** A queue to leave jobs in: in Redis when there is one, else in Postgres, in the schema that the launcher prepared. */
export function openQueue(name: string, { databaseUrl, redisUrl, onError }: QueueOptions) {
  const queue = redisUrl === undefined ? inPostgres(name, databaseUrl) : inRedis(name, redisUrl);
  queue.on('error', onError);
  return queue;
}

// BullMQ adds its schema to `options`, which those of the URL would replace.
function inPostgres(name: string, databaseUrl: string) {
  const url = new URL(databaseUrl);
  const options = url.searchParams.get('options') ?? undefined;
  url.searchParams.delete('options');
  const connection = {
    connectionString: url.href,
    schema: 'bullmq',
    max: 2,
    ...(options !== undefined && { options }),
  };
  return new Queue(name, { connection }, createPostgresBackend);
}

// Nothing is asked of Redis before it is connected, as nothing waits for that: what fails then would fail for ever. The worker
// looks at its version.
const inRedis = (name: string, url: string) =>
  new Queue(name, {
    connection: { url, enableOfflineQueue: false },
    skipWaitingForReady: true,
    skipVersionCheck: true,
    skipMetasUpdate: true,
  });
