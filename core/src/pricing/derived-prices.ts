import { type Instant, minutes } from '../instant.ts';
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
  periodOf,
  picksOf,
  pricesIn,
  type Verdict,
} from '../markets/index.ts';
import { currentEventQuotes, type EventQuote, type Match, priceOf } from '../matches/index.ts';
import type { Decimal } from '../money/index.ts';
import { type BuilderInputs, builderInputs, builderOddsFrom } from './builder-inputs.ts';
import { bookOf } from './derived-markets.ts';
import { fairProbabilities } from './margin.ts';
import { builderMargin, type OfferedPrice, offerPrices } from './offer-prices.ts';
import { fairBooks, fitMatch, isStrained, type MatchModel, type QuotedBook } from './price-match.ts';
import { gridSize } from './score-grid.ts';

/**
 * The price of a derived selection. `fair` is its probability without a margin. `quotes`: the further quotes behind it, which is the
 * only one if it is quoted itself.
 */
export type DerivedPrice = Pick<OfferedPrice, 'odds' | 'fair' | 'source'> & {
  readonly outcome: DerivedOutcome;
  readonly quotes: readonly EventQuote[];
};

const keyOfBook: ReadonlyMap<string, DerivedKey> = new Map(derivedKeys.map((key) => [bookOf(key), key]));

/** The scores that fit the quotes of a match; the prices of its derived selections are computed when they are first asked for. */
type Priced = {
  readonly isInPlay: boolean;
  readonly quotes: readonly EventQuote[];
  readonly model: MatchModel | undefined;
  readonly prices: () => readonly DerivedPrice[];
};

// A match never changes; a newer state of it is another object.
const known = new WeakMap<Match, Priced>();

/** Prices a match, at most a millisecond's work. */
function priced(match: Match, now: Instant): Priced {
  const isInPlay = match.kickoffAt <= now;
  const current = currentEventQuotes(match, now);
  // In play only such a quote shows how much of the first half is left: without one it is not on offer.
  const quotes = isFirstHalf(match, now) ? current : current.filter((quote) => periodOf(quote) === 'match');
  const cached = known.get(match);
  // With time quotes only drop out.
  if (cached?.isInPlay === isInPlay && cached.quotes.length === quotes.length) return cached;
  const { model, computePrices } = fitPrices(match, isInPlay, quotes);
  let prices: readonly DerivedPrice[] | undefined;
  const computed = { isInPlay, quotes, model, prices: () => (prices ??= computePrices()) };
  known.set(match, computed);
  return computed;
}

/** By the kick-off as it is known: a match that began late has played less. Nothing is offered in the stoppage time of the half. */
const isFirstHalf = ({ kickoffAt }: Match, now: Instant): boolean => now < kickoffAt + minutes(45);

/** Returns the prices of all derived selections; none while a quote that they depend on is missing. */
export const derivedPrices = (match: Match, now: Instant): readonly DerivedPrice[] => priced(match, now).prices();

/**
 * Returns the probability of each verdict of a selection, from the quotes of its own book if its line is quoted, else from the scores
 * that fit all quotes. `undefined` while a quote is missing, or when they do not fit together.
 */
export function verdictChances(match: Match, now: Instant, outcome: Outcome): Chances | undefined {
  const model = priced(match, now);
  const chances = chancesOf.get(model) ?? new Map<string, Chances | undefined>();
  chancesOf.set(model, chances);
  const key = `${outcome.market} ${outcome.pick} ${'point' in outcome ? outcome.point : ''}`;
  if (!chances.has(key)) chances.set(key, computeChances(match, model, outcome));
  return chances.get(key);
}

type Chances = Readonly<Partial<Record<Verdict, number>>>;
// Thousands of bets on a match are valued by the chances of a few selections.
const chancesOf = new WeakMap<Priced, Map<string, Chances | undefined>>();

function computeChances(match: Match, { model }: Priced, outcome: Outcome): Chances | undefined {
  if (isQuoted(outcome) && priceOf(match.markets, outcome)) {
    const market = match.markets[outcome.market];
    const prices = market ? pricesIn<Decimal>(outcome.market, market).map((price) => price.toNumber()) : [];
    const won = fairProbabilities(prices)[picksOf(outcome.market).indexOf(outcome.pick)];
    return won === undefined ? undefined : { won, lost: 1 - won };
  }
  if (!model || isStrained(model)) return undefined;
  if (periodOf(outcome) !== 'match') return halfTimeChances(model, outcome);
  const chances: Partial<Record<Verdict, number>> = {};
  for (const [at, chance] of model.grid.entries()) {
    const home = model.score.home + Math.floor(at / gridSize);
    const away = model.score.away + (at % gridSize);
    const verdict = gradeLeg(outcome, { kind: 'score', score: { home, away } });
    chances[verdict] = (chances[verdict] ?? 0) + chance;
  }
  return chances;
}

/** Such a selection is won or lost: its lines are half goals. `undefined` once the first half is not on offer. */
function halfTimeChances(model: MatchModel, { market, pick, ...on }: Outcome): Chances | undefined {
  const line = 'point' in on ? on.point : null;
  const found = fairBooks(model).find(({ book }) => book.market === market && book.line === line);
  const won = found?.fair[found.book.selections.findIndex((selection) => selection.pick === pick)];
  return won === undefined ? undefined : { won, lost: 1 - won };
}

function fitPrices(
  { markets, leagueKey, score: reported }: Match,
  isInPlay: boolean,
  eventQuotes: readonly EventQuote[],
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
  const more = new Map(
    eventQuotes
      .filter(({ market, line }) => market !== 'alternate_totals' || line !== totals.point)
      .map((quote) => [{ market: bookOf(quote.market), line: quote.line, odds: quote.odds }, quote] as const),
  );
  const input = { quotes, more: [...more.keys()] };
  const model = fitMatch({ ...input, score, ...(isInPlay && { firstHalfShareLeft: 0 }) });
  if (!model) return none;
  const quotesOf = (books: readonly QuotedBook[]) => books.flatMap((book) => more.get(book) ?? []);
  const inputs = quotesOf(model.fittedTo);
  const inputsOfMatch = inputs.filter((quote) => periodOf(quote) === 'match');
  const computePrices = () =>
    offerPrices({ model, ...input, league: leagueKey, isInPlay }).flatMap(({ book, pick, quote, ...price }) => {
      const market = keyOfBook.get(book.market);
      if (!market) return [];
      const { line } = book;
      // The model counts a handicap from now on, a bet from the start of the match.
      const point = line === null || market !== 'spreads' ? line : line - (score.home - score.away);
      const outcome = { market, pick, ...(point !== null && { point }) };
      return [
        { ...price, outcome, quotes: quote ? quotesOf([quote]) : book.period === 'match' ? inputsOfMatch : inputs },
      ];
    });
  return { model, computePrices };
}

/** Returns the odds of a selection that is not quoted; `undefined` when it is not on offer. */
export const derivedPriceOf = (
  match: Match,
  now: Instant,
  outcome: DerivedOutcome | BuilderOutcome,
): Decimal | undefined =>
  isBuilder(outcome) ? builderPrice(match, now, outcome)?.odds : findDerivedPrice(match, now, outcome)?.odds;

export const findDerivedPrice = (match: Match, now: Instant, wanted: DerivedOutcome): DerivedPrice | undefined =>
  derivedPrices(match, now).find(
    ({ outcome: { market, pick, point } }) =>
      market === wanted.market && pick === wanted.pick && point === wanted.point,
  );

/**
 * Prices a combination of selections of one match by the scores at which all of them win; never lower than one of them alone.
 * `undefined` when one of them is not on offer, or all of them together are too likely or too unlikely.
 */
export function builderPrice(match: Match, now: Instant, outcome: BuilderOutcome): BuilderPrice | undefined {
  const model = priced(match, now);
  const prices = buildersOf.get(model) ?? new Map<string, BuilderPrice | undefined>();
  buildersOf.set(model, prices);
  if (!prices.has(outcome.pick)) prices.set(outcome.pick, priceBuilder(match, now, outcome));
  return prices.get(outcome.pick);
}

/** `inputs`: what the odds are computed from. */
type BuilderPrice = { readonly odds: Decimal; readonly fair: number; readonly inputs: BuilderInputs };
// A bet asks twice, for its odds and for what they come from.
const buildersOf = new WeakMap<Priced, Map<string, BuilderPrice | undefined>>();

function priceBuilder(match: Match, now: Instant, outcome: BuilderOutcome): BuilderPrice | undefined {
  const parts = partsOf(outcome);
  const fair = verdictChances(match, now, outcome)?.won;
  const { model } = priced(match, now);
  if (!parts || !model || fair === undefined) return undefined;
  const alone = parts.map((part) => (isQuoted(part) ? priceOf(match.markets, part) : derivedPriceOf(match, now, part)));
  const offered = alone.filter((price) => price !== undefined);
  if (offered.length < parts.length) return undefined;
  const margin = builderMargin(match.leagueKey, match.kickoffAt <= now);
  const inputs = builderInputs(model, gridSize, { margin, alone: offered });
  const odds = builderOddsFrom(outcome, inputs);
  return odds && { fair, odds, inputs };
}
