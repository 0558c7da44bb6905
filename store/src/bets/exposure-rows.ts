import { countedScores, owedAtScores, promisedAtScores } from '@touchline/core/betting';
import type { MatchId } from '@touchline/core/ids';
import type { Score } from '@touchline/core/markets';
import { type Cents, cents, noMoney } from '@touchline/core/money';
import { sql } from 'kysely';
import type { ClientBase, PoolClient } from 'pg';
import { bigints, integers, texts, uuids } from '../array-parameter.ts';
import type { Db } from '../connect.ts';
import {
  type AddedTo,
  type BookExposure,
  countedPicks,
  type ExposureChanges,
  type MarketExposure,
  type OpenCombination,
  perPick,
  scoreExposureOfRows,
} from './exposure-book.ts';

// Two columns per selection of a quoted market: one with a new name needs a migration that adds its columns.
const owed = countedPicks.map((pick) => `on_${pick}`);
const promisedColumns = countedPicks.map((pick) => `promised_${pick}`);
export const exposureColumns = ['staked', ...owed, ...promisedColumns];
// As one text: parsing each column for the hundreds of markets of a group would take most of the time.
const columns = `match_id, market, point::text as point, concat_ws(',', ${exposureColumns.join(', ')}) as amounts`;
type ExposureRow = {
  readonly match_id: MatchId;
  readonly market: string;
  readonly point: string;
  readonly amounts: string;
};

/** Open bets on some matches, as one snapshot. */
export type MatchExposures = {
  readonly markets: readonly MarketExposure[];
  readonly changes: readonly ExposureChanges[];
};

/** Reads the exposures of these matches without locking them. */
export async function exposuresOf(client: ClientBase, ids: readonly MatchId[]): Promise<MatchExposures> {
  const { rows } = await client.query<ExposureRow>({
    name: 'exposures-of-matches',
    // A market has a name, so the rows without one are the counts of changes.
    text: `
      select ${columns} from market_exposures where match_id = any($1::uuid[])
      union all select match_id, '', '', changes::text from exposure_changes where match_id = any($1::uuid[])`,
    values: [uuids(ids)],
  });
  return {
    markets: rows.filter(({ market }) => market !== '').map(exposureFromRow),
    changes: rows.flatMap((row) =>
      row.market === '' ? [{ matchId: row.match_id, changes: Number(row.amounts) }] : [],
    ),
  };
}

/** Reads the same without the counts of changes. */
export async function readMatchExposures(db: Db, ids: readonly MatchId[]): Promise<readonly MarketExposure[]> {
  const { rows } = await sql<ExposureRow>`
    select ${sql.raw(columns)} from market_exposures where match_id = any(${ids}::uuid[])`.execute(db);
  return rows.map(exposureFromRow);
}

// Amounts are added, never set: two writers at once both count. A match's count of changes shows a writer that another one was faster,
// and locks the match. One statement, because each costs every group a write to the socket. `union all` runs matches, markets,
// combinations and book in this order, the order of the locks.
const amountParameters = exposureColumns.map((_, at) => `unnest($${at + 10}::bigint[])`);
const addText = `
  with changed as (
    insert into exposure_changes as known (match_id, changes) select unnest($9::uuid[]), 1
    on conflict (match_id) do update set changes = known.changes + 1
    returning match_id, changes
  ), markets as (
    insert into market_exposures as known (match_id, market, point, ${exposureColumns.join(', ')})
    select unnest($1::uuid[]), unnest($2::text[]), unnest($3::text[])::numeric, ${amountParameters.join(', ')}
    on conflict (match_id, market, point) do update
    set ${exposureColumns.map((name) => `${name} = known.${name} + excluded.${name}`).join(', ')}
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
  select match_id, 'match' as kind, changes::text as amounts from changed
  union all
  select combination, 'combination', concat_ws(',', bets, net) from combinations where net > $7::bigint
  union all
  select null, 'book', net::text from book`;

/** A match with its count of changes, a combination with its bets and net, or the net of the whole book. */
type AddedRow = {
  readonly match_id: string | null;
  readonly kind: 'match' | 'combination' | 'book';
  readonly amounts: string;
};

function exposureFromRow({ match_id: matchId, market, point, amounts }: ExposureRow): MarketExposure {
  // Read one by one: splitting the text into a list takes longer than reading the numbers, most of which are 0.
  let from = 0;
  const next = (): Cents => {
    const end = amounts.indexOf(',', from);
    const amount = amounts.slice(from, end === -1 ? undefined : end);
    from += amount.length + 1;
    return amount === '0' ? noMoney : cents(Number(amount));
  };
  return { matchId, market, point, open: { staked: next(), owed: perPick(next), promised: perPick(next) } };
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

const openMarketsText = `
  select ${columns} from market_exposures where (${exposureColumns.join(', ')}) <> (${exposureColumns.map(() => '0').join(', ')})`;

/** Returns the largest loss that a match may cause at a score, in cents, if accumulators win all their other legs. */
export async function worstMatchLoss(db: Db): Promise<number> {
  const losses = (await openExposures(db)).map(
    ({ exposure }) => Math.max(...promisedAtScores(exposure)) - exposure.staked,
  );
  return Math.ceil(Math.max(0, ...losses));
}

/** The score at which the bookmaker would lose most on a match, if each selection of an accumulator were a single bet. */
export type WorstScore = { readonly matchId: MatchId; readonly score: Score; readonly loss: Cents };

/** Returns the matches with the largest possible losses, worst first. */
export async function worstScores(db: Db, limit: number): Promise<readonly WorstScore[]> {
  return (await openExposures(db))
    .flatMap(({ matchId, exposure }) => {
      const owed = owedAtScores(exposure);
      const { staked } = exposure;
      const most = Math.max(...owed);
      const score = countedScores[owed.indexOf(most)];
      return score && most > staked ? [{ matchId, score, loss: cents(Math.ceil(most - staked)) }] : [];
    })
    .toSorted((one, other) => other.loss - one.loss)
    .slice(0, limit);
}

async function openExposures(db: Db) {
  const { rows } = await sql<ExposureRow>`${sql.raw(openMarketsText)}`.execute(db);
  return [...Map.groupBy(rows.map(exposureFromRow), ({ matchId }) => matchId)].map(([matchId, markets]) => ({
    matchId,
    exposure: scoreExposureOfRows(markets),
  }));
}

/** Reads the stored exposure of the whole book, without empty markets. */
export async function readBookExposure(client: ClientBase): Promise<BookExposure> {
  const { rows } = await client.query<ExposureRow>(openMarketsText);
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
 * Adds changes to the exposures, in the order in which all writers lock them. Returns the count of changes of each match, the
 * combinations above half of `combinationLoss`, because most are far from it, and the whole book's net. Combinations without a bet
 * are deleted.
 */
export async function addToBook(
  client: PoolClient,
  { markets, combinations, net }: BookExposure,
  combinationLoss: number = Number.MAX_SAFE_INTEGER,
): Promise<AddedTo> {
  if (markets.length === 0 && combinations.length === 0 && net === 0) return { matches: [], combinations: [], net };
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
        Math.floor(combinationLoss / 2),
        net,
        // In the order of the markets, which is by match.
        uuids([...new Set(markets.map(({ matchId }) => matchId))]),
        bigints(markets.map(({ open }) => open.staked)),
        ...countedPicks.map((pick) => bigints(markets.map(({ open }) => open.owed[pick]))),
        ...countedPicks.map((pick) => bigints(markets.map(({ open }) => open.promised[pick]))),
      ],
    }),
    combinations.some(({ bets }) => bets < 0) &&
      client.query({ name: 'delete-empty-combinations', text: deleteEmptyText, values: [keys] }),
  ]);
  const ofKind = (kind: AddedRow['kind']) => rows.filter((row) => row.kind === kind);
  return {
    matches: ofKind('match').map((row) => ({ matchId: row.match_id as MatchId, changes: Number(row.amounts) })),
    combinations: ofKind('combination').map(({ match_id: key, amounts }) => {
      const [bets = 0, netOn = 0] = amounts.split(',').map(Number);
      return { key: key ?? '', bets, net: cents(netOn) };
    }),
    net: cents(Number(ofKind('book')[0]?.amounts ?? 0)),
  };
}
