import { cents } from '@touchline/core/money';
import { expect, test } from 'vitest';
import { maxStakeOf, refusedLegs, requestOf } from './bet-request.ts';
import { arsenal, arsenalAt, goals, interRow, marketOf, oddsChanged } from './samples.ts';
import { readLine } from './slip-line.ts';

test('the request has the odds on the screen and the stake in dollars', () => {
  const market = marketOf([arsenalAt(2.25), interRow]);
  const lines = [arsenal, goals].map((entry) => readLine(entry, market, undefined));
  const all = { unitStake: cents(1050), lines: 1, system: undefined, at: [0, 1] };
  expect(requestOf(lines, [all], 'better')).toEqual({
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

test('singles and systems are tickets, with their sizes and bankers', () => {
  const market = marketOf([arsenalAt(2.1), interRow]);
  const lines = [arsenal, goals].map((entry) => readLine(entry, market, undefined));
  const onArsenal = { matchId: 'm-arsenal', betOutcome: 'Arsenal Win', odds: 2.1 };
  const onGoals = { matchId: 'm-inter', betOutcome: 'Over 2.5', odds: 1.85 };
  const singles = [
    { unitStake: cents(500), lines: 1, system: undefined, at: [0] },
    { unitStake: cents(250), lines: 1, system: undefined, at: [1] },
  ];
  expect(requestOf(lines, singles, 'none')).toEqual({
    tickets: [
      { type: 'single', unitStake: 5, selections: [onArsenal] },
      { type: 'single', unitStake: 2.5, selections: [onGoals] },
    ],
    oddsPolicy: 'none',
  });
  const system = { unitStake: cents(100), lines: 3, system: { sizes: [1, 2], bankers: [1] }, at: [0, 1] };
  expect(requestOf(lines, [system], 'any')).toEqual({
    tickets: [{ type: 'system', unitStake: 1, sizes: [1, 2], selections: [onArsenal, { ...onGoals, banker: true }] }],
    oddsPolicy: 'any',
  });
});

test('a refused ticket names its selections, and a stake for each line', () => {
  const [leg] = refusedLegs(oddsChanged);
  const tickets = [{ code: 'legs-refused', error: '', details: { maxStake: 10.03, legs: [leg] } }];
  const failure = {
    kind: 'refused',
    status: 409,
    view: { code: 'tickets-refused', error: '', details: { tickets } },
  } as const;
  expect(refusedLegs(failure)).toEqual([leg]);
  const system = { unitStake: cents(500), lines: 4, system: { sizes: [2, 3], bankers: [] }, at: [0, 1, 2] };
  expect(maxStakeOf(failure, [system])).toBe(250);
});
