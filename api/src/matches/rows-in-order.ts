import type { MatchRow } from '@touchline/core/contract';
import { type Instant, instant } from '@touchline/core/instant';
import { byLiveThenKickoff } from '@touchline/core/matches';

/** Sorts live matches first, then upcoming ones by kick-off, then those that are over. */
export function rowsInOrder(rows: readonly MatchRow[], now: Instant): MatchRow[] {
  const compare = byLiveThenKickoff(now);
  return rows
    .map((row) => ({
      row,
      isOver: row.status !== 'open',
      status: row.status,
      homeTeam: row.match.homeTeam,
      kickoffAt: instant(Date.parse(row.match.commenceTime)),
    }))
    .sort((a, b) => Number(a.isOver) - Number(b.isOver) || compare(a, b))
    .map((one) => one.row);
}
