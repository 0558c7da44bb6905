import { type Instant, minutes } from '../instant.ts';
import type { LeagueFeed } from './feed.ts';

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

/** A price that nobody has confirmed since the last goal is a price from before it. */
export function isConfirmedSinceGoal(
  { scoreChangedAt }: { readonly scoreChangedAt?: Instant | null },
  market: Confirmed,
  feedConfirmedAt: Instant | null,
): boolean {
  if (scoreChangedAt === undefined || scoreChangedAt === null) return true;
  const confirmedAt = confirmedAtOf(market, { confirmedAt: feedConfirmedAt });
  return confirmedAt !== null && confirmedAt > scoreChangedAt;
}
