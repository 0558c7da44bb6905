import { hours } from '@touchline/core/instant';
import type { Db } from '@touchline/store/connect';
import { isVerificationDue, requestVerification } from '@touchline/store/ledger';
import type { Log } from '../log.ts';

const everyMs = hours(24);

export type VerifyDailyDeps = {
  readonly db: Db;
  /** Has a worker do the verification of this id. */
  readonly verify: (verificationId: string) => Promise<void>;
  readonly log: Log;
};

/** Has the ledger verified when nobody did for a day. What an auditor asked for counts; what could not be done does not. */
export async function verifyDaily({ db, verify, log }: VerifyDailyDeps): Promise<void> {
  if (!(await isVerificationDue(db, everyMs))) return;
  const { id, state } = await requestVerification(db, 'the house');
  if (state !== 'waiting') return;
  await verify(id);
  log.info({ verification: id }, 'the ledger is verified, as nobody did for a day');
}
