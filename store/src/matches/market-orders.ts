import type { MatchId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import type { MarketKey } from '@touchline/core/markets';
import { lastSeenAt, type MarketState, mapMarkets, orderedMarket } from '@touchline/core/matches';
import { type Db, type Trx, timestamp } from '../connect.ts';
import { lockMatches, wakeReplicas } from './lock-matches.ts';
import { recordFromRow } from './match-record.ts';
import { isUnderReview } from './match-reviews.ts';
import { writeMatches } from './write-matches.ts';

/** An admin's order for a market, with its reason. */
export type MarketOrder = {
  readonly matchId: MatchId;
  readonly market: MarketKey;
  readonly status: MarketState;
  /** `user:<id>` of an admin. */
  readonly actor: string;
  readonly reason: string;
  readonly orderedAt: Instant;
};

export type OrderOutcome = 'done' | 'match-unknown' | 'match-over' | 'market-unknown';

/** Suspends or closes a market. The provider's prices are still stored; only `openMarket` opens it again. */
export const suspendMarket = (
  trx: Trx,
  order: Omit<MarketOrder, 'status'> & { readonly status: 'suspended' | 'closed' },
): Promise<OrderOutcome> => follow(trx, order, order.status);

/**
 * Revokes an order and opens the market, also after a price jump. A market that the provider does not quote stays suspended until
 * it does, and one of a match under review until that is decided.
 */
export const openMarket = (trx: Trx, order: Omit<MarketOrder, 'status'>): Promise<OrderOutcome> =>
  follow(trx, { ...order, status: 'open' }, undefined);

/** Returns the last order for each market of a match. */
export const readMarketOrders = (db: Db, matchId: MatchId): Promise<readonly MarketOrder[]> =>
  db
    .selectFrom('market_orders')
    .select(['match_id as matchId', 'market', 'status', 'actor', 'reason', 'ordered_at as orderedAt'])
    .where('match_id', '=', matchId)
    .orderBy('market')
    .execute();

async function follow(trx: Trx, order: MarketOrder, hold: 'suspended' | 'closed' | undefined): Promise<OrderOutcome> {
  await lockMatches(trx);
  const row = await trx
    .selectFrom('matches')
    .selectAll()
    .select(isUnderReview.as('is_under_review'))
    .where('id', '=', order.matchId)
    .executeTakeFirst();
  if (!row) return 'match-unknown';
  const { match, provider, providerEventId: eventId } = recordFromRow(row);
  if (match.status !== 'open') return 'match-over';
  if (match.markets[order.market] === null) return 'market-unknown';
  const isBeforeGoal =
    match.scoreChangedAt !== undefined && (lastSeenAt(match, order.market) ?? 0) <= match.scoreChangedAt;
  const why = row.is_under_review ? 'under-review' : isBeforeGoal ? 'score-changed' : undefined;
  const markets = mapMarkets(match.markets, (market, key) =>
    key === order.market ? orderedMarket(market, hold, why) : market,
  );
  await save(trx, order);
  const change = { known: match, eventId, match: { ...match, markets } };
  await writeMatches(trx, { leagueKey: match.leagueKey, provider }, [change], order.orderedAt);
  await wakeReplicas(trx);
  return 'done';
}

const save = (trx: Trx, { matchId, market, orderedAt, ...order }: MarketOrder): Promise<unknown> => {
  const row = { ...order, ordered_at: timestamp(orderedAt) };
  return trx
    .insertInto('market_orders')
    .values({ match_id: matchId, market, ...row })
    .onConflict((known) => known.columns(['match_id', 'market']).doUpdateSet(row))
    .execute();
};
