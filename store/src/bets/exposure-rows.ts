import type { MatchId } from '@touchline/core/ids';
import { type Cents, noMoney } from '@touchline/core/money';
import type { ClientBase, PoolClient } from 'pg';
import { bigints, integers, texts, uuids } from '../array-parameter.ts';
import type { BookTotals, MarketTotals, OpenCombination } from './exposure-book.ts';

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
  promised_home: Cents;
  promised_draw: Cents;
  promised_away: Cents;
  promised_over: Cents;
  promised_under: Cents;
};
const amounts = [
  'staked',
  ...['on', 'promised'].flatMap((sum) => ['home', 'draw', 'away', 'over', 'under'].map((pick) => `${sum}_${pick}`)),
];
const columns = `match_id, market, point::text as point, ${amounts.join(', ')}`;

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
  insert into market_exposures as known (match_id, market, point, ${amounts.join(', ')})
  select match_id, market, point::numeric, ${amounts.join(', ')}
  from unnest($1::uuid[], $2::text[], $3::text[], ${amounts.map((_, at) => `$${at + 4}::bigint[]`).join(', ')}) with ordinality
    as c (match_id, market, point, ${amounts.join(', ')}, place)
  order by place
  on conflict (match_id, market, point) do update
  set ${amounts.map((name) => `${name} = known.${name} + excluded.${name}`).join(', ')}
  returning ${columns}`;

/** Adds what changed, in the given order, and tells what the markets come to with what others have added meanwhile. */
async function addExposures(client: PoolClient, changes: readonly MarketTotals[]): Promise<readonly MarketTotals[]> {
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
      bigints(changes.map(({ open }) => open.promised.home)),
      bigints(changes.map(({ open }) => open.promised.draw)),
      bigints(changes.map(({ open }) => open.promised.away)),
      bigints(changes.map(({ open }) => open.promised.over)),
      bigints(changes.map(({ open }) => open.promised.under)),
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
    promised: {
      home: row.promised_home,
      draw: row.promised_draw,
      away: row.promised_away,
      over: row.promised_over,
      under: row.promised_under,
    },
  },
});

/** What is open on combinations; without those on which nothing is. */
export async function combinationsOf(client: ClientBase, keys: readonly string[]): Promise<readonly OpenCombination[]> {
  const { rows } = await client.query<OpenCombination>({
    name: 'open-combinations',
    text: 'select combination as key, bets, net from open_combinations where combination = any($1::uuid[])',
    values: [uuids(keys)],
  });
  return rows;
}

const addCombinationsText = `
  insert into open_combinations as known (combination, bets, net)
  select combination, bets, net from unnest($1::uuid[], $2::int[], $3::bigint[]) with ordinality
    as c (combination, bets, net, place)
  order by place
  on conflict (combination) do update set bets = known.bets + excluded.bets, net = known.net + excluded.net
  returning combination as key, bets, net`;
const forgetCombinationsText = 'delete from open_combinations where combination = any($1::uuid[]) and bets = 0';

/** Adds what changed, in the given order, and returns what the combinations come to; those without a bet are forgotten. */
async function addCombinations(
  client: PoolClient,
  changes: readonly OpenCombination[],
): Promise<readonly OpenCombination[]> {
  const keys = uuids(changes.map(({ key }) => key));
  const [{ rows }] = await Promise.all([
    client.query<OpenCombination>({
      name: 'add-combinations',
      text: addCombinationsText,
      values: [keys, integers(changes.map(({ bets }) => bets)), bigints(changes.map(({ net }) => net))],
    }),
    changes.some(({ bets }) => bets < 0) &&
      client.query({ name: 'forget-combinations', text: forgetCombinationsText, values: [keys] }),
  ]);
  return rows;
}

/** What all open bets would pay above their stakes, as of now. */
export async function openNet(client: ClientBase): Promise<Cents> {
  const { rows } = await client.query<{ net: Cents }>({ name: 'open-net', text: 'select net from open_book' });
  return rows[0]?.net ?? noMoney;
}

const addNetText = `
  insert into open_book as known (id, net) values (1, $1)
  on conflict (id) do update set net = known.net + excluded.net
  returning net`;

/** Adds to what all open bets would pay. Every group that takes a bet waits for this row, so it comes last of all. */
async function addOpenNet(client: PoolClient, change: Cents): Promise<Cents> {
  const { rows } = await client.query<{ net: Cents }>({ name: 'add-open-net', text: addNetText, values: [change] });
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
  await addExposures(client, totals.markets);
  await addCombinations(client, totals.combinations);
  await addOpenNet(client, totals.net);
}

/** Adds what changed to every total, in the order in which everybody locks them, and returns what they come to. */
export async function addToBook(client: PoolClient, { markets, combinations, net }: BookTotals): Promise<BookTotals> {
  const [marketsNow, combinationsNow, netNow] = await Promise.all([
    markets.length > 0 ? addExposures(client, markets) : [],
    combinations.length > 0 ? addCombinations(client, combinations) : [],
    net === 0 ? noMoney : addOpenNet(client, net),
  ]);
  return { markets: marketsNow, combinations: combinationsNow, net: netNow };
}
