import { describe, expect, test } from 'vitest';
import { onLadder } from '../money/index.ts';
import { fitMatch, offerPrices, type PricingInput } from './index.ts';
import { type OfferOptions, overroundOf } from './offer-prices.ts';

const quotes = [
  { market: 'h2h', line: null, odds: [1.85, 3.7, 4.3] },
  { market: 'totals', line: 2.5, odds: [1.9, 1.95] },
];

function pricesOf(input: PricingInput, league: OfferOptions['league'] = 'soccer_epl') {
  const model = fitMatch(input);
  if (!model) throw new Error('the quotes contradict each other');
  return offerPrices({ model, quotes: input.quotes, league, isInPlay: input.firstHalfShareLeft !== undefined });
}

describe('offered prices', () => {
  const before = pricesOf({ quotes, score: { home: 0, away: 0 } });
  const live = pricesOf({
    quotes: [
      { market: 'h2h', line: null, odds: [1.25, 5.53, 14] },
      { market: 'totals', line: 2.5, odds: [1.71, 2.15] },
    ],
    score: { home: 1, away: 0 },
    firstHalfShareLeft: 0,
  });
  const oddsOf = (market: string, pick: string, line: number | null = null) =>
    before
      .find(({ book, pick: each }) => book.market === market && book.line === line && each === pick)
      ?.odds.toFixed();

  test('every derived price is below its fair odds', () => {
    const derived = before.filter(({ source }) => source === 'derived');
    expect(derived.length).toBeGreaterThan(100);
    for (const { odds, fair } of derived) expect(odds.toNumber()).toBeLessThan(1 / fair);
  });

  test('every derived price is on the ladder, or that of a quote that it must not exceed', () => {
    const quoted = [...before, ...live].filter(({ source }) => source === 'quoted').map(({ odds }) => odds.toNumber());
    const derived = [...before, ...live].filter(({ source }) => source === 'derived');
    const off = derived.map(({ odds }) => odds.toNumber()).filter((odds) => onLadder(odds) !== odds);
    expect(off.filter((odds) => !quoted.includes(odds))).toEqual([]);
    expect(off.length).toBeLessThan(derived.length / 10);
  });

  test('in play nothing is derived at 1.01 or from 101 on', () => {
    const derived = live.filter(({ source }) => source === 'derived').map(({ odds }) => odds.toNumber());
    expect(derived.length).toBeGreaterThan(30);
    expect(derived.filter((odds) => odds <= 1.01 || odds >= 101)).toEqual([]);
    expect(before.some(({ odds }) => odds.gte(101))).toBe(true);
  });

  test('two names of one bet have the same odds', () => {
    expect(oddsOf('draw_no_bet', 'home')).toBe(oddsOf('spreads', 'home', 0));
    expect(oddsOf('spreads', 'home', -0.5)).toBe('1.85');
  });

  test('a harder line has higher odds', () => {
    const over = [0.75, 1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 2.75, 3].map((line) =>
      Number(oddsOf('totals', 'over', line)),
    );
    expect(over).toEqual(over.toSorted((a, b) => a - b));
    expect(Number(oddsOf('totals_h1', 'over', 1.5))).toBeGreaterThan(Number(oddsOf('totals', 'over', 1.5)));
  });

  test('the margin is higher in play and in cups', () => {
    expect(overroundOf('btts', 'soccer_epl', false)).toBeCloseTo(1.05);
    expect(overroundOf('btts', 'soccer_epl', true)).toBeCloseTo(1.0625);
    expect(overroundOf('btts', 'soccer_uefa_europa_league', false)).toBeCloseTo(1.06);
  });

  test('quotes in the wrong order have no prices', () => {
    // After half time at 1-1 a draw also pays whenever under 2.5 does.
    const at = (draw: number) =>
      pricesOf({
        quotes: [
          { market: 'h2h', line: null, odds: [23.27, draw, 10.4] },
          { market: 'totals', line: 2.5, odds: [5.7, 1.09] },
        ],
        score: { home: 1, away: 1 },
        firstHalfShareLeft: 0,
      }).length;
    expect(at(1.09)).toBeGreaterThan(30);
    expect(at(1.13)).toBe(0);
  });

  test('a decided selection has no price', () => {
    const inPlay = pricesOf({
      quotes: [
        { market: 'h2h', line: null, odds: [3.5, 2.2, 3.2] },
        { market: 'totals', line: 3.5, odds: [1.95, 1.9] },
      ],
      score: { home: 1, away: 1 },
      firstHalfShareLeft: 0,
    });
    const picks = inPlay.map(({ book, pick }) => `${book.market} ${pick} ${book.line ?? ''}`.trim());
    expect(picks).toContain('correct_score 2-1');
    expect(picks).not.toContain('correct_score 1-0');
    expect(picks.filter((pick) => /btts|totals over 1\.5$|_h1|halftime/.test(pick))).toEqual([]);
  });
});
