import { hours, type Instant, instant } from '@touchline/core/instant';
import { forgetEndedSessions, forgetSpentTokens } from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';
import { forgetChecks } from '@touchline/store/payments';
import type { Log } from '../log.ts';

/** How long the list of past sessions goes back, and for how long a link is known to have been used. */
const sessionsKeptMs = hours(24 * 90);
const tokensKeptMs = hours(24 * 30);
const checksKeptMs = hours(24);
const mostAtOnce = 5_000;

export type ForgetEndedDeps = { readonly db: Db; readonly log: Log; readonly now: () => Instant };

/** Deletes what has long ended: sessions with their addresses and browsers, and the links of letters. */
export async function forgetEnded({ db, log, now }: ForgetEndedDeps): Promise<void> {
  const before = (ms: number) => ({ before: instant(now() - ms), most: mostAtOnce });
  const sessions = await forgetEndedSessions(db, before(sessionsKeptMs));
  const tokens = await forgetSpentTokens(db, before(tokensKeptMs));
  await forgetChecks(db, before(checksKeptMs));
  if (sessions + tokens > 0) log.info({ sessions, tokens }, 'ended sessions and spent links were deleted');
}
