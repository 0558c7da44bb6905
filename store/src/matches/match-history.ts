import type { MatchId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import type { MarketState, Score } from '@touchline/core/matches';
import type { Decimal } from '@touchline/core/money';
import { sql } from 'kysely';
import type { Db } from '../connect.ts';
import { listRulings, type Ruling } from '../settlement/rulings.ts';
import { type MatchRecord, recordFromRow } from './match-record.ts';

/** Prices of a market from one moment on: home, draw and away, or over and under of the line `point`. */
export type PastPrice = {
  readonly at: Instant;
  readonly state: MarketState;
  readonly point: number | null;
  readonly prices: readonly number[];
  /** What stood before it; `null` for the first of a market. */
  readonly before: {
    readonly state: MarketState;
    readonly point: number | null;
    readonly prices: readonly number[];
  } | null;
};
/** The score and the kick-off from one moment on. */
type PastState = { readonly at: Instant; readonly kickoffAt: Instant; readonly score: Score | null };

export type StoredHistory = {
  readonly record: MatchRecord;
  readonly gradedAt: Instant | null;
  readonly h2h: readonly PastPrice[];
  readonly totals: readonly PastPrice[];
  /** How many prices there were, of both markets. */
  readonly changes: number;
  readonly states: readonly PastState[];
  readonly rulings: readonly Ruling[];
};

/** All prices in order make this many pieces; of each the first, last, lowest and highest are kept. In play there are most. */
const pieces = 60;
/** So many prices of a market are all kept. */
const few = 300;
/** The newest moments at which a market opened, closed, moved its line or jumped are kept whatever the piece they are in. */
const mostTurns = 80;
const mostStates = 200;
/** A smaller step of every price is no jump of a market (`isPriceJump`), with or without the margin. */
const jumpsBegin = 1.09;

/** One match with how it came to be what it is; `undefined` when there is none. Bounded, however many prices there were. */
export async function readHistory(db: Db, matchId: MatchId): Promise<StoredHistory | undefined> {
  const [row, h2h, totals, states, rulings] = await Promise.all([
    db.selectFrom('matches').selectAll().where('id', '=', matchId).executeTakeFirst(),
    pastPrices(db, matchId, 'h2h'),
    pastPrices(db, matchId, 'totals'),
    pastStates(db, matchId),
    listRulings(db, matchId),
  ]);
  if (!row) return undefined;
  const changes = (h2h[0]?.version_count ?? 0) + (totals[0]?.version_count ?? 0);
  return {
    record: recordFromRow(row),
    gradedAt: row.graded_at,
    h2h: h2h.map(priceFrom),
    totals: totals.map(priceFrom),
    changes,
    states,
    rulings,
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
 * The prices that a drawing needs, the oldest first. Every price is looked at; how many are given does not grow with them. Where
 * a price is lowest and highest is found by numbers that begin with the price and end with its version.
 */
async function pastPrices(db: Db, matchId: MatchId, market: 'h2h' | 'totals'): Promise<readonly PriceRow[]> {
  const [a, b] = market === 'h2h' ? ['home', 'draw'] : ['over', 'under'];
  const { rows } = await sql<PriceRow>`
    with known as materialized (
      select version, state, point, (prices ->> ${a}::text)::float8 as a,
        (prices ->> ${b}::text)::float8 as b, (prices ->> 'away')::float8 as c
      from price_changes where match_id = ${matchId} and market = ${market}
    ), span as (
      select count(*) as version_count, min(version) as first, max(version) as last from known
    ), placed as (
      select version, (a * 1000)::bigint << 32 | version as a, (b * 1000)::bigint << 32 | version as b,
        (c * 1000)::bigint << 32 | version as c,
        case when version_count <= ${few}::int then version else (version - first)::bigint * ${pieces}::int / (last - first + 1) end as piece
      from known, span
    ), extremes as (
      select array[min(version), max(version), min(a), max(a), min(b), max(b), min(c), max(c)] as versions
      from placed group by piece
    ), beside as (
      select version, state is distinct from lag(state) over w or point is distinct from lag(point) over w
        or greatest(a / lag(a) over w, lag(a) over w / a, b / lag(b) over w, lag(b) over w / b, c / lag(c) over w,
          lag(c) over w / c) > ${jumpsBegin}::float8 as is_turn
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

const priceFrom = (row: PriceRow): PastPrice => ({
  at: row.at,
  state: row.state,
  point: row.point?.toNumber() ?? null,
  prices: pricesOf(row.prices),
  before:
    row.state_before === null || row.prices_before === null
      ? null
      : {
          state: row.state_before,
          point: row.point_before?.toNumber() ?? null,
          prices: pricesOf(row.prices_before),
        },
});

const outcomes = ['home', 'draw', 'away', 'over', 'under'];
const pricesOf = (prices: Prices): readonly number[] =>
  outcomes.flatMap((outcome) => (prices[outcome] === undefined ? [] : [Number(prices[outcome])]));

async function pastStates(db: Db, matchId: MatchId): Promise<readonly PastState[]> {
  const changes = db.selectFrom('match_changes').selectAll().where('match_id', '=', matchId);
  const rows = await changes.orderBy('id', 'desc').limit(mostStates).execute();
  return rows.reverse().map(({ changed_at: at, kickoff_at: kickoffAt, home_score: home, away_score: away }) => ({
    at,
    kickoffAt,
    score: home === null || away === null ? null : { home, away },
  }));
}
