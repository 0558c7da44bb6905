import type { MatchRow } from '@touchline/core/contract';

type Wanted = Partial<Omit<MatchRow, 'odds' | 'match'>> & {
  readonly kickoffAt: string;
  /** Anything that a broken server might send for a price. */
  readonly odds?: Partial<Record<'homeWin' | 'draw' | 'awayWin', number | string>> & {
    readonly overUnder?: { readonly point: number; readonly over: number | '-'; readonly under: number | '-' };
  };
};

/** A match as in GET /events, for stubbed responses. Its teams are its id. */
export function fictionalMatch(homeTeam: string, awayTeam: string, { kickoffAt, odds, ...rest }: Wanted) {
  return {
    id: `${homeTeam} ${awayTeam}`,
    s: 1,
    match: { homeTeam, awayTeam, commenceTime: kickoffAt },
    league: { key: 'soccer_epl', title: 'Premier League' },
    odds: { homeWin: 2.1, draw: 3.4, awayWin: 3.65, overUnder: null, ...odds },
    markets: { h2h: 'open', totals: odds?.overUnder ? 'open' : 'none' },
    status: 'open',
    score: null,
    quotedAt: null,
    ...rest,
  };
}
