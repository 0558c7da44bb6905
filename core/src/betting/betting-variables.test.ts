import { expect, test } from 'vitest';
import { z } from 'zod';
import { bettingLimitsFrom, bettingVariableProblems, bettingVariables } from './betting-variables.ts';
import { defaultLimits } from './limits.ts';

const shape = z.object(bettingVariables);
const problemsOf = (env: Record<string, string>): readonly string[] => {
  const read = shape.safeParse(env);
  return read.success
    ? bettingVariableProblems(read.data)
    : read.error.issues.map(({ path, message }) => `${path} ${message}`);
};

test('the defaults are the standard limits and a delay of eight seconds', () => {
  const env = shape.parse({});
  expect([bettingLimitsFrom(env), env.IN_PLAY_DELAY_SECONDS]).toEqual([defaultLimits, { usual: 8, ofLeague: {} }]);
});

test('amounts are dollars, and a league may have a longer delay', () => {
  const env = shape.parse({
    BET_MIN_STAKE: '0.25',
    BET_MAX_LIABILITY: '20000',
    BET_BANKROLL: '1000000.50',
    IN_PLAY_DELAY_SECONDS: '5, soccer_epl=12',
  });
  expect(bettingLimitsFrom(env)).toEqual({
    ...defaultLimits,
    minStake: 25,
    maxLiability: 2_000_000,
    bankroll: 100_000_050,
  });
  expect(env.IN_PLAY_DELAY_SECONDS).toEqual({ usual: 5, ofLeague: { soccer_epl: 12 } });
});

test.each([
  ['BET_MIN_STAKE', '0.001'],
  ['BET_MAX_STAKE', 'much'],
  ['BET_MAX_LEGS', '0'],
  ['BET_MAX_ODDS', '1'],
  ['BET_MAX_PAYOUT', '0'],
  ['BET_MAX_LIABILITY', '-5'],
  ['BET_IN_PLAY_DIVISOR', '0.5'],
  ['BET_MAX_MATCH_LOSS', '0'],
  ['BET_MAX_COMBINATION_LOSS', '-1'],
  ['BET_MAX_DAY_STAKE', '0.001'],
  ['BET_MAX_DAY_PAYOUT', 'all'],
  ['BET_BANKROLL', '0'],
  ['IN_PLAY_DELAY_SECONDS', '-1'],
  ['IN_PLAY_DELAY_SECONDS', '601'],
  ['IN_PLAY_DELAY_SECONDS', '8,premier=12'],
  ['IN_PLAY_DELAY_SECONDS', '8,soccer_epl'],
])('%s=%s is reported by its name', (name, text) => {
  expect(problemsOf({ [name]: text })).toEqual([expect.stringMatching(new RegExp(`^${name} is not`))]);
});

test('reports a minimum stake above the maximum in play', () => {
  expect(problemsOf({ BET_MIN_STAKE: '10', BET_MAX_STAKE: '20' })).toEqual([
    'BET_MIN_STAKE is above the largest stake of a bet in play, BET_MAX_STAKE divided by BET_IN_PLAY_DIVISOR',
  ]);
});
