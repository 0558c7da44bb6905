import { hours, type Instant, instant, minutes } from '@touchline/core/instant';
import type { Db } from '@touchline/store/connect';
import { deleteEndedEmails, type EmailJob, endEmail, takeOverdueEmails } from '@touchline/store/emails';
import type { Log } from '../log.ts';

/** Longer than all attempts of one job take, so that an email is not in the queue twice. */
const overdueAfterMs = minutes(15);
/**
 * For how long attempts may fail. A password reset is given up earlier: its user has asked again by then. A message to support is never
 * given up: staff would not get it in any other way.
 */
function giveUpAfterMs(kind: EmailJob['kind']): number {
  if (kind === 'support-message') return Number.POSITIVE_INFINITY;
  return hours(kind === 'reset-password' ? 1 : 72);
}
const retentionMs = hours(30 * 24);
const batchSize = 200;

export type QueueOverdueDeps = {
  readonly db: Db;
  readonly log: Log;
  readonly now: () => Instant;
  readonly queueJob: (job: object) => Promise<void>;
};

/**
 * Queues stored emails again that were not sent: a process died before it queued them, the queue was unreachable, or the mail
 * server refused every attempt. An email is given up three days after its first attempt failed.
 */
export async function queueOverdueEmails({ db, log, now, queueJob }: QueueOverdueDeps): Promise<void> {
  const time = now();
  const before = instant(time - overdueAfterMs);
  for (const { id, job, failingSince, hands } of await takeOverdueEmails(db, { before, now: time, most: batchSize })) {
    const email = { letterId: id, kind: job.kind, timesQueued: hands };
    if (failingSince !== null && time - failingSince > giveUpAfterMs(job.kind)) {
      await endEmail(db, id, 'given-up', time);
      log.error(email, 'email given up: it could not be sent in time');
    } else {
      log.warn(email, 'unsent email queued again');
      await queueJob({ ...job, letterId: id });
    }
  }
  await deleteEndedEmails(db, instant(time - retentionMs));
}
