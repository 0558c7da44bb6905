import type { MatchRow } from '@touchline/core/contract';
import { instant } from '@touchline/core/instant';
import { Decimal } from '@touchline/core/money';
import { describe, expect, test } from 'vitest';
import {
  arsenal,
  arsenalAt,
  arsenalRow,
  doubleChance,
  doubleChanceAt,
  goals,
  interAt,
  interRow,
  marketOf,
  noon,
} from './samples.ts';
import { effectiveOdds, needsAcceptance, readLine } from './slip-line.ts';

const statusIn = (row: MatchRow, market = {}) => readLine(arsenal, marketOf([row], market), undefined).status;

describe('a selection against the live row', () => {
  test('at the same price it is unchanged', () => {
    expect(readLine(arsenal, marketOf([arsenalRow]), undefined)).toEqual({
      entry: arsenal,
      status: 'unchanged',
      now: new Decimal('2.1'),
      note: null,
    });
  });
  test('an odds change is shown beside it', () => {
    expect(readLine(arsenal, marketOf([arsenalAt(1.95)]), undefined)).toEqual({
      entry: arsenal,
      status: 'worse',
      now: new Decimal('1.95'),
      note: 'Odds moved from 2.10 to 1.95.',
    });
    expect(statusIn(arsenalAt(2.2))).toBe('better');
  });
  test('a suspended market or a missing price is suspended', () => {
    expect(statusIn({ ...arsenalRow, markets: { h2h: 'suspended', totals: 'none' } })).toBe('suspended');
    expect(statusIn({ ...arsenalRow, odds: { ...arsenalRow.odds, homeWin: '-' } })).toBe('suspended');
  });
  test('a finished match, a removed one and one beyond its two hours are closed', () => {
    expect(statusIn({ ...arsenalRow, status: 'finished' })).toBe('closed');
    expect(statusIn({ ...arsenalRow, gone: true })).toBe('closed');
    expect(statusIn(arsenalRow, { now: instant(noon + 3 * 3_600_000) })).toBe('closed');
    expect(readLine(arsenal, marketOf([]), undefined).status).toBe('closed');
  });
  test('after kick-off it is closed only if in-play betting is closed', () => {
    const later = instant(noon + 3_700_000);
    expect(statusIn(arsenalRow, { now: later, inPlay: 'open' })).toBe('unchanged');
    expect(statusIn(arsenalRow, { now: later, inPlay: 'closed' })).toBe('closed');
  });
  test('a moved goal line closes the selection and names the new line', () => {
    const moved = { ...interRow, odds: { ...interRow.odds, overUnder: { point: 3, over: 1.9, under: 1.9 } } };
    const line = readLine(goals, marketOf([moved]), undefined);
    expect([line.status, line.note]).toEqual(['closed', 'The goal line moved to 3.']);
  });
  test('without a row while loading, or in an unconfirmed league, it is unconfirmed', () => {
    expect(readLine(arsenal, marketOf([], { feed: 'loading' }), undefined).status).toBe('unconfirmed');
    expect(statusIn(arsenalRow, { staleLeagues: ['soccer_epl'] })).toBe('unconfirmed');
    const stale = marketOf([arsenalRow], { staleLeagues: ['soccer_epl'], confirmed: { soccer_epl: noon - 40_000 } });
    expect(readLine(arsenal, stale, undefined).note).toBe(
      'The odds have not been confirmed for a while, updated 40 s ago.',
    );
  });

  test('with prices too old for a bet it is unconfirmed', () => {
    const lagging = { ...arsenalRow, notes: { h2h: { confirmedAt: '2026-11-21T11:49:00Z' } } };
    expect(statusIn(lagging)).toBe('unconfirmed');
  });
});

describe('a selection whose price only the server has', () => {
  const line = (row: MatchRow, known = {}, entry = doubleChance) => readLine(entry, marketOf([row], known), undefined);
  test('follows the price of the server', () => {
    const { status, now, note } = line(interRow, doubleChanceAt(1.4, 11));
    expect([status, now, note]).toEqual(['worse', new Decimal('1.4'), 'Odds moved from 1.50 to 1.40.']);
    expect(line(interRow, doubleChanceAt(1.6, 11)).status).toBe('better');
    expect(line(interAt(12), doubleChanceAt(1.5, 11)).status).toBe('unchanged');
  });
  test('cannot be bet on while its price is not known, as on a slip of yesterday', () => {
    expect(line(interRow).status).toBe('unconfirmed');
  });
  test('has the price at which it was picked until its match changes', () => {
    const picked = { ...doubleChance, seenAt: 11 };
    expect(line(interRow, {}, picked).status).toBe('unchanged');
    expect(line(interAt(12), {}, picked).status).toBe('unconfirmed');
  });
  test('is suspended while the server has no price', () => {
    expect(line(interRow, doubleChanceAt(null, 11)).status).toBe('suspended');
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
  const refusal = { leg: { ...leg, code: 'odds-changed' }, atVersion: 10, at: 5 } as const;
  test('overrides a row that is not newer than the refusal', () => {
    expect(readLine(arsenal, marketOf([arsenalRow]), refusal).now).toEqual(new Decimal('1.95'));
  });
  test('of a selection without a price in the row yields to a newer price, not to a newer row', () => {
    const derived = { leg: { ...leg, ...doubleChance, code: 'odds-changed', now: 1.4 }, atVersion: 11, at: 5 } as const;
    const now = (row: MatchRow, known: object) => readLine(doubleChance, marketOf([row], known), derived).now;
    expect(now(interAt(12), doubleChanceAt(1.5, 11))).toEqual(new Decimal('1.4'));
    expect(now(interAt(12), {})).toEqual(new Decimal('1.4'));
    expect(now(interAt(12), doubleChanceAt(1.45, 12))).toEqual(new Decimal('1.45'));
    expect(readLine(doubleChance, marketOf([{ ...interAt(12), status: 'finished' }]), derived).status).toBe('closed');
  });
  test('yields to a price of the same version that was asked for after it, not to one that was under way', () => {
    const derived = { leg: { ...leg, ...doubleChance, code: 'odds-changed', now: 1.4 }, atVersion: 11, at: 5 } as const;
    const now = (price: number, s: number, askedAt: number) =>
      readLine(doubleChance, marketOf([interRow], doubleChanceAt(price, s, askedAt)), derived).now;
    expect(now(1.5, 11, 4)).toEqual(new Decimal('1.4'));
    expect(now(1.3, 11, 6)).toEqual(new Decimal('1.3'));
    // An api that is behind the one that refused.
    expect(now(1.5, 10, 6)).toEqual(new Decimal('1.4'));
  });
  test('yields to a newer row', () => {
    expect(readLine(arsenal, marketOf([arsenalAt(2.05, 11)]), refusal).now).toEqual(new Decimal('2.05'));
  });
});

describe('the setting for odds changes', () => {
  const better = readLine(arsenal, marketOf([arsenalAt(2.2)]), undefined);
  const worse = readLine(arsenal, marketOf([arsenalAt(1.95)]), undefined);
  test.each([
    ['none', true, true],
    ['better', false, true],
    ['any', false, false],
  ] as const)('"%s" asks about better odds: %s, about worse odds: %s', (policy, asksBetter, asksWorse) => {
    expect([needsAcceptance(better, policy), needsAcceptance(worse, policy)]).toEqual([asksBetter, asksWorse]);
  });
  test('changed odds do not count before they are accepted', () => {
    expect(effectiveOdds(worse, 'better')).toEqual(new Decimal('2.1'));
    expect(effectiveOdds(worse, 'any')).toEqual(new Decimal('1.95'));
  });
});
