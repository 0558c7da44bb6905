import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { derivedKeys, marketKeys } from '../markets/index.ts';
import { houseRules, houseRulesVersion } from './house-rules.ts';

/** SHA-256 of each published version. A text that changes needs a new version; a new market, the digests of those that list it. */
const published: Readonly<Record<number, string>> = {
  1: '1012ba7bc6dffb0fb2f3b27c3ab0f0ff35dd287153c7ff9f932b0cbeb91707b7',
};

describe('house rules', () => {
  test('every version is as it was published', () => {
    const versions = Array.from({ length: houseRulesVersion }, (_, at) => at + 1);
    const digests = versions.map((version) => [
      version,
      createHash('sha256')
        .update(JSON.stringify(houseRules(version)))
        .digest('hex'),
    ]);
    expect(Object.fromEntries(digests)).toEqual(published);
  });

  test('the current version has a rule for every market', () => {
    expect(houseRules(houseRulesVersion)?.markets).toHaveLength(marketKeys.length + derivedKeys.length);
  });

  test('a version that was never published has none', () => {
    expect([houseRules(0), houseRules(houseRulesVersion + 1)]).toEqual([undefined, undefined]);
  });
});
