import { expect, test } from 'vitest';
import type { MatchId } from '../../ids.ts';
import { instant } from '../../instant.ts';
import type { Match } from '../../matches/index.ts';
import { Decimal } from '../../money/index.ts';
import type { MatchRow } from './matches.ts';
import { isUrgent, viewMatchRow } from './view-match.ts';

const quotedAt = instant(Date.parse('2026-11-20T13:59:00Z'));
const quote = { state: 'open', bookmaker: 'pinnacle', version: 3 } as const;
const match: Match = {
  id: '5d6f6f37-7e53-4b52-9b6c-111111111111' as string as MatchId,
  leagueKey: 'soccer_epl',
  homeTeam: 'Arsenal',
  awayTeam: 'Chelsea',
  kickoffAt: instant(Date.parse('2026-11-20T14:00:00Z')),
  status: 'open',
  score: { home: 0, away: 1 },
  markets: {
    h2h: { ...quote, quotedAt, home: new Decimal('1.91'), draw: new Decimal('3.6'), away: new Decimal('4.1') },
    totals: {
      ...quote,
      state: 'suspended',
      quotedAt: instant(quotedAt - 1_000),
      point: 2.5,
      over: new Decimal('1.95'),
      under: new Decimal('1.9'),
    },
  },
};
const row: MatchRow = {
  id: match.id,
  s: 7,
  match: { homeTeam: 'Arsenal', awayTeam: 'Chelsea', commenceTime: '2026-11-20T14:00:00.000Z' },
  league: { key: 'soccer_epl', title: 'Premier League' },
  odds: { homeWin: 1.91, draw: 3.6, awayWin: 4.1, overUnder: { point: 2.5, over: 1.95, under: 1.9 } },
  markets: { h2h: 'open', totals: 'suspended' },
  status: 'open',
  score: { home: 0, away: 1 },
  quotedAt: '2026-11-20T13:59:00.000Z',
};

test('a match is one row: a suspended market has its last prices and the lock', () => {
  expect(viewMatchRow(match, 7)).toEqual(row);
});

test('a team with a picture has its path, the other has none', () => {
  const { homeTeamLogo, awayTeamLogo } = viewMatchRow(match, 7, [], (team) =>
    team === 'Chelsea' ? '/teams/chelsea.jpg' : undefined,
  );
  expect([homeTeamLogo, awayTeamLogo]).toEqual([undefined, '/teams/chelsea.jpg']);
});
test('hides closed markets; says why a market is locked and how stale it is', () => {
  const { h2h, totals } = match.markets;
  const closed = {
    ...match,
    markets: { h2h: h2h && ({ ...h2h, state: 'closed', why: 'operator' } as const), totals: null },
  };
  expect(viewMatchRow(closed, 7)).toEqual({
    ...row,
    odds: { homeWin: '-', draw: '-', awayWin: '-', overUnder: null },
    markets: { h2h: 'none', totals: 'none' },
    notes: { h2h: { why: 'operator' } },
  });
  const lagging = {
    ...match,
    markets: {
      h2h: h2h && { ...h2h, confirmedAt: quotedAt },
      totals: totals && { ...totals, why: 'price-jump' as const },
    },
  };
  expect(viewMatchRow(lagging, 7)).toEqual({
    ...row,
    notes: { h2h: { confirmedAt: '2026-11-20T13:59:00.000Z' }, totals: { why: 'price-jump' } },
  });
});

test('a market that was never quoted has no prices', () => {
  expect(viewMatchRow({ ...match, score: null, markets: { h2h: null, totals: null } }, 8)).toEqual({
    ...row,
    s: 8,
    score: null,
    odds: { homeWin: '-', draw: '-', awayWin: '-', overUnder: null },
    markets: { h2h: 'none', totals: 'none' },
    quotedAt: null,
  });
});

test.each<[string, Partial<MatchRow>]>([
  ['a goal', { score: { home: 1, away: 1 } }],
  ['a suspension', { markets: { h2h: 'suspended', totals: 'suspended' } }],
  ['an end', { status: 'finished' }],
])('%s does not wait for the tick', (_what, change) => {
  expect(isUrgent(row, { ...row, ...change })).toBe(true);
});

test.each<[string, Partial<MatchRow>]>([
  ['a new price', { odds: { ...row.odds, homeWin: 1.95 } }],
  ['a market that opens', { markets: { h2h: 'open', totals: 'open' } }],
])('%s waits for the tick', (_what, change) => {
  expect(isUrgent(row, { ...row, ...change })).toBe(false);
});
