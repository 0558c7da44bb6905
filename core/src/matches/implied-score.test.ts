import { expect, test } from 'vitest';
import { instant, minutes } from '../instant.ts';
import { Decimal } from '../money/index.ts';
import { impliesAnotherScore } from './implied-score.ts';
import type { Markets } from './match.ts';

const kickoffAt = instant(Date.parse('2026-11-21T15:00:00Z'));
const quote = { state: 'open', bookmaker: 'consensus of 5', quotedAt: kickoffAt, version: 1 } as const;
const decimals = (...prices: readonly number[]) => prices.map((price) => new Decimal(price));
function marketsAt(winner: readonly number[], totals?: readonly [point: number, over: number, under: number]): Markets {
  const [home, draw, away] = decimals(...winner);
  const [point, over, under] = totals ? [totals[0], ...decimals(totals[1], totals[2])] : [];
  return { h2h: { ...quote, home, draw, away }, totals: point ? { ...quote, point, over, under } : null } as Markets;
}
/** Minutes since kick-off; the 90th of play is 107. */
const near = { end: 105, half: 30 };

test.each([
  ['1-0 near the end at the prices of 1-0', [1, 0], near.end, [1.05, 12, 80], undefined, false],
  ['1-0 near the end at the prices of 1-1', [1, 0], near.end, [21, 1.03, 26], undefined, true],
  ['0-0 near the end at the prices of a goal', [0, 0], near.end, [1.03, 14, 90], undefined, true],
  ['0-0 near the end, when the draw is likely', [0, 0], near.end, [9, 1.12, 15], undefined, false],
  ['2-0 near the end at the prices of a lost lead', [2, 0], near.end, [2.8, 3.1, 2.7], undefined, true],
  ['0-1 after half an hour, when the favourite still leads', [0, 1], near.half, [2.1, 3.3, 3.8], undefined, false],
  ['0-0 after half an hour at usual prices', [0, 0], near.half, [1.9, 3.2, 4.8], [2.5, 2.4, 1.55], false],
  ['two goals too many late', [1, 0], near.end, [1.05, 12, 80], [2.5, 1.05, 12], true],
  ['no score yet', null, near.half, [1.9, 3.2, 4.8], [2.5, 2.4, 1.55], false],
] as const)('%s', (_, score, minute, winner, totals, expected) => {
  const at = instant(kickoffAt + minutes(minute));
  const goals = score && { home: score[0], away: score[1] };
  expect(impliesAnotherScore(marketsAt(winner, totals), { score: goals, kickoffAt }, at)).toBe(expected);
});

test('a calendar that runs twelve times as fast has its own clock', () => {
  const at = instant(kickoffAt + minutes(8));
  const situation = { score: { home: 1, away: 0 }, kickoffAt };
  const levelled = marketsAt([21, 1.03, 26]);
  expect(impliesAnotherScore(levelled, { ...situation, clock: { speed: 12, halfTime: 5 } }, at)).toBe(true);
});
