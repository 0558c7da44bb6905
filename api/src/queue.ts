import { openPool } from '@touchline/store/connect';
import { openClient } from '@touchline/store/database-client';
import { withSessionOption } from '@touchline/store/database-url';
import { emailQueueName, type StoredEmail } from '@touchline/store/emails';
import { type LedgerJob, ledgerQueue } from '@touchline/store/ledger';
import { redisOptions } from '@touchline/store/redis-url';
import type { PostgresConnectionOptions } from 'bullmq';

/**
 * Puts a stored email into the job queue, after its transaction has committed. A failure is reported to `onError` only: the email
 * is in the database, and the worker queues it again.
 */
export type QueueEmail = (email: StoredEmail) => Promise<void>;
export type EmailQueue = {
  readonly send: QueueEmail;
  /** Throws if jobs cannot be queued now. */
  readonly check: () => Promise<void>;
  readonly close: () => Promise<void>;
};
export type VerifyJobs = {
  /** Queues a verification for the worker; does nothing while its job waits or runs. Throws if the queue is unreachable. */
  readonly verify: (verificationId: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

export type QueueOptions = {
  readonly databaseUrl: string;
  readonly redisUrl: string | undefined;
  readonly onError: (error: unknown) => void;
};

export function createEmailQueue(options: QueueOptions): EmailQueue {
  const queue = openQueue(emailQueueName, options);
  return {
    send: async ({ id, job }) => {
      try {
        await (await queue.opened()).add(
          job.kind,
          { ...job, letterId: id },
          {
            // BullMQ would create a sequence per queue to number jobs, which this process has no right to.
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
      if (options.redisUrl === undefined) await lookInPostgres(options.databaseUrl);
      else await (await queue.opened()).getWaitingCount();
    },
    close: () => queue.close(),
  };
}

/** Without BullMQ, which would be loaded for it. */
async function lookInPostgres(databaseUrl: string): Promise<void> {
  const client = openClient(databaseUrl, { connectionTimeoutMillis: 2_000, query_timeout: 2_000 });
  // An error is reported by the query under way.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select from bullmq.job limit 1');
  } finally {
    client.end().catch(() => undefined);
  }
}

export function createVerifyJobs(options: QueueOptions): VerifyJobs {
  const queue = openQueue(ledgerQueue, options);
  return {
    verify: async (verificationId) => {
      const job: LedgerJob = { kind: 'verify', verificationId };
      await (await queue.opened()).add(job.kind, job, {
        jobId: verificationId,
        attempts: 5,
        backoff: { type: 'exponential', delay: 2_000 },
        // The run itself stores the outcome. A finished job left in the queue would block the reuse of its id.
        removeOnComplete: true,
        removeOnFail: true,
      });
    },
    close: () => queue.close(),
  };
}

/** A job queue. */
export type OpenQueue = { readonly opened: () => Promise<Queue>; readonly close: () => Promise<void> };

/**
 * In Redis if there is one, else in Postgres, in the schema that the launcher prepared. With Postgres, BullMQ, the largest library of
 * this process, is loaded with the first job. Redis takes no job before it is connected, so it is connected at once.
 */
export function openQueue(name: string, options: QueueOptions): OpenQueue {
  let opening: Promise<Queue> | undefined;
  const opened = (): Promise<Queue> => {
    // A queue of BullMQ never becomes ready after it has failed to, so the next caller opens another.
    opening ??= open(name, options).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  if (options.redisUrl !== undefined) opened().catch(options.onError);
  return {
    opened,
    close: async () => {
      await (await opening?.catch(() => undefined))?.close();
    },
  };
}

async function open(name: string, { databaseUrl, redisUrl, onError }: QueueOptions): Promise<Queue> {
  const bullmq = await import('bullmq');
  const queue = redisUrl === undefined ? inPostgres(bullmq, name, databaseUrl) : inRedis(bullmq, name, redisUrl);
  queue.on('error', onError);
  if (redisUrl !== undefined) return queue;
  try {
    await queue.waitUntilReady();
    return queue;
  } catch (error) {
    await queue.close();
    throw error;
  }
}

type Bullmq = typeof import('bullmq');
type Queue = ReturnType<typeof inPostgres> | ReturnType<typeof inRedis>;

function inPostgres({ createPostgresBackend, Queue }: Bullmq, name: string, databaseUrl: string) {
  // BullMQ's own type of a pool does not match.
  const connection = openPool(withSessionOption(databaseUrl, '-c search_path=bullmq'), {
    max: 2,
    lock_timeout: 5_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 8_000,
    connectionTimeoutMillis: 5_000,
  });
  const queue = new Queue(
    name,
    { connection: connection as unknown as PostgresConnectionOptions },
    createPostgresBackend,
  );
  const close = queue.close.bind(queue);
  queue.close = async () => {
    await close();
    await connection.end();
  };
  return queue;
}

// No command runs before Redis is connected: nothing waits for the connection, so a check that fails then would fail for good. The
// worker checks its version.
const inRedis = ({ Queue }: Bullmq, name: string, url: string) =>
  new Queue(name, {
    connection: { ...redisOptions(url), enableOfflineQueue: false },
    skipWaitingForReady: true,
    skipVersionCheck: true,
    skipMetasUpdate: true,
  });
