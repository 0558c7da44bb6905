import { hours, minutes, seconds } from '@touchline/core/instant';
import { emailQueueName } from '@touchline/store/emails';
import { ledgerQueue } from '@touchline/store/ledger';

export type JobDefinition<Process extends 'leader' | 'any worker' = 'leader' | 'any worker'> = {
  readonly queue: string;
  /** `on request`: another process queues it. */
  readonly schedule: { readonly everyMs: number } | 'on request';
  /** How often a failing job runs in all. A frequent job needs no retry. */
  readonly attempts: number;
  /** How many jobs of the queue one process runs at the same time. */
  readonly concurrency: number;
  readonly runsOn: Process;
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
  | 'queue-overdue-emails'
  | 'delete-old'
  | 'send-mail'
  | 'verify'
  | 'give-up-silent'
  | 'verify-daily'
  | 'count-day-totals'
  | 'sweep-deposits'
  | 'refund-deposits'
  | 'reconcile-lists';
/** Jobs that every worker runs; the others run on the leader only. */
export type WorkerJobName = 'send-mail' | 'verify' | 'give-up-silent';
export type LeaderJobName = Exclude<JobName, WorkerJobName>;
export type JobTable = Readonly<
  Record<LeaderJobName, JobDefinition<'leader'>> & Record<WorkerJobName, JobDefinition<'any worker'>>
>;

type Intervals = {
  readonly oddsEveryMs: number;
  readonly sweepEveryMs: number;
};

/** One at a time. A failing one is not run again: the next run does what it left. */
const onLeader = (queue: string, everyMs: number): JobDefinition<'leader'> => ({
  queue,
  schedule: { everyMs },
  attempts: 1,
  concurrency: 1,
  runsOn: 'leader',
});

/** Defines all jobs. */
export const defineJobs = ({ oddsEveryMs, sweepEveryMs }: Intervals): JobTable => ({
  'refresh-odds': onLeader('odds', oddsEveryMs),
  // Apart from the main prices, which must not wait for it. A match is due once a minute at most, and the job reads every open match.
  'refresh-event-quotes': onLeader('event-quotes', Math.max(oddsEveryMs, seconds(10))),
  'fetch-results': onLeader('results', oddsEveryMs),
  'settle-bets': onLeader('settlement', seconds(2)),
  'recheck-graded': onLeader('settlement', minutes(1)),
  // Frequent: bettors wait for it. It also carries out the rules of automatic cash-outs.
  'judge-bets': onLeader('acceptance', seconds(1)),
  'deliver-notifications': onLeader('notifications', seconds(1)),
  // Apart from the notifications of open screens: a push service may be slow.
  'send-pushes': onLeader('pushes', seconds(2)),
  'expire-bonuses': onLeader('upkeep', minutes(1)),
  'queue-overdue-emails': onLeader('upkeep', minutes(1)),
  'delete-old': onLeader('upkeep', hours(1)),
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
  'verify-daily': onLeader('upkeep', hours(1)),
  'count-day-totals': onLeader('reports', seconds(30)),
  'sweep-deposits': onLeader('payments', sweepEveryMs),
  // Requested by staff, or daily.
  'reconcile-lists': onLeader('reconciliation', seconds(15)),
  'refund-deposits': onLeader('refunds', seconds(5)),
});

/** Runs a job; a scheduled one has an empty payload. A job that throws has failed. */
export type Handler = (payload: unknown) => Promise<void>;
export type Handlers = Readonly<Partial<Record<string, Handler>>>;
