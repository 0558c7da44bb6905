import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  fairProbabilities,
  firstHalfShareLeftAt,
  normalized,
  type QuotedBook,
  withMargin,
} from '@touchline/core/pricing';
import { parse } from 'csv-parse/sync';

type Row = Readonly<Record<string, string>>;
type Score = { readonly home: number; readonly away: number };

/** Fair probabilities of a book as a market had them; `spread` from its lay to its back price where it is an exchange. */
export type MarketBook = {
  readonly market: string;
  readonly line: number | null;
  /** In the order of the selections; `undefined` where there was no usable price. */
  readonly fair: readonly (number | undefined)[];
  readonly spread?: readonly ({ readonly low: number; readonly high: number } | undefined)[];
};

/** Where prices come from: closing averages, statistics with goal minutes (of one moment or of several), an exchange. */
const sources = ['bookmakers', 'goal minutes', 'goal minutes, mixed', 'exchange', 'in play'] as const;

/** A match at one moment: what the model may see, what it should reproduce, and how the match ended if known. */
export type CalibrationMatch = {
  readonly source: (typeof sources)[number];
  readonly quotes: readonly QuotedBook[];
  readonly score: Score;
  readonly firstHalfShareLeft?: number;
  readonly books: readonly MarketBook[];
  readonly half?: Score;
  readonly full?: Score;
};

/** Reads one file of football-data.co.uk, FootyStats, an exchange's board, or an exchange's prices in play. */
export function readMatches(file: string): readonly CalibrationMatch[] {
  const bytes = readFileSync(file);
  const rows = parse<Row>(file.endsWith('.gz') ? gunzipSync(bytes) : bytes, {
    bom: true,
    columns: true,
    relax_column_count: true,
    skip_empty_lines: true,
  });
  const columns = rows[0] ?? {};
  if ('market_type' in columns) return inPlay(rows);
  if ('Odd_H_Back' in columns) return rows.flatMap(onExchange);
  // FootyStats counts extra time in the Champions League.
  if ('Odd_H_FT' in columns) return rows.flatMap((row) => fromFootyStats(row, !basename(file).startsWith('UCL')));
  return rows.flatMap(fromSeason);
}

const price = (text: string | undefined): number => (Number(text) > 1 ? Number(text) : Number.NaN);
const goals = (row: Row, home: string, away: string): { readonly home: number; readonly away: number } | undefined =>
  row[home] && row[away] ? { home: Number(row[home]), away: Number(row[away]) } : undefined;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The odds of a complete book whose margin is plausible. */
function bookOf(
  row: Row,
  columns: readonly string[],
  margins: readonly [number, number] = [1, 1.12],
): number[] | undefined {
  const odds = columns.map((column) => price(row[column]));
  const overround = sum(odds.map((each) => 1 / each));
  return overround > margins[0] && overround < margins[1] ? odds : undefined;
}

function fromSeason(row: Row): CalibrationMatch[] {
  const full = goals(row, 'FTHG', 'FTAG');
  const half = goals(row, 'HTHG', 'HTAG');
  const columns = row['AvgC>2.5']
    ? {
        winner: ['AvgCH', 'AvgCD', 'AvgCA'],
        goals: ['AvgC>2.5', 'AvgC<2.5'],
        handicap: ['AvgCAHH', 'AvgCAHA'],
        line: 'AHCh',
      }
    : {
        winner: ['BbAvH', 'BbAvD', 'BbAvA'],
        goals: ['BbAv>2.5', 'BbAv<2.5'],
        handicap: ['BbAvAHH', 'BbAvAHA'],
        line: 'BbAHh',
      };
  const winner = bookOf(row, columns.winner);
  const over = bookOf(row, columns.goals);
  if (!full || !half || !winner || !over) return [];
  const handicap = bookOf(row, columns.handicap, [1, 1.15]);
  const line = Number(row[columns.line] || Number.NaN);
  const books =
    handicap && Number.isFinite(line) ? [{ market: 'spreads', line, fair: fairProbabilities(handicap) }] : [];
  return [{ source: 'bookmakers', quotes: mainQuotes(winner, over), score: { home: 0, away: 0 }, books, half, full }];
}

const mainQuotes = (winner: readonly number[], over: readonly number[], line = 2.5): readonly QuotedBook[] => [
  { market: 'h2h', line: null, odds: winner },
  { market: 'totals', line, odds: over },
];

/** The file mixes prices of different moments: a double chance more than a point from its match winner shows it. */
function agrees(winner: readonly number[], doubleChance: readonly number[]): boolean {
  const [home, draw, away] = fairProbabilities(winner) as [number, number, number];
  const pairs = normalized(doubleChance.map((each) => 1 / each)).map((p) => p * 2);
  return [home + draw, home + away, draw + away].every((p, at) => Math.abs(p - (pairs[at] as number)) < 0.01);
}

function fromFootyStats(row: Row, countsNinetyMinutes: boolean): CalibrationMatch[] {
  const winner = bookOf(row, ['Odd_H_FT', 'Odd_D_FT', 'Odd_A_FT']);
  const over = bookOf(row, ['Odd_Over25_FT', 'Odd_Under25_FT']);
  const doubleChance = bookOf(row, ['Odd_DC_1X', 'Odd_DC_12', 'Odd_DC_X2'], [2, 2.3]);
  if (!winner || !over || !countsNinetyMinutes) return [];
  const isOfOneMoment = doubleChance !== undefined && agrees(winner, doubleChance);
  const read = (market: string, line: number | null, columns: readonly string[]): MarketBook[] => {
    const odds = bookOf(row, columns, [1, 1.2]);
    return odds ? [{ market, line, fair: fairProbabilities(odds) }] : [];
  };
  const full = goals(row, 'Goals_H_FT', 'Goals_A_FT');
  const half = goals(row, 'Goals_H_HT', 'Goals_A_HT');
  return [
    {
      source: isOfOneMoment ? 'goal minutes' : 'goal minutes, mixed',
      quotes: mainQuotes(winner, over),
      score: { home: 0, away: 0 },
      books: [
        ...read('btts', null, ['Odd_BTTS_Yes', 'Odd_BTTS_No']),
        ...read('totals', 0.5, ['Odd_Over05_FT', 'Odd_Under05_FT']),
        ...read('totals', 1.5, ['Odd_Over15_FT', 'Odd_Under15_FT']),
        ...read('h2h_3_way_h1', null, ['Odd_H_HT', 'Odd_D_HT', 'Odd_A_HT']),
        ...['05', '15', '25'].flatMap((line) =>
          read('totals_h1', Number(line) / 10, [`Odd_Over${line}_HT`, `Odd_Under${line}_HT`]),
        ),
      ],
      ...(full && { full }),
      ...(half && { half }),
    },
  ];
}

type Side = { readonly high: number; readonly low: number };
const widthOf = ({ high, low }: Side): number => high - low;
const sideOf = (back: string | undefined, lay: string | undefined): Side => ({
  high: 1 / price(back),
  low: 1 / price(lay),
});

/** The middle of each spread, as probabilities adding up to `total`; `undefined` unless every spread is narrow. */
function middle(sides: readonly Side[], widest: number, total = 1): number[] | undefined {
  if (!sides.every((side) => widthOf(side) >= 0 && widthOf(side) <= widest)) return undefined;
  return normalized(sides.map(({ high, low }) => (high + low) / 2)).map((p) => p * total);
}

const scoresUpTo3 = [0, 1, 2, 3].flatMap((home) => [0, 1, 2, 3].map((away) => ({ home, away })));

function onExchange(row: Row): CalibrationMatch[] {
  const sides = (names: readonly string[]) =>
    names.map((name) => sideOf(row[`Odd_${name}_Back`], row[`Odd_${name}_Lay`]));
  const winner = middle(sides(['H', 'D', 'A']), 0.03);
  const over = middle(sides(['Over25_FT', 'Under25_FT']), 0.03);
  if (!winner || !over) return [];
  const read = (
    market: string,
    line: number | null,
    names: readonly string[],
    widest: number,
    total = 1,
  ): MarketBook[] => {
    const fair = middle(sides(names), widest, total);
    return fair ? [{ market, line, fair, spread: sides(names) }] : [];
  };
  const scores = sides([
    ...scoresUpTo3.map(({ home, away }) => `CS_${home}x${away}`),
    ...['CS_Goleada_H', 'CS_Goleada_D', 'CS_Goleada_A'],
  ]);
  const tight = (side: Side): boolean => widthOf(side) < 0.025;
  const complete = scores.every(tight) ? normalized(scores.map(({ high, low }) => (high + low) / 2)) : undefined;
  return [
    {
      source: 'exchange',
      quotes: mainQuotes(
        winner.map((p) => 1 / p),
        over.map((p) => 1 / p),
      ),
      score: { home: 0, away: 0 },
      books: [
        ...['05', '15', '35', '45'].flatMap((line) =>
          read('totals', Number(line) / 10, [`Over${line}_FT`, `Under${line}_FT`], 0.03),
        ),
        ...['05', '15', '25'].flatMap((line) =>
          read('totals_h1', Number(line) / 10, [`Over${line}_HT`, `Under${line}_HT`], 0.04),
        ),
        ...read('btts', null, ['BTTS_Yes', 'BTTS_No'], 0.04),
        ...read('double_chance', null, ['1X', '12', 'X2'], 0.04, 2),
        {
          market: 'correct_score',
          line: null,
          fair: scores.map((_, at) => complete?.[at]),
          spread: scores.map((side) => (tight(side) ? side : undefined)),
        },
      ],
    },
  ];
}

/** A bookmaker's odds for fair probabilities: the model has to take the margin off again. */
const offered = (fair: readonly number[]): readonly number[] => withMargin(fair, 1.05).map((p) => 1 / p);

function inPlay(rows: readonly Row[]): CalibrationMatch[] {
  const moments = Object.values(Object.groupBy(rows, (row) => row['timestamp'] ?? ''));
  return moments.flatMap((moment = []) => {
    const open = moment.filter((row) => row['market_status'] === 'OPEN');
    const runners = (market: string) =>
      open
        .filter((row) => row['market_type'] === market)
        .map((row) => ({
          name: row['runner_name'] ?? '',
          side: sideOf(row['back_odds'], row['lay_odds']),
        }));
    const winner = runners('MATCH_ODDS');
    const teams = winner.filter(({ name }) => name !== 'The Draw');
    const ordered = [teams[0], winner.find(({ name }) => name === 'The Draw'), teams[1]].flatMap(
      (each) => each?.side ?? [],
    );
    const scores = runners('CORRECT_SCORE').flatMap(({ name, side }) => {
      const [home, away] = name.split(' - ').map(Number);
      return home !== undefined && away !== undefined ? [{ home, away, side }] : [];
    });
    // A score that can still be reached has prices on both sides; the lowest of them is the score now.
    const possible = scores.filter(({ side }) => side.low > 1 / 200 && side.high < 1 / 1.2);
    const fair = ordered.length === 3 ? middle(ordered, 0.04) : undefined;
    if (possible.length < 2 || !fair || Math.max(...fair) > 0.97) return [];
    const score = {
      home: Math.min(...possible.map(({ home }) => home)),
      away: Math.min(...possible.map(({ away }) => away)),
    };
    const lines = [0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5].flatMap((line) => {
      const sides = runners(`OVER_UNDER_${String(line * 10).padStart(2, '0')}`);
      const pair = ['Over', 'Under'].flatMap((name) => sides.find((each) => each.name.startsWith(name))?.side ?? []);
      const quote = pair.length === 2 && line > score.home + score.away ? middle(pair, 0.04) : undefined;
      return quote ? [{ market: 'totals', line, fair: quote }] : [];
    });
    const main = lines.toSorted((a, b) => Math.abs((a.fair[0] ?? 0) - 0.5) - Math.abs((b.fair[0] ?? 0) - 0.5))[0];
    if (!main || Math.abs((main.fair[0] ?? 0) - 0.5) > 0.35) return [];
    const known = scoresUpTo3.map(({ home, away }) => {
      const side = scores.find((each) => each.home === home && each.away === away)?.side;
      const isUsable = side && home >= score.home && away >= score.away && widthOf(side) < 0.03 && side.high < 1 / 1.02;
      return isUsable ? side : undefined;
    });
    return [
      {
        source: 'in play',
        quotes: mainQuotes(offered(fair), offered(main.fair), main.line),
        score,
        firstHalfShareLeft: firstHalfShareLeftAt(Number(moment[0]?.['game_minute'])),
        books: [
          ...lines.filter(({ line }) => line !== main.line),
          {
            market: 'correct_score',
            line: null,
            fair: known.map((side) => side && (side.high + side.low) / 2),
            spread: known,
          },
        ],
      },
    ];
  });
}
