import { useSearchParams } from 'wouter';
import { dates, everyMatch, type MatchFilter, tabs } from '../../matches/choose-matches.ts';

/** The filter as the address says it (`?tab=live&league=soccer_epl&date=today`), and how to change it. */
export function useMatchFilter(): [MatchFilter, (filter: MatchFilter) => void] {
  const [query, setQuery] = useSearchParams();
  return [filterFrom(query), (filter) => setQuery(queryOf(filter), { replace: true })];
}

export function filterFrom(query: URLSearchParams): MatchFilter {
  return {
    tab: tabs.find((tab) => tab === query.get('tab')) ?? 'all',
    league: query.get('league') ?? 'all',
    date: dates.find((date) => date === query.get('date')) ?? 'all',
  };
}

/** Only what differs from everything is written, so that the plain list has the plain address. */
export function queryOf(filter: MatchFilter): URLSearchParams {
  const query = new URLSearchParams();
  if (filter.tab !== everyMatch.tab) query.set('tab', filter.tab);
  if (filter.league !== everyMatch.league) query.set('league', filter.league);
  if (filter.date !== everyMatch.date) query.set('date', filter.date);
  return query;
}
