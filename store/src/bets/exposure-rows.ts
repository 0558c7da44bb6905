import type { MatchId } from '@touchline/core/ids';
import { type Cents, cents, noMoney } from '@touchline/core/money';
import type { ClientBase, PoolClient } from 'pg';
import { bigints, integers, texts, uuids } from '../array-parameter.ts';
import {
  type BookTotals,
  type LeastLimits,
  type MarketTotals,
  noLimits,
  type OpenCombination,
} from './exposure-book.ts';

const picks = ['home', 'draw', 'away', 'over', 'under'] as const;
const [owed, promised] = [picks.map((pick) => `on_${pick}`), picks.map((pick) => `promised_${pick}`)];
const amounts = ['staked', ...owed, ...promised];
// As one text: for the hundreds of markets of a group, to parse eleven columns each would take most of the time.
const columns = `match_id, market, point::text as point, concat_ws(',', ${amounts.join(', ')}) as amounts`;
type ExposureRow = {
  readonly match_id: MatchId;
  readonly market: 'h2h' | 'totals';
  readonly point: string;
  readonly amounts: string;
};

/** What is open on the markets of these matches, as of now; nobody is kept from changing it. */
export async function exposuresOf(client: ClientBase, ids: readonly MatchId[]): Promise<readonly MarketTotals[]> {
  const { rows } = await client.query<ExposureRow>({
    name: 'exposures-of-matches',
    text: `select ${columns} from market_exposures where match_id = any($1::uuid[])`,
    values: [uuids(ids)],
  });
  return rows.map(totalsFromRow);
}

// Every row is added to, never set: two writers at once both count, and the second learns what it came to. One statement, as each
// costs every group a write to the socket: `union all` runs markets, combinations and the book in this order, which is that of the locks.
const addText = `
  with markets as (
    insert into market_exposures as known (match_id, market, point, ${amounts.join(', ')})
    select unnest($1::uuid[]), unnest($2::text[]), unnest($3::text[])::numeric,
      ${amounts.map((_, at) => `unnest($${at + 4}::bigint[])`).join(', ')}
    on conflict (match_id, market, point) do update
    set ${amounts.map((name) => `${name} = known.${name} + excluded.${name}`).join(', ')}
    returning match_id, market, point, ${amounts.join(', ')}
  ), combinations as (
    insert into open_combinations as known (combination, bets, net)
    select unnest($15::uuid[]), unnest($16::int[]), unnest($17::bigint[])
    on conflict (combination) do update set bets = known.bets + excluded.bets, net = known.net + excluded.net
    returning combination, bets, net
  ), book as (
    insert into open_book as known (id, net) select 1, $19::bigint where $19::bigint <> 0
    on conflict (id) do update set net = known.net + excluded.net
    returning net
  )
  select ${columns} from markets
  where greatest(${owed.join(', ')}) - staked > $20::bigint or greatest(${promised.join(', ')}) - staked > $21::bigint
  union all
  select combination, null, null, concat_ws(',', bets, net) from combinations where net > $18::bigint
  union all
  select null, null, null, net::text from book`;

/** A market; without a market a combination with its bets and net; without an id the net of the whole book. */
type AddedRow = {
  readonly match_id: string | null;
  readonly market: ExposureRow['market'] | null;
  readonly point: string | null;
  readonly amounts: string;
};

function totalsFromRow({ match_id: matchId, market, point, amounts: text }: ExposureRow): MarketTotals {
  const [staked, ...rest] = text.split(',').map((amount) => cents(Number(amount)));
  const byPick = (from: number): MarketTotals['open']['owed'] => ({
    home: rest[from] ?? noMoney,
    draw: rest[from + 1] ?? noMoney,
    away: rest[from + 2] ?? noMoney,
    over: rest[from + 3] ?? noMoney,
    under: rest[from + 4] ?? noMoney,
  });
  return {
    matchId,
    market,
    point,
    open: { staked: staked ?? noMoney, owed: byPick(0), promised: byPick(picks.length) },
  };
}

/** What is open on combinations; without those on which nothing is. */
export async function combinationsOf(client: ClientBase, keys: readonly string[]): Promise<readonly OpenCombination[]> {
  const { rows } = await client.query<OpenCombination>({
    name: 'open-combinations',
    text: 'select combination as key, bets, net from open_combinations where combination = any($1::uuid[])',
    values: [uuids(keys)],
  });
  return rows;
}

const forgetText = 'delete from open_combinations where combination = any($1::uuid[]) and bets = 0';

/** What all open bets would pay above their stakes, as of now. */
export async function openNet(client: ClientBase): Promise<Cents> {
  const { rows } = await client.query<{ net: Cents }>({ name: 'open-net', text: 'select net from open_book' });
  return rows[0]?.net ?? noMoney;
}

/** Everything that is open, as it is kept; without markets on which nothing is. */
export async function readTotals(client: ClientBase): Promise<BookTotals> {
  const { rows } = await client.query<ExposureRow>(`
    select ${columns} from market_exposures where (${amounts.join(', ')}) <> (${amounts.map(() => '0').join(', ')})`);
  const combinations = await client.query<OpenCombination>(
    'select combination as key, bets, net from open_combinations',
  );
  return { markets: rows.map(totalsFromRow), combinations: combinations.rows, net: await openNet(client) };
}

/** Replaces everything that is kept; for the owner's repair. */
export async function writeTotals(client: PoolClient, totals: BookTotals): Promise<void> {
  await client.query('delete from market_exposures; delete from open_combinations; delete from open_book');
  await addToBook(client, totals);
}

/**
 * Adds what changed to every total, in the order in which all writers lock them, and returns those that come to more than `above`, for
 * most are far from every limit; the book's always. Combinations without a bet are deleted.
 */
export async function addToBook(
  client: PoolClient,
  { markets, combinations, net }: BookTotals,
  above: LeastLimits = noLimits,
): Promise<BookTotals> {
  if (markets.length === 0 && combinations.length === 0 && net === 0) return { markets: [], combinations: [], net };
  const keys = uuids(combinations.map(({ key }) => key));
  const [{ rows }] = await Promise.all([
    client.query<AddedRow>({
      name: 'add-to-book',
      text: addText,
      values: [
        uuids(markets.map(({ matchId }) => matchId)),
        texts(markets.map(({ market }) => market)),
        texts(markets.map(({ point }) => point)),
        bigints(markets.map(({ open }) => open.staked)),
        bigints(markets.map(({ open }) => open.owed.home)),
        bigints(markets.map(({ open }) => open.owed.draw)),
        bigints(markets.map(({ open }) => open.owed.away)),
        bigints(markets.map(({ open }) => open.owed.over)),
        bigints(markets.map(({ open }) => open.owed.under)),
        bigints(markets.map(({ open }) => open.promised.home)),
        bigints(markets.map(({ open }) => open.promised.draw)),
        bigints(markets.map(({ open }) => open.promised.away)),
        bigints(markets.map(({ open }) => open.promised.over)),
        bigints(markets.map(({ open }) => open.promised.under)),
        keys,
        integers(combinations.map(({ bets }) => bets)),
        bigints(combinations.map((combination) => combination.net)),
        Math.floor(above.combinationLoss / 2),
        net,
        above.liability,
        above.matchLoss,
      ],
    }),
    combinations.some(({ bets }) => bets < 0) &&
      client.query({ name: 'forget-combinations', text: forgetText, values: [keys] }),
  ]);
  return totalsOf(rows);
}

function totalsOf(rows: readonly AddedRow[]): BookTotals {
  const markets: MarketTotals[] = [];
  const combinations: OpenCombination[] = [];
  let net = noMoney;
  for (const { match_id: id, market, point, amounts: text } of rows) {
    if (id === null) net = cents(Number(text));
    else if (market === null) {
      const [bets = 0, netOn = 0] = text.split(',').map(Number);
      combinations.push({ key: id, bets, net: cents(netOn) });
    } else markets.push(totalsFromRow({ match_id: id as MatchId, market, point: point ?? '', amounts: text }));
  }
  return { markets, combinations, net };
}
