import type { VerificationView } from '@touchline/core/contract';
import { minutes } from '@touchline/core/instant';
import type { Db } from '@touchline/store/connect';
import { breakSilentVerifications } from '@touchline/store/ledger';
import type { Log } from '../log.ts';

/** Longer than the queue takes to hand the job of a dead worker to another one. */
export const silentForMs = minutes(2);

/** Ends verifications whose worker died and that nobody took up, so that the next one can be asked for. */
export async function giveUpSilent(deps: {
  readonly db: Db;
  readonly announce: (run: VerificationView) => void;
  readonly log: Log;
}): Promise<void> {
  for (const run of await breakSilentVerifications(deps.db, silentForMs)) {
    deps.log.warn({ verification: run.id }, 'a verification was given up: its worker is gone');
    deps.announce(run);
  }
}
