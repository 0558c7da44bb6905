import type { Score } from '../markets/index.ts';
import { type DerivedBook, derivedBooks, verdictShare } from './derived-markets.ts';
import { fairProbabilities } from './margin.ts';
import {
  atMostEarly,
  expected,
  firstHalfGrid,
  fitGoals,
  type Grid,
  gridSize,
  rake,
  resultsOfBothHalves,
  totalGoalsOf,
} from './score-grid.ts';

/** The odds of one bookmaker for all selections of a book, in their order. */
export type QuotedBook = { readonly market: string; readonly line: number | null; readonly odds: readonly number[] };

/** What a match is priced from. `quotes` holds h2h and at least one line of totals. */
export type PricingInput = {
  readonly quotes: readonly QuotedBook[];
  /** Quotes that may be older or of other bookmakers: used only as far as they fit the others. */
  readonly more?: readonly QuotedBook[];
  /** The score now; 0–0 before kick-off. */
  readonly score: Score;
  /**
   * `undefined` before kick-off, else the share of the remaining goals that will fall in the first half; 0 after half time, and where only
   * a quote of first-half goals among `more` can show it.
   */
  readonly firstHalfShareLeft?: number;
};

/** The probabilities of the goals still to come. */
export type MatchModel = {
  readonly grid: Grid;
  readonly firstHalf: Grid;
  readonly firstHalfShare: number;
  readonly score: Score;
  /** Those of `more` that it agrees with. */
  readonly fittedTo: readonly QuotedBook[];
  /** By how much raking changed the likely scores: the smallest and the largest factor. */
  readonly strain: { readonly low: number; readonly high: number };
  /** The largest difference that raking left between a constraint and its value. */
  readonly residual: number;
};

/** The share of goals scored before half time: .434 to .469 by league. */
const firstHalfShareOfGoals = 0.446;
/** Dispersion of the goals of a team; above 1 varies less than Poisson. The rest of a match varies still less. */
const exponents = { prematch: 1.05, inPlay: 1.1 };

/** Returns the share of the remaining goals that fall before half time, `minute` minutes after kick-off, at an even rate per half. */
export function firstHalfShareLeftAt(minute: number): number {
  const scored = (firstHalfShareOfGoals * Math.min(minute, 45)) / 45;
  return (firstHalfShareOfGoals - scored) / (1 - scored);
}

type CompiledSelection = { readonly wins: Grid; readonly loses: Grid };
type CompiledBook = {
  readonly book: DerivedBook;
  readonly selections: readonly CompiledSelection[];
  /** Whether each selection wins or loses at every score. */
  readonly isWhole: boolean;
};

// What each selection wins and loses at each number of remaining goals. It depends on the score alone, so all matches share it.
const compiledByScore = new Map<string, readonly CompiledBook[]>();
function compiledAt(score: Score): readonly CompiledBook[] {
  const key = `${score.home}-${score.away}`;
  const known = compiledByScore.get(key);
  if (known) return known;
  const compiled = derivedBooks.map((book): CompiledBook => {
    let isWhole = true;
    const selections = book.selections.map(({ settle }) => {
      const [wins, loses] = [new Float64Array(gridSize ** 2), new Float64Array(gridSize ** 2)];
      for (let cell = 0; cell < wins.length; cell += 1) {
        const end = { home: score.home + Math.floor(cell / gridSize), away: score.away + (cell % gridSize) };
        const share = verdictShare[settle({ half: end, full: end, placedAt: score })];
        wins[cell] = Math.max(share, 0);
        loses[cell] = Math.max(-share, 0);
        if (Math.abs(share) < 1) isWhole = false;
      }
      return { wins, loses };
    });
    return { book, selections, isWhole };
  });
  compiledByScore.set(key, compiled);
  return compiled;
}

/** The constraint that a selection wins with probability `fair` of what is not void. */
function winsWith({ wins, loses }: CompiledSelection, fair: number): Grid {
  const constraint = new Float64Array(wins.length);
  for (let cell = 0; cell < wins.length; cell += 1)
    constraint[cell] = (wins[cell] as number) * (1 - fair) - (loses[cell] as number) * fair;
  return constraint;
}

type Quote = { readonly compiled: CompiledBook; readonly fair: readonly number[]; readonly odds: readonly number[] };

function quotesOf(quotes: readonly QuotedBook[], score: Score): readonly Quote[] {
  const compiled = compiledAt(score);
  return quotes.flatMap(({ market, line, odds }) => {
    const found = compiled.find(({ book }) => book.market === market && book.line === line && book.period === 'match');
    return found ? [{ compiled: found, fair: fairProbabilities(odds), odds }] : [];
  });
}

/**
 * Fits the goal model to the match winner and the main line of goals, then rakes it to every quote. In play it is raked only as
 * far as a quote would otherwise give value, because there full raking makes the other lines worse. `undefined` without both
 * quotes, or when the quotes contradict each other. Of `more`, both teams to score and the most even handicap count as quotes, unless
 * they do not fit the others.
 */
export function fitMatch(input: PricingInput): MatchModel | undefined {
  const fittedTo = constraining(input.more ?? []);
  const model = fittedTo.length > 0 ? fitTo(input, fittedTo) : undefined;
  return model && !isStrained(model) ? model : fitTo(input, []);
}

function constraining(more: readonly QuotedBook[]): readonly QuotedBook[] {
  const unevenness = ({ odds: [a = 1, b = 1] }: QuotedBook): number => Math.abs(1 / a - 1 / b);
  const [handicap] = more
    .filter(({ market }) => market === 'spreads')
    .toSorted((a, b) => unevenness(a) - unevenness(b));
  return [...more.filter(({ market }) => market === 'btts'), ...(handicap ? [handicap] : [])];
}

function fitTo(input: PricingInput, more: readonly QuotedBook[]): MatchModel | undefined {
  const quotes = quotesOf([...input.quotes, ...more], input.score);
  const winner = quotes.find(({ compiled }) => compiled.book.market === 'h2h');
  const even = ({ fair }: Quote): number => Math.abs((fair[0] as number) - 0.5);
  const mainLine = quotes
    .filter(({ compiled }) => compiled.book.market === 'totals')
    .toSorted((a, b) => even(a) - even(b))[0];
  if (!winner || !mainLine) return undefined;
  const isInPlay = input.firstHalfShareLeft !== undefined;
  const [home, , away] = winner.compiled.selections;
  const [over] = mainLine.compiled.selections;
  const [homeFair, , awayFair] = winner.fair as [number, number, number];
  if (!home || !away || !over) return undefined;
  const supremacy = home.wins.map((win, at) => win - (away.wins[at] as number) - (homeFair - awayFair));
  const fitted = fitGoals(
    [supremacy, winsWith(over, mainLine.fair[0] as number)],
    isInPlay ? exponents.inPlay : exponents.prematch,
  );
  if (!fitted) return undefined;
  const constraints = quotes.flatMap((quote) => constraintsOf(quote, fitted, isInPlay));
  const grid = rake(fitted, constraints);
  if (!grid) return undefined;
  let [low, high] = [Number.POSITIVE_INFINITY, 0];
  for (let home = 0; home < likelyGoals; home += 1)
    for (let away = 0; away < likelyGoals; away += 1) {
      const factor = (grid[home * gridSize + away] as number) / (fitted[home * gridSize + away] as number);
      [low, high] = [Math.min(low, factor), Math.max(high, factor)];
    }
  const quoted = quotedFirstHalfShare(grid, input);
  const firstHalfShare = quoted?.share ?? input.firstHalfShareLeft ?? firstHalfShareOfGoals;
  return {
    grid,
    firstHalf: firstHalfGrid(grid, firstHalfShare),
    firstHalfShare,
    score: input.score,
    fittedTo: quoted ? [...more, quoted.book] : more,
    strain: { low, high },
    residual: Math.max(...constraints.map((constraint) => Math.abs(expected(grid, constraint)))),
  };
}

/** A quote that asks for another share of the goals before half-time is wrong. */
const plausibleShares = { prematch: [0.35, 0.55], inPlay: [0.005, 0.6] } as const;

/**
 * Returns the share of the remaining goals before half-time by the most even quote of first-half goals. In play no provider reports
 * the minute, so only such a quote shows how much of the half is left. Goals fall into the first half independently, so their sum does too.
 */
function quotedFirstHalfShare(
  grid: Grid,
  { more = [], score, firstHalfShareLeft }: PricingInput,
): { readonly share: number; readonly book: QuotedBook } | undefined {
  const [quoted] = more
    .filter(({ market, line, odds }) => market === 'totals_h1' && line !== null && odds.length === 2)
    .map((book) => ({ book, under: fairProbabilities(book.odds)[1] as number }))
    .toSorted((a, b) => Math.abs(a.under - 0.5) - Math.abs(b.under - 0.5));
  if (!quoted) return undefined;
  const { book, under } = quoted;
  const most = Math.ceil((book.line as number) - score.home - score.away) - 1;
  if (most < 0) return undefined;
  const totals = totalGoalsOf(grid);
  let [low, high]: readonly [number, number] =
    plausibleShares[firstHalfShareLeft === undefined ? 'prematch' : 'inPlay'];
  if (atMostEarly(totals, low, most) < under || atMostEarly(totals, high, most) > under) return undefined;
  for (let round = 0; round < 40; round += 1) {
    const middle = (low + high) / 2;
    if (atMostEarly(totals, middle, most) > under) low = middle;
    else high = middle;
  }
  return { share: (low + high) / 2, book };
}

/** Raking is judged by the scores with fewer goals of each team than this. */
const likelyGoals = 5;

/** The constraints of a quote: one for each selection but the last, which follows from the others. */
function constraintsOf({ compiled, fair, odds }: Quote, fitted: Grid, isInPlay: boolean): readonly Grid[] {
  const now = compiled.selections.map((selection) => fairIn(fitted, selection, compiled.isWhole));
  // How far from the fitted towards the quoted probabilities until no quoted price gives value.
  const towards = now.map((p, at) => {
    const implied = 1 / (odds[at] as number);
    return p > implied ? (p - implied) / (p - (fair[at] as number)) : 0;
  });
  const share = isInPlay ? Math.min(1, Math.max(...towards)) : 1;
  const targets = now.map((p, at) => p + share * ((fair[at] as number) - p));
  return compiled.selections.slice(0, -1).map((selection, at) => winsWith(selection, targets[at] as number));
}

function fairIn(grid: Grid, { wins, loses }: CompiledSelection, isWhole: boolean): number {
  const won = expected(grid, wins);
  return isWhole ? won : won / (won + expected(grid, loses));
}

/** A model that had to be bent this far does not describe the match: one of its quotes is stale. */
export const isStrained = ({ strain }: MatchModel): boolean => strain.low < 0.75 || strain.high > 1.4;

/** Returns the fair probabilities of a book's selections, in their order. */
function fairBook(model: MatchModel, { book, selections, isWhole }: CompiledBook): readonly number[] {
  const { grid, firstHalf, firstHalfShare, score } = model;
  if (book.period === 'both') return resultsOfBothHalves(grid, firstHalfShare, score.home - score.away);
  const scores = book.period === 'match' ? grid : firstHalf;
  return selections.map((selection) => fairIn(scores, selection, isWhole));
}

/** Every book with its fair probabilities; without the first half once it has ended. */
export const fairBooks = (
  model: MatchModel,
): readonly { readonly book: DerivedBook; readonly fair: readonly number[] }[] =>
  compiledAt(model.score)
    .filter(({ book }) => book.period === 'match' || model.firstHalfShare > 0)
    .map((compiled) => ({ book: compiled.book, fair: fairBook(model, compiled) }));
