import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { derivedKeys, marketKeys } from '../markets/index.ts';
import { houseRules, houseRulesVersion } from './house-rules.ts';

/** The start of the SHA-256 of each published text. A text that changes needs a new version. */
const published: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  1: {
    'Which result counts': '5d61f209df6e',
    'Abandoned matches': '1e8619748048',
    'Postponed and void matches': 'a822c92ada23',
    'Whole and quarter lines': '4cdb8a479025',
    'Bets with several selections': '54b1fc5dc942',
    Rounding: '65efc5da57c0',
    'Bets in play': 'dc16c4323bd0',
    'Match winner': '71663c8db3c4',
    'Total goals': '438d78da03ed',
    'Double chance': 'd41e8a0a95d6',
    'Draw no bet': '500f6da57dc5',
    'Both teams to score': '7ddb1ee68794',
    Goals: '187d06e1aab9',
    'Home team goals': 'e22faf02fc05',
    'Away team goals': 'e22faf02fc05',
    'Odd or even goals': '86a9c32a68e0',
    'Asian handicap': '9c722ef877dc',
    'Correct score': '91a2f0c8b5b7',
    'Winning margin': 'bc10a43603df',
  },
  2: { 'Bet builder': '7a4b1a0cd59b', Systems: 'a9c8bd97004c' },
  3: { 'Exact goals': '8a7d13a3f060' },
  4: {
    'Bets on the first half': 'd75cddedc365',
    'Bet builder': 'e4936dc33fad',
    'Half-time result': '5e882746c2c7',
    'First-half goals': 'cfc06351b883',
    'Both teams to score in the first half': '86e7e8be3bed',
    'Half-time/full-time': '0db868e560c0',
  },
  5: { 'Bet builder': 'dab5c74ad773' },
  6: { 'Selections decided during a match': '28602144eb5b' },
  7: {},
};
const digestsOf = (version: number): Readonly<Record<string, string>> => {
  const { general = [], markets = [] } = houseRules(version) ?? {};
  return Object.fromEntries(
    [...general, ...markets].map(({ title, text }) => [
      title,
      createHash('sha256').update(text).digest('hex').slice(0, 12),
    ]),
  );
};

describe('house rules', () => {
  test.each(Object.keys(published).map(Number))('version %i is as it was published', (version) => {
    const upTo = Object.keys(published).filter((each) => Number(each) <= version);
    expect(digestsOf(version)).toEqual(Object.assign({}, ...upTo.map((each) => published[Number(each)])));
  });

  test('every version is published', () => {
    expect(Object.keys(published)).toHaveLength(houseRulesVersion);
  });

  test('the current version has a rule for every market', () => {
    expect(houseRules(houseRulesVersion)?.markets).toHaveLength(marketKeys.length + derivedKeys.length);
  });

  test('a version that was never published has none', () => {
    expect([houseRules(0), houseRules(houseRulesVersion + 1)]).toEqual([undefined, undefined]);
  });
});
