import type { MatchId } from '@touchline/core/ids';
import type { Cents } from '@touchline/core/money';
import type { ClientBase, PoolClient } from 'pg';
import { bigints, texts, uuids } from '../array-parameter.ts';
import type { MarketTotals } from './exposure-book.ts';

type ExposureRow = {
  match_id: MatchId;
  market: 'h2h' | 'totals';
  point: string;
  staked: Cents;
  on_home: Cents;
  on_draw: Cents;
  on_away: Cents;
  on_over: Cents;
  on_under: Cents;
};
const columns = 'match_id, market, point::text as point, staked, on_home, on_draw, on_away, on_over, on_under';

/** What is open on the markets of these matches, as of now; nobody is kept from changing it. */
export async function exposuresOf(client: ClientBase, ids: readonly MatchId[]): Promise<readonly MarketTotals[]> {
  const { rows } = await client.query<ExposureRow>({
    name: 'exposures-of-matches',
    text: `select ${columns} from market_exposures where match_id = any($1::uuid[])`,
    values: [uuids(ids)],
  });
  return rows.map(totalsFromRow);
}

// Every row is added to, never set: two writers at once both count, and the second learns what it came to.
const addText = `
  insert into market_exposures as known (match_id, market, point, staked, on_home, on_draw, on_away, on_over, on_under)
  select match_id, market, point::numeric, staked, on_home, on_draw, on_away, on_over, on_under
  from unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[],
    $9::bigint[]) with ordinality
    as c (match_id, market, point, staked, on_home, on_draw, on_away, on_over, on_under, place)
  order by place
  on conflict (match_id, market, point) do update set staked = known.staked + excluded.staked,
    on_home = known.on_home + excluded.on_home, on_draw = known.on_draw + excluded.on_draw,
    on_away = known.on_away + excluded.on_away, on_over = known.on_over + excluded.on_over,
    on_under = known.on_under + excluded.on_under
  returning ${columns}`;

/** Adds what changed, in the given order, and tells what the markets come to with what others have added meanwhile. */
export async function addExposures(
  client: PoolClient,
  changes: readonly MarketTotals[],
): Promise<readonly MarketTotals[]> {
  const { rows } = await client.query<ExposureRow>({
    name: 'add-exposures',
    text: addText,
    values: [
      uuids(changes.map(({ matchId }) => matchId)),
      texts(changes.map(({ market }) => market)),
      texts(changes.map(({ point }) => point)),
      bigints(changes.map(({ open }) => open.staked)),
      bigints(changes.map(({ open }) => open.owed.home)),
      bigints(changes.map(({ open }) => open.owed.draw)),
      bigints(changes.map(({ open }) => open.owed.away)),
      bigints(changes.map(({ open }) => open.owed.over)),
      bigints(changes.map(({ open }) => open.owed.under)),
    ],
  });
  return rows.map(totalsFromRow);
}

const totalsFromRow = (row: ExposureRow): MarketTotals => ({
  matchId: row.match_id,
  market: row.market,
  point: row.point,
  open: {
    staked: row.staked,
    owed: {
      home: row.on_home,
      draw: row.on_draw,
      away: row.on_away,
      over: row.on_over,
      under: row.on_under,
    },
  },
});
