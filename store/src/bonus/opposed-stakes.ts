import type { BetId, MatchId, UserId } from '@touchline/core/ids';
import type { Cents } from '@touchline/core/money';
import { applyDecision, type MatchDecision } from '@touchline/core/settlement';
import type { ClientBase } from 'pg';
import { uuids } from '../array-parameter.ts';
import { gradableBets } from '../bets/gradable-bets.ts';

// Only bets that were open at the same time oppose each other. A bet on a derived market may cover any other market of its match.
const openTogether = `
  with settled as materialized (
    select b.id, b.user_id, b.placed_at, coalesce(b.settled_at, 'infinity') as settled_at, l.match_id, l.market, l.pick, l.market not in ('h2h', 'totals') as is_derived
    from bets b join bet_legs l on l.bet_id = b.id
    where b.id = any($1::uuid[])
  ), others as materialized (
    select b.id, b.user_id, b.stake, b.placed_at, coalesce(b.settled_at, 'infinity') as settled_at, l.match_id, l.market, l.pick, l.market not in ('h2h', 'totals') as is_derived
    from bets b join bet_legs l on l.bet_id = b.id
    where b.user_id = any($2::uuid[]) and b.acceptance is distinct from 'rejected' and b.id <> all($3::uuid[])
      and b.placed_at < (select max(settled_at) from settled)
      and (b.status = 'pending' or b.settled_at > (select min(placed_at) from settled))
      and l.match_id in (select match_id from settled)
  )`;
const othersText = `${openTogether} select distinct id from others`;
const opposedText = `${openTogether}
  select id, sum(stake)::bigint as staked
  from (
    select distinct s.id, o.id as other, o.stake
    from settled s join others o on o.user_id = s.user_id and o.match_id = s.match_id
      and (o.market = s.market and o.pick <> s.pick or o.market <> s.market and (o.is_derived or s.is_derived))
      and o.id <> s.id and o.placed_at < s.settled_at and s.placed_at < o.settled_at
  ) opposing
  group by id`;
/** Bets that are read and graded at once: a bettor may have thousands on one match. */
const slice = 500;

/**
 * Returns what the bettors of `bets` staked on other outcomes of the same markets, or on markets that overlap them, in singles and
 * accumulators. A bet that the decision about the match makes void does not oppose, whether or not it is settled by it already.
 */
export async function readOpposedStakes(
  client: ClientBase,
  bets: readonly { readonly id: BetId; readonly userId: UserId }[],
  { matchId, decision }: { readonly matchId: MatchId; readonly decision: MatchDecision },
): Promise<ReadonlyMap<BetId, Cents>> {
  if (bets.length === 0) return new Map();
  const ids = uuids(bets.map(({ id }) => id));
  const users = uuids([...new Set(bets.map(({ userId }) => userId))]);
  const others = await client.query<{ id: BetId }>({
    name: 'others-open-together',
    text: othersText,
    values: [ids, users, uuids([])],
  });
  const refunded: BetId[] = [];
  for (let from = 0; from < others.rows.length; from += slice) {
    const some = others.rows.slice(from, from + slice).map(({ id }) => id);
    for (const bet of await gradableBets(client, some)) {
      if (applyDecision(bet, matchId, decision).graded.status === 'void') refunded.push(bet.id);
    }
  }
  const { rows } = await client.query<{ id: BetId; staked: Cents }>({
    name: 'opposed-stakes',
    text: opposedText,
    values: [ids, users, uuids(refunded)],
  });
  return new Map(rows.map(({ id, staked }) => [id, staked]));
}
