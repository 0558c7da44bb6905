import { expect, test } from 'vitest';
import { factsOf } from './audit-row.tsx';

test('flattens a nested value to names and texts', () => {
  const value = { status: 'won', dryRun: { belowZero: 2 }, voidBets: [{ market: 'h2h' }], score: null, empty: [] };
  expect(factsOf(value)).toEqual([
    { name: 'status', text: 'won' },
    { name: 'dry run, below zero', text: '2' },
    { name: 'void bets, 1, market', text: 'h2h' },
    { name: 'score', text: 'none' },
  ]);
});
test.each([
  ['off', [{ name: 'Value', text: 'off' }]],
  [null, []],
])('%s is unchanged', (value, facts) => expect(factsOf(value)).toEqual(facts));
