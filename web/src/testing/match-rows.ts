import type { MatchRow } from '@touchline/core/contract';

/** Creates a match that kicks off at 20:00 UTC with all prices, except for the given fields. */
export const matchRowOf = (different: Partial<MatchRow> = {}): MatchRow => ({
  id: 'm1',
  s: 1,
  match: { homeTeam: 'Arsenal', awayTeam: 'Chelsea', commenceTime: '2026-11-20T20:00:00Z' },
  league: { key: 'soccer_epl', title: 'Premier League' },
  odds: { homeWin: 1.85, draw: 3.6, awayWin: 4.2, overUnder: { point: 2.5, over: 1.9, under: 1.95 } },
  markets: { h2h: 'open', totals: 'open' },
  status: 'open',
  score: null,
  quotedAt: '2026-11-20T18:59:20Z',
  ...different,
});

export const playing = (homeTeam: string, awayTeam: string, commenceTime: string): MatchRow['match'] => ({
  homeTeam,
  awayTeam,
  commenceTime,
});
