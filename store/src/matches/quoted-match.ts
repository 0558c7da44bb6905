import { hours, type Instant, minutes } from '@touchline/core/instant';
import {
  isPriceJump,
  type MarketReason,
  type Markets,
  type MatchWinner,
  type TotalGoals,
} from '@touchline/core/matches';
import type { Decimal } from '@touchline/core/money';

/** One match as a provider quotes it now. A market that it does not quote is `null`. */
export type QuotedMatch = {
  readonly providerEventId: string;
  readonly homeTeam: string;
  readonly awayTeam: string;
  readonly kickoffAt: Instant;
  readonly h2h: Omit<MatchWinner, 'version'> | null;
  readonly totals: Omit<TotalGoals, 'version'> | null;
};

/** When a quote came, and of which match. */
export type Occasion = { readonly at: Instant; readonly kickoffAt: Instant };

/**
 * The markets of a match after a quote. A market that is no longer quoted keeps its last prices: suspended at once, closed after a
 * quarter of an hour. One that moved too far since the last quote is suspended until two quotes agree. What an operator ordered
 * stands. A market that is as it was is returned as the same object: that it was seen again is no change.
 */
export const quotedMarkets = (
  known: Markets,
  quoted: Pick<QuotedMatch, 'h2h' | 'totals'>,
  occasion: Occasion,
): Markets => ({
  h2h: quotedMarket(known.h2h, quoted.h2h, pricesOfH2h, occasion),
  totals: quotedMarket(known.totals, quoted.totals, pricesOfGoals, occasion),
});

export const noMarkets: Markets = { h2h: null, totals: null };

/** As `quotedMarkets` for a match on which somebody has to look first: nothing is bet on it meanwhile. */
export const heldMarkets = ({ h2h, totals }: Markets): Markets => ({
  h2h: h2h && held(h2h),
  totals: totals && held(totals),
});

/** What an operator ordered takes effect; without an order the market is as the provider's last answer had it. */
export function orderedMarket<Market extends AnyMarket>(known: Market, order: Market['order']): Market {
  const { why: _why, order: _order, ...bare } = known;
  const version = known.version + 1;
  if (order) return { ...bare, state: order, why: 'operator', order, version } as Market;
  if (known.missingSince !== undefined) return { ...bare, state: 'suspended', why: 'not-quoted', version } as Market;
  return { ...bare, state: 'open', version } as Market;
}

type AnyMarket = MatchWinner | TotalGoals;

/** Answers without a market for so long mean that it will not come back soon. */
const closedAfterMs = minutes(15);

/** Far ahead of kick-off a consensus wanders by hundredths all day: smaller steps are no news for anybody. */
const farMs = hours(24);
const smallestStep = 0.005;

function quotedMarket<Market extends AnyMarket>(
  known: Market | null,
  quoted: Omit<Market, 'version'> | null,
  pricesOf: (market: Market) => readonly Decimal[],
  occasion: Occasion,
): Market | null {
  if (!quoted) return known && missingMarket(known, occasion.at);
  const fresh = { ...quoted, version: (known?.version ?? 0) + 1 } as Market;
  if (!known) return fresh;
  const isSameLine = lineOf(known) === lineOf(fresh);
  const [before, after] = [pricesOf(known), pricesOf(fresh)];
  const isStill = isSameLine && isTooSmall(before, after, fresh, occasion);
  const prices = isStill ? ({ ...known, quotedAt: fresh.quotedAt } as Market) : fresh;
  const jumped = isSameLine && known.missingSince === undefined && isPriceJump(before, after);
  const next = withState(prices, fresh, reasonOf(known, fresh, jumped), known);
  return isSame(known, next, pricesOf) ? known : next;
}

function reasonOf(known: AnyMarket, fresh: AnyMarket, jumped: boolean): MarketReason | undefined {
  if (known.order) return 'operator';
  if (fresh.state !== 'open') return fresh.why ?? 'not-confirmed';
  return jumped ? 'price-jump' : undefined;
}

function withState<Market extends AnyMarket>(
  prices: Market,
  fresh: Market,
  why: MarketReason | undefined,
  known: Market,
): Market {
  const { why: _why, confirmedAt: _confirmed, missingSince: _missing, order: _order, ...bare } = prices;
  return {
    ...bare,
    version: known.version + 1,
    state: known.order ?? (why === undefined ? 'open' : 'suspended'),
    ...(why !== undefined && { why }),
    ...(fresh.confirmedAt !== undefined && { confirmedAt: fresh.confirmedAt }),
    ...(known.order && { order: known.order }),
  } as Market;
}

function missingMarket<Market extends AnyMarket>(known: Market, at: Instant): Market {
  const missingSince = known.missingSince ?? at;
  const state = known.order ?? (at - missingSince > closedAfterMs ? 'closed' : 'suspended');
  const why = known.order ? 'operator' : 'not-quoted';
  if (known.missingSince !== undefined && known.state === state && known.why === why) return known;
  return { ...known, state, why, missingSince, version: known.version + 1 };
}

function held<Market extends AnyMarket>(known: Market): Market {
  if (known.state !== 'open') return known;
  return { ...known, state: 'suspended', why: 'under-review', version: known.version + 1 };
}

const isConsensus = ({ bookmaker }: AnyMarket): boolean => bookmaker.startsWith('consensus of ');

function isTooSmall(
  before: readonly Decimal[],
  after: readonly Decimal[],
  fresh: AnyMarket,
  { at, kickoffAt }: Occasion,
): boolean {
  if (kickoffAt - at <= farMs || !isConsensus(fresh)) return false;
  return before.every((price, index) => {
    const now = after[index] ?? price;
    return now.minus(price).abs().div(price).lt(smallestStep);
  });
}

function isSame<Market extends AnyMarket>(
  a: Market,
  b: Market,
  pricesOf: (market: Market) => readonly Decimal[],
): boolean {
  const others = pricesOf(b);
  return (
    a.state === b.state &&
    a.why === b.why &&
    a.confirmedAt === b.confirmedAt &&
    a.missingSince === b.missingSince &&
    (a.bookmaker === b.bookmaker || (isConsensus(a) && isConsensus(b))) &&
    lineOf(a) === lineOf(b) &&
    pricesOf(a).every((price, at) => price.eq(others[at] ?? 0))
  );
}

const lineOf = (market: AnyMarket): number | undefined => ('point' in market ? market.point : undefined);
const pricesOfH2h = ({ home, draw, away }: MatchWinner): readonly Decimal[] => [home, draw, away];
const pricesOfGoals = ({ over, under }: TotalGoals): readonly Decimal[] => [over, under];
