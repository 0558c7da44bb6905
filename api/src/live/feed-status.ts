import type { FeedState } from '@touchline/core/contract';
import { hours, type Instant } from '@touchline/core/instant';
import { t } from '@touchline/core/language';
import { feedStaleAfterMs, feedState, type LeagueFeed, leagues } from '@touchline/core/matches';
import type { FeedQuota } from '@touchline/store/matches';

/** The feed as a whole, the leagues whose prices are not confirmed, and when those of each were confirmed last. */
export type FeedStatus = {
  readonly feed: FeedState;
  readonly stale: readonly string[];
  readonly confirmed?: Readonly<Record<string, number>>;
};

/**
 * `ok` as long as the prices of one league are confirmed: the others are listed. A league that was never asked for or is out of season
 * counts only when it has matches on offer; if none counts in the summer break, there is nothing to confirm.
 */
export function feedStatus(feeds: readonly TriedFeed[], offered: ReadonlySet<string>, now: Instant): FeedStatus {
  const states = leagues.flatMap(({ key }) => {
    const feed = feeds.find((one) => one.leagueKey === key);
    return offered.has(key) || (feed && !isOutOfSeason(feed, now)) ? [{ key, state: feedState(feed, now) }] : [];
  });
  const stale = states.filter((league) => league.state !== 'ok').map((league) => league.key);
  const times = feeds.flatMap(({ leagueKey, confirmedAt }) => (confirmedAt === null ? [] : [[leagueKey, confirmedAt]]));
  const confirmed: Record<string, number> = Object.fromEntries(times);
  const isBreak = states.length === 0 && feeds.some((feed) => isOutOfSeason(feed, now));
  if (isBreak || states.some((league) => league.state === 'ok')) return { feed: 'ok', stale, confirmed };
  return { feed: states.some((league) => league.state === 'stale') ? 'stale' : 'down', stale, confirmed };
}

/** How the polling of a league went when it was last tried. */
export type TriedFeed = LeagueFeed & { readonly triedAt: Instant; readonly problem: string | null };

/**
 * What is wrong with the feed as a whole, for operators. Leagues that are polled seldom stay confirmed for
 * long after the provider stops answering, so the outage counts from the league that is polled most often.
 */
export function feedProblem(
  { feed, stale }: Pick<FeedStatus, 'feed' | 'stale'>,
  feeds: readonly TriedFeed[],
  now: Instant,
): string | undefined {
  const said = silence(feeds, now);
  if (feed === 'ok') return said && `${t('The odds provider does not answer: {said}.', { said })} ${named(stale)}`;
  const leaguesNamed = stale.length === 0 ? t('No prices have been received yet.') : named(stale);
  const state = t(feed === 'stale' ? 'Prices are getting old.' : 'The odds feed is down.');
  return [state, leaguesNamed, ...(said ? [t("The provider's last answer: {said}.", { said })] : [])].join(' ');
}

const named = (stale: readonly string[]): string =>
  stale.length === 0 ? '' : t('Not confirmed: {leagues}.', { leagues: stale.join(', ') });

/** The provider's last problem, when nothing was confirmed since for longer than the most watched league may wait. */
function silence(feeds: readonly TriedFeed[], now: Instant): string | undefined {
  const tried = feeds.filter((feed) => !isOutOfSeason(feed, now));
  const [last] = tried.filter((feed) => feed.problem !== null).sort((a, b) => b.triedAt - a.triedAt);
  const confirmedAt = Math.max(0, ...feeds.map((feed) => feed.confirmedAt ?? 0));
  if (!last?.problem || last.triedAt <= confirmedAt) return undefined;
  return now - confirmedAt > Math.min(...tried.map(feedStaleAfterMs)) ? last.problem : undefined;
}

/** The provider said that it does not offer the league; it is asked again each hour. A 404 without its code is a wrong address. */
const isOutOfSeason = ({ problem, triedAt }: TriedFeed, now: Instant): boolean =>
  problem === '404 UNKNOWN_SPORT' && now - triedAt <= hours(2);

/** The provider's credits in a sentence, for the operator. Not translated: only GET /ready has it. */
export function creditsText(quota: FeedQuota | undefined): string {
  if (!quota) return 'The odds provider has not reported its credits yet.';
  const { remaining, used, budget, forecast } = quota;
  const usage = `${remaining ?? 'an unknown number of'} left, ${used ?? 'an unknown number'} used this month`;
  const limit = budget === null ? '' : ` of a budget of ${budget}`;
  return forecast === null ? `${usage}.` : `${usage}, ${forecast}${limit} expected by its end.`;
}
