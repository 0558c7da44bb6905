import { type Instant, instant, minutes } from '../instant.ts';
import type { MarketKey } from '../markets/index.ts';
import type { LeagueFeed } from './feed.ts';
import type { Match } from './match.ts';

/** A market that its bookmakers have withdrawn lingers unchanged for a quarter of an hour: older than this it is not bet on. */
const staleAfterMs = { upcoming: minutes(10), inPlay: minutes(2) };

type Confirmed = { readonly confirmedAt?: Instant };
type Timed = { readonly kickoffAt: Instant };

/** How long after its last confirmation a market may be bet on; in play for a shorter time. */
export const marketStaleAfterMs = ({ kickoffAt }: Timed, now: Instant): number =>
  kickoffAt <= now ? staleAfterMs.inPlay : staleAfterMs.upcoming;

/** Whether the provider's own time of a market lags so far that it is worth noting: each answer of the league is newer. */
export const isLagging = (quotedAt: Instant, match: Timed, now: Instant): boolean =>
  now - quotedAt > marketStaleAfterMs(match, now) / 4;

/** Whether a market was confirmed too long ago to bet on, however well the polling of its league goes. */
export const isMarketStale = ({ confirmedAt }: Confirmed, match: Timed, now: Instant): boolean =>
  confirmedAt !== undefined && now - confirmedAt > marketStaleAfterMs(match, now);

/** When the prices of a market were last confirmed: by the league's last answer, unless the market itself lags behind it. */
export function confirmedAtOf(market: Confirmed, feed: Pick<LeagueFeed, 'confirmedAt'> | undefined): Instant | null {
  return market.confirmedAt ?? feed?.confirmedAt ?? null;
}

/**
 * Whether bookmakers have looked at a market since a moment, by their own word, and the provider has told us since. A market that is
 * suspended may linger in the answers of the provider with its old price: that it is told again proves nothing.
 */
export function isSeenSince(since: Instant, match: Seen, name: MarketKey, feedConfirmedAt: Instant | null): boolean {
  const seenAt = lastSeenAt(match, name);
  return seenAt !== null && seenAt > since && feedConfirmedAt !== null && feedConfirmedAt > since;
}

/** When bookmakers last looked at a market by their own word; `null` without the market. */
export function lastSeenAt({ markets, seenAt }: Seen, name: MarketKey): Instant | null {
  const market = markets[name];
  return market && instant(Math.max(seenAt?.[name] ?? 0, market.quotedAt));
}
type Seen = Pick<Match, 'markets' | 'seenAt'>;

/** A price at which nobody has looked since the last goal is a price from before it. */
export function isSeenSinceGoal(
  match: Seen & Pick<Match, 'scoreChangedAt'>,
  name: MarketKey,
  feedConfirmedAt: Instant | null,
): boolean {
  const { scoreChangedAt } = match;
  return scoreChangedAt === undefined || isSeenSince(scoreChangedAt, match, name, feedConfirmedAt);
}
