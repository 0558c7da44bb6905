import type { MatchRow } from '@touchline/core/contract';

/** A version of one match, for tests of what screens show. */
export const climber = (s: number, homeWin: number): MatchRow => ({
  id: 'climber',
  s,
  match: { homeTeam: 'Climber', awayTeam: 'Guests', commenceTime: '2026-11-21T15:00:00Z' },
  league: { key: 'soccer_epl', title: 'Premier League' },
  odds: { homeWin, draw: 4, awayWin: 6, overUnder: null },
  markets: { h2h: 'open', totals: 'none' },
  status: 'open',
  score: null,
  quotedAt: null,
});
