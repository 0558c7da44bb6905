import { parse } from 'csv-parse/sync';
import { instantOf } from '../calendar/local-time.ts';
import type { ListedBook, ThreeWay, Totals } from '../football/match.ts';
import type { Score } from '../football/score-matrix.ts';

/** One played match of a season file; `kickoffAt` is the real instant in ms. */
export type SeasonMatch = {
  readonly division: string;
  readonly sportKey: string;
  readonly day: string;
  readonly kickoffAt: number;
  readonly homeTeam: string;
  readonly awayTeam: string;
  readonly score: Score;
  readonly halfTime: Score | null;
  readonly books: readonly ListedBook[];
};

/** A row, or a cell of it, that could not be used. */
export type BadRow = {
  readonly line: number;
  readonly reason: string;
  readonly effect: 'row skipped' | 'prices left out';
};
export type Season = { readonly matches: readonly SeasonMatch[]; readonly bad: readonly BadRow[] };

type Row = Readonly<Record<string, string | undefined>> & {
  readonly [Column in 'Div' | 'Date' | 'Time' | 'HomeTeam' | 'AwayTeam' | 'FTHG' | 'FTAG' | 'HTHG' | 'HTAG']?: string;
};
type RowWithLine = { readonly record: Row; readonly info: { readonly lines: number } };

/** The provider's league of a division, as football-data.co.uk names it. */
export const SPORT_OF_DIVISION: Readonly<Record<string, string>> = {
  E0: 'soccer_epl',
  SP1: 'soccer_spain_la_liga',
  I1: 'soccer_italy_serie_a',
  D1: 'soccer_germany_bundesliga',
  F1: 'soccer_france_ligue_one',
};

/**
 * Reads a season in the format of football-data.co.uk: results with the opening prices of bookmakers, times in UK local time.
 * A missing time counts as 15:00. Rows that cannot be used are returned with their line numbers, never thrown.
 */
export function readSeason(text: string): Season {
  const bad: BadRow[] = [];
  const rows = parse<RowWithLine>(text, {
    bom: true,
    columns: (header: string[]) => header.map((name) => name.trim()),
    info: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    skip_records_with_error: true,
    on_skip: (error) => {
      bad.push({ line: lineOf(error), reason: error?.message ?? 'unreadable', effect: 'row skipped' });
      return undefined;
    },
    trim: true,
  });
  const seen = new Map<string, number>();
  const matches: SeasonMatch[] = [];
  for (const { record, info } of rows) {
    const match = readRow(record);
    if (typeof match === 'string') {
      bad.push({ line: info.lines, reason: match, effect: 'row skipped' });
      continue;
    }
    const key = `${match.division}|${match.day}|${match.homeTeam}|${match.awayTeam}`;
    const before = seen.get(key);
    if (before !== undefined) {
      bad.push({ line: info.lines, reason: `the same match as line ${before}`, effect: 'row skipped' });
      continue;
    }
    seen.set(key, info.lines);
    const { books, wrong } = readBooks(record);
    bad.push(...wrong.map((reason): BadRow => ({ line: info.lines, reason, effect: 'prices left out' })));
    matches.push({ ...match, books });
  }
  return { matches, bad: bad.sort((one, other) => one.line - other.line) };
}

function readRow(row: Row): Omit<SeasonMatch, 'books'> | string {
  const division = row.Div ?? '';
  const sportKey = SPORT_OF_DIVISION[division];
  if (!sportKey) return division === '' ? 'no division' : `unknown division "${division}"`;
  const homeTeam = row.HomeTeam ?? '';
  const awayTeam = row.AwayTeam ?? '';
  if (homeTeam === '' || awayTeam === '') return 'a team is missing';
  if (homeTeam === awayTeam) return `"${homeTeam}" against itself`;
  const date = readDate(row.Date ?? '');
  if (!date) return `no date in "${row.Date ?? ''}"`;
  const time = /^([01]?\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?$/.exec(row.Time || '15:00');
  if (!time) return `no time in "${row.Time}"`;
  const score = readScore(row.FTHG, row.FTAG);
  if (!score) return `no final score in "${row.FTHG ?? ''}"-"${row.FTAG ?? ''}"`;
  const halfTime = readScore(row.HTHG, row.HTAG);
  const believable = halfTime && halfTime.home <= score.home && halfTime.away <= score.away;
  return {
    division,
    sportKey,
    day: dayName(date),
    kickoffAt: instantOf({ ...date, hour: Number(time[1]), minute: Number(time[2]) }, 'Europe/London'),
    homeTeam,
    awayTeam,
    score,
    halfTime: believable ? halfTime : null,
  };
}

type Day = { readonly year: number; readonly month: number; readonly day: number };

/** `dd/mm/yyyy`, `dd/mm/yy` or `yyyy-mm-dd`; null if there is no such day. */
export function readDate(text: string): Day | null {
  const british = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(text);
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  const [day, month, year] = british ? british.slice(1).map(Number) : iso ? iso.slice(1).map(Number).reverse() : [];
  if (day === undefined || month === undefined || year === undefined) return null;
  // Results reach back to 1993, so two digits from 90 on are the last century.
  const whole = year >= 100 ? year : year >= 90 ? 1900 + year : 2000 + year;
  const check = new Date(Date.UTC(whole, month - 1, day));
  return check.getUTCMonth() === month - 1 && check.getUTCDate() === day ? { year: whole, month, day } : null;
}

const dayName = ({ year, month, day }: Day): string =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

function readScore(home: string | undefined, away: string | undefined): Score | null {
  // Programs that went over a file write 2 as 2.0.
  const goals = /^\d{1,2}(\.0+)?$/;
  return goals.test(home ?? '') && goals.test(away ?? '') ? { home: Number(home), away: Number(away) } : null;
}

type Columns = readonly (readonly string[])[];

/**
 * The columns changed over the years. Each book lists the first market of its row that is whole: bet365 its own prices, where it
 * has none the average of many, and where there is no average (before 2005) those of another bookmaker.
 */
const BOOKS: readonly { readonly key: string; readonly h2h: Columns; readonly totals: Columns }[] = [
  {
    key: 'bet365',
    h2h: ['B365', 'BbAv', 'Avg', 'LB', 'WH', 'GB', 'IW', 'SB'].map((name) => [`${name}H`, `${name}D`, `${name}A`]),
    totals: ['B365', 'BbAv', 'Avg', 'GB'].map((name) => [`${name}>2.5`, `${name}<2.5`]),
  },
  {
    key: 'pinnacle',
    h2h: ['PS', 'P'].map((name) => [`${name}H`, `${name}D`, `${name}A`]),
    totals: [['P>2.5', 'P<2.5']],
  },
];

function readBooks(row: Row): { books: ListedBook[]; wrong: string[] } {
  const wrong: string[] = [];
  const price = (column: string): number | null => {
    const text = row[column] ?? '';
    if (text === '') return null;
    const value = Number(text);
    if (/^\d+(\.\d+)?$/.test(text) && value > 1) return value;
    wrong.push(`${column} is no price: "${text}"`);
    return null;
  };
  const books = BOOKS.map(({ key, h2h, totals }): ListedBook => {
    const [home, draw, away] = firstWhole(h2h, price);
    const [over, under] = firstWhole(totals, price);
    const winner: ThreeWay | null = home && draw && away ? { home, draw, away } : null;
    const goals: Totals | null = over && under ? { point: 2.5, over, under } : null;
    return { key, h2h: winner, totals: goals };
  });
  return { books: books.filter((book) => book.h2h || book.totals), wrong };
}

function firstWhole(markets: Columns, price: (column: string) => number | null): readonly number[] {
  for (const columns of markets) {
    const prices = columns.flatMap((column) => price(column) ?? []);
    if (prices.length === columns.length) return prices;
  }
  return [];
}

function lineOf(error: object | undefined): number {
  return error && 'lines' in error ? Number(error.lines) : 0;
}
