import type { Pool } from 'pg';
import { type DataKey, open, SealBroken, seal } from '../sealed.ts';
import { type SealedColumn, sealedColumns } from './sealed-columns.ts';

export type SealedCount = {
  readonly table: string;
  readonly column: string;
  readonly sealed: number;
  /** Not sealed with the current key. */
  readonly underOlder: number;
};

export type Resealed = {
  readonly resealed: number;
  /** Rows whose text none of the keys opens; they stay as they are. */
  readonly broken: readonly string[];
};

/** How many texts are sealed, and how many of them with another key than the current one. */
export async function countSealed(pool: Pool, key: DataKey): Promise<readonly SealedCount[]> {
  const counts: SealedCount[] = [];
  for (const { table, column } of sealedColumns) {
    const { rows } = await pool.query<{ sealed: number; under_older: number }>(
      `select count(*)::int as sealed, (count(*) filter (where ${isUnderOlder(column)}))::int as under_older
       from ${table} where ${column} is not null`,
      [key.current.id],
    );
    counts.push({ table, column, sealed: rows[0]?.sealed ?? 0, underOlder: rows[0]?.under_older ?? 0 });
  }
  return counts;
}

/**
 * Re-encrypts with the current key what another key sealed, in batches, while the product runs. A text that changes in between
 * keeps its new value. Can be stopped and restarted.
 */
export async function resealAll(
  pool: Pool,
  key: DataKey,
  {
    batch = 200,
    onProgress = () => {},
  }: { readonly batch?: number; readonly onProgress?: (done: number) => void } = {},
): Promise<Resealed> {
  let resealed = 0;
  const broken: string[] = [];
  for (const column of sealedColumns) {
    let last: string | null = null;
    for (;;) {
      const rows: readonly SealedRow[] = await nextRows(pool, column, { current: key.current.id, last, batch });
      if (rows.length === 0) break;
      for (const row of rows) {
        const outcome = await resealRow(pool, key, column, row);
        if (outcome === 'resealed') resealed += 1;
        if (outcome === 'broken') broken.push(`${column.table}.${column.column} of ${row.id}`);
      }
      last = rows.at(-1)?.id ?? last;
      onProgress(resealed);
    }
  }
  return { resealed, broken };
}

type SealedRow = { readonly id: string; readonly sealed: string; readonly given: string };

async function nextRows(
  pool: Pool,
  { table, id = 'id', column, digest }: SealedColumn,
  { current, last, batch }: { readonly current: string; readonly last: string | null; readonly batch: number },
): Promise<readonly SealedRow[]> {
  const { rows } = await pool.query<SealedRow>(
    `select ${id} as id, ${column} as sealed, ${digest ? digest.with : "''"} as given from ${table}
     where ${column} is not null and ${isUnderOlder(column)} and ($2::uuid is null or ${id} > $2) order by ${id} limit $3`,
    [current, last, batch],
  );
  return rows;
}

async function resealRow(
  pool: Pool,
  key: DataKey,
  { table, id: name = 'id', column, contextOf, digest }: SealedColumn,
  { id, sealed, given }: SealedRow,
): Promise<'resealed' | 'changed' | 'broken'> {
  let text: string;
  try {
    text = open(key, sealed, contextOf(id));
  } catch (error) {
    if (error instanceof SealBroken) return 'broken';
    throw error;
  }
  const digested = digest?.of(key, text, given);
  const { rowCount } = await pool.query(
    `update ${table} set ${column} = $1${digest && digested !== undefined ? `, ${digest.column} = $4` : ''}
     where ${name} = $2 and ${column} = $3`,
    [seal(key, text, contextOf(id)), id, sealed, ...(digested === undefined ? [] : [digested])],
  );
  return rowCount === 1 ? 'resealed' : 'changed';
}

/** The second part of a sealed text names its key. */
const isUnderOlder = (column: string): string => `split_part(${column}, '.', 2) <> $1`;
