import { instant, minutes } from '@touchline/core/instant';
import { expect, test } from 'vitest';
import { arsenalRow, placedBet } from '../slip/samples.ts';
import { legMoment } from './leg-moment.ts';

const [leg] = placedBet.matches;
if (!leg) throw new Error('the sample has a leg');
const kickoff = Date.parse(leg.commenceTime);
const before = instant(kickoff - 1);
const during = instant(kickoff + minutes(30));
const score = { home: 2, away: 1 };

test('an upcoming match has its kick-off, unless its date is invalid', () => {
  expect(legMoment(leg, undefined, before)).toEqual({ phase: 'upcoming', kickoffAt: kickoff });
  expect(legMoment({ ...leg, commenceTime: 'soon' }, undefined, during)).toEqual({
    phase: 'upcoming',
    kickoffAt: undefined,
  });
});
test('a match in play has the score of the live row', () => {
  expect(legMoment({ ...leg, score: { home: 0, away: 0 } }, { ...arsenalRow, score }, during)).toEqual({
    phase: 'live',
    score,
  });
});
test('the live row decides a rescheduled kick-off', () => {
  const moved = { ...arsenalRow, match: { ...arsenalRow.match, commenceTime: '2026-11-22T13:00:00Z' } };
  expect(legMoment(leg, moved, during).phase).toBe('upcoming');
});
test('two hours after kick-off the result is awaited', () =>
  expect(legMoment({ ...leg, score }, undefined, instant(kickoff + minutes(120)))).toEqual({
    phase: 'awaited',
    score,
  }));
test('a finished match stays finished if its row is missing or older', () => {
  const finished = { ...leg, matchStatus: 'finished', score } as const;
  expect(legMoment(finished, undefined, during)).toEqual({ phase: 'finished', score });
  expect(legMoment(finished, { ...arsenalRow, score: null }, during)).toEqual({ phase: 'finished', score });
});
test('an abandoned match is void', () =>
  expect(legMoment(leg, { ...arsenalRow, status: 'void' }, before)).toEqual({ phase: 'void' }));
