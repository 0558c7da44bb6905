import { bell, roll } from '../chance/chance.ts';
import { BOOKMAKERS, type Bookmaker } from './bookmakers.ts';
import type { Book, Match } from './match.ts';
import { rounded } from './quote.ts';
import { atHalfTime, type ScoreMatrix } from './score-matrix.ts';

/** A selection as the provider names it; `description` is the team of a team total. */
export type Selection = {
  readonly name: string;
  readonly description?: string;
  readonly price: number;
  readonly point?: number;
};

/** Mean margins of bookmakers at kick-off, at the overround of the typical one. */
const MARGINS = {
  spreads: 0.028,
  alternate_spreads: 0.035,
  alternate_totals: 0.05,
  team_totals: 0.06,
  alternate_team_totals: 0.065,
  btts: 0.071,
  draw_no_bet: 0.045,
  double_chance: 0.058,
  correct_score: 0.2,
  h2h_3_way_h1: 0.081,
  totals_h1: 0.07,
  btts_h1: 0.08,
} as const;
export type MoreMarket = keyof typeof MARGINS;
export const MORE_MARKETS = Object.keys(MARGINS) as readonly MoreMarket[];
const TYPICAL_OVERROUND = 1.055;

/** Of the bookmakers so many quote an additional market of a match; an exchange quotes only handicaps. */
const CARRIED = 0.85;
/** Lines with a less likely side are not quoted. */
const LEAST_CHANCE = 0.05;

/** How a selection ends at a final score: 1 won, 0 void, −1 lost, with halves. */
type Ends = (home: number, away: number) => number;
type Way = { readonly name: string; readonly description?: string; readonly point?: number; readonly ends: Ends };

/** Returns the selections of a market that a bookmaker quotes; none if it does not quote it. */
export function moreSelections(market: MoreMarket, book: Book, match: Match): readonly Selection[] {
  const bookmaker = BOOKMAKERS.find(({ key }) => key === book.key);
  const { matrix } = book;
  if (!bookmaker || !matrix) return [];
  if (bookmaker.exchange === 'yes' && market !== 'spreads') return [];
  const key = `${match.id}|${book.key}|${market}`;
  if (roll(`${key}|carries`) >= CARRIED) return [];
  if (!isFirstHalf(market))
    return waysOf(market, matrix, match).flatMap((ways) => priced(ways, matrix, { market, bookmaker, key }));
  if (book.firstHalfLeft <= 0) return [];
  const half = atHalfTime(matrix, match.score ?? { home: 0, away: 0 }, book.firstHalfLeft);
  return waysOf(market, half, match).flatMap((ways) => priced(ways, half, { market, bookmaker, key }));
}

const isFirstHalf = (market: MoreMarket): boolean => market.endsWith('_h1');

type Quoting = { readonly market: MoreMarket; readonly bookmaker: Bookmaker; readonly key: string };

/** The prices of selections that belong together, such as those of one line; none if one of them is as good as decided. */
function priced(ways: readonly Way[], matrix: ScoreMatrix, { market, bookmaker, key }: Quoting): readonly Selection[] {
  const fair = ways.map(({ ends }) => chanceOf(matrix, ends));
  if (ways.length === 2 && fair.some((p) => p < LEAST_CHANCE)) return [];
  // Opinions move the first selection against the others, alike on every line.
  const leaning = fair.map((p, at) => (at === 0 ? p * Math.exp(0.5 * bookmaker.opinion * bell(`${key}|opinion`)) : p));
  const total = leaning.reduce((sum, p) => sum + p, 0) / fair.reduce((sum, p) => sum + p, 0);
  const margin = (MARGINS[market] * (bookmaker.overround - 1)) / (TYPICAL_OVERROUND - 1);
  return ways.map(({ ends: _, ...named }, at) => ({
    ...named,
    price: rounded(1 / (((leaning[at] ?? 0) / total) * (1 + margin)), bookmaker),
  }));
}

/** The chance of winning what is not void. */
function chanceOf(matrix: ScoreMatrix, ends: Ends): number {
  let [won, lost] = [0, 0];
  matrix.forEach((row, home) => {
    row.forEach((chance, away) => {
      const share = ends(home, away);
      if (share > 0) won += share * chance;
      else lost -= share * chance;
    });
  });
  return won / (won + lost);
}

/** A quarter line is half of each neighbour, so half a goal beyond the line decides all of it. */
const beyond = (goals: number): number => Math.max(-1, Math.min(1, 2 * goals));
const when = (isWon: boolean): number => (isWon ? 1 : -1);

/** The selections of a market, in groups that are priced together. In play a handicap counts the goals from now on. */
function waysOf(market: MoreMarket, matrix: ScoreMatrix, match: Match): readonly (readonly Way[])[] {
  const { homeTeam: home, awayTeam: away } = match;
  const now = match.score ?? { home: 0, away: 0 };
  const lead = now.home - now.away;
  const spread = (point: number): readonly Way[] => [
    { name: home, point, ends: (h, a) => beyond(h - a - lead + point) },
    { name: away, point: 0 - point, ends: (h, a) => beyond(a - h + lead - point) },
  ];
  const overUnder = (point: number, goals: (h: number, a: number) => number, description?: string): readonly Way[] => {
    const named = description === undefined ? { point } : { description, point };
    return [
      { name: 'Over', ...named, ends: (h, a) => beyond(goals(h, a) - point) },
      { name: 'Under', ...named, ends: (h, a) => beyond(point - goals(h, a)) },
    ];
  };
  const evenness = (ways: readonly Way[]) => Math.abs(chanceOf(matrix, ways[0]?.ends ?? (() => -1)) - 0.5);
  const mostEven = (lines: readonly (readonly Way[])[]) => lines.toSorted((a, b) => evenness(a) - evenness(b));
  const ofHome = quarters(0.5, 4.5, 0.5).map((line) => overUnder(line, (h) => h, home));
  const ofAway = quarters(0.5, 4.5, 0.5).map((line) => overUnder(line, (_, a) => a, away));
  switch (market) {
    case 'spreads':
      return mostEven(quarters(-3, 3, 0.25).map(spread)).slice(0, 1);
    case 'alternate_spreads':
      return mostEven(quarters(-3, 3, 0.25).map(spread)).slice(0, 7);
    case 'alternate_totals':
      return quarters(0.5, 8.5, 0.5).map((line) => overUnder(line, (h, a) => h + a));
    case 'team_totals':
      return [ofHome, ofAway].flatMap((lines) => mostEven(lines).slice(0, 1));
    case 'alternate_team_totals':
      return [...ofHome, ...ofAway];
    case 'btts':
    case 'btts_h1':
      return [
        [
          { name: 'Yes', ends: (h, a) => when(h > 0 && a > 0) },
          { name: 'No', ends: (h, a) => when(h === 0 || a === 0) },
        ],
      ];
    case 'totals_h1':
      return mostEven([0.5, 1.5, 2.5, 3.5].map((line) => overUnder(line, (h, a) => h + a))).slice(0, 1);
    case 'h2h_3_way_h1':
      return [
        [
          { name: home, ends: (h, a) => when(h > a) },
          { name: 'Draw', ends: (h, a) => when(h === a) },
          { name: away, ends: (h, a) => when(h < a) },
        ],
      ];
    case 'draw_no_bet':
      return [
        [
          { name: home, ends: (h, a) => Math.sign(h - a) },
          { name: away, ends: (h, a) => Math.sign(a - h) },
        ],
      ];
    case 'double_chance':
      return [
        [
          { name: `${home} or Draw`, ends: (h, a) => when(h >= a) },
          { name: `${home} or ${away}`, ends: (h, a) => when(h !== a) },
          { name: `Draw or ${away}`, ends: (h, a) => when(h <= a) },
        ],
      ];
    case 'correct_score':
      return [[...scores, { name: 'Any Other Score', ends: (h, a) => when(h > 4 || a > 4) }]];
  }
}

const quarters = (low: number, high: number, step: number): readonly number[] =>
  Array.from({ length: Math.round((high - low) / step) + 1 }, (_, at) => low + at * step);

const scores: readonly Way[] = [0, 1, 2, 3, 4].flatMap((home) =>
  [0, 1, 2, 3, 4].map((away) => ({
    name: `${home}-${away}`,
    ends: (h: number, a: number) => when(h === home && a === away),
  })),
);
