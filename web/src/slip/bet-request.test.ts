import { cents } from '@touchline/core/money';
import { expect, test } from 'vitest';
import { refusedLegs, requestOf } from './bet-request.ts';
import { arsenal, arsenalAt, goals, interRow, marketOf, oddsChanged } from './samples.ts';
import { readLine } from './slip-line.ts';

test('the request has the odds on the screen and the stake in dollars', () => {
  const market = marketOf([arsenalAt(2.25), interRow]);
  const lines = [arsenal, goals].map((entry) => readLine(entry, market, undefined));
  expect(requestOf(lines, cents(1050), 'better')).toEqual({
    stake: 10.5,
    matches: [
      { matchId: 'm-arsenal', betOutcome: 'Arsenal Win', odds: 2.25 },
      { matchId: 'm-inter', betOutcome: 'Over 2.5', odds: 1.85 },
    ],
    oddsPolicy: 'better',
  });
});

test('reads the refused selections of an answer, and ignores anything else', () => {
  expect(refusedLegs(oddsChanged).map((leg) => leg.matchId)).toEqual(['m-arsenal']);
  expect(
    refusedLegs({ kind: 'refused', status: 422, view: { code: 'x', error: 'x', details: { legs: [1, {}] } } }),
  ).toEqual([]);
  expect(refusedLegs({ kind: 'timeout' })).toEqual([]);
});
