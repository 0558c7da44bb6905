import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents, centsFromDollars, dollars, formatDollars, minus, negative, noMoney, plus, sum } from './cents.ts';

/** The largest amount that a JSON number of dollars can distinguish from its neighbours. */
const largestOnWire = 2 ** 51 - 1;

describe('cents', () => {
  test('money is a whole number of cents, negative ones too', () => {
    expect([cents(0), cents(-1250), cents(Number.MAX_SAFE_INTEGER)]).toEqual([0, -1250, 2 ** 53 - 1]);
  });

  test.each([0.5, 12.01, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -(2 ** 53)])(
    '%s is no amount of money',
    (amount) => {
      expect(() => cents(amount)).toThrow(RangeError);
    },
  );

  test('negative zero becomes zero', () => {
    expect([cents(-0), negative(noMoney), minus(cents(5), cents(5))]).toEqual([0, 0, 0]);
  });

  test('an amount beyond the safe integers is an error, never rounded', () => {
    const largest = cents(Number.MAX_SAFE_INTEGER);
    expect(() => plus(largest, cents(1))).toThrow(RangeError);
    expect(() => minus(negative(largest), cents(1))).toThrow(RangeError);
  });

  test('a sum of amounts is exact', () => {
    const amount = fc.integer({ min: -(10 ** 12), max: 10 ** 12 });
    fc.assert(
      fc.property(fc.array(amount), (amounts) => {
        const exact = amounts.reduce((total, next) => total + BigInt(next), 0n);
        expect(BigInt(sum(amounts.map(cents)))).toBe(exact);
      }),
    );
  });
});

describe('dollars on the wire', () => {
  test.each([
    [0, 0],
    [0.01, 1],
    [0.1, 10],
    [0.29, 29],
    [1.1, 110],
    [12.5, 1250],
    [19.99, 1999],
    [1_000_000.07, 100_000_007],
    [-10, -1000],
  ])('$%s is %i cents and goes out as it came in', (amount, expected) => {
    expect(centsFromDollars(amount)).toBe(expected);
    expect(dollars(cents(expected))).toBe(amount);
  });

  test.each([0.001, 0.005, 12.345, 9.999, 12.500_000_000_1, 1e-9, 0.1 + 0.2, 10_000_000.001])(
    '$%s has fractions of a cent and is refused, never rounded',
    (amount) => {
      expect(centsFromDollars(amount)).toBeUndefined();
    },
  );

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e300, Number.MAX_SAFE_INTEGER])(
    '$%s is no amount',
    (amount) => {
      expect(centsFromDollars(amount)).toBeUndefined();
    },
  );

  test('dollars so large that neighbouring cents are one number are refused', () => {
    expect(dollars(cents(9_000_000_000_000_001))).toBe(dollars(cents(9_000_000_000_000_002)));
    expect(centsFromDollars(9_000_000_000_000_001 / 100)).toBeUndefined();
  });

  test('every amount that fits the wire round-trips to the same cents, also as JSON', () => {
    fc.assert(
      fc.property(fc.integer({ min: -largestOnWire, max: largestOnWire }), (amount) => {
        const wire: unknown = JSON.parse(JSON.stringify(dollars(cents(amount))));
        expect(centsFromDollars(Number(wire))).toBe(amount);
      }),
      { numRuns: 1_000, examples: [[largestOnWire], [-largestOnWire], [largestOnWire - 1]] },
    );
  });

  test('an accepted number is exactly the amount that was written', () => {
    fc.assert(
      fc.property(fc.double(), (amount) => {
        const accepted = centsFromDollars(amount);
        if (accepted !== undefined) expect(dollars(accepted) === amount).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('dollars on the screen', () => {
  test.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [-5, '-$0.05'],
    [99_999, '$999.99'],
    [100_000, '$1,000.00'],
    [123_450, '$1,234.50'],
    [-123_456_789, '-$1,234,567.89'],
    [Number.MAX_SAFE_INTEGER, '$90,071,992,547,409.91'],
    [Number.MAX_SAFE_INTEGER - 1, '$90,071,992,547,409.90'],
    [Number.MIN_SAFE_INTEGER, '-$90,071,992,547,409.91'],
  ])('%i cents are shown as %s', (amount, text) => {
    expect(formatDollars(cents(amount))).toBe(text);
  });

  test('the screen shows every cent of every amount, grouped by thousands', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (amount) => {
        const text = formatDollars(cents(amount));
        expect(text).toMatch(/^-?\$\d{1,3}(,\d{3})*\.\d{2}$/);
        expect(BigInt(text.replace(/[$,.]/g, ''))).toBe(BigInt(amount));
      }),
      { numRuns: 1_000 },
    );
  });
});
