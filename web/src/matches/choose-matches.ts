import type { MatchRow } from '@touchline/core/contract';
import { type Instant, instant } from '@touchline/core/instant';
import { byLiveThenKickoff } from '@touchline/core/matches';
import { isInLiveWindow, kickoffOf, phaseOf } from './kickoff.ts';
import { dayNumber } from './match-texts.ts';

export const tabs = ['all', 'live', 'upcoming'] as const;
export const dates = ['all', 'today', 'tomorrow', 'week'] as const;
export type MatchFilter = {
  readonly tab: (typeof tabs)[number];
  /** A league's key, or 'all'. */
  readonly league: string;
  readonly date: (typeof dates)[number];
};
export const everyMatch: MatchFilter = { tab: 'all', league: 'all', date: 'all' };

/** Returns the matches that pass a filter, live ones first, then by kick-off. */
export function chooseMatches(rows: Iterable<MatchRow>, filter: MatchFilter, now: Instant): MatchRow[] {
  const chosen = [...rows].filter(
    (row) => isInTab(row, filter.tab, now) && isInLeague(row, filter.league) && isOnDate(row, filter.date, now),
  );
  return inOrder(chosen, now);
}

/** Returns the next ten matches by kick-off. */
export const nextUp = (rows: Iterable<MatchRow>, now: Instant): MatchRow[] =>
  chooseMatches(rows, { ...everyMatch, tab: 'upcoming' }, now).slice(0, 10);

/** Returns the first six matches in play. */
export const inPlay = (rows: Iterable<MatchRow>, now: Instant): MatchRow[] =>
  chooseMatches(rows, { ...everyMatch, tab: 'live' }, now).slice(0, 6);

function isInTab(row: MatchRow, tab: MatchFilter['tab'], now: Instant): boolean {
  switch (tab) {
    case 'all':
      return true;
    case 'live':
      return isInLiveWindow(row, now);
    case 'upcoming':
      return phaseOf(row, now) === 'upcoming';
  }
}

const isInLeague = (row: MatchRow, league: string): boolean => league === 'all' || row.league.key === league;

function isOnDate(row: MatchRow, date: MatchFilter['date'], now: Instant): boolean {
  if (date === 'all') return true;
  const kickoffAt = kickoffOf(row);
  if (kickoffAt === undefined) return false;
  const days = dayNumber(kickoffAt) - dayNumber(now);
  switch (date) {
    case 'today':
      return days === 0;
    case 'tomorrow':
      return days === 1;
    case 'week':
      return days >= 0 && days <= 6 - new Date(now).getDay();
  }
}

/** Sorts matches without a valid date last. */
const farAway = instant(8_640_000_000_000_000);

function inOrder(rows: readonly MatchRow[], now: Instant): MatchRow[] {
  const compare = byLiveThenKickoff(now);
  return rows
    .map((row) => ({
      row,
      kickoffAt: kickoffOf(row) ?? farAway,
      status: row.status,
      homeTeam: row.match.homeTeam,
    }))
    .sort(compare)
    .map(({ row }) => row);
}
