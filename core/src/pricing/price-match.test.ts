import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MatchModel, QuotedBook } from './index.ts';
import { fairBooks, fairProbabilities, firstHalfShareLeftAt, fitMatch, isStrained, withMargin } from './index.ts';

const start = { home: 0, away: 0 };
const quotes: readonly QuotedBook[] = [
  { market: 'h2h', line: null, odds: [1.85, 3.7, 4.3] },
  { market: 'totals', line: 2.5, odds: [1.9, 1.95] },
];

function modelOf(input: Parameters<typeof fitMatch>[0]): MatchModel {
  const model = fitMatch(input);
  if (!model) throw new Error('the quotes contradict each other');
  return model;
}

function fairOf(model: MatchModel, market: string, line: number | null = null): readonly number[] {
  const found = fairBooks(model).find(({ book }) => book.market === market && book.line === line);
  if (!found) throw new Error(`no book ${market} ${line}`);
  return found.fair;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

describe('margins', () => {
  test('fair probabilities get back the odds they were taken from', () => {
    const weights = fc.array(fc.double({ min: 0.02, max: 1, noNaN: true }), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(weights, fc.double({ min: 1.001, max: 1.15, noNaN: true }), (parts, overround) => {
        const fair = parts.map((part) => part / sum(parts));
        const implied = withMargin(fair, overround);
        expect(sum(implied)).toBeCloseTo(overround, 9);
        expect(implied.every((q, at) => q >= (fair[at] as number))).toBe(true);
        for (const [at, p] of fairProbabilities(implied.map((q) => 1 / q)).entries())
          expect(p).toBeCloseTo(fair[at] as number, 8);
      }),
    );
  });
});

describe('before kick-off', () => {
  /** The quotes of a bookmaker who sees other lines a little differently. */
  const more = [
    { market: 'totals', line: 3 },
    { market: 'spreads', line: -0.75 },
    { market: 'btts', line: null },
  ].map(({ market, line }): QuotedBook => {
    const [p] = fairOf(modelOf({ quotes, score: start }), market, line) as [number, number];
    return { market, line, odds: withMargin([p + 0.004, 0.996 - p], 1.05).map((q) => 1 / q) };
  });

  test('the derived probabilities match every quote, also on whole and quarter lines', () => {
    const all = [...quotes, ...more];
    const model = modelOf({ quotes: all, score: start });
    expect(model.residual).toBeLessThan(1e-9);
    expect(isStrained(model)).toBe(false);
    for (const { market, line, odds } of all) {
      const fair = fairProbabilities(odds);
      for (const [at, p] of fairOf(model, market, line).entries()) expect(p).toBeCloseTo(fair[at] as number, 9);
    }
  });

  test('the selections of every book cover all results', () => {
    for (const { book, fair } of fairBooks(modelOf({ quotes, score: start })))
      expect([book.market, sum(fair).toFixed(9)]).toEqual([book.market, book.winners.toFixed(9)]);
  });

  test('half time/full time adds up to both of its results', () => {
    const model = modelOf({ quotes, score: start });
    const nine = fairOf(model, 'halftime_fulltime');
    const [early, late] = [fairOf(model, 'h2h_3_way_h1'), fairOf(model, 'h2h')];
    for (const at of [0, 1, 2]) {
      expect(sum(nine.slice(at * 3, at * 3 + 3))).toBeCloseTo(early[at] as number, 9);
      expect(sum(nine.filter((_, index) => index % 3 === at))).toBeCloseTo(late[at] as number, 9);
    }
  });

  test('a match without a match winner or a line of goals has no model', () => {
    for (const quote of quotes) expect(fitMatch({ quotes: [quote], score: start })).toBeUndefined();
  });

  test('quotes that contradict each other give no model or a strained one', () => {
    const stale: QuotedBook = { market: 'btts', line: null, odds: [1.06, 9] };
    const model = fitMatch({ quotes: [...quotes, stale], score: start });
    expect(model === undefined || isStrained(model)).toBe(true);
  });
});

describe('in play', () => {
  const leading = {
    quotes: [
      { market: 'h2h', line: null, odds: [1.25, 5.5, 14] },
      { market: 'totals', line: 2.5, odds: [1.7, 2.15] },
    ],
    score: { home: 1, away: 0 },
    firstHalfShareLeft: firstHalfShareLeftAt(30),
  };

  test('totals count from 0–0, the handicap from the score now', () => {
    const model = modelOf(leading);
    expect(fairOf(model, 'totals', 0.5).map((p) => p.toFixed(9))).toEqual(['1.000000000', '0.000000000']);
    expect(fairOf(model, 'correct_score')[0]).toBe(0);
    const [home] = fairOf(model, 'spreads', 0) as [number, number];
    const size = Math.sqrt(model.grid.length);
    let [more, fewer] = [0, 0];
    for (const [at, p] of model.grid.entries()) {
      const lead = Math.floor(at / size) - (at % size);
      if (lead > 0) more += p;
      if (lead < 0) fewer += p;
    }
    expect(home).toBeCloseTo(more / (more + fewer), 9);
  });

  test('no quoted price of the match winner gives value', () => {
    const model = modelOf(leading);
    for (const [at, p] of fairOf(model, 'h2h').entries())
      expect(p).toBeLessThan(1 / (leading.quotes[0]?.odds[at] as number));
  });

  test('the first half has no prices once it has ended', () => {
    const periods = fairBooks(modelOf({ ...leading, firstHalfShareLeft: firstHalfShareLeftAt(60) })).map(
      ({ book }) => book.period,
    );
    expect(new Set(periods)).toEqual(new Set(['match']));
  });
});
