import type { Instant } from '@touchline/core/instant';
import { sql } from 'kysely';
import type { Db } from '../connect.ts';

/** `probe`: the breaker is half open, and this call decides whether it closes. */
export type GateEntry =
  | { readonly kind: 'pass' | 'probe' }
  | { readonly kind: 'open'; readonly until: Instant }
  | { readonly kind: 'budget-used' };

/** After this long without a result, another probe is allowed. */
const probeLease = sql`interval '15 seconds'`;

/** Counts a call of a provider, across all processes, unless its breaker is open or `most` calls were made this minute. */
export async function enterGate(db: Db, provider: string, most: number): Promise<GateEntry> {
  const { rows } = await sql<{ isProbe: boolean }>`
    insert into provider_gates as g (provider, minute_at, calls)
    values (${provider}, date_trunc('minute', clock_timestamp()), 1)
    on conflict (provider) do update set
      calls = case when g.minute_at = excluded.minute_at then g.calls + 1 else 1 end,
      minute_at = excluded.minute_at,
      open_until = case when g.open_until is null then null else clock_timestamp() + ${probeLease} end
    where (g.open_until is null or g.open_until <= clock_timestamp())
      and (g.minute_at <> excluded.minute_at or g.calls < ${most})
    returning open_until is not null as "isProbe"`.execute(db);
  const [entered] = rows;
  if (entered) return { kind: entered.isProbe ? 'probe' : 'pass' };
  const until = await openUntil(db, provider);
  return until === null ? { kind: 'budget-used' } : { kind: 'open', until };
}

/** Records an answer. It closes an open breaker only if it answers a probe. */
export async function noteAnswer(db: Db, provider: string, isProbe: boolean): Promise<void> {
  await sql`
    update provider_gates set failures = 0, openings = 0, open_until = null, problem = null
    where provider = ${provider} and (failures > 0 or open_until is not null)
      and (${isProbe} or open_until is null)`.execute(db);
}

/** Consecutive failures that open the breaker. */
const failuresToOpen = 5;

/** Records a missing answer. Opens the breaker after five in a row, or at once; returns whether this one opened it. */
export async function noteFailure(
  db: Db,
  provider: string,
  {
    isProbe,
    opensAtOnce,
    problem,
  }: { readonly isProbe: boolean; readonly opensAtOnce: boolean; readonly problem: string },
): Promise<boolean> {
  const atOnce = isProbe || opensAtOnce;
  const { rows } = await sql<{ opened: boolean }>`
    update provider_gates g set
      failures = g.failures + 1,
      problem = ${problem},
      openings = case when ${atOnce} or g.failures + 1 >= ${failuresToOpen} then least(g.openings + 1, 5) else g.openings end,
      open_until = case when ${atOnce} or g.failures + 1 >= ${failuresToOpen}
        then clock_timestamp() + least(interval '15 seconds' * 2 ^ g.openings, interval '5 minutes') end
    where provider = ${provider} and (${isProbe} or open_until is null)
    returning open_until is not null as opened`.execute(db);
  return rows[0]?.opened ?? false;
}

/** Returns until when the breaker is open; if that has passed, the next call is a probe. */
export async function openUntil(db: Db, provider: string): Promise<Instant | null> {
  const row = await db
    .selectFrom('provider_gates')
    .select('open_until')
    .where('provider', '=', provider)
    .executeTakeFirst();
  return row?.open_until ?? null;
}
