import { describe, expect, test } from 'vitest';
import type { TransactionId } from '../ids.ts';
import { hours, type Instant, instant } from '../instant.ts';
import { cents } from '../money/index.ts';
import { emptyWallet } from '../wallet/index.ts';
import { leftToWithdraw, requestWithdrawal } from './withdraw.ts';

const noon = instant(Date.parse('2026-11-20T12:00:00Z'));
const hoursAgo = (count: number) => instant(noon - hours(count));
const id = 'w' as TransactionId;
const policy = { daily: cents(50_000), weekly: cents(80_000) };
const withdrawn = (dollars: number, createdAt: Instant, status: 'completed' | 'canceled' = 'completed') => ({
  amount: cents(dollars * 100),
  status,
  createdAt,
});
type Earlier = ReturnType<typeof withdrawn>;
const request = (dollars: number, recent: readonly Earlier[], now = noon, requestedAt: readonly Instant[] = []) =>
  requestWithdrawal(
    { ...emptyWallet, cash: cents(900_000) },
    { id, amount: cents(dollars * 100) },
    { recent, requestedAt },
    policy,
    now,
  );

describe('a withdrawal above a total', () => {
  const earlier = [
    withdrawn(400, hoursAgo(1)),
    withdrawn(400, hoursAgo(6 * 24)),
    withdrawn(100, hoursAgo(2), 'canceled'),
  ];

  test('is refused with what is left, and from when the same amount is accepted', () => {
    // The week has room for it in a day, the last 24 hours in 23 hours.
    const again = hoursAgo(6 * 24 - 7 * 24);
    expect(request(200, earlier)).toEqual({
      ok: false,
      refusal: {
        code: 'withdrawal-total-reached',
        ...{ period: 'week', limit: policy.weekly, left: 0, amount: 20_000, again },
      },
    });
    expect(request(200, earlier, instant(again - 1)).ok).toBe(false);
    expect(request(200, earlier, again).ok).toBe(true);
  });

  test('is refused by the total that stays in its way for longer', () => {
    const recent = [withdrawn(400, hoursAgo(1)), withdrawn(400, hoursAgo(7 * 24 - 2))];
    expect(request(200, recent)).toMatchObject({ refusal: { period: 'day', left: 0, again: hoursAgo(1 - 24) } });
    expect([hoursAgo(-2), hoursAgo(-22), hoursAgo(-23)].map((now) => request(200, recent, now).ok)).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('waits until enough earlier ones have left the period, not only the first', () => {
    const three = [withdrawn(150, hoursAgo(20)), withdrawn(150, hoursAgo(10)), withdrawn(150, hoursAgo(5))];
    expect(request(300, three)).toMatchObject({ refusal: { left: 5_000, again: hoursAgo(10 - 24) } });
  });

  test('has no time when it is above the total itself', () => {
    const refusal = { code: 'withdrawal-total-reached', period: 'day', limit: 50_000, left: 50_000, amount: 50_100 };
    expect(request(501, [])).toEqual({ ok: false, refusal });
  });
});

test('the twenty-first request in 24 hours is refused until the first one is a day old, whatever became of them', () => {
  const twenty = Array.from({ length: 20 }, (_, at) => hoursAgo(1 + at));
  const again = hoursAgo(20 - 24);
  expect(request(10, [], noon, twenty)).toEqual({
    ok: false,
    refusal: { code: 'too-many-withdrawals', most: 20, again },
  });
  expect(request(10, [], instant(again - 1), twenty).ok).toBe(false);
  expect(request(10, [], again, twenty).ok).toBe(true);
  expect(request(10, [], noon, twenty.slice(1)).ok).toBe(true);
});

test('what is left is what both totals allow', () => {
  expect(leftToWithdraw([withdrawn(400, hoursAgo(1))], policy, noon)).toBe(10_000);
  expect(leftToWithdraw([withdrawn(700, hoursAgo(30))], policy, noon)).toBe(10_000);
});
