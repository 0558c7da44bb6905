import { parse } from 'csv-parse/sync';

/** The five outcomes that are bet on, in the words of the slip. */
export const seasonPicks = ['home', 'draw', 'away', 'over', 'under'] as const;
export type SeasonPick = (typeof seasonPicks)[number];

/** A match as football-data.co.uk wrote it down: the score, and the prices as texts of the file; none is `undefined`. */
export type SeasonMatch = {
  readonly division: string;
  readonly day: string;
  readonly homeTeam: string;
  readonly awayTeam: string;
  readonly homeGoals: number;
  readonly awayGoals: number;
  readonly odds: Readonly<Record<SeasonPick, string | undefined>>;
};

/** The played matches of a file, straight from its columns; nothing of the product is asked. */
export function readSeasonFile(csv: string): readonly SeasonMatch[] {
  const rows = parse<Readonly<Record<string, string>>>(csv, {
    bom: true,
    columns: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    trim: true,
  });
  return rows.flatMap((row) => {
    const { Div = '', HomeTeam = '', AwayTeam = '', FTHG = '', FTAG = '' } = row;
    if (!/^\d+$/.test(FTHG) || !/^\d+$/.test(FTAG) || HomeTeam === '' || AwayTeam === '') return [];
    return [
      {
        division: Div,
        day: isoDay(row['Date'] ?? ''),
        homeTeam: HomeTeam,
        awayTeam: AwayTeam,
        homeGoals: Number(FTHG),
        awayGoals: Number(FTAG),
        odds: oddsOf(row),
      },
    ];
  });
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

/** Bet365's; files before 2019/20 have only the average of many for over and under. A market counts whole or not at all. */
function oddsOf(row: Readonly<Record<string, string>>): SeasonMatch['odds'] {
  const whole = (names: readonly string[]) => {
    const texts = names.map((name) => row[name] ?? '');
    return texts.every((text) => /^\d+(\.\d+)?$/.test(text) && Number(text) > 1) ? texts : undefined;
  };
  const [home, draw, away] = whole(['B365H', 'B365D', 'B365A']) ?? [];
  const [over, under] = whole(['B365>2.5', 'B365<2.5']) ?? whole(['BbAv>2.5', 'BbAv<2.5']) ?? [];
  return { home, draw, away, over, under };
}

/** 25/05/2025 or 25/05/25 → 2025-05-25. */
function isoDay(date: string): string {
  const [day = '', month = '', year = ''] = date.split('/');
  return `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
