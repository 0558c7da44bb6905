import { describe, expect, test } from 'vitest';
import { drawPrices, type PriceStep, stepsOf, stepsSince } from './price-lines.ts';

const step = (at: number, prices: readonly number[], isOpen = true): PriceStep => ({ at, prices, isOpen });

describe('prices as lines', () => {
  test('a price stays until it changes, the last one until now', () => {
    const { paths } = drawPrices([step(0, [2]), step(50, [4])], 1, 100);
    expect(paths).toEqual(['M0 931H500V69H1000']);
  });

  test('doubling and halving a price are equal distances', () => {
    const { paths } = drawPrices([step(0, [2]), step(10, [4]), step(20, [8])], 1, 40);
    const heights = [...(paths[0] ?? '').matchAll(/[V ](\d+)/g)].map(([, height]) => Number(height));
    expect(heights).toEqual([931, 500, 69]);
  });

  test('grid lines are few, at round prices within the range', () => {
    expect(drawPrices([step(0, [1.5, 3.4, 9])], 3, 1).lines).toEqual([1.5, 2.5, 4, 7]);
    expect(drawPrices([step(0, [1.9, 1.95])], 2, 1).lines).toEqual([1.9, 1.92, 1.94]);
    expect(drawPrices([step(0, [1.01, 501])], 2, 1).lines.length).toBeLessThanOrEqual(5);
  });

  test('marks the time a market is not open as one span', () => {
    const steps = [step(0, [2]), step(20, [2], false), step(30, [3], false), step(60, [3]), step(80, [3], false)];
    expect(drawPrices(steps, 1, 100).closed).toEqual([
      { from: 0.2, to: 0.6 },
      { from: 0.8, to: 1 },
    ]);
  });

  test('a single current price is drawn as a line', () => {
    expect(drawPrices([step(100, [2])], 1, 100).paths).toEqual(['M0 500H1000']);
    expect(drawPrices([], 3, 100).paths).toEqual(['', '', '']);
  });
});

describe('prices since a moment', () => {
  test('start with the one that applied then', () => {
    const steps = [step(0, [2]), step(10, [3]), step(30, [4])];
    expect(stepsSince(steps, 20)).toEqual([step(20, [3]), step(30, [4])]);
    expect(stepsSince(steps, -5)).toEqual(steps);
    expect(stepsSince([], 20)).toEqual([]);
  });
});

test('reads received prices with their state', () => {
  const at = '2026-11-20T20:00:00Z';
  expect(stepsOf([{ at, prices: [1.9, 1.95], point: 2.5, state: 'suspended' }])).toEqual([
    { at: Date.parse(at), prices: [1.9, 1.95], point: 2.5, isOpen: false },
  ]);
});
