import { describe, expect, test } from 'vitest';
import { hours, instant } from '../instant.ts';
import { cents } from '../money/index.ts';
import { exclude, isExcluded } from './exclusion.ts';
import {
  changeLimit,
  type LimitChange,
  limitNow,
  longestPassed,
  lossUsed,
  passedLimits,
  roomAgainAt,
  type UsedOf,
} from './limits.ts';

const noon = instant(Date.UTC(2026, 10, 20, 12));
const later = (count: number) => instant(noon + hours(count));
const day = { kind: 'stake', period: 'day' } as const;
const set = (last: LimitChange | undefined, amount: number | null, at = noon): LimitChange => {
  const changed = changeLimit(last, { ...day, amount: amount === null ? null : cents(amount) }, at);
  if (!changed.ok) throw new Error(changed.refusal.code);
  return changed.value;
};

describe('a limit', () => {
  test('applies at once when it is the first, or lower', () => {
    const first = set(undefined, 5_000);
    expect([limitNow(undefined, noon), limitNow(first, noon)]).toEqual([null, 5_000]);
    expect(limitNow(set(first, 4_000, later(1)), later(1))).toBe(4_000);
  });

  test.each([9_000, null])('that is raised to %s counts after 24 hours, not a moment before', (amount) => {
    const raised = set(set(undefined, 5_000), amount, later(1));
    expect([later(1), instant(later(25) - 1), later(25)].map((at) => limitNow(raised, at))).toEqual([
      5_000,
      5_000,
      amount,
    ]);
  });

  test('lowered while a rise is pending cancels the rise', () => {
    const lowered = set(set(set(undefined, 5_000), 9_000, later(1)), 4_000, later(2));
    expect([later(2), later(100)].map((at) => limitNow(lowered, at))).toEqual([4_000, 4_000]);
  });

  test('set again to its current value cancels a pending rise', () => {
    const kept = set(set(set(undefined, 5_000), null, later(1)), 5_000, later(2));
    expect(limitNow(kept, later(100))).toBe(5_000);
  });

  test('raised again while a rise is pending restarts the waiting period', () => {
    const higher = set(set(set(undefined, 5_000), 9_000, later(1)), 20_000, later(20));
    expect([later(25), later(44)].map((at) => limitNow(higher, at))).toEqual([5_000, 20_000]);
  });

  test('accepts amounts from 0 to the highest limit', () => {
    for (const amount of [-1, 100_000_001]) {
      expect(changeLimit(undefined, { ...day, amount: cents(amount) }, noon)).toEqual({
        ok: false,
        refusal: { code: 'limit-invalid', maximum: 100_000_000 },
      });
    }
  });
});

describe('a limit refuses', () => {
  const used: UsedOf = { day: cents(4_000), week: cents(4_000), month: cents(9_000) };

  test('an amount above what is left of any period, to the cent', () => {
    const limits = [set(undefined, 5_000), { ...set(undefined, 10_000), period: 'month' } as const];
    const passed = (amount: number) => passedLimits('stake', limits, used, cents(amount), noon);
    expect(passed(1_000)).toEqual([]);
    expect(passed(1_001)).toEqual([
      { kind: 'stake', period: 'day', limit: 5_000, used: 4_000 },
      { kind: 'stake', period: 'month', limit: 10_000, used: 9_000 },
    ]);
  });

  test('no amount of another kind', () => {
    expect(passedLimits('loss', [set(undefined, 0)], used, cents(1), noon)).toEqual([]);
  });

  test('counts open bets as lost, and no win as room to lose more', () => {
    const lost: UsedOf = { day: cents(-9_000), week: cents(500), month: cents(0) };
    expect(lossUsed(lost, cents(200))).toEqual({ day: 200, week: 700, month: 200 });
  });
});

describe('when an amount fits again', () => {
  const uses = [
    { at: later(0), amount: cents(1_000) },
    { at: later(5), amount: cents(-500) },
    { at: later(6), amount: cents(2_000) },
  ];
  test('once enough uses have left the period', () => {
    expect([roomAgainAt(uses, 'day', cents(1_500)), roomAgainAt(uses, 'day', cents(0))]).toEqual([
      later(24),
      later(30),
    ]);
  });
  test('once the last of several limits has room, or never if one has none', () => {
    const [day, week, never] = [{ again: later(24) }, { again: later(7 * 24) }, { again: undefined }];
    expect([longestPassed([day, week]), longestPassed([week, day])]).toEqual([week, week]);
    expect([longestPassed([week, never]), longestPassed([never, week])]).toEqual([never, never]);
  });
  test('never when the amount alone exceeds the limit', () => {
    expect(roomAgainAt(uses, 'day', cents(-1))).toBeUndefined();
  });
});

describe('an exclusion', () => {
  const days = (count: number) => instant(noon + count * hours(24));
  const begun = (kind: 'time-out' | 'self-exclusion', count: number | null) => {
    const result = exclude(undefined, { kind, days: count }, noon);
    if (!result.ok) throw new Error(result.refusal.code);
    return result.value;
  };

  test('begins at once and ends by itself, or never', () => {
    const week = begun('time-out', 7);
    expect([noon, instant(days(7) - 1), days(7)].map((at) => isExcluded(week, at))).toEqual([true, true, false]);
    expect(isExcluded(begun('self-exclusion', null), days(100_000))).toBe(true);
  });

  test.each([
    ['time-out', 0],
    ['time-out', 43],
    ['time-out', null],
    ['self-exclusion', 182],
    ['self-exclusion', 1_828],
  ] as const)('as %s of %s days is refused with what it may last', (kind, count) => {
    expect(exclude(undefined, { kind, days: count }, noon)).toMatchObject({ refusal: { code: 'exclusion-length' } });
  });

  test('is never shortened, and may be followed by a longer one', () => {
    const half = begun('self-exclusion', 183);
    const next = (kind: 'time-out' | 'self-exclusion', count: number | null) =>
      exclude(half, { kind, days: count }, days(1));
    expect(next('time-out', 42)).toEqual({ ok: false, refusal: { code: 'exclusion-shorter', current: half } });
    expect(next('self-exclusion', 183)).toMatchObject({ ok: true, value: { until: days(184) } });
    expect(next('self-exclusion', null)).toMatchObject({ ok: true, value: { until: null } });
    expect(exclude(begun('self-exclusion', null), { kind: 'self-exclusion', days: 365 }, days(1)).ok).toBe(false);
  });

  test('that has ended does not prevent another', () => {
    expect(exclude(begun('time-out', 1), { kind: 'time-out', days: 1 }, days(1)).ok).toBe(true);
  });
});
