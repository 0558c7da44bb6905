import type { Bet } from '@touchline/core/betting';
import { lineOf } from '@touchline/core/markets';
import type { PoolClient } from 'pg';
import { bigints, integers, smallints, texts, timestamps, uuids } from '../array-parameter.ts';

const insertText = `
  with placed as (
    insert into bets (id, wallet_id, user_id, stake, bonus_stake, system, total_odds, potential_payout, odds_policy, status,
      placed_at, accept_at, acceptance)
    select id, wallet_id, user_id, stake, bonus_stake, system::jsonb, total_odds::numeric, potential_payout, odds_policy, 'pending',
      placed_at, accept_at, case when accept_at is not null then 'pending' end
    from (select unnest($1::uuid[]) as id, unnest($2::uuid[]) as wallet_id, unnest($3::uuid[]) as user_id,
      unnest($4::bigint[]) as stake, unnest($5::text[]) as total_odds, unnest($6::bigint[]) as potential_payout,
      unnest($7::text[]) as odds_policy, unnest($8::timestamptz[]) as placed_at, unnest($23::bigint[]) as bonus_stake,
      unnest($24::timestamptz[]) as accept_at, unnest($25::text[]) as system) b
  )
  insert into bet_legs (bet_id, leg, match_id, market, pick, point, label, odds, odds_seen, market_version, bookmaker,
    quoted_at, home_score, away_score, priced_from, status)
  select bet_id, leg, match_id, market, pick, point::numeric, label, odds::numeric, odds_seen::numeric, market_version,
    bookmaker, quoted_at, home_score, away_score, priced_from::jsonb, 'pending'
  from (select unnest($9::uuid[]) as bet_id, unnest($10::smallint[]) as leg, unnest($11::uuid[]) as match_id,
    unnest($12::text[]) as market, unnest($13::text[]) as pick, unnest($14::text[]) as point, unnest($15::text[]) as label,
    unnest($16::text[]) as odds, unnest($17::text[]) as odds_seen, unnest($18::int[]) as market_version,
    unnest($19::text[]) as bookmaker, unnest($20::timestamptz[]) as quoted_at, unnest($21::int[]) as home_score,
    unnest($22::int[]) as away_score, unnest($26::text[]) as priced_from) l`;

/** Writes bets with their legs. */
export async function insertBets(client: PoolClient, bets: readonly Bet[]): Promise<void> {
  const legs = bets.flatMap((bet) => bet.legs.map((leg, index) => ({ leg, betId: bet.id, number: index + 1 })));
  await client.query({
    name: 'insert-bets',
    text: insertText,
    values: [
      uuids(bets.map((bet) => bet.id)),
      uuids(bets.map((bet) => bet.walletId)),
      uuids(bets.map((bet) => bet.userId)),
      bigints(bets.map((bet) => bet.stake)),
      texts(bets.map((bet) => bet.totalOdds.toFixed())),
      bigints(bets.map((bet) => bet.potentialPayout)),
      texts(bets.map((bet) => bet.oddsPolicy)),
      timestamps(bets.map((bet) => bet.placedAt * 1000)),
      uuids(legs.map(({ betId }) => betId)),
      smallints(legs.map(({ number }) => number)),
      uuids(legs.map(({ leg }) => leg.matchId)),
      texts(legs.map(({ leg }) => leg.outcome.market)),
      texts(legs.map(({ leg }) => leg.outcome.pick)),
      texts(legs.map(({ leg }) => lineOf(leg.outcome)?.toString() ?? null)),
      texts(legs.map(({ leg }) => leg.label)),
      texts(legs.map(({ leg }) => leg.odds.toFixed())),
      texts(legs.map(({ leg }) => leg.oddsSeen.toFixed())),
      integers(legs.map(({ leg }) => leg.marketVersion)),
      texts(legs.map(({ leg }) => leg.bookmaker)),
      timestamps(legs.map(({ leg }) => leg.quotedAt * 1000)),
      integers(legs.map(({ leg }) => leg.score?.home ?? null)),
      integers(legs.map(({ leg }) => leg.score?.away ?? null)),
      bigints(bets.map((bet) => bet.bonusStake)),
      timestamps(bets.map(({ acceptance }) => (acceptance?.state === 'pending' ? acceptance.until * 1000 : null))),
      texts(bets.map(({ system }) => (system ? JSON.stringify(system) : null))),
      texts(legs.map(({ leg }) => (leg.pricedFrom ? JSON.stringify(leg.pricedFrom) : null))),
    ],
  });
}
