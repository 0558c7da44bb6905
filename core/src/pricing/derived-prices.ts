import { type DerivedKey, type DerivedOutcome, derivedKeys, pricesIn } from '../markets/index.ts';
import type { Match } from '../matches/index.ts';
import type { Decimal } from '../money/index.ts';
import { bookOf } from './derived-markets.ts';
import { type OfferedPrice, offerPrices } from './offer-prices.ts';
import { fitMatch } from './price-match.ts';

/** The price of a derived selection. `fair` is its probability without a margin. */
export type DerivedPrice = Pick<OfferedPrice, 'odds' | 'fair' | 'source'> & { readonly outcome: DerivedOutcome };

const keyOfBook: ReadonlyMap<string, DerivedKey> = new Map(derivedKeys.map((key) => [bookOf(key), key]));

// A match never changes; a newer state of it is another object.
const known = new WeakMap<Match, { readonly isInPlay: boolean; readonly prices: readonly DerivedPrice[] }>();

/** Returns the prices of all derived selections, at most a millisecond's work; none while a quote that they depend on is missing. */
export function derivedPrices(match: Match, isInPlay: boolean): readonly DerivedPrice[] {
  const cached = known.get(match);
  if (cached?.isInPlay === isInPlay) return cached.prices;
  const prices = computePrices(match, isInPlay);
  known.set(match, { isInPlay, prices });
  return prices;
}

function computePrices({ markets, leagueKey, score: reported }: Match, isInPlay: boolean): readonly DerivedPrice[] {
  const { h2h, totals } = markets;
  if (!h2h || !totals) return [];
  const score = reported ?? { home: 0, away: 0 };
  const oddsOf = (prices: readonly Decimal[]) => prices.map((price) => price.toNumber());
  const quotes = [
    { market: 'h2h', line: null, odds: oddsOf(pricesIn<Decimal>('h2h', h2h)) },
    { market: 'totals', line: totals.point, odds: oddsOf(pricesIn<Decimal>('totals', totals)) },
  ];
  // No market of the first half is on offer, so in play its share of the goals does not matter.
  const model = fitMatch({ quotes, score, ...(isInPlay && { firstHalfShareLeft: 0 }) });
  if (!model) return [];
  return offerPrices({ model, quotes, league: leagueKey, isInPlay }).flatMap(({ book, pick, ...price }) => {
    const market = keyOfBook.get(book.market);
    if (!market) return [];
    const { line } = book;
    // The model counts a handicap from now on, a bet from the start of the match.
    const point = line === null || market !== 'spreads' ? line : line - (score.home - score.away);
    return [{ ...price, outcome: { market, pick, ...(point !== null && { point }) } }];
  });
}

/** Returns the odds of a derived selection; `undefined` when it is not on offer. */
export const derivedPriceOf = (match: Match, isInPlay: boolean, outcome: DerivedOutcome): Decimal | undefined =>
  derivedPrices(match, isInPlay).find(
    ({ outcome: { market, pick, point } }) =>
      market === outcome.market && pick === outcome.pick && point === outcome.point,
  )?.odds;
