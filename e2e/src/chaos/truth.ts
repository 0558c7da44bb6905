import type { MatchRow } from '@touchline/core/contract';
import type { Store } from '@touchline/store/connect';
import type { Rows } from '@touchline/web/frames';

/** What the database has of the matches on offer, read with plain SQL and none of the product's own readers. */
export type Truth = {
  /** The version of the change before which there was nothing else: what a screen calls `n`. */
  readonly n: number;
  readonly rows: ReadonlyMap<string, Stored>;
};
type Stored = {
  readonly id: string;
  readonly s: number;
  readonly status: string;
  readonly score: string;
  readonly prices: string;
};

export async function readTruth({ pool }: Store): Promise<Truth> {
  const { rows } = await pool.query<Stored>(`
    select id::text, seq::int as s, status,
      coalesce(home_score || ':' || away_score, '-') as score,
      case when coalesce(markets -> 'h2h' ->> 'state', 'closed') = 'closed' then '-'
        else concat_ws(' ', (markets -> 'h2h' ->> 'home')::float8, (markets -> 'h2h' ->> 'draw')::float8,
          (markets -> 'h2h' ->> 'away')::float8) end as prices
    from matches where status = 'open' or ended_at > now() - interval '10 minutes'`);
  return { n: Math.max(0, ...rows.map(({ s }) => s)), rows: new Map(rows.map((row) => [row.id, row])) };
}

/** What a screen shows otherwise than the database has it; empty when it shows the same matches at the same versions and prices. */
export function differences(rows: Rows, truth: Truth): readonly string[] {
  const found: string[] = [];
  for (const stored of truth.rows.values()) {
    const row = rows.get(stored.id);
    const shown = row ? JSON.stringify(shownAs(row)) : 'nothing';
    if (shown !== JSON.stringify(stored)) found.push(`${shown} instead of ${JSON.stringify(stored)}`);
  }
  for (const id of rows.keys()) if (!truth.rows.has(id)) found.push(`${id}, which is not on offer`);
  return found;
}

const shownAs = ({ id, s, status, score, odds }: MatchRow): Stored => ({
  id,
  s,
  status,
  score: score ? `${score.home}:${score.away}` : '-',
  prices: odds.homeWin === '-' ? '-' : `${odds.homeWin} ${odds.draw} ${odds.awayWin}`,
});
