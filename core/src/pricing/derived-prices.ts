import {
  type BuilderOutcome,
  type DerivedKey,
  type DerivedOutcome,
  derivedKeys,
  gradeLeg,
  isBuilder,
  isQuoted,
  type Outcome,
  partsOf,
  picksOf,
  pricesIn,
  type Verdict,
} from '../markets/index.ts';
import { type Match, priceOf } from '../matches/index.ts';
import { Decimal } from '../money/index.ts';
import { bookOf } from './derived-markets.ts';
import { fairProbabilities } from './margin.ts';
import { builderOdds, type OfferedPrice, offerPrices } from './offer-prices.ts';
import { fitMatch, isStrained, type MatchModel } from './price-match.ts';
import { gridSize } from './score-grid.ts';

/** The price of a derived selection. `fair` is its probability without a margin. */
export type DerivedPrice = Pick<OfferedPrice, 'odds' | 'fair' | 'source'> & { readonly outcome: DerivedOutcome };

const keyOfBook: ReadonlyMap<string, DerivedKey> = new Map(derivedKeys.map((key) => [bookOf(key), key]));

/** The scores that fit the quotes of a match; the prices of its derived selections are computed when they are first asked for. */
type Priced = {
  readonly isInPlay: boolean;
  readonly model: MatchModel | undefined;
  readonly prices: () => readonly DerivedPrice[];
};

// A match never changes; a newer state of it is another object.
const known = new WeakMap<Match, Priced>();

/** Prices a match, at most a millisecond's work. */
function priced(match: Match, isInPlay: boolean): Priced {
  const cached = known.get(match);
  if (cached?.isInPlay === isInPlay) return cached;
  const { model, computePrices } = fitPrices(match, isInPlay);
  let prices: readonly DerivedPrice[] | undefined;
  const computed = { isInPlay, model, prices: () => (prices ??= computePrices()) };
  known.set(match, computed);
  return computed;
}

/** Returns the prices of all derived selections; none while a quote that they depend on is missing. */
export const derivedPrices = (match: Match, isInPlay: boolean): readonly DerivedPrice[] =>
  priced(match, isInPlay).prices();

/**
 * Returns the probability of each verdict of a selection, from the quotes of its own book if its line is quoted, else from the scores
 * that fit all quotes. `undefined` while a quote is missing, or when they do not fit together.
 */
export function verdictChances(match: Match, isInPlay: boolean, outcome: Outcome): Chances | undefined {
  const chances = chancesOf.get(match) ?? new Map<string, Chances | undefined>();
  chancesOf.set(match, chances);
  const key = `${isInPlay} ${outcome.market} ${outcome.pick} ${'point' in outcome ? outcome.point : ''}`;
  if (!chances.has(key)) chances.set(key, computeChances(match, isInPlay, outcome));
  return chances.get(key);
}

type Chances = Readonly<Partial<Record<Verdict, number>>>;
// Thousands of bets on a match are valued by the chances of a few selections.
const chancesOf = new WeakMap<Match, Map<string, Chances | undefined>>();

function computeChances(match: Match, isInPlay: boolean, outcome: Outcome): Chances | undefined {
  if (isQuoted(outcome) && priceOf(match.markets, outcome)) {
    const market = match.markets[outcome.market];
    const prices = market ? pricesIn<Decimal>(outcome.market, market).map((price) => price.toNumber()) : [];
    const won = fairProbabilities(prices)[picksOf(outcome.market).indexOf(outcome.pick)];
    return won === undefined ? undefined : { won, lost: 1 - won };
  }
  const { model } = priced(match, isInPlay);
  if (!model || isStrained(model)) return undefined;
  const chances: Partial<Record<Verdict, number>> = {};
  for (const [at, chance] of model.grid.entries()) {
    const home = model.score.home + Math.floor(at / gridSize);
    const away = model.score.away + (at % gridSize);
    const verdict = gradeLeg(outcome, { kind: 'score', score: { home, away } });
    chances[verdict] = (chances[verdict] ?? 0) + chance;
  }
  return chances;
}

function fitPrices(
  { markets, leagueKey, score: reported }: Match,
  isInPlay: boolean,
): { readonly model: MatchModel | undefined; readonly computePrices: () => readonly DerivedPrice[] } {
  const none = { model: undefined, computePrices: () => [] };
  const { h2h, totals } = markets;
  if (!h2h || !totals) return none;
  const score = reported ?? { home: 0, away: 0 };
  const oddsOf = (prices: readonly Decimal[]) => prices.map((price) => price.toNumber());
  const quotes = [
    { market: 'h2h', line: null, odds: oddsOf(pricesIn<Decimal>('h2h', h2h)) },
    { market: 'totals', line: totals.point, odds: oddsOf(pricesIn<Decimal>('totals', totals)) },
  ];
  // No market of the first half is on offer, so in play its share of the goals does not matter.
  const model = fitMatch({ quotes, score, ...(isInPlay && { firstHalfShareLeft: 0 }) });
  if (!model) return none;
  const computePrices = () =>
    offerPrices({ model, quotes, league: leagueKey, isInPlay }).flatMap(({ book, pick, ...price }) => {
      const market = keyOfBook.get(book.market);
      if (!market) return [];
      const { line } = book;
      // The model counts a handicap from now on, a bet from the start of the match.
      const point = line === null || market !== 'spreads' ? line : line - (score.home - score.away);
      return [{ ...price, outcome: { market, pick, ...(point !== null && { point }) } }];
    });
  return { model, computePrices };
}

/** Returns the odds of a selection that is not quoted; `undefined` when it is not on offer. */
export const derivedPriceOf = (
  match: Match,
  isInPlay: boolean,
  outcome: DerivedOutcome | BuilderOutcome,
): Decimal | undefined =>
  isBuilder(outcome)
    ? builderPrice(match, isInPlay, outcome)?.odds
    : derivedPrices(match, isInPlay).find(
        ({ outcome: { market, pick, point } }) =>
          market === outcome.market && pick === outcome.pick && point === outcome.point,
      )?.odds;

/**
 * Prices a combination of selections of one match by the scores at which all of them win; never lower than one of them alone.
 * `undefined` when one of them is not on offer, or all of them together are too likely or too unlikely.
 */
export function builderPrice(
  match: Match,
  isInPlay: boolean,
  outcome: BuilderOutcome,
): { readonly odds: Decimal; readonly fair: number } | undefined {
  const parts = partsOf(outcome);
  const fair = verdictChances(match, isInPlay, outcome)?.won;
  if (!parts || fair === undefined) return undefined;
  const alone = parts.map((part) =>
    isQuoted(part) ? priceOf(match.markets, part) : derivedPriceOf(match, isInPlay, part),
  );
  const offered = alone.filter((price) => price !== undefined);
  if (offered.length < parts.length) return undefined;
  const price = builderOdds({ fair, parts: parts.length, league: match.leagueKey, isInPlay });
  return price === undefined ? undefined : { fair, odds: Decimal.max(price, ...offered) };
}
