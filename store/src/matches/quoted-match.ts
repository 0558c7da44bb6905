import type { Instant } from '@touchline/core/instant';
import type { MarketState, Markets, MatchWinner, TotalGoals } from '@touchline/core/matches';

/** One match as a provider quotes it now. A market that it does not quote is `null`. */
export type QuotedMatch = {
  readonly providerEventId: string;
  readonly homeTeam: string;
  readonly awayTeam: string;
  readonly kickoffAt: Instant;
  readonly h2h: Omit<MatchWinner, 'version'> | null;
  readonly totals: Omit<TotalGoals, 'version'> | null;
};

/**
 * The markets of a match after a quote. A market that is no longer quoted keeps its last prices and is suspended. A market
 * with the same prices, line, state and bookmaker is returned as it was: that it was seen again is no change.
 */
export const quotedMarkets = (known: Markets, quoted: Pick<QuotedMatch, 'h2h' | 'totals'>): Markets => ({
  h2h: quotedMarket(known.h2h, quoted.h2h, sameWinner),
  totals: quotedMarket(known.totals, quoted.totals, sameTotals),
});

export const noMarkets: Markets = { h2h: null, totals: null };

type Quote = { readonly state: MarketState; readonly bookmaker: string };

function quotedMarket<Market extends Quote & { readonly version: number }>(
  known: Market | null,
  quoted: Omit<Market, 'version'> | null,
  samePrices: (a: Market, b: Market) => boolean,
): Market | null {
  if (!quoted)
    return known && (known.state === 'open' ? { ...known, state: 'suspended', version: known.version + 1 } : known);
  const next = { ...quoted, version: (known?.version ?? 0) + 1 } as Market;
  const isSame = known && known.state === next.state && known.bookmaker === next.bookmaker && samePrices(known, next);
  return isSame ? known : next;
}

const sameWinner = (a: MatchWinner, b: MatchWinner): boolean =>
  a.home.eq(b.home) && a.draw.eq(b.draw) && a.away.eq(b.away);
const sameTotals = (a: TotalGoals, b: TotalGoals): boolean =>
  a.point === b.point && a.over.eq(b.over) && a.under.eq(b.under);
