import { randomUUID } from 'node:crypto';
import { type MailJob, mailQueue } from '@touchline/core/contract';
import { createPostgresBackend, Queue } from 'bullmq';

/** Leaves a letter to be written. A letter that could not be left is told to `onError`: people can ask for another. */
export type SendMail = (job: MailJob) => Promise<void>;
export type Mails = {
  readonly send: SendMail;
  /** Throws when jobs cannot be left now. */
  readonly check: () => Promise<void>;
  readonly close: () => Promise<void>;
};
export type MailsOptions = {
  readonly databaseUrl: string;
  readonly redisUrl: string | undefined;
  readonly onError: (error: unknown) => void;
};

/** The queue of letters: in Redis when there is one, else in Postgres, in the schema that the launcher prepared. */
export function createMails(options: MailsOptions): Mails {
  const queue = options.redisUrl === undefined ? inPostgres(options.databaseUrl) : inRedis(options.redisUrl);
  queue.on('error', options.onError);
  return {
    send: async (job) => {
      try {
        await queue.add(job.kind, job, {
          // BullMQ would number jobs by a sequence per queue that it makes itself, which this process may not.
          jobId: randomUUID(),
          attempts: 8,
          backoff: { type: 'exponential', delay: 2_000 },
          removeOnComplete: { age: 86_400 },
          removeOnFail: { age: 14 * 86_400 },
        });
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

// BullMQ adds its schema to `options`, which those of the URL would replace.
function inPostgres(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const options = url.searchParams.get('options') ?? undefined;
  url.searchParams.delete('options');
  const connection = {
    connectionString: url.href,
    schema: 'bullmq',
    max: 2,
    ...(options !== undefined && { options }),
  };
  return new Queue(mailQueue, { connection }, createPostgresBackend);
}

const inRedis = (url: string) =>
  new Queue(mailQueue, { connection: { url, enableOfflineQueue: false }, skipWaitingForReady: true });
