import type { Score } from '../markets/index.ts';
import type { LeagueKey } from '../matches/index.ts';
import { Decimal } from '../money/index.ts';
import { type DerivedBook, derivedBooks, type Settle, verdictShare } from './derived-markets.ts';
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
  readonly settle: Settle;
  /** The odds from the model. */
  readonly derived: number;
  quote: QuotedBook | undefined;
  odds: number;
};

/**
 * Returns the prices of every book: the quoted ones as they are, the others from the model with their margin. Of `more`, a quote that
 * gives value by the model, or contradicts another one, is replaced by derived prices. No combination of the prices wins whatever the result, because the model gives every price at most its stake back; and no selection has higher odds than one
 * that never pays better. Without prices when the quotes do not fit together.
 */
export function offerPrices({ model, quotes, more = [], league, isInPlay }: OfferOptions): readonly OfferedPrice[] {
  if (isStrained(model)) return [];
  const candidates = fairBooks(model).flatMap(({ book, fair }) => {
    const isOfBook = ({ market, line }: QuotedBook) => market === book.market && line === book.line;
    const quote = quotes.find(isOfBook) ?? more.find((each) => isOfBook(each) && givesNoValue(each, fair));
    // A selection that is decided already has no price.
    const open = book.selections
      .map((selection, at) => ({ ...selection, fair: fair[at] as number, quoted: quote?.odds[at] }))
      .filter(({ fair: p }) => p > 1e-6 && p < 1 - 1e-6);
    const isUneven = book.line !== null && open.some(({ fair: p }) => p < leastLikely);
    if (!quote && (open.length < 2 || isUneven)) return [];
    const total = open.reduce((sum, { fair: p }) => sum + p, 0);
    const implied = withMargin(
      open.map(({ fair: p }) => p / total),
      overroundOf(book.market, league, isInPlay),
    );
    return open.map(({ pick, settle, fair: p, quoted }, at): Candidate => {
      const derived = Math.min(highestOdds, Math.floor(100 / ((implied[at] as number) * total)) / 100);
      return { book, pick, settle, fair: p, derived, quote, odds: quoted ?? derived };
    });
  });
  if (!keepOrder(candidates, new Set(quotes), model)) return [];
  return candidates
    .filter(({ odds }) => odds >= lowestOdds)
    .map(({ settle: _, derived: __, quote, odds, ...price }) => ({
      ...price,
      source: quote ? 'quoted' : 'derived',
      ...(quote && { quote }),
      odds: new Decimal(odds),
    }));
}

const givesNoValue = ({ odds }: QuotedBook, fair: readonly number[]): boolean =>
  odds.length === fair.length && odds.every((price, at) => price * (fair[at] as number) <= 1);

/**
 * Changes derived odds so that a selection never has higher odds than one that never pays better. Fair odds stay higher still. A quote
 * in the wrong order is replaced by derived prices; `false` if it is one of `kept`, and so is the other.
 */
function keepOrder(candidates: readonly Candidate[], kept: ReadonlySet<QuotedBook>, model: MatchModel): boolean {
  const weaker = weakerSelections(model.score, model.firstHalfShare > 0);
  const bySelection = new Map(candidates.map((candidate) => [candidate.settle, candidate]));
  const weakerThan = ({ settle }: Candidate): readonly Candidate[] =>
    (weaker.get(settle) ?? []).flatMap((other) => bySelection.get(other) ?? []);
  const derive = (quote: QuotedBook) => {
    for (const candidate of candidates) {
      if (candidate.quote !== quote) continue;
      candidate.quote = undefined;
      candidate.odds = candidate.derived;
    }
  };
  for (const candidate of candidates) {
    for (const other of weakerThan(candidate)) {
      if (!candidate.quote || !other.quote || other.odds >= candidate.odds) continue;
      const less = [candidate.quote, other.quote].find((quote) => !kept.has(quote));
      if (!less) return false;
      derive(less);
    }
  }
  for (const quoted of candidates.filter(({ quote }) => quote))
    for (const other of weakerThan(quoted)) if (!other.quote) other.odds = Math.max(other.odds, quoted.odds);
  const lowest = candidates.map((each) => Math.min(each.odds, ...weakerThan(each).map(({ odds }) => odds)));
  for (const [at, candidate] of candidates.entries()) if (!candidate.quote) candidate.odds = lowest[at] as number;
  return true;
}

const goals = (most: number): readonly Score[] =>
  Array.from({ length: (most + 1) ** 2 }, (_, at) => ({ home: Math.floor(at / (most + 1)), away: at % (most + 1) }));
const sum = (a: Score, b: Score): Score => ({ home: a.home + b.home, away: a.away + b.away });

// For each selection, those that never pay better. It depends on the score alone, so all matches share it.
const weakerByScore = new Map<string, ReadonlyMap<Settle, readonly Settle[]>>();
function weakerSelections(score: Score, isFirstHalf: boolean): ReadonlyMap<Settle, readonly Settle[]> {
  const key = `${score.home}-${score.away} ${isFirstHalf}`;
  const known = weakerByScore.get(key);
  if (known) return known;
  const ends = goals(isFirstHalf ? 3 : 0).flatMap((early) =>
    goals(isFirstHalf ? 4 : 7).map((late) => {
      const half = sum(score, early);
      return { half, full: sum(half, late), placedAt: score };
    }),
  );
  const rows = derivedBooks
    .filter(({ period }) => isFirstHalf || period === 'match')
    .flatMap(({ selections }) =>
      selections.map(({ settle }) => ({ settle, shares: ends.map((end) => verdictShare[settle(end)]) })),
    );
  const weaker = new Map(
    rows.map(({ settle, shares }) => [
      settle,
      rows.flatMap((other) =>
        other.settle !== settle && shares.every((share, at) => share >= (other.shares[at] as number))
          ? [other.settle]
          : [],
      ),
    ]),
  );
  weakerByScore.set(key, weaker);
  return weaker;
}
