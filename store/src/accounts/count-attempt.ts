import { createHash } from 'node:crypto';
import { type Instant, instant } from '@touchline/core/instant';
import { sql } from 'kysely';
import { type Db, timestamp } from '../connect.ts';

/** How many attempts are allowed within a window that starts with the first. */
export type AttemptLimit = { readonly most: number; readonly withinMs: number };
/** `count` includes this attempt. */
export type Attempt = { readonly isAllowed: boolean; readonly count: number; readonly endsAt: Instant };

/**
 * Counts an attempt at `what`, for all processes on this database, and returns whether it is within the limit and when the window
 * ends. The count survives a crash. `what` is stored as a hash only.
 */
export const countAttempt = (db: Db, what: string, limit: AttemptLimit, now: Instant): Promise<Attempt> =>
  count(db, 'attempts', what, limit, now);

/** The same for requests: cheaper, because it does not wait for the disk and is lost in a crash. */
export const countRequest = (db: Db, what: string, withinMs: number, now: Instant): Promise<Attempt> =>
  count(db, 'tries', what, { most: 0, withinMs }, now);

async function count(
  db: Db,
  table: 'attempts' | 'tries',
  what: string,
  limit: AttemptLimit,
  now: Instant,
): Promise<Attempt> {
  const at = timestamp(now);
  const counted = sql.table(table);
  const { rows } = await sql<{ count: number; endsAt: Instant }>`
    with swept as (
      delete from ${counted} where key in (
        select key from ${counted} where ends_at <= ${at} and key <> ${keyOf(what)} order by ends_at limit 5
        for update skip locked)
    )
    insert into ${counted} as counted (key, count, since, ends_at)
    values (${keyOf(what)}, 1, ${at}, ${timestamp(instant(now + limit.withinMs))})
    on conflict (key) do update set
      count = case when counted.ends_at <= ${at} then 1 else counted.count + 1 end,
      since = case when counted.ends_at <= ${at} then excluded.since else counted.since end,
      ends_at = case when counted.ends_at <= ${at} then excluded.ends_at else counted.ends_at end
    returning count, ends_at as "endsAt"`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('an attempt was not counted');
  return { isAllowed: row.count <= limit.most, ...row };
}

/** Resets the attempts at `what` after a success. */
export async function forgetAttempts(db: Db, what: string): Promise<void> {
  await sql`delete from attempts where key = ${keyOf(what)}`.execute(db);
}

/** Subtracts one attempt at `what`. */
export async function undoAttempt(db: Db, what: string): Promise<void> {
  await sql`update attempts set count = count - 1 where key = ${keyOf(what)} and count > 0`.execute(db);
}

const keyOf = (what: string): Buffer => createHash('sha256').update(what).digest();
