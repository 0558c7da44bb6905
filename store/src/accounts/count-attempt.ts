import { createHash } from 'node:crypto';
import { type Instant, instant } from '@touchline/core/instant';
import { sql } from 'kysely';
import { type Db, timestamp } from '../connect.ts';

/** So many attempts at one thing in a window that begins with the first of them. */
export type AttemptLimit = { readonly most: number; readonly withinMs: number };
/** `count`: this one included. */
export type Attempt = { readonly isAllowed: boolean; readonly count: number; readonly endsAt: Instant };

/**
 * Counts one more attempt at `what`, for all processes on this database, and says whether it is still within the limit and when
 * the window ends. The count survives a crash. What is attempted is kept as a hash only.
 */
export const countAttempt = (db: Db, what: string, limit: AttemptLimit, now: Instant): Promise<Attempt> =>
  count(db, 'attempts', what, limit, now);

/** The same for requests: cheaper, as no disk is waited for, and forgotten in a crash. */
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
  const kept = sql.table(table);
  const { rows } = await sql<{ count: number; endsAt: Instant }>`
    with swept as (
      delete from ${kept} where key in (
        select key from ${kept} where ends_at <= ${at} and key <> ${keyOf(what)} order by ends_at limit 5
        for update skip locked)
    )
    insert into ${kept} as kept (key, count, since, ends_at)
    values (${keyOf(what)}, 1, ${at}, ${timestamp(instant(now + limit.withinMs))})
    on conflict (key) do update set
      count = case when kept.ends_at <= ${at} then 1 else kept.count + 1 end,
      since = case when kept.ends_at <= ${at} then excluded.since else kept.since end,
      ends_at = case when kept.ends_at <= ${at} then excluded.ends_at else kept.ends_at end
    returning count, ends_at as "endsAt"`.execute(db);
  const [counted] = rows;
  if (!counted) throw new Error('an attempt was not counted');
  return { isAllowed: counted.count <= limit.most, ...counted };
}

/** Forgets the attempts at `what`: it was no guess. */
export async function forgetAttempts(db: Db, what: string): Promise<void> {
  await sql`delete from attempts where key = ${keyOf(what)}`.execute(db);
}

/** Takes back one attempt at `what`; the others stay counted. */
export async function undoAttempt(db: Db, what: string): Promise<void> {
  await sql`update attempts set count = count - 1 where key = ${keyOf(what)} and count > 0`.execute(db);
}

const keyOf = (what: string): Buffer => createHash('sha256').update(what).digest();
