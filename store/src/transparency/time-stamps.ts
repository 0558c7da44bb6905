import type { ClientBase, Pool } from 'pg';

type Queries = Pick<ClientBase | Pool, 'query'>;

/** What a time-stamping authority signed about a checkpoint. `stampedAt`: its time, in milliseconds since 1970. */
export type TimeStamp = { readonly size: number; readonly authority: string; readonly stampedAt: number };

/** `problem`: why the authority gave no time stamp, and `awaySince` when that began, in milliseconds since 1970. */
export type TimeStamping = {
  readonly newest: TimeStamp | null;
  readonly awaySince: number | null;
  readonly problem: string | null;
};

/** Stores an authority's answer (DER). */
export async function saveTimeStamp(
  client: Queries,
  { size, authority, stampedAt, reply }: TimeStamp & { readonly reply: Buffer },
): Promise<void> {
  await client.query(
    `with saved as (
       insert into log_time_stamps (size, reply, authority, stamped_at) values ($1, $2, $3, to_timestamp($4))
       on conflict do nothing)
     insert into log_time_stamping default values
     on conflict (is_only) do update set away_since = null, problem = null`,
    [size, reply, authority, stampedAt / 1_000],
  );
}

/** Stores since when and why an authority gives no time stamps. */
export async function saveTimeStampProblem(client: Queries, problem: string): Promise<void> {
  await client.query(
    `insert into log_time_stamping (away_since, problem) values (clock_timestamp(), $1)
     on conflict (is_only) do update set
       away_since = coalesce(log_time_stamping.away_since, excluded.away_since), problem = excluded.problem`,
    [problem],
  );
}

/** No authority is asked any more: none can be away. */
export const forgetTimeStamping = (client: Queries): Promise<unknown> =>
  client.query('update log_time_stamping set away_since = null, problem = null where away_since is not null');

/** `undefined` if no authority was ever asked. */
export async function readTimeStamping(client: Queries): Promise<TimeStamping | undefined> {
  const { rows } = await client.query<
    Omit<TimeStamping, 'newest'> & { size: number | null; authority: string | null; stampedAt: number | null }
  >(
    `select extract(epoch from s.away_since)::float8 * 1000 as "awaySince", s.problem,
       t.size, t.authority, extract(epoch from t.stamped_at)::float8 * 1000 as "stampedAt"
     from log_time_stamping s
     left join lateral (select * from log_time_stamps order by size desc limit 1) t on true`,
  );
  const [row] = rows;
  if (!row) return undefined;
  const { awaySince, problem, size, authority, stampedAt } = row;
  const newest =
    size === null || authority === null || stampedAt === null ? null : { size: Number(size), authority, stampedAt };
  return { newest, awaySince, problem };
}

/** Returns the authority's answer (DER) about the checkpoint of this size. */
export async function readTimeStamp(client: Queries, size: number): Promise<Buffer | undefined> {
  const { rows } = await client.query<{ reply: Buffer }>('select reply from log_time_stamps where size = $1', [size]);
  return rows[0]?.reply;
}

/** Returns the answers (DER) about checkpoints of these sizes, by size. */
export async function readTimeStamps(client: Queries, sizes: readonly number[]): Promise<ReadonlyMap<number, Buffer>> {
  const { rows } = await client.query<{ size: number; reply: Buffer }>(
    'select size, reply from log_time_stamps where size = any($1::bigint[])',
    [sizes],
  );
  return new Map(rows.map(({ size, reply }) => [Number(size), reply]));
}
