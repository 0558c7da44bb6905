import type { OperatedMatchView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { expect, test } from 'vitest';
import { emptyForm, parseDecision, problemIn } from './decision-form.ts';
import {
  countOpenBets,
  filterFromSearch,
  filterMatches,
  highestLiability,
  hrefOf,
  totalStaked,
} from './market-filter.ts';
import { reportText } from './reports-card.tsx';
import { changedId, operatedMatch, proposal } from './samples.ts';

const ended: OperatedMatchView = {
  ...operatedMatch,
  matchId: 'ended',
  homeTeam: 'Leeds',
  status: 'finished',
  exposure: [],
};
const doubtful = { ...operatedMatch, matchId: 'doubtful', reviews: [changedId] };
const proposed = { ...ended, matchId: 'proposed', proposal };
const all = [ended, operatedMatch, doubtful, proposed];
const chosen = (search: string) => filterMatches(all, filterFromSearch(search)).map(({ matchId }) => matchId);

test.each([
  ['', [operatedMatch.matchId, 'doubtful', 'proposed', 'ended']],
  ['show=attention', ['doubtful', 'proposed']],
  ['show=open', [operatedMatch.matchId, 'doubtful']],
  ['show=bets&search=arse', [operatedMatch.matchId, 'doubtful']],
  ['show=ended&sort=liability', ['ended', 'proposed']],
  ['sort=liability', [operatedMatch.matchId, 'doubtful', 'ended', 'proposed']],
  ['league=soccer_spain_la_liga', []],
  ['show=nonsense&league=soccer_epl', [operatedMatch.matchId, 'doubtful', 'proposed', 'ended']],
])('"%s" shows the matches it names', (search, ids) => expect(chosen(search)).toEqual(ids));

test('a filter survives being written to and read from a URL', () => {
  const address = 'show=bets&league=soccer_epl&search=arsenal&sort=liability';
  expect(hrefOf(filterFromSearch(address))).toBe(`/markets?${address}`);
});
test('totals are exact to the cent', () => {
  expect([countOpenBets(operatedMatch), totalStaked(operatedMatch), highestLiability(operatedMatch)]).toEqual([
    3, 40.3, 33.11,
  ]);
});
test.each([
  [
    { home: '2', away: ' 1 ' },
    { kind: 'score', home: 2, away: 1, halfTime: null },
  ],
  [
    { home: '2', away: '1', minutes: '80', halfHome: '1', halfAway: '0' },
    { kind: 'score', home: 2, away: 1, halfTime: { home: 1, away: 0 }, minutesPlayed: 80 },
  ],
  [{ home: '2', away: '1', minutes: '91' }, undefined],
  [{ home: '', away: '1' }, undefined],
  [{ home: '-1', away: '1' }, undefined],
  [{ home: '2', away: '1', halfHome: '1' }, undefined],
  [{ home: '2', away: '1', halfHome: '1', halfAway: '2' }, undefined],
  [
    { kind: 'half-time', halfHome: '0', halfAway: '1' },
    { kind: 'half-time', home: 0, away: 1 },
  ],
  [{ kind: 'half-time', halfHome: '0' }, undefined],
  [
    { kind: 'abandoned', home: '1', away: '1', minutes: '33' },
    { kind: 'abandoned', home: 1, away: 1, halfTime: null },
  ],
  [{ kind: 'void', away: 'x' }, { kind: 'void' }],
] as const)('%j is read as the result %j', (typed, result) =>
  expect(parseDecision({ ...emptyForm, ...typed })).toEqual(result),
);

test.each([
  [{ home: 'ab', away: '1' }, 'Goals are whole numbers from 0 to 99.'],
  [{ home: '1', away: '0', minutes: '91' }, 'Minutes are whole numbers from 0 to 90.'],
  [
    { home: '1', away: '0', halfHome: '2', halfAway: '0' },
    'The half-time score cannot be higher than the final score.',
  ],
  [{ kind: 'half-time', halfHome: 'x', halfAway: '0' }, 'Goals are whole numbers from 0 to 99.'],
  [{ home: '1', away: '' }, ''],
  [{ home: '1', away: '0', halfHome: '1', halfAway: '' }, ''],
  [{ home: '1', away: '0', halfHome: '1', halfAway: '0', minutes: '81' }, ''],
] as const)('%j has the problem "%s"', (typed, problem) => {
  const found = problemIn({ ...emptyForm, ...typed });
  expect(found ? t(found) : '').toBe(problem);
});

test('a report of a provider says its state and scores', () => {
  const score = { home: 1, away: 1 };
  expect(reportText({ status: 'in-play', score, halfTime: null, laterScores: [] })).toBe('In play 1:1');
  expect(
    reportText({ status: 'final', score, halfTime: { home: 0, away: 1 }, laterScores: [{ home: 2, away: 1 }] }),
  ).toBe('Full time 1:1 (half-time 0:1), later 2:1');
});
