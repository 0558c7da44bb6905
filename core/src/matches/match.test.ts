import { describe, expect, test } from 'vitest';
import type { QuotedOutcome } from '../markets/index.ts';
import { sampleGoals, sampleWinner } from '../testing/sample-match.ts';
import { leagueOf, leagues } from './leagues.ts';
import { priceOf } from './match.ts';

const over = (point: number): QuotedOutcome => ({ market: 'totals', pick: 'over', point });
const both = { h2h: sampleWinner, totals: sampleGoals };

describe('the price of an outcome', () => {
  test.each<[QuotedOutcome, string]>([
    [{ market: 'h2h', pick: 'home' }, '2'],
    [{ market: 'h2h', pick: 'draw' }, '3.5'],
    [{ market: 'h2h', pick: 'away' }, '4'],
    [over(2.5), '1.9'],
    [{ market: 'totals', pick: 'under', point: 2.5 }, '1.95'],
  ])('%j is quoted at %s', (outcome, price) => {
    expect(priceOf(both, outcome)?.toFixed()).toBe(price);
  });

  test('a goal line that is not on offer has no price', () => {
    expect([priceOf(both, over(3.5)), priceOf(both, over(2))]).toEqual([undefined, undefined]);
  });

  test('a market that is not offered has no price', () => {
    const none = { h2h: null, totals: null };
    expect([priceOf(none, { market: 'h2h', pick: 'home' }), priceOf(none, over(2.5))]).toEqual([undefined, undefined]);
  });
});

describe('leagues', () => {
  test("only the eight leagues are known, by the odds provider's keys", () => {
    expect(leagues.map((league) => league.key)).toEqual([
      'soccer_epl',
      'soccer_spain_la_liga',
      'soccer_italy_serie_a',
      'soccer_germany_bundesliga',
      'soccer_france_ligue_one',
      'soccer_uefa_champs_league',
      'soccer_uefa_europa_league',
      'soccer_uefa_nations_league',
    ]);
    expect(leagueOf('soccer_epl')).toEqual({ key: 'soccer_epl', title: 'Premier League', group: 'Soccer' });
    expect(leagueOf('basketball_nba')).toBeUndefined();
  });
});
