import type { MatchBook, MatchMarkets } from '@touchline/core/contract';

type Market = MatchMarkets['markets'][number];
/** `isComplete`: whether every line of the book was known. */
type Applied = { readonly markets: readonly Market[]; readonly isComplete: boolean };

/** Applies a pushed book to markets whose names were fetched. A line that is not in the book is no longer on offer. */
export function applyBook(markets: readonly Market[], { lines }: MatchBook): Applied {
  const known = new Map(markets.map((market) => [nameOf(market.key, market.line ?? null), market]));
  const applied = lines.flatMap(([key, line, isOpen, quotedAt, prices]): readonly Market[] => {
    const market = known.get(nameOf(key, line));
    if (!market || market.selections.length * 2 !== prices.length) return [];
    const selections = market.selections.map(({ label }, at) => ({
      label,
      odds: prices[at * 2] ?? 1,
      fair: prices[at * 2 + 1] ?? 0,
    }));
    const state = isOpen === 1 ? 'open' : 'suspended';
    return [{ ...market, state, quotedAt: new Date(quotedAt).toISOString(), selections }];
  });
  return { markets: applied, isComplete: applied.length === lines.length };
}

const nameOf = (key: string, line: number | null): string => `${key} ${line ?? ''}`;
