import { type Instant, instant } from '../instant.ts';
import { isBuilder, isQuoted, type Outcome, outcomeFromLabel, periodOf, sourcesOf } from '../markets/index.ts';
import {
  type AnyMarket,
  isLive,
  isMarketStale,
  isSeenSince,
  isSeenSinceGoal,
  isUpcoming,
  lastSeenAt,
  type Match,
  priceOf,
} from '../matches/index.ts';
import type { Decimal } from '../money/index.ts';
import { builderPrice, derivedPriceOf, findDerivedPrice } from '../pricing/index.ts';
import type { AcceptedLeg } from './bet.ts';

/** Returns the market that keeps a selection from being bet on, `null` if it is missing; `undefined` when all are open. */
export function closedSource({ markets }: Match, outcome: Outcome): AnyMarket | null | undefined {
  const closed = sourcesOf(outcome).find((key) => markets[key]?.state !== 'open');
  return closed && markets[closed];
}

/** Returns the odds of a selection; `undefined` when it is not on offer. */
export const currentPrice = (match: Match, outcome: Outcome, now: Instant): Decimal | undefined =>
  isQuoted(outcome) ? priceOf(match.markets, outcome) : derivedPriceOf(match, now, outcome);

/** Returns the odds of the selection with this label; `undefined` when there is none, it is not on offer, or the match is over. */
export function priceOfLabel(match: Match, label: string, now: Instant): Decimal | undefined {
  const outcome = isUpcoming(match, now) || isLive(match, now) ? outcomeFromLabel(match, label) : undefined;
  return outcome && currentPrice(match, outcome, now);
}

export const isPriceStale = (match: Match, outcome: Outcome, now: Instant): boolean =>
  sourcesOf(outcome).some((key) => {
    const market: AnyMarket | null = match.markets[key];
    return market && isMarketStale(market, match, now);
  });

/**
 * Whether bookmakers confirmed everything that a price comes from after `since`, and we received it since then. In play a quote of the
 * first half has to be as new: only that shows that half-time has not come.
 */
export const isPriceSeenSince = (
  since: Instant,
  match: Match,
  outcome: Outcome,
  confirmedAt: Instant | null,
): boolean =>
  sourcesOf(outcome).every((key) => isSeenSince(since, match, key, confirmedAt)) &&
  (periodOf(outcome) === 'match' ||
    (match.eventQuotes?.quotes ?? []).some((quote) => periodOf(quote) !== 'match' && quote.quotedAt > since));

export const isPriceSeenSinceGoal = (match: Match, outcome: Outcome, confirmedAt: Instant | null): boolean =>
  sourcesOf(outcome).every((key) => isSeenSinceGoal(match, key, confirmedAt));

/**
 * Returns what a leg records of the quotes behind its price. The version of a derived price is the sum of those of its sources, so it
 * grows with each of them; its time is that of the oldest.
 */
export function quoteOf(
  match: Match,
  outcome: Outcome,
  now: Instant,
): Pick<AcceptedLeg, 'marketVersion' | 'bookmaker' | 'quotedAt' | 'pricedFrom'> {
  if (isQuoted(outcome)) {
    const market: AnyMarket | null = match.markets[outcome.market];
    if (!market) throw noQuote(match, outcome);
    const { version: marketVersion, bookmaker, quotedAt } = market;
    return { marketVersion, bookmaker, quotedAt: lastSeenAt(match, outcome.market) ?? quotedAt };
  }
  const quotes = sourcesOf(outcome).flatMap((key) => {
    const market: AnyMarket | null = match.markets[key];
    if (!market) return [];
    const { version, bookmaker, quotedAt } = market;
    return [{ version, bookmaker, quotedAt: lastSeenAt(match, key) ?? quotedAt }];
  });
  const [oldest] = quotes.toSorted((a, b) => a.quotedAt - b.quotedAt);
  if (!oldest) throw noQuote(match, outcome);
  const marketVersion = quotes.reduce((sum, { version }) => sum + version, 0);
  const price = isBuilder(outcome) ? undefined : findDerivedPrice(match, now, outcome);
  const [quote] = price?.source === 'quoted' ? price.quotes : [];
  const built = isBuilder(outcome) ? builderPrice(match, now, outcome) : undefined;
  return {
    ...(built && { pricedFrom: built.inputs }),
    marketVersion: marketVersion + (match.eventQuotes?.version ?? 0),
    bookmaker: quote?.bookmaker ?? 'derived',
    quotedAt: instant(Math.min(oldest.quotedAt, ...(price?.quotes ?? []).map(({ quotedAt }) => quotedAt))),
  };
}

const noQuote = ({ id }: Match, { market }: Outcome): Error => new Error(`no quote for ${market} of match ${id}`);
