import { hours, type Instant, instant, minutes } from '@touchline/core/instant';
import type { Db } from '@touchline/store/connect';
import { deleteEndedEmails, type EmailJob, endEmail, takeOverdueEmails } from '@touchline/store/emails';
import type { Log } from '../log.ts';

/** Longer than the tries of one job take, so that a letter is in the queue once. */
const overdueAfterMs = minutes(15);
/** Who asked for a link to reset a password has long asked again. */
const givenUpAfterMs = (kind: EmailJob['kind']): number => hours(kind === 'reset-password' ? 1 : 72);
const rememberedMs = hours(30 * 24);
const mostAtOnce = 200;

export type HandLettersDeps = {
  readonly db: Db;
  readonly log: Log;
  readonly now: () => Instant;
  /** Puts the job of a letter in line. */
  readonly ask: (job: object) => Promise<void>;
};

/**
 * Hands letters to the queue again that were left and never sent: their process ended before it could, the queue was away, or the
 * mail server refused every try. After three days a letter has nothing to say any more: it is given up, and the operator's log has it.
 */
export async function handLetters({ db, log, now, ask }: HandLettersDeps): Promise<void> {
  const time = now();
  const before = instant(time - overdueAfterMs);
  for (const { id, job, askedAt, hands } of await takeOverdueEmails(db, { before, now: time, most: mostAtOnce })) {
    if (time - askedAt > givenUpAfterMs(job.kind)) {
      await endEmail(db, id, 'given-up', time);
      log.error({ letterId: id, kind: job.kind, hands }, 'a letter could not be sent for so long that it is given up');
    } else {
      log.warn({ letterId: id, kind: job.kind, hands }, 'a letter that was not sent is handed to the queue again');
      await ask({ ...job, letterId: id });
    }
  }
  await deleteEndedEmails(db, instant(time - rememberedMs));
}
