import { leagues } from '@touchline/core/matches';
import { useSearchParams } from 'wouter';
import { dates, everyMatch, type MatchFilter, tabs } from '../../matches/choose-matches.ts';

/**
 * Returns the filter in the URL (`?tab=live&league=soccer_epl&date=today`) and a function that changes it. Each change is an entry in
 * the browser's history.
 */
export function useMatchFilter(): [MatchFilter, (filter: MatchFilter) => void] {
  const [query, setQuery] = useSearchParams();
  const filter = filterFrom(query);
  const change = (next: MatchFilter) => {
    if (queryOf(next).toString() !== queryOf(filter).toString()) setQuery(queryOf(next));
  };
  return [filter, change];
}

/** In place of a league: matches of starred teams and leagues. */
export const favourites = 'favourites';

export function filterFrom(query: URLSearchParams): MatchFilter {
  return {
    tab: tabs.find((tab) => tab === query.get('tab')) ?? 'all',
    league: [{ key: favourites }, ...leagues].find(({ key }) => key === query.get('league'))?.key ?? 'all',
    date: dates.find((date) => date === query.get('date')) ?? 'all',
  };
}

/** Returns the query of a filter; default values are omitted. */
export function queryOf(filter: MatchFilter): URLSearchParams {
  const query = new URLSearchParams();
  if (filter.tab !== everyMatch.tab) query.set('tab', filter.tab);
  if (filter.league !== everyMatch.league) query.set('league', filter.league);
  if (filter.date !== everyMatch.date) query.set('date', filter.date);
  return query;
}
