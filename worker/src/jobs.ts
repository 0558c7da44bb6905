import { hours, minutes, seconds } from '@touchline/core/instant';
import { emailQueueName } from '@touchline/store/emails';
import { ledgerQueue } from '@touchline/store/ledger';

/** When a job runs: every so often by itself, or when another process asks for it. */
export type JobRow = {
  readonly queue: string;
  readonly schedule: { readonly everyMs: number } | 'when asked';
  /** A job that fails is tried this often altogether; one that comes every few seconds anyway needs no second try. */
  readonly attempts: number;
  /** Jobs of the queue that run at the same time, in each process that works on it. */
  readonly atOnce: number;
  /** Who works on its queue: one worker at a time, which keeps in memory how its polling goes, or every worker. */
  readonly by: 'leader' | 'anyone';
};

export type RunningJob = { readonly queue: string; readonly job: string; readonly jobId: string };

export type JobName =
  | 'refresh-odds'
  | 'fetch-results'
  | 'settle-bets'
  | 'recheck-graded'
  | 'judge-bets'
  | 'expire-bonuses'
  | 'hand-letters'
  | 'delete-old'
  | 'send-mail'
  | 'verify'
  | 'give-up-silent'
  | 'verify-daily'
  | 'sweep-deposits'
  | 'refund-deposits';
/** Only where the operator's key is. */
export type SigningJobName = 'take-checkpoint';
export type JobTable<Row> = Readonly<Record<JobName, Row> & Partial<Record<SigningJobName, Row>>>;
/** What a process does that does not lead. */
export type JobOfAnyone = 'send-mail' | 'verify' | 'give-up-silent';
export type JobOfLeader = Exclude<JobName, JobOfAnyone>;

type Cadence = {
  readonly oddsEveryMs: number;
  readonly sweepEveryMs: number;
  readonly checkpointEveryMs?: number | undefined;
};

/** Every job of the product; checkpoints only when they can be signed. */
export const jobsOf = ({ oddsEveryMs, sweepEveryMs, checkpointEveryMs }: Cadence): JobTable<JobRow> => ({
  'refresh-odds': { queue: 'odds', schedule: { everyMs: oddsEveryMs }, attempts: 1, atOnce: 1, by: 'leader' },
  'fetch-results': { queue: 'results', schedule: { everyMs: oddsEveryMs }, attempts: 1, atOnce: 1, by: 'leader' },
  'settle-bets': { queue: 'settlement', schedule: { everyMs: seconds(2) }, attempts: 1, atOnce: 1, by: 'leader' },
  'recheck-graded': { queue: 'settlement', schedule: { everyMs: minutes(1) }, attempts: 1, atOnce: 1, by: 'leader' },
  // Bettors wait for it.
  'judge-bets': { queue: 'acceptance', schedule: { everyMs: seconds(1) }, attempts: 1, atOnce: 1, by: 'leader' },
  'expire-bonuses': { queue: 'upkeep', schedule: { everyMs: minutes(1) }, attempts: 1, atOnce: 1, by: 'leader' },
  'hand-letters': { queue: 'upkeep', schedule: { everyMs: minutes(1) }, attempts: 1, atOnce: 1, by: 'leader' },
  'delete-old': { queue: 'upkeep', schedule: { everyMs: hours(1) }, attempts: 1, atOnce: 1, by: 'leader' },
  // The api asks for letters, under the letter's own name and with its own number of attempts.
  'send-mail': { queue: emailQueueName, schedule: 'when asked', attempts: 8, atOnce: 4, by: 'anyone' },
  // An auditor asks for it through the api, or the house once a day. A long one must not keep the others of its queue waiting.
  verify: { queue: ledgerQueue, schedule: 'when asked', attempts: 5, atOnce: 2, by: 'anyone' },
  'give-up-silent': { queue: ledgerQueue, schedule: { everyMs: minutes(1) }, attempts: 1, atOnce: 2, by: 'anyone' },
  'verify-daily': { queue: 'upkeep', schedule: { everyMs: hours(1) }, attempts: 1, atOnce: 1, by: 'leader' },
  'sweep-deposits': { queue: 'payments', schedule: { everyMs: sweepEveryMs }, attempts: 1, atOnce: 1, by: 'leader' },
  'refund-deposits': { queue: 'refunds', schedule: { everyMs: seconds(5) }, attempts: 1, atOnce: 1, by: 'leader' },
  ...(checkpointEveryMs !== undefined && {
    'take-checkpoint': {
      queue: 'checkpoints',
      schedule: { everyMs: checkpointEveryMs },
      attempts: 1,
      atOnce: 1,
      by: 'leader',
    },
  }),
});

/** Does the job; the payload of a scheduled one is empty. A job that throws has failed. */
export type Handler = (payload: unknown) => Promise<void>;
export type Handlers = Readonly<Partial<Record<string, Handler>>>;

/** Jobs nobody does, and handlers of jobs that do not exist. Empty when all is well. */
export function unhandled(jobs: Readonly<Record<string, JobRow>>, handlers: Handlers): readonly string[] {
  return [
    ...Object.keys(jobs)
      .filter((name) => !handlers[name])
      .map((name) => `the job ${name} has no handler`),
    ...Object.keys(handlers)
      .filter((name) => !jobs[name])
      .map((name) => `the handler ${name} belongs to no job`),
  ];
}
