import { createHash } from 'node:crypto';
import { type Instant, instant } from '@touchline/core/instant';
import { sql } from 'kysely';
import { type Db, timestamp } from '../connect.ts';

/** So many tries of one thing in a window that begins with the first of them. */
export type TryLimit = { readonly most: number; readonly withinMs: number };
/** `count`: this one included. */
export type Try = { readonly isAllowed: boolean; readonly count: number; readonly endsAt: Instant };

/**
 * Counts one more try of `what`, for all processes on this database, and says whether it is still within the limit and when the
 * window ends. What is tried is kept as a hash only.
 */
export async function countTry(db: Db, what: string, limit: TryLimit, now: Instant): Promise<Try> {
  const at = timestamp(now);
  const { rows } = await sql<{ count: number; endsAt: Instant }>`
    with swept as (
      delete from tries where key in (
        select key from tries where ends_at <= ${at} and key <> ${keyOf(what)} order by ends_at limit 5
        for update skip locked)
    )
    insert into tries (key, count, since, ends_at)
    values (${keyOf(what)}, 1, ${at}, ${timestamp(instant(now + limit.withinMs))})
    on conflict (key) do update set
      count = case when tries.ends_at <= ${at} then 1 else tries.count + 1 end,
      since = case when tries.ends_at <= ${at} then excluded.since else tries.since end,
      ends_at = case when tries.ends_at <= ${at} then excluded.ends_at else tries.ends_at end
    returning count, ends_at as "endsAt"`.execute(db);
  const [counted] = rows;
  if (!counted) throw new Error('a try was not counted');
  return { isAllowed: counted.count <= limit.most, ...counted };
}

/** Forgets the tries of `what`: it was no guess. */
export async function forgetTries(db: Db, what: string): Promise<void> {
  await sql`delete from tries where key = ${keyOf(what)}`.execute(db);
}

/** Takes back one try of `what`; those of others stay counted. */
export async function takeBackTry(db: Db, what: string): Promise<void> {
  await sql`update tries set count = count - 1 where key = ${keyOf(what)} and count > 0`.execute(db);
}

const keyOf = (what: string): Buffer => createHash('sha256').update(what).digest();
