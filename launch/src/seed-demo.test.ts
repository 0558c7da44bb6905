import { describe, expect, test } from 'vitest';
import { readEnv } from './env.ts';
import { hasDemoAccounts } from './seed-demo.ts';

const given = (variables: Record<string, string>): boolean => {
  const answer = readEnv(variables);
  if (!answer.ok) throw new Error(answer.problems.join());
  return hasDemoAccounts(answer.value);
};

describe('attack: the published password of a demo account on a product with a real provider', () => {
  test('exist if every provider is the sandbox', () => {
    expect(given({})).toBe(true);
  });

  test.each([
    { ODDS_API_URL: 'https://api.the-odds-api.com', ODDS_API_KEY: 'real' },
    { MOLLIE_API_URL: 'https://api.mollie.com', MOLLIE_API_KEY: `live_${'0'.repeat(30)}` },
    { SMTP_URL: 'smtps://name:password@mail.example.com:465' },
  ])('with one real provider there are none: %o', (variables) => {
    expect(given(variables)).toBe(false);
  });
});
