import type { VerificationView } from '@touchline/core/contract';
import { hours, minutes } from '@touchline/core/instant';
import type { Db } from '@touchline/store/connect';
import { breakSilentVerifications, isVerificationDue, requestVerification } from '@touchline/store/ledger';
import { countDayTotals } from '@touchline/store/reports';
import type { Log } from '../log.ts';

export type VerifyDailyDeps = {
  readonly db: Db;
  /** Queues the verification with this id. */
  readonly verify: (verificationId: string) => Promise<void>;
  readonly log: Log;
};

/** Requests a verification when none ran for 24 hours. An auditor's counts; a broken one does not. */
export async function verifyDaily({ db, verify, log }: VerifyDailyDeps): Promise<void> {
  if (!(await isVerificationDue(db, hours(24)))) return;
  const { id, state } = await requestVerification(db, 'schedule');
  if (state !== 'waiting') return;
  await verify(id);
  log.info({ verification: id }, 'daily ledger verification requested');
}

/** Counts new events into the daily totals that reports are made of; at most so many chunks, and the next job continues. */
export async function countAllDayTotals(db: Db): Promise<void> {
  for (let chunk = 0; chunk < mostChunks && !(await countDayTotals(db)); chunk += 1);
}
const mostChunks = 25;

/** Longer than the queue takes to give the job of a dead worker to another one. */
export const stalledAfterMs = minutes(2);

/** Ends verifications whose worker died without a successor, so that a new one can be requested. */
export async function giveUpStalled(deps: {
  readonly db: Db;
  readonly announce: (run: VerificationView) => void;
  readonly log: Log;
}): Promise<void> {
  for (const run of await breakSilentVerifications(deps.db, stalledAfterMs)) {
    deps.log.warn({ verification: run.id }, 'verification given up: its worker is dead');
    deps.announce(run);
  }
}
