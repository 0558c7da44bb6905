import { type Instant, instant, minutes } from '../instant.ts';
import type { MarketKey } from '../markets/index.ts';
import type { EventQuote } from './event-quotes.ts';
import type { LeagueFeed } from './feed.ts';
import type { Match } from './match.ts';

/** The provider keeps showing a withdrawn market for about 15 minutes, so older quotes are not accepted. */
const staleAfterMs = { upcoming: minutes(10), inPlay: minutes(2) };

type Confirmed = { readonly confirmedAt?: Instant };
type Timed = { readonly kickoffAt: Instant };

/** How long after its last confirmation a market is accepted; shorter in play. */
const marketStaleAfterMs = ({ kickoffAt }: Timed, now: Instant): number =>
  kickoffAt <= now ? staleAfterMs.inPlay : staleAfterMs.upcoming;

/** Whether a market's own confirmation time lags noticeably behind the league's latest response. */
export const isLagging = (quotedAt: Instant, match: Timed, now: Instant): boolean =>
  now - quotedAt > marketStaleAfterMs(match, now) / 4;

/** Whether a market was confirmed too long ago to bet on, even if polling its league works. */
export const isMarketStale = ({ confirmedAt }: Confirmed, match: Timed, now: Instant): boolean =>
  confirmedAt !== undefined && now - confirmedAt > marketStaleAfterMs(match, now);

/** Returns when a market was last confirmed: by the league's latest response, unless the market itself lags behind it. */
export function confirmedAtOf(market: Confirmed, feed: Pick<LeagueFeed, 'confirmedAt'> | undefined): Instant | null {
  return market.confirmedAt ?? feed?.confirmedAt ?? null;
}

/**
 * Whether bookmakers confirmed a market after `since`, by their own timestamp, and we received it after `since` too. The provider may
 * keep returning a suspended market with its old price, so receiving it again proves nothing.
 */
export function isSeenSince(since: Instant, match: Seen, name: MarketKey, feedConfirmedAt: Instant | null): boolean {
  const seenAt = lastSeenAt(match, name);
  return seenAt !== null && seenAt > since && feedConfirmedAt !== null && feedConfirmedAt > since;
}

/** Returns when bookmakers last confirmed a market, by their own timestamp; `null` without the market. */
export function lastSeenAt({ markets, seenAt }: Seen, name: MarketKey): Instant | null {
  const market = markets[name];
  return market && instant(Math.max(seenAt?.[name] ?? 0, market.quotedAt));
}
type Seen = Pick<Match, 'markets' | 'seenAt'>;

/** Whether a price was confirmed after the last goal; otherwise it is a price from before it. */
export function isSeenSinceGoal(
  match: Seen & Pick<Match, 'scoreChangedAt'>,
  name: MarketKey,
  feedConfirmedAt: Instant | null,
): boolean {
  const { scoreChangedAt } = match;
  return scoreChangedAt === undefined || isSeenSince(scoreChangedAt, match, name, feedConfirmedAt);
}

/** Returns the quotes that still count: not too old, after the last goal, and in play from after kick-off. */
export const currentEventQuotes = (
  match: Pick<Match, 'eventQuotes' | 'kickoffAt' | 'scoreChangedAt'>,
  now: Instant,
): readonly EventQuote[] =>
  (match.eventQuotes?.quotes ?? []).filter(
    ({ quotedAt }) =>
      !isMarketStale({ confirmedAt: quotedAt }, match, now) &&
      (match.scoreChangedAt === undefined || quotedAt > match.scoreChangedAt) &&
      (match.kickoffAt > now || quotedAt > match.kickoffAt),
  );
