import { type LedgerJob, ledgerQueue } from '@touchline/store/ledger';
import { openQueue, type QueueOptions } from '../queue.ts';

export type VerifyJobs = {
  /** Leaves a verification for the worker; while its job waits or runs, leaving it again does nothing. Throws when it cannot. */
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
        // What became of it is kept with the run itself; a job that is kept would stand in the way of its own id.
        removeOnComplete: true,
        removeOnFail: true,
      });
    },
    close: () => queue.close(),
  };
}
