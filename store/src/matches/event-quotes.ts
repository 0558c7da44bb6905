import type { MatchId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import type { EventQuote, EventQuotePlan } from '@touchline/core/matches';
import { sql } from 'kysely';
import { type Db, type Trx, timestamp } from '../connect.ts';
import { lockMatches, wakeReplicas } from './lock-matches.ts';

/** Replaces the quotes of further markets of an open match. */
export async function saveEventQuotes(
  trx: Trx,
  matchId: MatchId,
  quotes: readonly EventQuote[],
  at: Instant,
): Promise<void> {
  await lockMatches(trx);
  await sql`
    update matches set seq = nextval('match_seq'), updated_at = ${timestamp(at)}::timestamptz,
      event_quotes = jsonb_build_object(
        'version', coalesce((event_quotes->>'version')::int, 0) + 1, 'quotes', ${JSON.stringify(quotes)}::jsonb)
    where id = ${matchId} and status = 'open'`.execute(trx);
  await wakeReplicas(trx);
}

/** Returns the open stakes on matches; a match without bets is missing. */
export async function readOpenStakes(db: Db, ids: readonly MatchId[]): Promise<ReadonlyMap<MatchId, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ match_id: MatchId; staked: number }>`
    select match_id, sum(staked)::float8 as staked from market_exposures
    where match_id = any(${[...ids]}::uuid[]) group by match_id having sum(staked) > 0`.execute(db);
  return new Map(rows.map(({ match_id, staked }) => [match_id, staked]));
}

export async function saveEventPlan(db: Db, provider: string, plan: EventQuotePlan): Promise<void> {
  const row = { event_plan: JSON.stringify(plan) };
  await db
    .insertInto('feed_quota')
    .values({ provider, told_at: timestamp(plan.at), ...row })
    .onConflict((known) => known.column('provider').doUpdateSet(row))
    .execute();
}

/** Returns the latest plan; `undefined` before the first. */
export async function readEventPlan(db: Db): Promise<EventQuotePlan | undefined> {
  const row = await db
    .selectFrom('feed_quota')
    .select('event_plan')
    .where('event_plan', 'is not', null)
    .orderBy('told_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.event_plan ?? undefined;
}
