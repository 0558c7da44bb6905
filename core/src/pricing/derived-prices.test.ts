import { expect, test } from 'vitest';
import { derivedKeys, outcomeLabel } from '../markets/index.ts';
import { sampleGoals, sampleMatch } from '../testing/sample-match.ts';
import { derivedPriceOf, derivedPrices } from './derived-prices.ts';

const priced = (match = sampleMatch(), isInPlay = false) =>
  new Map(
    derivedPrices(match, isInPlay).map(({ outcome, odds, source }) => [
      outcomeLabel(match, outcome),
      { odds: odds.toNumber(), source },
    ]),
  );

test('prices every derived market, and takes the quoted line as it is quoted', () => {
  const match = sampleMatch();
  const markets = new Set(derivedPrices(match, false).map(({ outcome }) => outcome.market));
  expect([...markets].toSorted()).toEqual(derivedKeys.toSorted());
  expect(priced().get('Goals: Over 2.5')).toEqual({ odds: 1.9, source: 'quoted' });
  expect(priced().get('Goals: Over 3.5')?.source).toBe('derived');
});

test('a more likely selection has lower odds', () => {
  const odds = (label: string) => priced().get(label)?.odds ?? Number.NaN;
  expect(odds('Goals: Over 1.5')).toBeLessThan(odds('Goals: Over 2.5'));
  expect(odds('Asian handicap: Arsenal −1')).toBeGreaterThan(odds('Asian handicap: Arsenal −0.5'));
  expect(odds('Double chance: Arsenal or draw')).toBeLessThan(odds('Draw no bet: Arsenal'));
});

test('in play nothing that is already decided has a price, and a handicap counts the goals scored before', () => {
  const match = sampleMatch({
    score: { home: 2, away: 1 },
    markets: { ...sampleMatch().markets, totals: { ...sampleGoals, point: 4.5 } },
  });
  const labels = [...priced(match, true).keys()];
  expect(labels.filter((label) => /^(Both teams|Goals: Over 2\.5|Correct score: (0-|2-0))/.test(label))).toEqual([]);
  expect(labels).toContain('Correct score: 2-1');
  expect(labels).toContain('Asian handicap: Arsenal −1');
});

test('without one of the quotes there are no prices', () => {
  const { markets } = sampleMatch();
  expect(derivedPrices(sampleMatch({ markets: { ...markets, totals: null } }), false)).toEqual([]);
  expect(
    derivedPriceOf(sampleMatch({ markets: { ...markets, h2h: null } }), false, { market: 'btts', pick: 'yes' }),
  ).toBe(undefined);
});
