import { expect, test } from 'vitest';
import { factsOf } from './value-facts.ts';

test('a value is told as names and texts, however deep it lies', () => {
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
])('%s is told as it is', (value, told) => expect(factsOf(value)).toEqual(told));
