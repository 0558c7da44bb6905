import { hours, type Instant, instant, seconds } from '@touchline/core/instant';
import { describe, expect, test } from 'vitest';
import { planMonth } from './plan-month.ts';

// Ten days before the credits return.
const now = instant(Date.parse('2026-11-21T00:00:00Z'));
const inHours = (count: number): Instant => instant(now + hours(count));
const month = (budget: number | null, leagues: readonly (readonly Instant[])[], used = 0) =>
  planMonth(
    {
      leagues: leagues.map((kickoffs, at) => ({ key: `league-${at}`, kickoffs })),
      baseMs: seconds(40),
      pollCost: 4,
      used,
      budget,
    },
    now,
  );

describe('what a month will cost', () => {
  test('is only what was spent without matches', () => {
    expect(month(null, [[], []], 70)).toEqual({ stretch: {}, skipped: [], forecast: 70, budget: 'kept' });
  });

  test('is 4 credits an hour for a distant match', () => {
    const nextMonth = inHours(24 * 10 + 25);
    expect(month(null, [[nextMonth]]).forecast).toBe(240 * 4);
  });

  test('includes all nearer tiers up to four hours after kick-off, with in-play scores', () => {
    const far = 24 * 4;
    const middle = 23 * 6 * 4;
    const near = 90 * 4;
    const inPlay = 4 * 90 * (4 + 2);
    expect(month(null, [[inHours(48)]]).forecast).toBe(far + middle + near + inPlay);
  });

  test('counts a league once, however many matches it has at a time', () => {
    expect(month(null, [[inHours(48), inHours(48)]])).toEqual(month(null, [[inHours(48)]]));
  });
});

describe('a budget', () => {
  const far = inHours(24 * 9);
  const playing = now;
  // 8 days far at 4 an hour, 23 hours at 24, one hour at 360, and four in play at 540.
  const costs = { far: 24 * 8 * 4, middle: 23 * 24, near: 360, inPlay: 4 * 540 };
  const all = costs.far + costs.middle + costs.near + 2 * costs.inPlay;

  test('that suffices changes nothing', () => {
    expect(month(all, [[far], [playing]])).toEqual({ stretch: {}, skipped: [], forecast: all, budget: 'kept' });
  });

  test('that is a little short slows down distant matches only', () => {
    // Two polls of each league are in reserve.
    expect(month(all - costs.far / 2 + 2 * 2 * 6, [[far], [playing]])).toEqual({
      stretch: { far: 2 },
      skipped: [],
      forecast: all - costs.far / 2,
      budget: 'kept',
    });
  });

  test('slows down the middle tier before the near one, and in-play last', () => {
    const tiers = (budget: number) => Object.keys(month(budget, [[far], [playing]]).stretch);
    expect([all - 800, all - 1300, all - 2000].map(tiers)).toEqual([
      ['far', 'middle'],
      ['far', 'middle', 'near'],
      ['far', 'middle', 'near', 'in-play'],
    ]);
  });

  test('that no slower cadence keeps leaves out prices in play, where fewest matches share a request first', () => {
    const alone = now;
    const together = inHours(24 * 2);
    const plan = month(900, [[alone], [together, together, together]]);
    expect(plan).toMatchObject({ stretch: { far: 24, middle: 12, near: 8, 'in-play': 5 }, budget: 'kept' });
    expect(plan.skipped).toEqual([{ leagueKey: 'league-0', from: now, to: inHours(4), matches: 1 }]);
    expect(plan.forecast).toBeLessThanOrEqual(900);
  });

  test('that cannot be kept is reported', () => {
    const plan = month(150, [[far], [playing]]);
    expect(plan).toMatchObject({ stretch: { far: 24, middle: 12, near: 8, 'in-play': 5 }, budget: 'exceeds' });
    expect(plan.skipped).toHaveLength(2);
    expect(plan.forecast).toBeGreaterThan(150);
  });

  test('that is spent stops paid requests', () => {
    expect(month(500, [[playing]], 500)).toEqual({ stretch: {}, skipped: [], forecast: 500, budget: 'spent' });
  });
});
