import { type BetView, betHistoryPage } from '@touchline/core/contract';

export type Show = 'all' | 'open' | 'settled';
/** The loaded part of the history: `bets` newest first, complete as far back as `cursor`. */
export type BetList = {
  readonly show: Show;
  readonly bets: readonly BetView[];
  /** The last bet of the last page; undefined before the first page. */
  readonly cursor: BetView | undefined;
  readonly hasMore: boolean;
};

export const emptyList = (show: Show): BetList => ({ show, bets: [], cursor: undefined, hasMore: false });

/** The query that selects this list's bets. */
export const queryOf = ({ show }: BetList) => (show === 'all' ? {} : { show });

/** Returns the list with the next page at its end. */
export function withPage(list: BetList, page: readonly BetView[]): BetList {
  const bets = merged([...list.bets, ...page]);
  return { ...list, bets, cursor: page.at(-1) ?? list.cursor, hasMore: page.length === betHistoryPage };
}

/** How many bets a refresh requests: as many as are shown, in one page. */
export const refreshLimit = ({ bets }: BetList): number => Math.min(500, Math.max(betHistoryPage, bets.length));

/** Returns the list as the server had it when it answered. Bets missing from `page` are removed, such as an open bet that was settled. */
export function refreshed(list: BetList, page: readonly BetView[]): BetList {
  const ids = new Set(page.map((bet) => bet._id));
  const current = list.bets.filter((bet) => ids.has(bet._id));
  const hasMore = page.length === refreshLimit(list);
  return { ...list, bets: merged([...current, ...page]), cursor: page.at(-1), hasMore };
}

/**
 * Returns the list with a pushed bet. It replaces its older version, and stays visible even if it no longer matches the filter. A new
 * bet is added if it matches and the list reaches that far back.
 */
export function withPushed(list: BetList, bet: BetView): BetList {
  const isListed = list.bets.some(({ _id }) => _id === bet._id);
  const reaches = !list.hasMore || !list.cursor || bet.createdAt >= list.cursor.createdAt;
  const matches = list.show === 'all' || (bet.status === 'pending') === (list.show === 'open');
  return isListed || (reaches && matches) ? { ...list, bets: merged([...list.bets, bet]) } : list;
}

/** The newest version of each bet; the newest bet first, as the server orders them. */
export function merged(bets: readonly BetView[]): readonly BetView[] {
  const byId = new Map<string, BetView>();
  for (const bet of bets) {
    const known = byId.get(bet._id);
    if (!known || bet.version > known.version) byId.set(bet._id, bet);
  }
  return [...byId.values()].sort((a, b) => compare(b.createdAt, a.createdAt) || compare(b._id, a._id));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
