import { expect, test } from 'vitest';
import { instant } from '../instant.ts';
import { sampleGoals, sampleWinner } from '../testing/sample-match.ts';
import { type Closure, type ClosureScope, closedMarkets, closureOf, wasClosedSince } from './closure.ts';

const closed = (scope: ClosureScope, closedAt: number, openedAt?: number): Closure => ({
  closes: 'betting',
  scope,
  closedAt: instant(closedAt),
  openedAt: openedAt === undefined ? null : instant(openedAt),
});
const [england, spain] = ['soccer_epl', 'soccer_spain_la_liga'] as const;

test('a league is closed while everything or the league itself is closed, and open again afterwards', () => {
  const scopes = (...closures: Closure[]) =>
    [england, spain].map((leagueKey) => closureOf(closures, leagueKey)?.scope ?? 'open');
  expect(scopes()).toEqual(['open', 'open']);
  expect(scopes(closed(england, 1))).toEqual([england, 'open']);
  expect(scopes(closed('all', 1))).toEqual(['all', 'all']);
  expect(scopes(closed(england, 1), closed('all', 2))).toEqual(['all', 'all']);
  expect(scopes(closed(england, 1), closed('all', 2, 3))).toEqual([england, 'open']);
});

test('a league was closed since a time if it still is, or was opened again after it', () => {
  const since = (...closures: Closure[]) => wasClosedSince(closures, england, instant(10));
  expect([since(), since(closed('all', 5)), since(closed('all', 12, 14)), since(closed(england, 5, 11))]).toEqual([
    false,
    true,
    true,
    true,
  ]);
  expect([since(closed('all', 5, 9)), since(closed(spain, 12))]).toEqual([false, false]);
});

test('markets of a closed league are suspended with the reason and keep their prices; closed ones stay hidden', () => {
  const shown = closedMarkets({ h2h: sampleWinner, totals: { ...sampleGoals, state: 'closed' } });
  expect(shown.h2h).toEqual({ ...sampleWinner, state: 'suspended', why: 'betting-closed' });
  expect(shown.totals).toEqual({ ...sampleGoals, state: 'closed' });
  expect(closedMarkets({ h2h: null, totals: null })).toEqual({ h2h: null, totals: null });
});
