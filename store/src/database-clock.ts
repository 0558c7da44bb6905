import { type Instant, instant } from '@touchline/core/instant';
import type { Pool } from 'pg';

export type DatabaseClock = { readonly now: () => Instant; readonly close: () => void };

export type DatabaseClockOptions = {
  readonly onError: (error: unknown) => void;
  readonly everyMs?: number;
  /** In milliseconds since 1970; by default this machine's clock at the start of the process, and the time since. */
  readonly ownClock?: (() => number) | undefined;
};

/**
 * Returns a clock that agrees with the database's, so that a process on a machine whose clock is wrong neither confirms prices for
 * longer nor finds others' confirmations too old. It is right to within half a round trip, and stays this machine's clock as long as
 * that may be right.
 */
export async function followDatabaseClock(
  pool: Pick<Pool, 'query'>,
  { onError, everyMs = 2_000, ownClock = uptimeClock }: DatabaseClockOptions,
): Promise<DatabaseClock> {
  let leadMs = 0;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const compare = async (): Promise<void> => {
    const asked = ownClock();
    const { rows } = await pool.query<{ at: number }>("select date_part('epoch', clock_timestamp()) * 1000 as at");
    const answered = ownClock();
    const at = rows[0]?.at;
    // The database read its clock between the two.
    if (at !== undefined && answered >= asked) leadMs = Math.min(Math.max(leadMs, at - answered), at - asked);
  };
  const follow = async (): Promise<void> => {
    await compare().catch(onError);
    if (!isClosed) timer = setTimeout(follow, everyMs).unref();
  };
  await follow();
  return {
    now: () => instant(ownClock() + leadMs),
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

/** Unaffected by changes to the machine's clock. */
const uptimeClock = (): number => performance.timeOrigin + performance.now();
