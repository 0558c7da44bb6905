import type { OperatedMatchView } from '@touchline/core/contract';
import { liabilityOf, openBetsOf } from './market-sums.ts';

export const shows = ['all', 'attention', 'open', 'bets', 'ended'] as const;
type Show = (typeof shows)[number];
/** What of the list is shown, as it stands in the address; without any of it: all, by kick-off. */
export type MarketFilter = {
  readonly show: Show;
  readonly league: string;
  readonly search: string;
  readonly sort: Sort;
};
type Sort = 'kickoff' | 'liability';

export const showTitles: Record<Show, string> = {
  all: 'All matches',
  attention: 'Needs a person',
  open: 'Open',
  bets: 'With open bets',
  ended: 'Ended',
};

/** The filter that an address names. What makes no sense is left out, so that no link can break the page. */
export function filterFromSearch(search: string): MarketFilter {
  const query = new URLSearchParams(search);
  return {
    show: shows.find((each) => each === query.get('show')) ?? 'all',
    league: query.get('league') ?? '',
    search: query.get('search') ?? '',
    sort: query.get('sort') === 'liability' ? 'liability' : 'kickoff',
  };
}

export function hrefOf({ show, league, search, sort }: MarketFilter): string {
  const query = new URLSearchParams({
    ...(show !== 'all' && { show }),
    ...(league && { league }),
    ...(search && { search }),
    ...(sort !== 'kickoff' && { sort }),
  });
  return query.size === 0 ? '/markets' : `/markets?${query}`;
}

/** Whether somebody has to decide something about it. */
export const needsPerson = ({ reviews, proposal }: OperatedMatchView): boolean =>
  reviews.length > 0 || proposal !== null;

export function chosenMatches(
  matches: readonly OperatedMatchView[],
  { show, league, search, sort }: MarketFilter,
): readonly OperatedMatchView[] {
  const wanted = search.trim().toLowerCase();
  const chosen = matches.filter(
    (match) =>
      fits[show](match) &&
      (league === '' || match.leagueKey === league) &&
      `${match.homeTeam} ${match.awayTeam}`.toLowerCase().includes(wanted),
  );
  return sort === 'liability' ? chosen.toSorted((one, other) => liabilityOf(other) - liabilityOf(one)) : chosen;
}

const fits: Record<Show, (match: OperatedMatchView) => boolean> = {
  all: () => true,
  attention: needsPerson,
  open: ({ status }) => status === 'open',
  bets: (match) => openBetsOf(match) > 0,
  ended: ({ status }) => status !== 'open',
};
