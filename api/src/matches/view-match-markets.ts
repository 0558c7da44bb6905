import type { BuilderRefusal, BuilderView, MatchMarkets } from '@touchline/core/contract';
import type { Instant } from '@touchline/core/instant';
import { t } from '@touchline/core/language';
import {
  builderOutcome,
  builderProblem,
  derivedMarket,
  isDerived,
  type MarketKey,
  marketKeys,
  marketTitle,
  outcomeLabel,
  outcomesOf,
  type Part,
  partFromLabel,
  pricesIn,
} from '@touchline/core/markets';
import {
  type AnyMarket,
  type Closure,
  closureOf,
  isLive,
  isMarketStale,
  isUpcoming,
  lastSeenAt,
  type Match,
} from '@touchline/core/matches';
import type { Decimal } from '@touchline/core/money';
import { builderPrice, type DerivedPrice, derivedPrices, fairProbabilities } from '@touchline/core/pricing';
import { ok, type Result, refused } from '@touchline/core/result';

export type MarketFacts = {
  readonly now: Instant;
  readonly closures: readonly Closure[];
  readonly staleLeagues: readonly string[];
  readonly inPlay: 'open' | 'closed';
};

type View = MatchMarkets['markets'][number];

/** Returns every market of a match, quoted ones first, each line by itself; none once the match is over. */
export function viewMatchMarkets(match: Match, facts: MarketFacts): MatchMarkets {
  const isInPlay = isLive(match, facts.now);
  if (!isInPlay && !isUpcoming(match, facts.now)) return { markets: [] };
  const quoted = marketKeys.flatMap((key) => quotedView(match, key) ?? []);
  const isOpen = (keys: readonly MarketKey[]) => areOpen(match, keys, facts);
  const books = Map.groupBy(
    derivedPrices(match, facts.now),
    ({ outcome: { market, point } }) => `${market} ${point ?? ''}`,
  );
  const derived = [...books.values()].flatMap((prices) => derivedView(match, prices) ?? []);
  return {
    markets: [
      ...quoted.map((view) => ({ ...view, state: stateOf(isOpen([view.key])) })),
      ...derived.map((view) => ({ ...view, state: stateOf(isOpen(marketKeys)) })),
    ],
  };
}

/** Whether prices that come from these quoted markets can be bet on. */
function areOpen(match: Match, keys: readonly MarketKey[], facts: MarketFacts): boolean {
  if (closureOf(facts.closures, match.leagueKey) || facts.staleLeagues.includes(match.leagueKey)) return false;
  if (isLive(match, facts.now) && facts.inPlay === 'closed') return false;
  return keys.every((key) => {
    const market: AnyMarket | null = match.markets[key];
    return market?.state === 'open' && !isMarketStale(market, match, facts.now);
  });
}

/** Prices selections of a match, by their labels, as one that wins if all of them do. */
export function viewBuilder(
  match: Match,
  labels: readonly string[],
  facts: MarketFacts,
): Result<BuilderView, BuilderRefusal> {
  const teams = { homeTeam: match.homeTeam, awayTeam: match.awayTeam };
  const parts: Part[] = [];
  for (const label of labels) {
    const part = partFromLabel(match, label);
    if (!part) return refused({ code: 'selection-unknown', label, teams });
    parts.push(part);
  }
  const problem = builderProblem(parts);
  if (problem)
    return refused('index' in problem ? { code: problem.code, label: labels[problem.index] ?? '', teams } : problem);
  const outcome = builderOutcome(parts);
  const isInPlay = isLive(match, facts.now);
  const price = isInPlay || isUpcoming(match, facts.now) ? builderPrice(match, facts.now, outcome) : undefined;
  if (!price) return refused({ code: 'builder-unavailable' });
  const { odds, fair } = price;
  const state = stateOf(areOpen(match, marketKeys, facts));
  return ok({ label: outcomeLabel(match, outcome), odds: odds.toNumber(), fair: rounded(fair), state });
}

const stateOf = (isOpen: boolean): View['state'] => (isOpen ? 'open' : 'suspended');

function quotedView(match: Match, key: MarketKey): (Omit<View, 'state'> & { readonly key: MarketKey }) | undefined {
  const market: AnyMarket | null = match.markets[key];
  if (!market || market.state === 'closed') return undefined;
  const prices = pricesIn<Decimal>(key, market);
  const fair = fairProbabilities(prices.map((price) => price.toNumber()));
  return {
    key,
    title: marketTitle(key),
    group: 'Popular',
    ...('point' in market && { line: market.point }),
    source: 'quoted',
    quotedBy: market.bookmaker,
    quotedAt: timeText(lastSeenAt(match, key)),
    selections: outcomesOf(key, market).map((outcome, at) => ({
      label: outcomeLabel(match, outcome),
      odds: prices[at]?.toNumber() ?? 1,
      fair: rounded(fair[at] ?? 0),
    })),
  };
}

function derivedView(match: Match, prices: readonly DerivedPrice[]): Omit<View, 'state'> | undefined {
  const [first] = prices;
  if (!first || !isDerived(first.outcome)) return undefined;
  const { market, point } = first.outcome;
  const { title, group } = derivedMarket(market);
  const [quote] = first.source === 'quoted' ? first.quotes : [];
  const seen = marketKeys.map((key) => lastSeenAt(match, key) ?? 0);
  return {
    key: market,
    title: t(title),
    group,
    ...(point !== undefined && { line: point }),
    source: first.source,
    ...(quote && { quotedBy: quote.bookmaker }),
    quotedAt: timeText(quote ? quote.quotedAt : Math.min(...seen, ...first.quotes.map(({ quotedAt }) => quotedAt))),
    selections: prices.map(({ outcome, odds, fair }) => ({
      label: outcomeLabel(match, outcome),
      odds: odds.toNumber(),
      fair: rounded(fair),
    })),
  };
}

const rounded = (probability: number): number => Math.round(probability * 10_000) / 10_000;
const timeText = (at: number | null): string => new Date(at ?? 0).toISOString();
