import type { MatchRow } from '@touchline/core/contract';
import { instant } from '@touchline/core/instant';
import { Decimal } from '@touchline/core/money';
import { describe, expect, test } from 'vitest';
import { arsenal, arsenalAt, arsenalRow, goals, interRow, marketOf, noon } from './samples.ts';
import { effectiveOdds, needsAcceptance, readLine } from './slip-line.ts';

const standingIn = (row: MatchRow, market = {}) => readLine(arsenal, marketOf([row], market), undefined).status;

describe('a selection against the live row', () => {
  test('at the same price it is unchanged', () => {
    expect(readLine(arsenal, marketOf([arsenalRow]), undefined)).toEqual({
      entry: arsenal,
      status: 'unchanged',
      now: new Decimal('2.1'),
      note: null,
    });
  });
  test('a move of the odds is spelt out beside it', () => {
    expect(readLine(arsenal, marketOf([arsenalAt(1.95)]), undefined)).toEqual({
      entry: arsenal,
      status: 'worse',
      now: new Decimal('1.95'),
      note: 'Odds moved from 2.10 to 1.95.',
    });
    expect(standingIn(arsenalAt(2.2))).toBe('better');
  });
  test('a suspended market and a missing price are suspended', () => {
    expect(standingIn({ ...arsenalRow, markets: { h2h: 'suspended', totals: 'none' } })).toBe('suspended');
    expect(standingIn({ ...arsenalRow, odds: { ...arsenalRow.odds, homeWin: '-' } })).toBe('suspended');
  });
  test('a finished match, one that left the lists and one beyond its two hours are closed', () => {
    expect(standingIn({ ...arsenalRow, status: 'finished' })).toBe('closed');
    expect(standingIn({ ...arsenalRow, gone: true })).toBe('closed');
    expect(standingIn(arsenalRow, { now: instant(noon + 3 * 3_600_000) })).toBe('closed');
    expect(readLine(arsenal, marketOf([]), undefined).status).toBe('closed');
  });
  test('after kick-off it is closed only where the house takes no bets in play', () => {
    const later = instant(noon + 3_700_000);
    expect(standingIn(arsenalRow, { now: later, inPlay: 'open' })).toBe('unchanged');
    expect(standingIn(arsenalRow, { now: later, inPlay: 'closed' })).toBe('closed');
  });
  test('a goal line that moved closes the selection and names the new line', () => {
    const moved = { ...interRow, odds: { ...interRow.odds, overUnder: { point: 3, over: 1.9, under: 1.9 } } };
    const line = readLine(goals, marketOf([moved]), undefined);
    expect([line.status, line.note]).toEqual(['closed', 'The goal line moved to 3.']);
  });
  test('without a row while loading, or in a league nobody confirms, it is unconfirmed', () => {
    expect(readLine(arsenal, marketOf([], { feed: 'loading' }), undefined).status).toBe('unconfirmed');
    expect(standingIn(arsenalRow, { staleLeagues: ['soccer_epl'] })).toBe('unconfirmed');
    const stale = marketOf([arsenalRow], { staleLeagues: ['soccer_epl'], confirmed: { soccer_epl: noon - 40_000 } });
    expect(readLine(arsenal, stale, undefined).note).toBe(
      'The odds have not been confirmed for a while, updated 40 s ago.',
    );
  });

  test('whose market lags so far behind that a bet would be refused is unconfirmed as well', () => {
    const lagging = { ...arsenalRow, notes: { h2h: { confirmedAt: '2026-11-21T11:49:00Z' } } };
    expect(standingIn(lagging)).toBe('unconfirmed');
  });
});

describe("the server's refusal", () => {
  const leg = {
    matchId: 'm-arsenal',
    betOutcome: 'Arsenal Win',
    code: 'odds-changed',
    error: '',
    seen: 2.1,
    now: 1.95,
  };
  const held = { leg: { ...leg, code: 'odds-changed' }, atVersion: 10 } as const;
  test('outranks a row that is no newer than when it came', () => {
    expect(readLine(arsenal, marketOf([arsenalRow]), held).now).toEqual(new Decimal('1.95'));
  });
  test('gives way to a newer row', () => {
    expect(readLine(arsenal, marketOf([arsenalAt(2.05, 11)]), held).now).toEqual(new Decimal('2.05'));
  });
});

describe('the setting for moves of the odds', () => {
  const better = readLine(arsenal, marketOf([arsenalAt(2.2)]), undefined);
  const worse = readLine(arsenal, marketOf([arsenalAt(1.95)]), undefined);
  test.each([
    ['none', true, true],
    ['better', false, true],
    ['any', false, false],
  ] as const)('"%s" asks again for a better price: %s, for a worse one: %s', (policy, asksBetter, asksWorse) => {
    expect([needsAcceptance(better, policy), needsAcceptance(worse, policy)]).toEqual([asksBetter, asksWorse]);
  });
  test('a move that was not accepted does not count yet', () => {
    expect(effectiveOdds(worse, 'better')).toEqual(new Decimal('2.1'));
    expect(effectiveOdds(worse, 'any')).toEqual(new Decimal('1.95'));
  });
});
