import type { FeedState } from '@touchline/core/contract';
import type { Instant } from '@touchline/core/instant';
import { feedState, type LeagueFeed, leagues } from '@touchline/core/matches';

/** The feed as a whole, and the leagues whose prices are not confirmed. */
export type FeedStatus = { readonly feed: FeedState; readonly stale: readonly string[] };

/**
 * `ok` as long as the prices of one league are confirmed: the others are listed. A league that was never asked for counts
 * only when it has matches on offer.
 */
export function feedStatus(feeds: readonly LeagueFeed[], offered: ReadonlySet<string>, now: Instant): FeedStatus {
  const states = leagues.flatMap(({ key }) => {
    const feed = feeds.find((one) => one.leagueKey === key);
    return feed || offered.has(key) ? [{ key, state: feedState(feed, now) }] : [];
  });
  const stale = states.filter((one) => one.state !== 'ok').map((one) => one.key);
  if (states.some((one) => one.state === 'ok')) return { feed: 'ok', stale };
  return { feed: states.some((one) => one.state === 'stale') ? 'stale' : 'down', stale };
}

/** What is wrong with the feed as a whole, for whoever looks after the product. */
export function feedProblem({ feed, stale }: FeedStatus): string | undefined {
  if (feed === 'ok') return undefined;
  const leaguesNamed = stale.length === 0 ? 'No prices have been received yet.' : `Not confirmed: ${stale.join(', ')}.`;
  return feed === 'stale' ? `Prices are getting old. ${leaguesNamed}` : `The odds feed is down. ${leaguesNamed}`;
}
