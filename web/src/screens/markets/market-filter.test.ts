import type { OperatedMatchView } from '@touchline/core/contract';
import { expect, test } from 'vitest';
import { parseDecision } from './decision-form.ts';
import { filterFromSearch, filterMatches, hrefOf } from './market-filter.ts';
import { countOpenBets, highestLiability, totalStaked } from './market-totals.ts';
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
    { kind: 'score', home: '2', away: ' 1 ', minutes: '' },
    { kind: 'score', home: 2, away: 1 },
  ],
  [
    { kind: 'score', home: '2', away: '1', minutes: '80' },
    { kind: 'score', home: 2, away: 1, minutesPlayed: 80 },
  ],
  [{ kind: 'score', home: '2', away: '1', minutes: '91' }, undefined],
  [{ kind: 'score', home: '', away: '1', minutes: '' }, undefined],
  [{ kind: 'score', home: '-1', away: '1', minutes: '' }, undefined],
  [
    { kind: 'abandoned', home: '1', away: '1', minutes: '33' },
    { kind: 'abandoned', home: 1, away: 1 },
  ],
  [{ kind: 'void', home: '', away: 'x', minutes: '' }, { kind: 'void' }],
] as const)('%j is read as the result %j', (form, result) => expect(parseDecision(form)).toEqual(result));
