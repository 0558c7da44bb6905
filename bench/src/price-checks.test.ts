import { Decimal } from '@touchline/core/money';
import { describe, expect, test } from 'vitest';
import { checkPrices, pricesOf } from './price-checks.ts';
import { randomMatches } from './random-matches.ts';

const next = randomMatches(7);
const matches = Array.from({ length: 60 }, next).map((match) => ({ match, prices: pricesOf(match) }));
const offered = matches.filter(({ prices }) => prices.length > 0);

describe('random books', () => {
  test('no stakes win whatever the result, and no better selection has higher odds', () => {
    expect(offered.length).toBeGreaterThan(30);
    expect(new Set(offered.map(({ match }) => match.firstHalfShareLeft !== undefined)).size).toBe(2);
    for (const { match, prices } of offered) {
      const { sureWin, disordered } = checkPrices(prices, match);
      expect(sureWin).toBeLessThan(0);
      expect(disordered).toBe(0);
    }
  });

  test('quoted prices are offered as they are quoted', () => {
    for (const { match, prices } of offered) {
      const h2h = prices.filter(({ book }) => book.market === 'h2h');
      expect(h2h.map(({ source, odds }) => [source, odds.toNumber()])).toEqual(
        match.quotes[0]?.odds.map((odds) => ['quoted', odds]),
      );
    }
  });

  test('further quotes are offered where they fit, and derived where they do not', () => {
    const further = offered.flatMap(({ match, prices }) =>
      (match.more ?? []).map((quote) => prices.some((price) => price.quote === quote)),
    );
    const share = further.filter(Boolean).length / further.length;
    expect(share).toBeGreaterThan(0.3);
    expect(share).toBeLessThan(0.95);
  });

  test('one price that is too high is found', () => {
    const [{ match, prices } = { match: next(), prices: [] }] = offered;
    const unquoted = prices.map(({ quote: _, ...price }) => price);
    const raised = unquoted.map((price) =>
      price.book.market === 'btts' ? { ...price, odds: price.odds.times(new Decimal('1.6')) } : price,
    );
    const { sureWin, disordered } = checkPrices(raised, match);
    expect([sureWin > 0, disordered > 0]).toEqual([true, true]);
  });
});
