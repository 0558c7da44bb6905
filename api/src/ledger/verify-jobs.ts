import { type LedgerJob, ledgerQueue } from '@touchline/store/ledger';
import { openQueue, type QueueOptions } from '../queue.ts';

export type VerifyJobs = {
  /** Queues a verification for the worker; does nothing while its job waits or runs. Throws if the queue is unreachable. */
  readonly verify: (verificationId: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

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
