import { type BetView, betHistoryPage } from '@touchline/core/contract';
import type { HistoryAsked } from '../../api/betting.ts';

export type Show = HistoryAsked['show'];
/** The part of the history that is known: `bets` newest first, complete as far back as `cursor`. */
export type BetList = {
  readonly show: Show;
  readonly bets: readonly BetView[];
  /** The last bet of the last page; undefined before the first page. */
  readonly cursor: BetView | undefined;
  readonly hasMore: boolean;
};

export const emptyList = (show: Show): BetList => ({ show, bets: [], cursor: undefined, hasMore: false });

/** The list with the next page at its end. */
export function withPage(list: BetList, page: readonly BetView[]): BetList {
  const bets = merged([...list.bets, ...page]);
  return { ...list, bets, cursor: page.at(-1) ?? list.cursor, hasMore: page.length === betHistoryPage };
}

/** What is asked for when the list is fetched anew: as much as is shown, in one page. */
export const refreshLimit = ({ bets }: BetList): number => Math.min(500, Math.max(betHistoryPage, bets.length));

/**
 * The list as the server has it now. What it no longer names is gone (an open bet that was settled meanwhile); what was pushed
 * while it was asked is newer than all it names, and stays.
 */
export function refreshed(list: BetList, page: readonly BetView[]): BetList {
  const named = new Set(page.map((bet) => bet._id));
  const newest = page[0];
  const kept = list.bets.filter((bet) => named.has(bet._id) || (newest && bet.createdAt > newest.createdAt));
  const hasMore = page.length === refreshLimit(list);
  return { ...list, bets: merged([...kept, ...page]), cursor: page.at(-1), hasMore };
}

/**
 * A pushed bet replaces its older version, and stays where it was looked at when it no longer fits the filter. A bet that is new
 * here is added when it fits, and when the list reaches that far back.
 */
export function withPushed(list: BetList, bet: BetView): BetList {
  const isKnown = list.bets.some((known) => known._id === bet._id);
  const reaches = !list.hasMore || !list.cursor || bet.createdAt >= list.cursor.createdAt;
  const fits = list.show === 'all' || (bet.status === 'pending') === (list.show === 'open');
  return isKnown || (reaches && fits) ? { ...list, bets: merged([...list.bets, bet]) } : list;
}

/** One of each bet, the newest version; the newest bet first, as the server orders them. */
function merged(bets: readonly BetView[]): readonly BetView[] {
  const byId = new Map<string, BetView>();
  for (const bet of bets) {
    const known = byId.get(bet._id);
    if (!known || bet.version > known.version) byId.set(bet._id, bet);
  }
  return [...byId.values()].sort((a, b) => compare(b.createdAt, a.createdAt) || compare(b._id, a._id));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
