import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readMatchList } from './read-match-list.ts';

const none = { home: null, away: null };
const match = (score: object = {}, changes: object = {}) => ({
  id: 497_410,
  utcDate: '2026-11-21T15:00:00Z',
  status: 'FINISHED',
  stage: 'REGULAR_SEASON',
  homeTeam: { id: 57, name: 'Arsenal FC', shortName: 'Arsenal', tla: 'ARS' },
  awayTeam: { id: 61, name: 'Chelsea FC', shortName: 'Chelsea', tla: 'CHE' },
  score: {
    winner: 'HOME_TEAM',
    duration: 'REGULAR',
    fullTime: { home: 2, away: 1 },
    halfTime: { home: 1, away: 0 },
    ...score,
  },
  ...changes,
});
const read = (...matches: unknown[]) => readMatchList({ matches });

test('reads a final score with its half-time score and both names of each team', () => {
  expect(read(match())).toEqual({
    matches: [
      {
        sourceMatch: '497410',
        kickoffAt: Date.parse('2026-11-21T15:00:00Z'),
        homeNames: ['Arsenal FC', 'Arsenal'],
        awayNames: ['Chelsea FC', 'Chelsea'],
        status: 'final',
        score: { home: 2, away: 1 },
        halfTime: { home: 1, away: 0 },
        laterScores: [],
      },
    ],
    refused: [],
  });
});

describe('the score for bets is the one after 90 minutes', () => {
  const regularTime = { home: 1, away: 1 };
  test('after extra time', () => {
    const extra = { duration: 'EXTRA_TIME', regularTime, extraTime: { home: 1, away: 0 } };
    expect(read(match(extra))?.matches[0]).toMatchObject({
      score: regularTime,
      laterScores: [
        { home: 2, away: 1 },
        { home: 2, away: 1 },
      ],
    });
  });

  test('after a shoot-out, whose goals the provider adds to the full time', () => {
    const shootout = {
      duration: 'PENALTY_SHOOTOUT',
      fullTime: { home: 6, away: 5 },
      regularTime,
      extraTime: { home: 0, away: 0 },
      penalties: { home: 5, away: 4 },
    };
    expect(read(match(shootout))?.matches[0]).toMatchObject({
      score: regularTime,
      laterScores: [
        { home: 1, away: 1 },
        { home: 6, away: 5 },
      ],
    });
  });

  test('without it a final score is refused, not computed', () => {
    const { matches, refused } = read(match({ duration: 'EXTRA_TIME', regularTime: none })) ?? {};
    expect([matches, refused]).toEqual([[], [{ sourceMatch: '497410', reason: 'score-unreadable' }]]);
  });
});

test.each([
  ['SCHEDULED', 'scheduled'],
  ['TIMED', 'scheduled'],
  ['IN_PLAY', 'in-play'],
  ['PAUSED', 'half-time'],
  ['SUSPENDED', 'suspended'],
  ['POSTPONED', 'postponed'],
  ['CANCELLED', 'cancelled'],
  ['AWARDED', 'awarded'],
])('%s means %s, with or without goals', (status, meaning) => {
  const score = { fullTime: none, halfTime: none };
  expect(read(match(score, { status }), match({}, { status }))?.matches.map((one) => one.status)).toEqual([
    meaning,
    meaning,
  ]);
});

test.each([
  ['a half-time score above the final one', match({ halfTime: { home: 3, away: 0 } }), 'score-unreadable'],
  ['a final without goals', match({ fullTime: none, halfTime: none }), 'score-unreadable'],
  ['negative goals', match({ fullTime: { home: -1, away: 0 } }), 'not-a-match'],
  ['half a score', match({ fullTime: { home: 1, away: null } }), 'not-a-match'],
  ['an unknown status', match({}, { status: 'ABANDONED' }), 'not-a-match'],
  ['no time', match({}, { utcDate: 'soon' }), 'not-a-match'],
  [
    'a name that cannot be stored',
    match({}, { homeTeam: { name: 'Ars\u0000enal', shortName: 'Arsenal' } }),
    'not-a-match',
  ],
  ['no match', 'x', 'not-a-match'],
])('refuses %s', (_what, value, reason) => {
  expect(read(value)?.refused.map((one) => one.reason)).toEqual([reason]);
  expect(read(value, match())?.matches).toHaveLength(1);
});

test.each([null, '', ' '])('a short name of %j is none', (shortName) => {
  const [known] = read(match({}, { homeTeam: { name: 'Arsenal FC', shortName } }))?.matches ?? [];
  expect(known?.homeNames).toEqual(['Arsenal FC']);
});

test('leaves out matches whose teams are not known yet', () => {
  const open = { id: null, name: null, shortName: null, tla: null };
  expect(read(match({}, { homeTeam: open }))).toEqual({ matches: [], refused: [] });
});

test('never throws', () => {
  const almost = fc.record({ status: fc.jsonValue(), homeTeam: fc.jsonValue(), score: fc.jsonValue() });
  const some = fc.oneof(
    fc.jsonValue(),
    almost.map((changes) => match({}, changes)),
  );
  fc.assert(
    fc.property(fc.array(some), (matches) => {
      const { matches: known, refused } = read(...matches) ?? { matches: [], refused: [] };
      expect(known.length + refused.length).toBeLessThanOrEqual(matches.length);
    }),
    { seed: 20_261_125 },
  );
  expect(readMatchList({ message: 'no' })).toBeUndefined();
});
