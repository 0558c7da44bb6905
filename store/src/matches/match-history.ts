import type { MatchId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { type MarketKey, marketKeys, type PerMarket, perMarket, picksOf, type Score } from '@touchline/core/markets';
import type { MarketState } from '@touchline/core/matches';
import type { Decimal } from '@touchline/core/money';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../connect.ts';

import { type MatchRecord, recordFromRow } from './match-record.ts';

/** The prices of a market from one moment on, in the order of its selections, with the goal line `point` if it has one. */
export type PastPrice = {
  readonly at: Instant;
  readonly state: MarketState;
  readonly point: number | null;
  readonly prices: readonly number[];
  /** The previous state; `null` for a market's first price. */
  readonly before: {
    readonly state: MarketState;
    readonly point: number | null;
    readonly prices: readonly number[];
  } | null;
};
/** Score and kick-off from one moment on. */
type PastState = { readonly at: Instant; readonly kickoffAt: Instant; readonly score: Score | null };

export type StoredHistory = {
  readonly record: MatchRecord;
  readonly gradedAt: Instant | null;
  readonly prices: PerMarket<readonly PastPrice[]>;
  /** The number of prices of all markets. */
  readonly changes: number;
  readonly states: readonly PastState[];
};

/**
 * Prices are divided into this many sections, of which the first, last, lowest and highest are returned. Most changes happen in
 * play.
 */
const pieces = 60;
/** Up to so many prices of a market are all returned. */
const few = 300;
/**
 * So many of the latest moments at which a market opened, closed, moved its goal line or jumped are returned, whatever their section.
 */
const mostTurns = 80;
const mostStates = 200;
/** Smaller steps are never a price jump (`isPriceJump`), with or without the margin. */
const jumpsBegin = 1.09;

/** Returns a match and its history, bounded in size however many prices there were. */
export async function readHistory(db: Db, matchId: MatchId): Promise<StoredHistory | undefined> {
  const [row, prices, states] = await Promise.all([
    db.selectFrom('matches').selectAll().where('id', '=', matchId).executeTakeFirst(),
    Promise.all(marketKeys.map((key) => pastPrices(db, matchId, key))),
    pastStates(db, matchId),
  ]);
  if (!row) return undefined;
  return {
    record: recordFromRow(row),
    gradedAt: row.graded_at,
    prices: perMarket((key) => (prices[marketKeys.indexOf(key)] ?? []).map((price) => priceFrom(key, price))),
    changes: prices.reduce((count, [first]) => count + (first?.version_count ?? 0), 0),
    states,
  };
}

type Prices = Readonly<Record<string, string>>;
type PriceRow = {
  readonly version_count: number;
  readonly at: Instant;
  readonly state: MarketState;
  readonly point: Decimal | null;
  readonly prices: Prices;
  readonly state_before: MarketState | null;
  readonly point_before: Decimal | null;
  readonly prices_before: Prices | null;
};

/**
 * Returns the prices for a chart, oldest first. It reads every price, but the number returned does not grow. Lowest and highest
 * prices are found by numbers whose high bits are the price and whose low bits are the version.
 */
async function pastPrices(db: Db, matchId: MatchId, market: MarketKey): Promise<readonly PriceRow[]> {
  const picks = picksOf(market).map((pick, at) => ({ pick, price: sql.ref(`p${at}`) }));
  const perPick = (text: (one: (typeof picks)[number]) => RawBuilder<unknown>) => sql.join(picks.map(text));
  const { rows } = await sql<PriceRow>`
    with known as materialized (
      select version, state, point, ${perPick(({ pick, price }) => sql`(prices ->> ${pick}::text)::float8 as ${price}`)}
      from price_changes where match_id = ${matchId} and market = ${market}
    ), span as (
      select count(*) as version_count, min(version) as first, max(version) as last from known
    ), placed as (
      select version, ${perPick(({ price }) => sql`(${price} * 1000)::bigint << 32 | version as ${price}`)},
        case when version_count <= ${few}::int then version else (version - first)::bigint * ${pieces}::int / (last - first + 1) end as piece
      from known, span
    ), extremes as (
      select array[min(version), max(version), ${perPick(({ price }) => sql`min(${price}), max(${price})`)}] as versions
      from placed group by piece
    ), beside as (
      select version, state is distinct from lag(state) over w or point is distinct from lag(point) over w
        or greatest(${perPick(({ price }) => sql`${price} / lag(${price}) over w, lag(${price}) over w / ${price}`)})
          > ${jumpsBegin}::float8 as is_turn
      from known window w as (order by version)
    ), turns as (
      select version from beside where is_turn order by version desc limit ${mostTurns}::int
    ), kept as (
      select unnest(versions) & 4294967295 as version from extremes union select version from turns
    )
    select version_count, now.recorded_at as at, now.state, now.point, now.prices, before.state as state_before,
      before.point as point_before, before.prices as prices_before
    from kept cross join span
    join price_changes as now on now.match_id = ${matchId} and now.market = ${market} and now.version = kept.version::int
    left join lateral (
      select state, point, prices from price_changes as older
      where older.match_id = now.match_id and older.market = now.market and older.version < now.version
      order by older.version desc limit 1
    ) as before on true
    order by now.version`.execute(db);
  return rows;
}

const priceFrom = (key: MarketKey, row: PriceRow): PastPrice => ({
  at: row.at,
  state: row.state,
  point: row.point?.toNumber() ?? null,
  prices: pricesOf(key, row.prices),
  before:
    row.state_before === null || row.prices_before === null
      ? null
      : {
          state: row.state_before,
          point: row.point_before?.toNumber() ?? null,
          prices: pricesOf(key, row.prices_before),
        },
});

const pricesOf = (key: MarketKey, prices: Prices): readonly number[] =>
  picksOf(key).map((pick) => Number(prices[pick]));

export type PastScore = { readonly at: Instant; readonly score: Score };

/** Returns the score of each match after every change, oldest first; not a first 0-0. */
export async function readScores(
  db: Db,
  matchIds: readonly MatchId[],
): Promise<ReadonlyMap<MatchId, readonly PastScore[]>> {
  const { rows } = await sql<{ matchId: MatchId; at: Instant; home: number; away: number }>`
    select match_id as "matchId", changed_at as at, home_score as home, away_score as away from (
      select *, coalesce(lag(home_score) over w, 0) as home_before, coalesce(lag(away_score) over w, 0) as away_before
      from match_changes where match_id = any(${matchIds}::uuid[]) and home_score is not null
      window w as (partition by match_id order by id)
    ) changes where home_score <> home_before or away_score <> away_before order by id`.execute(db);
  const scores = Map.groupBy(rows, ({ matchId }) => matchId);
  return new Map(
    [...scores].map(([id, changes]) => [id, changes.map(({ at, home, away }) => ({ at, score: { home, away } }))]),
  );
}

async function pastStates(db: Db, matchId: MatchId): Promise<readonly PastState[]> {
  const changes = db.selectFrom('match_changes').selectAll().where('match_id', '=', matchId);
  const rows = await changes.orderBy('id', 'desc').limit(mostStates).execute();
  return rows.reverse().map(({ changed_at: at, kickoff_at: kickoffAt, home_score: home, away_score: away }) => ({
    at,
    kickoffAt,
    score: home === null || away === null ? null : { home, away },
  }));
}
