import { instant, minutes } from '@touchline/core/instant';
import { expect, test } from 'vitest';
import { arsenalRow, bookedBet } from '../slip/samples.ts';
import { legMoment } from './leg-moment.ts';

const [leg] = bookedBet.matches;
if (!leg) throw new Error('the sample has a leg');
const kickoff = Date.parse(leg.commenceTime);
const before = instant(kickoff - 1);
const during = instant(kickoff + minutes(30));
const score = { home: 2, away: 1 };

test('a match to come has its kick-off, and one without a date has none', () => {
  expect(legMoment(leg, undefined, before)).toEqual({ phase: 'upcoming', kickoffAt: kickoff });
  expect(legMoment({ ...leg, commenceTime: 'soon' }, undefined, during)).toEqual({
    phase: 'upcoming',
    kickoffAt: undefined,
  });
});
test('a match in play has the score of the live row, which is newer than the bet', () => {
  expect(legMoment({ ...leg, score: { home: 0, away: 0 } }, { ...arsenalRow, score }, during)).toEqual({
    phase: 'live',
    score,
  });
});
test('a match that moved is read by the live row', () => {
  const moved = { ...arsenalRow, match: { ...arsenalRow.match, commenceTime: '2026-11-22T13:00:00Z' } };
  expect(legMoment(leg, moved, during).phase).toBe('upcoming');
});
test('two hours after kick-off without a result it is awaited', () =>
  expect(legMoment({ ...leg, score }, undefined, instant(kickoff + minutes(120)))).toEqual({
    phase: 'awaited',
    score,
  }));
test('a finished match stays finished when its row has left the room, or is behind', () => {
  const finished = { ...leg, matchStatus: 'finished', score } as const;
  expect(legMoment(finished, undefined, during)).toEqual({ phase: 'finished', score });
  expect(legMoment(finished, { ...arsenalRow, score: null }, during)).toEqual({ phase: 'finished', score });
});
test('a match given up is void', () =>
  expect(legMoment(leg, { ...arsenalRow, status: 'void' }, before)).toEqual({ phase: 'void' }));
