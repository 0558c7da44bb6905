import { fairBooks, fitMatch, type MatchModel } from '@touchline/core/pricing';
import { percentile } from '../figures.ts';
import type { CalibrationMatch, MarketBook } from './read-matches.ts';

type Score = { readonly home: number; readonly away: number };

/** A fair price of the model beside the market's. */
type Compared = { readonly model: number; readonly market: number; readonly isInside: boolean | undefined };
/** The probability of a selection and whether it won. */
export type Forecast = { readonly p: number; readonly won: boolean };
type Scored = { readonly logLoss: number; readonly brier: number };

/** All that is known of one market in one source. */
export type Calibration = {
  readonly compared: Compared[];
  readonly forecasts: Forecast[];
  readonly model: Scored[];
  /** The model and the market on the matches that have both. */
  readonly paired: { readonly model: Scored; readonly market: Scored }[];
};

export type Measured = {
  readonly matches: number;
  /** Matches whose quotes contradict each other. */
  readonly unpriced: number;
  /** The largest difference between a quoted fair probability before kick-off and the raked grid's. */
  readonly residual: number;
  /** By `source: market`. */
  readonly markets: ReadonlyMap<string, Calibration>;
};

export function measure(matches: readonly CalibrationMatch[]): Measured {
  const markets = new Map<string, Calibration>();
  let [unpriced, residual] = [0, 0];
  for (const match of matches) {
    const model = fitMatch(match);
    if (!model) {
      unpriced += 1;
      continue;
    }
    const books = fairBooks(model);
    if (match.source !== 'in play') residual = Math.max(residual, model.residual);
    const add = (market: string): Calibration => {
      const key = `${match.source}: ${market}`;
      const known = markets.get(key) ?? { compared: [], forecasts: [], model: [], paired: [] };
      markets.set(key, known);
      return known;
    };
    for (const quoted of match.books) compare(add(quoted.market), quoted, fairOf(quoted, model, books));
    if (match.full && match.half) addOutcomes(match, { half: match.half, full: match.full }, books, add);
  }
  return { matches: matches.length, unpriced, residual, markets };
}

/** Adds what the model and the market had given for the selections that won. */
function addOutcomes(
  match: CalibrationMatch,
  { half, full }: { readonly half: Score; readonly full: Score },
  books: ReturnType<typeof fairBooks>,
  of: (market: string) => Calibration,
): void {
  for (const { book, fair } of books) {
    const known = of(book.market);
    const verdicts = book.selections.map(({ settle }) => settle({ half, full, placedAt: match.score }));
    // Halves and void bets say nothing about a probability.
    if (!verdicts.every((verdict) => verdict === 'won' || verdict === 'lost') || !isEven(book.line, fair)) continue;
    const won = verdicts.map((verdict) => verdict === 'won');
    known.forecasts.push(...fair.map((p, at) => ({ p, won: won[at] === true })));
    if (book.winners !== 1) continue;
    known.model.push(scored(fair, won));
    const market = match.books.find((each) => each.market === book.market && each.line === book.line)?.fair;
    if (market?.every((p) => p !== undefined))
      known.paired.push({ model: scored(fair, won), market: scored(market, won) });
  }
}

/** Of many lines, those far from even say little: they would only flatter the log loss. */
const isEven = (line: number | null, fair: readonly number[]): boolean =>
  line === null || Math.abs((fair[0] as number) - 0.5) < 0.45;

function scored(probabilities: readonly number[], won: readonly boolean[]): Scored {
  const winner = probabilities[won.indexOf(true)] as number;
  const brier = probabilities.reduce((total, p, at) => total + (p - Number(won[at])) ** 2, 0);
  return { logLoss: -Math.log(Math.max(winner, 1e-12)), brier };
}

/** The model's probabilities of the selections that the market listed. */
function fairOf(
  { market, line }: MarketBook,
  { grid, score }: MatchModel,
  books: ReturnType<typeof fairBooks>,
): readonly number[] {
  if (market !== 'correct_score')
    return books.find(({ book }) => book.market === market && book.line === line)?.fair ?? [];
  // Exchanges list the scores up to 3-3, and every other win and draw.
  const size = Math.sqrt(grid.length);
  const others = { home: 0, draw: 0, away: 0 };
  const listed = new Map<string, number>();
  for (const [at, p] of grid.entries()) {
    const end: Score = { home: score.home + Math.floor(at / size), away: score.away + (at % size) };
    if (end.home < 4 && end.away < 4) listed.set(`${end.home}-${end.away}`, p);
    else others[end.home > end.away ? 'home' : end.home < end.away ? 'away' : 'draw'] += p;
  }
  const upTo3 = [0, 1, 2, 3];
  return [
    ...upTo3.flatMap((home) => upTo3.map((away) => listed.get(`${home}-${away}`) ?? 0)),
    others.home,
    others.draw,
    others.away,
  ];
}

function compare({ compared }: Calibration, { fair, spread }: MarketBook, model: readonly number[]): void {
  // The second selection of a pair mirrors the first.
  for (const [at, p] of (fair.length === 2 ? model.slice(0, 1) : model).entries()) {
    const market = fair[at];
    const side = spread?.[at];
    const isInside = side && p >= side.low - 1e-9 && p <= side.high + 1e-9;
    if (market !== undefined || isInside !== undefined)
      compared.push({ model: p, market: market ?? Number.NaN, isInside });
  }
}

export type ErrorSummary = {
  readonly count: number;
  /** In probability points: mean, 95th percentile and mean with its sign. */
  readonly mean: number;
  readonly p95: number;
  readonly bias: number;
  /** The share of prices inside the spread of an exchange. */
  readonly inside: number | undefined;
};

export function errorsOf({ compared }: Pick<Calibration, 'compared'>): ErrorSummary {
  const differences = compared.map(({ model, market }) => (model - market) * 100).filter(Number.isFinite);
  const sizes = differences.map(Math.abs).sort((a, b) => a - b);
  const inside = compared.flatMap(({ isInside }) => (isInside === undefined ? [] : [Number(isInside)]));
  return {
    count: differences.length,
    mean: average(sizes),
    p95: percentile(sizes, 0.95),
    bias: average(differences),
    inside: inside.length > 0 ? average(inside) : undefined,
  };
}

export const average = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0) / values.length;
