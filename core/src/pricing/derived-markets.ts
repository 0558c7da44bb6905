import type { Score, Verdict } from '../markets/index.ts';
import { lineVerdict } from '../markets/line-verdict.ts';

/** The scores that decide a bet: at half time, at full time, and when it was placed. */
export type MatchScores = { readonly half: Score; readonly full: Score; readonly placedAt: Score };

/** Selections of one market on one line, of which exactly `winners` win if none is void. */
export type DerivedBook = {
  readonly market: string;
  readonly line: number | null;
  /** Which scores decide it. */
  readonly period: 'match' | 'first-half' | 'both';
  readonly winners: number;
  readonly selections: readonly DerivedSelection[];
};
type DerivedSelection = { readonly pick: string; readonly settle: Settle };
export type Settle = (scores: MatchScores) => Verdict;

type Rule = (score: Score, placedAt: Score) => Verdict;
const won = (isWon: boolean): Verdict => (isWon ? 'won' : 'lost');
const lead = ({ home, away }: Score): number => home - away;
const total = ({ home, away }: Score): number => home + away;
const bothScored = ({ home, away }: Score): boolean => home > 0 && away > 0;

/** A book that is decided by the score of one period. */
function book(
  market: string,
  rules: Readonly<Record<string, Rule>>,
  more: { readonly line?: number; readonly winners?: number; readonly period?: 'match' | 'first-half' } = {},
): DerivedBook {
  const { line = null, winners = 1, period = 'match' } = more;
  const selections = Object.entries(rules).map(([pick, rule]) => ({
    pick,
    settle: ({ half, full, placedAt }: MatchScores) => rule(period === 'match' ? full : half, placedAt),
  }));
  return { market, line, period, winners, selections };
}

const overUnder = (goals: (score: Score) => number, line: number): Readonly<Record<string, Rule>> => ({
  over: (score) => lineVerdict(goals(score) - line),
  under: (score) => lineVerdict(line - goals(score)),
});

/** An Asian handicap counts the goals after the bet was placed. */
const handicap = (line: number): Readonly<Record<string, Rule>> => ({
  home: (score, placedAt) => lineVerdict(lead(score) - lead(placedAt) + line),
  away: (score, placedAt) => lineVerdict(lead(placedAt) - lead(score) - line),
});

const result = {
  home: (score: Score) => won(lead(score) > 0),
  draw: (score: Score) => won(lead(score) === 0),
  away: (score: Score) => won(lead(score) < 0),
};

const linesBetween = (low: number, high: number, step: number): readonly number[] =>
  Array.from({ length: Math.round((high - low) / step) + 1 }, (_, at) => low + at * step);

const listedGoals = [0, 1, 2, 3, 4];
const listedScores = listedGoals.flatMap((home) => listedGoals.map((away) => ({ home, away })));
const correctScore: Readonly<Record<string, Rule>> = {
  ...Object.fromEntries(
    listedScores.map(({ home, away }) => [
      `${home}-${away}`,
      (score: Score) => won(score.home === home && score.away === away),
    ]),
  ),
  other: ({ home, away }) => won(home > 4 || away > 4),
};

const winningMargin: Readonly<Record<string, Rule>> = {
  'home by 1': (score) => won(lead(score) === 1),
  'home by 2': (score) => won(lead(score) === 2),
  'home by 3 or more': (score) => won(lead(score) >= 3),
  draw: (score) => won(lead(score) === 0),
  'away by 1': (score) => won(lead(score) === -1),
  'away by 2': (score) => won(lead(score) === -2),
  'away by 3 or more': (score) => won(lead(score) <= -3),
};

const results = Object.entries(result);
const halfTimeFullTime: DerivedBook = {
  market: 'halftime_fulltime',
  line: null,
  period: 'both',
  winners: 1,
  selections: results.flatMap(([early, atHalf]) =>
    results.map(([late, atFull]) => ({
      pick: `${early}/${late}`,
      settle: ({ half, full }) => won(atHalf(half) === 'won' && atFull(full) === 'won'),
    })),
  ),
};

/**
 * Every book that can be priced from the probabilities of the scores, under the odds provider's key of its market. How a selection
 * settles also decides its price, so a market is described once.
 */
export const derivedBooks: readonly DerivedBook[] = [
  book('h2h', result),
  book(
    'double_chance',
    {
      'home or draw': (score) => won(lead(score) >= 0),
      'home or away': (score) => won(lead(score) !== 0),
      'draw or away': (score) => won(lead(score) <= 0),
    },
    { winners: 2 },
  ),
  book('draw_no_bet', { home: (score) => lineVerdict(lead(score)), away: (score) => lineVerdict(-lead(score)) }),
  ...linesBetween(0.5, 6.5, 0.25).map((line) => book('totals', overUnder(total, line), { line })),
  ...linesBetween(-3, 3, 0.25).map((line) => book('spreads', handicap(line), { line })),
  ...linesBetween(0.5, 4.5, 1).flatMap((line) => [
    book(
      'team_totals_home',
      overUnder(({ home }) => home, line),
      { line },
    ),
    book(
      'team_totals_away',
      overUnder(({ away }) => away, line),
      { line },
    ),
  ]),
  book('btts', { yes: (score) => won(bothScored(score)), no: (score) => won(!bothScored(score)) }),
  book('correct_score', correctScore),
  book('odd_even', { odd: (score) => won(total(score) % 2 === 1), even: (score) => won(total(score) % 2 === 0) }),
  book('winning_margin', winningMargin),
  book('h2h_3_way_h1', result, { period: 'first-half' }),
  ...linesBetween(0.5, 3.5, 1).map((line) => book('totals_h1', overUnder(total, line), { line, period: 'first-half' })),
  book(
    'btts_h1',
    { yes: (score) => won(bothScored(score)), no: (score) => won(!bothScored(score)) },
    { period: 'first-half' },
  ),
  halfTimeFullTime,
];

/** What a verdict adds to the stake, in units of a full win or a full loss. */
export const verdictShare: Readonly<Record<Verdict, number>> = {
  won: 1,
  'half-won': 0.5,
  void: 0,
  'half-lost': -0.5,
  lost: -1,
};
