import type { Score } from '../markets/index.ts';
import type { LeagueKey } from '../matches/index.ts';
import { Decimal, onLadder } from '../money/index.ts';
import { type DerivedBook, derivedBooks, verdictShare } from './derived-markets.ts';
import { withMargin } from './margin.ts';
import { fairBooks, isStrained, type MatchModel, type QuotedBook } from './price-match.ts';

/** A price on offer. `fair` is the probability of winning what is not void. */
export type OfferedPrice = {
  readonly book: DerivedBook;
  readonly pick: string;
  readonly source: 'quoted' | 'derived';
  /** The quote that it is, if it is quoted. */
  readonly quote?: QuotedBook;
  readonly fair: number;
  readonly odds: Decimal;
};

/** The margin of a book, as a share of its fair probabilities: from those of bookmakers at kick-off. */
const margins: Readonly<Record<string, number>> = {
  h2h: 0.05,
  double_chance: 0.035,
  draw_no_bet: 0.04,
  totals: 0.05,
  spreads: 0.03,
  team_totals_home: 0.06,
  team_totals_away: 0.06,
  btts: 0.05,
  correct_score: 0.15,
  odd_even: 0.05,
  exact_goals: 0.1,
  winning_margin: 0.1,
  h2h_3_way_h1: 0.08,
  totals_h1: 0.07,
  btts_h1: 0.07,
  halftime_fulltime: 0.12,
};
/** In play a price is older by the time of a bet, and cups are quoted by fewer bookmakers. */
const inPlayFactor = 1.25;
const leagueFactors: Partial<Readonly<Record<LeagueKey, number>>> = {
  soccer_uefa_champs_league: 1.1,
  soccer_uefa_europa_league: 1.2,
  soccer_uefa_nations_league: 1.3,
};

/** Returns the overround of a book, 1.05 for a margin of 5 %. */
export const overroundOf = (market: string, league: LeagueKey, isInPlay: boolean): number =>
  1 + (margins[market] ?? 0.1) * (isInPlay ? inPlayFactor : 1) * (leagueFactors[league] ?? 1);

/** Lines with a less likely side are not offered. */
const leastLikely = 0.06;
const highestOdds = 501;
const lowestOdds = 1.01;
/** In play nothing is offered from here on, nor at the lowest odds. */
const highestInPlay = 101;

/** Each selection of a combination costs as much margin as a market. */
const marginOfPart = 0.05;
export const builderMargin = (league: LeagueKey, isInPlay: boolean): number =>
  marginOfPart * (isInPlay ? inPlayFactor : 1) * (leagueFactors[league] ?? 1);

export type OfferOptions = {
  readonly model: MatchModel;
  readonly quotes: readonly QuotedBook[];
  /** Offered as they are where they fit the others. */
  readonly more?: readonly QuotedBook[];
  readonly league: LeagueKey;
  readonly isInPlay: boolean;
};

type Candidate = Pick<OfferedPrice, 'book' | 'pick' | 'fair'> & {
  /** The number of its selection. */
  readonly selection: number;
  /** The odds from the model. */
  readonly derived: number;
  quote: QuotedBook | undefined;
  odds: number;
  /** The highest quoted odds of a selection that never pays worse. */
  least: number;
};

/**
 * Returns the prices of every book: the quoted ones as they are, the others from the model with their margin, rounded down to the usual
 * ladder of prices. Of `more`, a quote that gives value by the model, or contradicts another one, is replaced by derived prices. No
 * combination of the prices wins whatever the result, because the model gives every price at most its stake back; and no selection has
 * higher odds than one that never pays better. Without prices when the quotes do not fit together.
 */
export function offerPrices({ model, quotes, more = [], league, isInPlay }: OfferOptions): readonly OfferedPrice[] {
  if (isStrained(model)) return [];
  const candidates: Candidate[] = [];
  for (const { book, fair } of fairBooks(model)) {
    const isOfBook = ({ market, line }: QuotedBook) => market === book.market && line === book.line;
    const quote = quotes.find(isOfBook) ?? more.find((each) => isOfBook(each) && givesNoValue(each, fair));
    // A selection that is decided already has no price.
    const open = fair.flatMap((p, at) => (p > 1e-6 && p < 1 - 1e-6 ? [at] : []));
    const isUneven = book.line !== null && open.some((at) => (fair[at] as number) < leastLikely);
    if (!quote && (open.length < 2 || isUneven)) continue;
    let total = 0;
    for (const at of open) total += fair[at] as number;
    const implied = withMargin(
      open.map((at) => (fair[at] as number) / total),
      overroundOf(book.market, league, isInPlay),
    );
    const first = firstSelection.get(book) as number;
    for (const [index, at] of open.entries()) {
      const derived = Math.min(highestOdds, 1 / ((implied[index] as number) * total));
      const odds = quote?.odds[at] ?? derived;
      const { pick } = book.selections[at] as DerivedBook['selections'][number];
      candidates.push({ book, pick, selection: first + at, fair: fair[at] as number, derived, quote, odds, least: 0 });
    }
  }
  const kept = new Set(quotes);
  if (!keepOrder(candidates, kept, model)) return [];
  const [above, below] = isInPlay ? [lowestOdds, highestInPlay] : [0, Number.POSITIVE_INFINITY];
  return candidates.flatMap(({ book, pick, fair, quote, odds }): readonly OfferedPrice[] => {
    const isSensible = odds >= lowestOdds && odds > above && odds < below;
    if (!isSensible && !(quote && kept.has(quote))) return [];
    return [{ book, pick, fair, source: quote ? 'quoted' : 'derived', ...(quote && { quote }), odds: decimalOf(odds) }];
  });
}

// There are few prices on the ladder, and making a decimal costs more than pricing a selection.
const decimals = new Map<number, Decimal>();
function decimalOf(odds: number): Decimal {
  const known = decimals.get(odds);
  if (known) return known;
  const made = new Decimal(odds);
  if (decimals.size < mostDecimals) decimals.set(odds, made);
  return made;
}
const mostDecimals = 5_000;

/** In play the model is raked until a quote gives exactly no value, up to rounding. */
const givesNoValue = ({ odds }: QuotedBook, fair: readonly number[]): boolean =>
  odds.length === fair.length && odds.every((price, at) => price * (fair[at] as number) <= 1 + 1e-9);

/**
 * Changes derived odds so that they are on the ladder, and a selection never has higher odds than one that never pays better. Where that
 * leaves only the odds of a quote, those are kept. Fair odds stay higher still. `false` if quotes of `kept` contradict each other.
 */
function keepOrder(candidates: readonly Candidate[], kept: ReadonlySet<QuotedBook>, model: MatchModel): boolean {
  const weaker = weakerSelections(model.score, model.firstHalfShare > 0);
  const bySelection: (Candidate | undefined)[] = Array<Candidate | undefined>(weaker.length).fill(undefined);
  for (const candidate of candidates) bySelection[candidate.selection] = candidate;
  for (const candidate of candidates) {
    if (!dropContradictions(candidate, weaker, bySelection, kept)) return false;
  }
  for (const { quote, odds, selection } of candidates) {
    if (!quote) continue;
    for (const weakerOne of weaker[selection] ?? []) {
      const other = bySelection[weakerOne];
      if (other && !other.quote) other.least = Math.max(other.least, odds);
    }
  }
  const lowest = new Float64Array(candidates.length);
  for (const [at, candidate] of candidates.entries()) {
    let odds = Math.max(candidate.odds, candidate.least);
    for (const selection of weaker[candidate.selection] ?? []) {
      const other = bySelection[selection];
      if (other) odds = Math.min(odds, Math.max(other.odds, other.least));
    }
    lowest[at] = odds;
  }
  for (const [at, candidate] of candidates.entries())
    if (!candidate.quote) candidate.odds = Math.max(onLadder(lowest[at] as number), candidate.least);
  return true;
}

/** Where a quote has higher odds than one that never pays better, one of them gets derived prices; `false` if both are of `kept`. */
function dropContradictions(
  candidate: Candidate,
  weaker: readonly (readonly number[])[],
  bySelection: readonly (Candidate | undefined)[],
  kept: ReadonlySet<QuotedBook>,
): boolean {
  if (!candidate.quote) return true;
  for (const selection of weaker[candidate.selection] ?? []) {
    const other = bySelection[selection];
    if (!candidate.quote || !other?.quote || other.odds >= candidate.odds) continue;
    const less = [candidate.quote, other.quote].find((quote) => !kept.has(quote));
    if (!less) return false;
    for (const each of bySelection) {
      if (each?.quote !== less) continue;
      each.quote = undefined;
      each.odds = each.derived;
    }
  }
  return true;
}

/** Selections are numbered through all books. */
let selections = 0;
const firstSelection = new Map(
  derivedBooks.map((book) => {
    selections += book.selections.length;
    return [book, selections - book.selections.length] as const;
  }),
);

const goals = (most: number): readonly Score[] =>
  Array.from({ length: (most + 1) ** 2 }, (_, at) => ({ home: Math.floor(at / (most + 1)), away: at % (most + 1) }));
const sum = (a: Score, b: Score): Score => ({ home: a.home + b.home, away: a.away + b.away });

// For each selection, by number, those that never pay better. It depends on the score alone, so all matches share it.
const weakerByScore = new Map<string, readonly (readonly number[])[]>();
function weakerSelections(score: Score, isFirstHalf: boolean): readonly (readonly number[])[] {
  const key = `${score.home}-${score.away} ${isFirstHalf}`;
  const known = weakerByScore.get(key);
  if (known) return known;
  const ends = goals(isFirstHalf ? 3 : 0).flatMap((early) =>
    goals(isFirstHalf ? 4 : 7).map((late) => {
      const half = sum(score, early);
      return { half, full: sum(half, late), placedAt: score };
    }),
  );
  const rows = derivedBooks.flatMap(({ period, selections }) =>
    selections.map(({ settle }) =>
      isFirstHalf || period === 'match' ? Float64Array.from(ends, (end) => verdictShare[settle(end)]) : undefined,
    ),
  );
  const weaker = rows.map((shares, selection) =>
    shares
      ? rows.flatMap((other, at) => (other && at !== selection && neverPaysBetter(other, shares) ? [at] : []))
      : [],
  );
  weakerByScore.set(key, weaker);
  return weaker;
}

function neverPaysBetter(shares: Float64Array, than: Float64Array): boolean {
  for (let at = 0; at < shares.length; at += 1) if ((shares[at] as number) > (than[at] as number)) return false;
  return true;
}
