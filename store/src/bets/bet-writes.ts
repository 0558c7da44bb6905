import type { Bet } from '@touchline/core/betting';
import type { PoolClient } from 'pg';
import { bigints, integers, smallints, texts, timestamps, uuids } from '../array-parameter.ts';

const insertText = `
  with placed as (
    insert into bets (id, wallet_id, user_id, stake, bonus_stake, total_odds, potential_payout, odds_policy, status,
      placed_at, accept_at, acceptance)
    select id, wallet_id, user_id, stake, bonus_stake, total_odds::numeric, potential_payout, odds_policy, 'pending',
      to_timestamp($8::float8 / 1000), accept_at, case when accept_at is not null then 'pending' end
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bigint[], $5::text[], $6::bigint[], $7::text[], $23::bigint[],
      $24::timestamptz[])
      as b (id, wallet_id, user_id, stake, total_odds, potential_payout, odds_policy, bonus_stake, accept_at)
  )
  insert into bet_legs (bet_id, leg, match_id, market, pick, point, label, odds, odds_seen, market_version, bookmaker,
    quoted_at, home_score, away_score, status)
  select bet_id, leg, match_id, market, pick, point::numeric, label, odds::numeric, odds_seen::numeric, market_version,
    bookmaker, quoted_at, home_score, away_score, 'pending'
  from unnest($9::uuid[], $10::smallint[], $11::uuid[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[],
    $17::text[], $18::int[], $19::text[], $20::timestamptz[], $21::int[], $22::int[])
    as l (bet_id, leg, match_id, market, pick, point, label, odds, odds_seen, market_version, bookmaker, quoted_at,
      home_score, away_score)`;

/** Writes bets with their legs, those that are held with the time of their judgement; all were placed at the same moment, the group's. */
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
      bets[0]?.placedAt,
      uuids(legs.map(({ betId }) => betId)),
      smallints(legs.map(({ number }) => number)),
      uuids(legs.map(({ leg }) => leg.matchId)),
      texts(legs.map(({ leg }) => leg.outcome.market)),
      texts(legs.map(({ leg }) => leg.outcome.pick)),
      texts(legs.map(({ leg }) => (leg.outcome.market === 'totals' ? String(leg.outcome.point) : null))),
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
    ],
  });
}
