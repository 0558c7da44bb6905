import type { MatchId } from '@touchline/core/ids';
import { type Cents, cents, noMoney } from '@touchline/core/money';
import type { ClientBase, PoolClient } from 'pg';
import { bigints, integers, texts, uuids } from '../array-parameter.ts';
import {
  type BookExposure,
  countedPicks,
  type LowestLimits,
  type MarketExposure,
  noLimits,
  type OpenCombination,
  perPick,
} from './exposure-book.ts';

// Two columns per selection of a quoted market: one with a new name needs a migration that adds its columns.
const owed = countedPicks.map((pick) => `on_${pick}`);
export const promisedColumns = countedPicks.map((pick) => `promised_${pick}`);
export const exposureColumns = ['staked', ...owed, ...promisedColumns];
// As one text: parsing each column for the hundreds of markets of a group would take most of the time.
const columns = `match_id, market, point::text as point, concat_ws(',', ${exposureColumns.join(', ')}) as amounts`;
type ExposureRow = {
  readonly match_id: MatchId;
  readonly market: string;
  readonly point: string;
  readonly amounts: string;
};

/** Reads the exposures of these matches without locking them. */
export async function exposuresOf(client: ClientBase, ids: readonly MatchId[]): Promise<readonly MarketExposure[]> {
  const { rows } = await client.query<ExposureRow>({
    name: 'exposures-of-matches',
    text: `select ${columns} from market_exposures where match_id = any($1::uuid[])`,
    values: [uuids(ids)],
  });
  return rows.map(exposureFromRow);
}

// Amounts are added, never set: two writers at once both count, and the second one sees the total. One statement, because each costs
// every group a write to the socket. `union all` runs markets, combinations and book in this order, the order of the locks.
const amountParameters = exposureColumns.map((_, at) => `unnest($${at + 11}::bigint[])`);
const addText = `
  with markets as (
    insert into market_exposures as known (match_id, market, point, ${exposureColumns.join(', ')})
    select unnest($1::uuid[]), unnest($2::text[]), unnest($3::text[])::numeric, ${amountParameters.join(', ')}
    on conflict (match_id, market, point) do update
    set ${exposureColumns.map((name) => `${name} = known.${name} + excluded.${name}`).join(', ')}
    returning match_id, market, point, ${exposureColumns.join(', ')}
  ), combinations as (
    insert into open_combinations as known (combination, bets, net)
    select unnest($4::uuid[]), unnest($5::int[]), unnest($6::bigint[])
    on conflict (combination) do update set bets = known.bets + excluded.bets, net = known.net + excluded.net
    returning combination, bets, net
  ), book as (
    insert into open_book as known (id, net) select 1, $8::bigint where $8::bigint <> 0
    on conflict (id) do update set net = known.net + excluded.net
    returning net
  )
  select ${columns} from markets
  where greatest(${owed.join(', ')}) - staked > $9::bigint or greatest(${promisedColumns.join(', ')}) - staked > $10::bigint
  union all
  select combination, null, null, concat_ws(',', bets, net) from combinations where net > $7::bigint
  union all
  select null, null, null, net::text from book`;

/** A market; without `market` a combination with its bets and net; without an id the net of the whole book. */
type AddedRow = {
  readonly match_id: string | null;
  readonly market: ExposureRow['market'] | null;
  readonly point: string | null;
  readonly amounts: string;
};

function exposureFromRow({ match_id: matchId, market, point, amounts }: ExposureRow): MarketExposure {
  const [staked = noMoney, ...rest] = amounts.split(',').map((amount) => cents(Number(amount)));
  const byPick = (from: number) => perPick((_, at) => rest[from + at] ?? noMoney);
  return { matchId, market, point, open: { staked, owed: byPick(0), promised: byPick(countedPicks.length) } };
}

/** Returns the combinations that have open bets. */
export async function combinationsOf(client: ClientBase, keys: readonly string[]): Promise<readonly OpenCombination[]> {
  const { rows } = await client.query<OpenCombination>({
    name: 'open-combinations',
    text: 'select combination as key, bets, net from open_combinations where combination = any($1::uuid[])',
    values: [uuids(keys)],
  });
  return rows;
}

const deleteEmptyText = 'delete from open_combinations where combination = any($1::uuid[]) and bets = 0';

/** Returns what all open bets would pay above their stakes. */
export async function openNet(client: ClientBase): Promise<Cents> {
  const { rows } = await client.query<{ net: Cents }>({ name: 'open-net', text: 'select net from open_book' });
  return rows[0]?.net ?? noMoney;
}

/** Reads the stored exposure of the whole book, without empty markets. */
export async function readBookExposure(client: ClientBase): Promise<BookExposure> {
  const { rows } = await client.query<ExposureRow>(`
    select ${columns} from market_exposures where (${exposureColumns.join(', ')}) <> (${exposureColumns.map(() => '0').join(', ')})`);
  const combinations = await client.query<OpenCombination>(
    'select combination as key, bets, net from open_combinations',
  );
  return { markets: rows.map(exposureFromRow), combinations: combinations.rows, net: await openNet(client) };
}

/** Replaces the stored exposure of the whole book; for the owner's repair. */
export async function replaceBookExposure(client: PoolClient, exposure: BookExposure): Promise<void> {
  await client.query('delete from market_exposures; delete from open_combinations; delete from open_book');
  await addToBook(client, exposure);
}

/**
 * Adds changes to the exposures, in the order in which all writers lock them. Returns those that are now above `above`, because most
 * are far from every limit, and always the whole book's. Combinations without a bet are deleted.
 */
export async function addToBook(
  client: PoolClient,
  { markets, combinations, net }: BookExposure,
  above: LowestLimits = noLimits,
): Promise<BookExposure> {
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
        keys,
        integers(combinations.map(({ bets }) => bets)),
        bigints(combinations.map((combination) => combination.net)),
        Math.floor(above.combinationLoss / 2),
        net,
        above.liability,
        above.matchLoss,
        bigints(markets.map(({ open }) => open.staked)),
        ...countedPicks.map((pick) => bigints(markets.map(({ open }) => open.owed[pick]))),
        ...countedPicks.map((pick) => bigints(markets.map(({ open }) => open.promised[pick]))),
      ],
    }),
    combinations.some(({ bets }) => bets < 0) &&
      client.query({ name: 'delete-empty-combinations', text: deleteEmptyText, values: [keys] }),
  ]);
  return exposureFromRows(rows);
}

function exposureFromRows(rows: readonly AddedRow[]): BookExposure {
  const markets: MarketExposure[] = [];
  const combinations: OpenCombination[] = [];
  let net = noMoney;
  for (const { match_id: id, market, point, amounts: text } of rows) {
    if (id === null) net = cents(Number(text));
    else if (market === null) {
      const [bets = 0, netOn = 0] = text.split(',').map(Number);
      combinations.push({ key: id, bets, net: cents(netOn) });
    } else markets.push(exposureFromRow({ match_id: id as MatchId, market, point: point ?? '', amounts: text }));
  }
  return { markets, combinations, net };
}
