import {
  type DerivedKey,
  derivedKeys,
  derivedMarket,
  type Period,
  periodOf,
  type Score,
  type Verdict,
} from '../markets/index.ts';

/** The scores that decide a bet: at half time, at full time, and when it was placed. */
export type MatchScores = { readonly half: Score; readonly full: Score; readonly placedAt: Score };

/** Selections of one market on one line, of which exactly `winners` win if none is void. */
export type DerivedBook = {
  readonly market: string;
  readonly line: number | null;
  /** Which scores decide it. */
  readonly period: Period;
  readonly winners: number;
  readonly selections: readonly DerivedSelection[];
};
type DerivedSelection = { readonly pick: string; readonly settle: Settle };
export type Settle = (scores: MatchScores) => Verdict;

type Rules = Readonly<Record<string, (score: Score, halfTime: Score) => Verdict>>;

function book(
  market: string,
  rules: Rules,
  more: { readonly line?: number | null; readonly winners?: number; readonly period?: Period } = {},
): DerivedBook {
  const { line = null, winners = 1, period = 'match' } = more;
  const selections = Object.entries(rules).map(([pick, rule]) => ({
    pick,
    settle: ({ half, full, placedAt }: MatchScores) => {
      if (period === 'first-half') return rule(half, half);
      // An Asian handicap is quoted for the goals still to come.
      return rule(market === 'spreads' ? goalsSince(placedAt, full) : full, half);
    },
  }));
  return { market, line, period, winners, selections };
}

const goalsSince = (before: Score, { home, away }: Score): Score => ({
  home: home - before.home,
  away: away - before.away,
});

const won = (isWon: boolean): Verdict => (isWon ? 'won' : 'lost');
const lead = ({ home, away }: Score): number => home - away;
const result: Rules = {
  home: (score) => won(lead(score) > 0),
  draw: (score) => won(lead(score) === 0),
  away: (score) => won(lead(score) < 0),
};

/** The main line of goals is quoted, and has the prices of its quotes among the other lines. */
export const bookOf = (key: DerivedKey): string => (key === 'alternate_totals' ? 'totals' : key);

/**
 * Every book that can be priced from the probabilities of the scores, under the odds provider's key of its market. How a selection
 * settles also decides its price, so a market is described once.
 */
export const derivedBooks: readonly DerivedBook[] = [
  book('h2h', result),
  ...derivedKeys.flatMap((key) => {
    const { lines, rules, winners = 1 } = derivedMarket(key);
    const period = periodOf({ market: key });
    return (lines ?? [null]).map((line) => book(bookOf(key), rules(line ?? 0), { line, winners, period }));
  }),
];

/** What a verdict adds to the stake, in units of a full win or a full loss. */
export const verdictShare: Readonly<Record<Verdict, number>> = {
  won: 1,
  'half-won': 0.5,
  void: 0,
  'half-lost': -0.5,
  lost: -1,
};
