import type { OperatedMatchDetail, OperatedMatchView } from '@touchline/core/contract';
import { type Message, msg } from '@touchline/core/language';

export const shows = ['all', 'attention', 'open', 'bets', 'ended'] as const;
type Show = (typeof shows)[number];
/** The filter in the address; an empty one shows open matches by kick-off, then ended ones, newest first. */
export type MarketFilter = {
  readonly show: Show;
  readonly league: string;
  readonly search: string;
  readonly sort: Sort;
};
type Sort = 'kickoff' | 'liability';

export const showTitles: Record<Show, Message> = {
  all: msg('All matches'),
  attention: msg('Needs attention'),
  open: msg('Open'),
  bets: msg('With open bets'),
  ended: msg('Ended'),
};

/** Reads the filter from the address. Invalid values are ignored, so that no link can break the page. */
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

/** Whether an admin has to decide something about the match. */
export const needsAdmin = ({ reviews, proposal }: OperatedMatchView): boolean =>
  reviews.length > 0 || proposal !== null;

export function filterMatches(
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
  if (sort === 'liability') return chosen.toSorted((one, other) => highestLiability(other) - highestLiability(one));
  // By kick-off, matches in play are the first of the open ones.
  const [open, ended] = [chosen.filter(fits.open), chosen.filter(fits.ended)];
  return [...open, ...ended.toReversed()];
}

const fits: Record<Show, (match: OperatedMatchView) => boolean> = {
  all: () => true,
  attention: needsAdmin,
  open: ({ status }) => status === 'open',
  bets: (match) => countOpenBets(match) > 0,
  ended: ({ status }) => status !== 'open',
};

type Exposed = Pick<OperatedMatchView, 'exposure'>;

/** A bet has one selection per match, so none is counted twice. */
export const countOpenBets = ({ exposure }: Exposed): number => exposure.reduce((sum, { bets }) => sum + bets, 0);

/** All bets on a match that were not rejected, also settled ones. */
export const countBets = ({ books }: Pick<OperatedMatchDetail, 'books'>): number =>
  books.reduce((sum, { bets }) => sum + bets, 0);

/** In dollars; added up in cents, because floating-point dollars are inexact. */
export const totalStaked = ({ exposure }: Exposed): number =>
  exposure.reduce((sum, { staked }) => sum + Math.round(staked * 100), 0) / 100;

/** The liability of the worst single outcome, in dollars. */
export const highestLiability = ({ exposure }: Exposed): number =>
  exposure.reduce((worst, { liability }) => Math.max(worst, liability), 0);
