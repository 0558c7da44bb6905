import { expect, test } from 'vitest';
import { exactPayout, exactSystemPayout } from './exact-payout.ts';

test.each([
  [1000, ['2.1'], 2100],
  [1000, ['1.95', '3.4'], 6630],
  [333, ['1.11'], 369],
  [1, ['1.99'], 1],
  [999_999, ['1.0001', '1.0001', '1.0001'], 1_000_299],
])('%i cents at %j pay %i cents, never a fraction more', (stake, odds, payout) => {
  expect(exactPayout(stake, odds)).toBe(payout);
});

test('rejects text that is not a price', () => {
  expect(() => exactPayout(1000, ['-'])).toThrow('"-" are no odds');
});

test('a Trixie pays its doubles and its treble together, rounded once', () => {
  const trixie = { sizes: [2, 3], bankers: [] };
  // 2 × 3 + 2 × 1.5 + 3 × 1.5 + 2 × 3 × 1.5 = 22.5 times a quarter of the stake.
  expect(exactSystemPayout(400, ['2', '3', '1.5'], trixie)).toBe(2_250);
  expect(exactSystemPayout(400, ['2', '0', '1.5'], trixie)).toBe(300);
  expect(exactSystemPayout(200, ['2', '0', '1.5'], { sizes: [1], bankers: [0] })).toBe(300);
});
