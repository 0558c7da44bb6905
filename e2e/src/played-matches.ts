import { parse } from 'csv-parse/sync';

export type PlayedMatch = {
  readonly homeTeam: string;
  readonly awayTeam: string;
  readonly homeGoals: number;
  readonly awayGoals: number;
  /** Bet365's price of the home win before the match, as it is written in the file. */
  readonly homeOdds: string | undefined;
};

/** The matches of a football-data.co.uk file that were played on or after a day such as 2025-05-10. */
export function playedMatches(csv: string, from: string): readonly PlayedMatch[] {
  const rows = parse<Readonly<Record<string, string>>>(csv, {
    bom: true,
    columns: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    trim: true,
  });
  return rows
    .filter((row) => isoDay(row['Date'] ?? '') >= from && row['FTHG'] !== '' && row['FTAG'] !== '')
    .map((row) => ({
      homeTeam: row['HomeTeam'] ?? '',
      awayTeam: row['AwayTeam'] ?? '',
      homeGoals: Number(row['FTHG']),
      awayGoals: Number(row['FTAG']),
      homeOdds: row['B365H'] || undefined,
    }));
}

/** 25/05/2025 or 25/05/25 → 2025-05-25. */
function isoDay(date: string): string {
  const [day = '', month = '', year = ''] = date.split('/');
  return `${year.length === 2 ? `20${year}` : year}-${month}-${day}`;
}
