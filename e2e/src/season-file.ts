import { parse } from 'csv-parse/sync';

/** The five quoted outcomes that are bet on. */
export const seasonPicks = ['home', 'draw', 'away', 'over', 'under'] as const;
export type SeasonPick = (typeof seasonPicks)[number];

/** A match of a football-data.co.uk file: the score, and prices as texts; a missing one is `undefined`. */
export type SeasonMatch = {
  readonly division: string;
  readonly day: string;
  readonly homeTeam: string;
  readonly awayTeam: string;
  readonly homeGoals: number;
  readonly awayGoals: number;
  /** Goals before half-time; absent in old files. */
  readonly halfTime: { readonly home: number; readonly away: number } | undefined;
  readonly odds: Readonly<Record<SeasonPick, string | undefined>>;
};

/** The leagues of the product, as the files call them. */
const divisions: ReadonlySet<string> = new Set(['E0', 'SP1', 'I1', 'D1', 'F1']);

/**
 * The played matches of a file, straight from its columns; nothing of the product is asked. Rows that are no played match of a
 * league that the product has are left out, and so is a match that is there a second time.
 */
export function readSeasonFile(csv: string): readonly SeasonMatch[] {
  const rows = parse<Readonly<Record<string, string>>>(csv, {
    bom: true,
    columns: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    skip_records_with_error: true,
    trim: true,
  });
  const seen = new Set<string>();
  return rows.flatMap((row) => {
    const { Div: division = '', HomeTeam: homeTeam = '', AwayTeam: awayTeam = '', FTHG = '', FTAG = '' } = row;
    const day = isoDay(row['Date'] ?? '');
    const isPlayed = [FTHG, FTAG].every((goals) => /^\d{1,2}(\.0+)?$/.test(goals));
    if (!isPlayed || day === undefined || !divisions.has(division)) return [];
    if (homeTeam === '' || awayTeam === '' || homeTeam === awayTeam || !isTime(row['Time'] ?? '')) return [];
    const name = [division, day, homeTeam, awayTeam].join('|');
    if (seen.has(name)) return [];
    seen.add(name);
    const [homeGoals, awayGoals] = [Number(FTHG), Number(FTAG)];
    const halfTime = halfTimeOf(row, homeGoals, awayGoals);
    return [{ division, day, homeTeam, awayTeam, homeGoals, awayGoals, halfTime, odds: oddsOf(row) }];
  });
}

function halfTimeOf(row: Readonly<Record<string, string>>, homeGoals: number, awayGoals: number) {
  const texts = [row['HTHG'] ?? '', row['HTAG'] ?? ''];
  if (!texts.every((goals) => /^\d{1,2}(\.0+)?$/.test(goals))) return undefined;
  const [home = 0, away = 0] = texts.map(Number);
  return home <= homeGoals && away <= awayGoals ? { home, away } : undefined;
}

/** The season that a day belongs to, by the year of its first half: seasons change in July. */
export const seasonOf = (day: string): number => Number(day.slice(0, 4)) - (day.slice(5, 7) < '07' ? 1 : 0);

/** Whether a pick won, by the score of the file alone; the goal line is 2.5. */
export function hasWon({ homeGoals, awayGoals }: SeasonMatch, pick: SeasonPick): boolean {
  switch (pick) {
    case 'home':
      return homeGoals > awayGoals;
    case 'draw':
      return homeGoals === awayGoals;
    case 'away':
      return homeGoals < awayGoals;
    case 'over':
      return homeGoals + awayGoals >= 3;
    case 'under':
      return homeGoals + awayGoals <= 2;
  }
}

/** Bet365's, or what stands in for it in older files: the average of many, or one of the others. A market counts whole or not at all. */
function oddsOf(row: Readonly<Record<string, string>>): SeasonMatch['odds'] {
  const whole = (...names: readonly string[]) => {
    const texts = names.map((name) => row[name] ?? '');
    return texts.every((text) => /^\d+(\.\d+)?$/.test(text) && Number(text) > 1) ? texts : undefined;
  };
  const first = (of: (book: string) => readonly string[] | undefined, books: string) =>
    books
      .split(' ')
      .map(of)
      .find((texts) => texts !== undefined) ?? [];
  const [home, draw, away] = first(
    (book) => whole(`${book}H`, `${book}D`, `${book}A`),
    'B365 BbAv Avg LB WH GB IW SB PS P',
  );
  const [over, under] = first((book) => whole(`${book}>2.5`, `${book}<2.5`), 'B365 BbAv Avg GB P');
  return { home, draw, away, over, under };
}

/** 25/05/2025, 25/05/25 or 2025-05-25 → 2025-05-25; results reach back to 1993. */
function isoDay(date: string): string | undefined {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(date) ?? [];
  const whole = year.length === 2 ? `${year < '90' ? '20' : '19'}${year}` : year;
  const iso = year === '' ? date : `${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const isThere = !Number.isNaN(Date.parse(iso)) && new Date(iso).toISOString().startsWith(iso);
  return isThere && iso.length === 10 ? iso : undefined;
}

/** Some rows have no time. */
const isTime = (text: string): boolean => text === '' || /^([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text);
