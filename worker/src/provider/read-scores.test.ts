import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readScores } from './read-scores.ts';

const event = (changes: object = {}) => ({
  id: 'e1',
  sport_key: 'soccer_epl',
  commence_time: '2026-11-21T15:00:00Z',
  completed: true,
  home_team: 'Arsenal',
  away_team: 'Chelsea',
  scores: [
    { name: 'Arsenal', score: '2' },
    { name: 'Chelsea', score: '1' },
  ],
  last_update: '2026-11-21T16:58:00Z',
  ...changes,
});
const read = (...events: unknown[]) => readScores(events, 'soccer_epl');

test('matches a final score by the teams’ names, in any order', () => {
  const final = {
    providerEventId: 'e1',
    kickoffAt: Date.parse('2026-11-21T15:00:00Z'),
    homeTeam: 'Arsenal',
    awayTeam: 'Chelsea',
    score: { home: 2, away: 1 },
    state: 'final',
    seenAt: Date.parse('2026-11-21T16:58:00Z'),
  };
  const reversed = event({ scores: event().scores.toReversed() });
  expect(read(event(), reversed)).toEqual({ reports: [final, final], waiting: 0, refused: [] });
});

test('reports an in-play score, and only counts a match that has not begun', () => {
  const { reports, waiting, refused } = read(
    event({ completed: false, last_update: null }),
    event({ completed: false, scores: null, last_update: null }),
  );
  expect([reports.map(({ state, seenAt }) => [state, seenAt]), waiting, refused]).toEqual([[['in-play', null]], 1, []]);
});

describe('what cannot be understood is refused with the reason', () => {
  const goals = (...scores: unknown[]) => event({ scores });
  const away = { name: 'Chelsea', score: '1' };
  test.each([
    ['no event', 'x', 'not-an-event'],
    ['another sport', event({ sport_key: 'basketball_nba' }), 'league-unknown'],
    ['a final without a score', event({ scores: null }), 'final-without-score'],
    ['neither over nor not', event({ completed: 'yes' }), 'score-unreadable'],
    ['one team only', goals(away), 'score-unreadable'],
    ['one team twice', goals(away, away, { name: 'Arsenal', score: '2' }), 'score-unreadable'],
    ['a stranger', goals(away, { name: 'Fulham', score: '2' }), 'score-unreadable'],
    ['no number', goals(away, { name: 'Arsenal', score: '' }), 'score-unreadable'],
    ['half a goal', goals(away, { name: 'Arsenal', score: '1.5' }), 'score-unreadable'],
    ['negative goals', goals(away, { name: 'Arsenal', score: '-1' }), 'score-unreadable'],
    ['a basketball score', goals(away, { name: 'Arsenal', score: '107' }), 'score-unreadable'],
  ])('%s', (_, value, reason) => {
    expect(read(value).refused.map((one) => one.reason)).toEqual([reason]);
    expect(read(value, event()).reports).toHaveLength(1);
  });

  test('a response that is not a list', () => {
    expect(readScores({ message: 'no' }, 'soccer_epl').refused).toEqual([{ eventId: '?', reason: 'not-a-list' }]);
  });
});

test('never throws: every event is reported, waiting or refused', () => {
  const almost = fc.record({ completed: fc.jsonValue(), scores: fc.jsonValue(), last_update: fc.jsonValue() });
  const some = fc.oneof(fc.jsonValue(), almost.map(event));
  fc.assert(
    fc.property(fc.array(some), (body) => {
      const { reports, waiting, refused } = readScores(body, 'soccer_epl');
      expect(reports.length + waiting + refused.length).toBe(body.length);
    }),
  );
});
