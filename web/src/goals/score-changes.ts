import type { MatchRow } from '@touchline/core/contract';

type Rows = ReadonlyMap<string, MatchRow>;
/** An open match whose score has changed. */
export type ScoreChange = { readonly row: MatchRow; readonly before: Score };
type Score = { readonly home: number; readonly away: number };

const nothing: Score = { home: 0, away: 0 };

/** Returns the open matches whose score has changed. A row seen for the first time is no change, and a final score is a result. */
export function scoreChanges(before: Rows, after: Rows): readonly ScoreChange[] {
  const changes: ScoreChange[] = [];
  for (const [id, row] of after) {
    const known = before.get(id);
    if (!known || known === row || row.status !== 'open') continue;
    const [was, is] = [known.score ?? nothing, row.score ?? nothing];
    if (was.home !== is.home || was.away !== is.away) changes.push({ row, before: was });
  }
  return changes;
}
