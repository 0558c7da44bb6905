import type { MatchRow } from '@touchline/core/contract';
import { instant } from '@touchline/core/instant';
import { expect, test } from 'vitest';
import { rowsInOrder } from './matches.route.ts';

const row = (id: string, commenceTime: string, status: MatchRow['status'] = 'open'): MatchRow => ({
  id,
  s: 1,
  match: { homeTeam: id, awayTeam: 'Away', commenceTime },
  league: { key: 'soccer_epl', title: 'Premier League' },
  odds: { homeWin: '-', draw: '-', awayWin: '-', overUnder: null },
  markets: { h2h: 'none', totals: 'none' },
  status,
  score: null,
  quotedAt: null,
});

test('live matches come first, then those to come by kick-off, then those that are over', () => {
  const rows = [
    row('ended', '2026-11-20T12:00:00Z', 'finished'),
    row('tomorrow', '2026-11-21T15:00:00Z'),
    row('tonight', '2026-11-20T20:00:00Z'),
    row('live', '2026-11-20T13:30:00Z'),
  ];
  const ordered = rowsInOrder(rows, instant(Date.parse('2026-11-20T14:00:00Z')));
  expect(ordered.map((one) => one.id)).toEqual(['live', 'tonight', 'tomorrow', 'ended']);
});
