import type { Bet } from '@touchline/core/betting';
import type { BetId, MatchId, UserId, WalletId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { marketKeys } from '@touchline/core/markets';
import { sql } from 'kysely';
import type { ClientBase, PoolClient } from 'pg';
import { bigints, integers, texts, timestamps, uuids } from '../array-parameter.ts';
import type { Db } from '../connect.ts';

/** A bet to judge, with its matches. */
export type DueBet = {
  readonly betId: BetId;
  readonly walletId: WalletId;
  readonly userId: UserId;
  readonly matchIds: readonly MatchId[];
};

/** Returns the bets whose delay is over, or on whose matches a goal was scored since placement, oldest first. */
export async function listDueBets(db: Db, now: Instant): Promise<readonly DueBet[]> {
  const { rows } = await sql<DueBet>`
    select b.id as "betId", b.wallet_id as "walletId", b.user_id as "userId",
      array(select l.match_id::text from bet_legs l where l.bet_id = b.id order by l.leg) as "matchIds"
    from bets b where b.acceptance = 'pending' and (b.accept_at <= ${new Date(now)} or exists (
      select from bet_legs l join matches m on m.id = l.match_id
      where l.bet_id = b.id and m.score_changed_at >= b.placed_at))
    order by b.accept_at`.execute(db);
  return rows;
}

// Every version of a quoted market is stored, so no suspension between two polls is missed. A leg on another market depends on all of
// them, and its version is their sum: then the last version recorded before the bet counts too, which was open when the bet was decided
// or was committed just after.
const suspendedText = `
  with sources as materialized (
    select l.bet_id, l.match_id, source.market, case l.market when source.market then l.market_version + 1 else coalesce((
      select n.version from price_changes n
      where n.match_id = l.match_id and n.market = source.market and n.recorded_at <= b.placed_at
      order by n.version desc limit 1), 0) end as first_version
    from bets b join bet_legs l on l.bet_id = b.id
    join unnest($2::text[]) as source (market) on source.market = l.market or l.market <> all($2::text[])
    where b.id = any($1::uuid[]))
  select distinct s.bet_id, s.match_id
  from sources s join price_changes p
    on p.match_id = s.match_id and p.market = s.market and p.version >= s.first_version and p.state <> 'open'`;

/** Returns the legs for which a market that their price comes from was not open at some time since placement. */
export async function suspendedSincePlacing(
  client: ClientBase,
  ids: readonly BetId[],
): Promise<ReadonlyMap<BetId, ReadonlySet<MatchId>>> {
  const { rows } = await client.query<{ bet_id: BetId; match_id: MatchId }>({
    name: 'suspended-since-placing',
    text: suspendedText,
    values: [ids, marketKeys],
  });
  const byBet = Map.groupBy(rows, (row) => row.bet_id);
  return new Map([...byBet].map(([id, legs]) => [id, new Set(legs.map((leg) => leg.match_id))]));
}

const judgeText = `
  with judged as (
    update bets b
    set acceptance = j.acceptance, total_odds = j.total_odds::numeric, potential_payout = j.potential_payout,
      rejection = j.rejection, rejected_match = j.rejected_match, version = b.version + 1,
      status = case j.acceptance when 'rejected' then 'void' else b.status end,
      payout = case j.acceptance when 'rejected' then b.stake end,
      settled_at = case j.acceptance when 'rejected' then j.judged_at end,
      accepted_at = case j.acceptance when 'accepted' then j.judged_at end
    from unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::uuid[], $7::timestamptz[])
      as j (id, acceptance, total_odds, potential_payout, rejection, rejected_match, judged_at)
    where b.id = j.id and b.acceptance = 'pending'
    returning b.id, b.acceptance, j.judged_at
  ), legs as (
    update bet_legs l
    set odds = n.odds::numeric, market_version = n.market_version, bookmaker = n.bookmaker, quoted_at = n.quoted_at,
      priced_from = n.priced_from::jsonb,
      status = case j.acceptance when 'rejected' then 'void' else l.status end,
      graded_at = case j.acceptance when 'rejected' then j.judged_at else l.graded_at end
    from unnest($8::uuid[], $9::uuid[], $10::text[], $11::int[], $12::text[], $13::timestamptz[],
      $14::text[])
      as n (bet_id, match_id, odds, market_version, bookmaker, quoted_at, priced_from)
    join judged j on j.id = n.bet_id
    where l.bet_id = n.bet_id and l.match_id = n.match_id
  )
  select id from judged`;

/** Writes accepted and rejected bets. Throws if one was decided already, which its wallet's lock should prevent. */
export async function updateJudgedBets(
  client: PoolClient,
  judged: readonly { readonly bet: Bet; readonly at: Instant }[],
): Promise<void> {
  const bets = judged.map(({ bet }) => bet);
  const legs = bets.flatMap((bet) => bet.legs.map((leg) => ({ leg, betId: bet.id })));
  const rejections = bets.map(({ acceptance }) => (acceptance?.state === 'rejected' ? acceptance : undefined));
  const { rowCount } = await client.query({
    name: 'judge-bets',
    text: judgeText,
    values: [
      uuids(bets.map((bet) => bet.id)),
      texts(bets.map((bet) => bet.acceptance?.state ?? null)),
      texts(bets.map((bet) => bet.totalOdds.toFixed())),
      bigints(bets.map((bet) => bet.potentialPayout)),
      texts(rejections.map((rejection) => rejection?.code ?? null)),
      uuids(rejections.map((rejection) => rejection?.matchId ?? null)),
      timestamps(judged.map(({ at }) => at * 1000)),
      uuids(legs.map(({ betId }) => betId)),
      uuids(legs.map(({ leg }) => leg.matchId)),
      texts(legs.map(({ leg }) => leg.odds.toFixed())),
      integers(legs.map(({ leg }) => leg.marketVersion)),
      texts(legs.map(({ leg }) => leg.bookmaker)),
      timestamps(legs.map(({ leg }) => leg.quotedAt * 1000)),
      texts(legs.map(({ leg }) => (leg.pricedFrom ? JSON.stringify(leg.pricedFrom) : null))),
    ],
  });
  if (rowCount !== bets.length) throw new Error(`${bets.length} bets to judge, ${rowCount} awaited acceptance`);
}
