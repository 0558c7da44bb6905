import { hours, minutes, seconds } from '@touchline/core/instant';
import { emailQueueName } from '@touchline/store/emails';
import { ledgerQueue } from '@touchline/store/ledger';

export type JobDefinition = {
  readonly queue: string;
  /** `on request`: another process queues it. */
  readonly schedule: { readonly everyMs: number } | 'on request';
  /** How often a failing job runs in all. A frequent job needs no retry. */
  readonly attempts: number;
  /** How many jobs of the queue one process runs at the same time. */
  readonly concurrency: number;
  readonly runsOn: 'leader' | 'any worker';
};

export type RunningJob = { readonly queue: string; readonly job: string; readonly jobId: string };

export type JobName =
  | 'refresh-odds'
  | 'refresh-event-quotes'
  | 'fetch-results'
  | 'settle-bets'
  | 'recheck-graded'
  | 'judge-bets'
  | 'deliver-notifications'
  | 'send-pushes'
  | 'expire-bonuses'
  | 'hand-letters'
  | 'delete-old'
  | 'send-mail'
  | 'verify'
  | 'give-up-silent'
  | 'verify-daily'
  | 'count-day-totals'
  | 'sweep-deposits'
  | 'refund-deposits'
  | 'reconcile-lists';
export type JobTable = Readonly<Record<JobName, JobDefinition>>;
/** Jobs that every worker runs; the others run on the leader only. */
export type WorkerJobName = 'send-mail' | 'verify' | 'give-up-silent';
export type LeaderJobName = Exclude<JobName, WorkerJobName>;

type Intervals = {
  readonly oddsEveryMs: number;
  readonly sweepEveryMs: number;
};

/** Defines all jobs. */
export const defineJobs = ({ oddsEveryMs, sweepEveryMs }: Intervals): JobTable => ({
  'refresh-odds': { queue: 'odds', schedule: { everyMs: oddsEveryMs }, attempts: 1, concurrency: 1, runsOn: 'leader' },
  // Apart from the main prices, which must not wait for it. A match is due once a minute at most, and the job reads every open match.
  'refresh-event-quotes': {
    queue: 'event-quotes',
    schedule: { everyMs: Math.max(oddsEveryMs, seconds(10)) },
    attempts: 1,
    concurrency: 1,
    runsOn: 'leader',
  },
  'fetch-results': {
    queue: 'results',
    schedule: { everyMs: oddsEveryMs },
    attempts: 1,
    concurrency: 1,
    runsOn: 'leader',
  },
  'settle-bets': {
    queue: 'settlement',
    schedule: { everyMs: seconds(2) },
    attempts: 1,
    concurrency: 1,
    runsOn: 'leader',
  },
  'recheck-graded': {
    queue: 'settlement',
    schedule: { everyMs: minutes(1) },
    attempts: 1,
    concurrency: 1,
    runsOn: 'leader',
  },
  // Frequent: bettors wait for it. It also carries out the rules of automatic cash-outs.
  'judge-bets': {
    queue: 'acceptance',
    schedule: { everyMs: seconds(1) },
    attempts: 1,
    concurrency: 1,
    runsOn: 'leader',
  },
  'deliver-notifications': {
    queue: 'notifications',
    schedule: { everyMs: seconds(1) },
    attempts: 1,
    concurrency: 1,
    runsOn: 'leader',
  },
  // Apart from the notifications of open screens: a push service may be slow.
  'send-pushes': {
    queue: 'pushes',
    schedule: { everyMs: seconds(2) },
    attempts: 1,
    concurrency: 1,
    runsOn: 'leader',
  },
  'expire-bonuses': {
    queue: 'upkeep',
    schedule: { everyMs: minutes(1) },
    attempts: 1,
    concurrency: 1,
    runsOn: 'leader',
  },
  'hand-letters': { queue: 'upkeep', schedule: { everyMs: minutes(1) }, attempts: 1, concurrency: 1, runsOn: 'leader' },
  'delete-old': { queue: 'upkeep', schedule: { everyMs: hours(1) }, attempts: 1, concurrency: 1, runsOn: 'leader' },
  // The api queues emails under the email's kind, with its own number of attempts.
  'send-mail': { queue: emailQueueName, schedule: 'on request', attempts: 8, concurrency: 4, runsOn: 'any worker' },
  // Requested by an auditor or daily. Two at once, so that a long run does not block the queue.
  verify: { queue: ledgerQueue, schedule: 'on request', attempts: 5, concurrency: 2, runsOn: 'any worker' },
  'give-up-silent': {
    queue: ledgerQueue,
    schedule: { everyMs: minutes(1) },
    attempts: 1,
    concurrency: 2,
    runsOn: 'any worker',
  },
  'verify-daily': { queue: 'upkeep', schedule: { everyMs: hours(1) }, attempts: 1, concurrency: 1, runsOn: 'leader' },
  'count-day-totals': {
    queue: 'reports',
    schedule: { everyMs: seconds(30) },
    attempts: 1,
    concurrency: 1,
    runsOn: 'leader',
  },
  'sweep-deposits': {
    queue: 'payments',
    schedule: { everyMs: sweepEveryMs },
    attempts: 1,
    concurrency: 1,
    runsOn: 'leader',
  },
  // Requested by staff, or daily.
  'reconcile-lists': {
    queue: 'reconciliation',
    schedule: { everyMs: seconds(15) },
    attempts: 1,
    concurrency: 1,
    runsOn: 'leader',
  },
  'refund-deposits': {
    queue: 'refunds',
    schedule: { everyMs: seconds(5) },
    attempts: 1,
    concurrency: 1,
    runsOn: 'leader',
  },
});

/** Runs a job; a scheduled one has an empty payload. A job that throws has failed. */
export type Handler = (payload: unknown) => Promise<void>;
export type Handlers = Readonly<Partial<Record<string, Handler>>>;

/** Lists jobs without a handler and handlers without a job. */
export function handlerProblems(jobs: Readonly<Record<string, JobDefinition>>, handlers: Handlers): readonly string[] {
  return [
    ...Object.keys(jobs)
      .filter((name) => !handlers[name])
      .map((name) => `the job ${name} has no handler`),
    ...Object.keys(handlers)
      .filter((name) => !jobs[name])
      .map((name) => `the handler ${name} belongs to no job`),
  ];
}
