import { hours, type Instant, minutes } from '@touchline/core/instant';
import { ok, type Result, refused } from '@touchline/core/result';
import { type AttemptLimit, countAttempt, forgetAttempts, undoAttempt } from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';

export type TooManyTries = { readonly code: 'too-many-tries'; readonly retryAt: Instant };

const soon: AttemptLimit = { most: 10, withinMs: minutes(15) };
const daily: AttemptLimit = { most: 50, withinMs: hours(24) };

/** Counts an attempt to prove who one is within a session. The answer, when there is one, takes it back: it was right. */
export async function countProof(
  db: Db,
  what: string,
  now: Instant,
): Promise<Result<() => Promise<void>, TooManyTries>> {
  const ofDay = `day ${what}`;
  for (const [counter, limit] of [
    [what, soon],
    [ofDay, daily],
  ] as const) {
    const counted = await countAttempt(db, counter, limit, now);
    if (!counted.isAllowed) return refused({ code: 'too-many-tries', retryAt: counted.endsAt });
  }
  return ok(async () => {
    await Promise.all([forgetAttempts(db, what), undoAttempt(db, ofDay)]);
  });
}
