import { type Instant, instant } from '../instant.ts';
import { type Cents, cents, noMoney, plus } from '../money/index.ts';
import { ok, type Result, refused } from '../result.ts';

export const limitKinds = ['deposit', 'stake', 'loss'] as const;
export type LimitKind = (typeof limitKinds)[number];
export const limitPeriods = ['day', 'week', 'month'] as const;
export type LimitPeriod = (typeof limitPeriods)[number];

const hour = 3_600_000;
/** Periods roll: the last 24 hours, 7 days and 30 days, so that a limit cannot be used twice around midnight. */
export const periodMs: Record<LimitPeriod, number> = { day: 24 * hour, week: 7 * 24 * hour, month: 30 * 24 * hour };
/** How long a raised or removed limit waits before it applies. */
export const coolingOffMs = 24 * hour;
const highestLimit = cents(100_000_000);

/** The latest change of a limit: `before` applies until `from`, `amount` since then; `null` is no limit. */
export type LimitChange = {
  readonly kind: LimitKind;
  readonly period: LimitPeriod;
  readonly before: Cents | null;
  readonly amount: Cents | null;
  readonly from: Instant;
};
export type WantedLimit = Pick<LimitChange, 'kind' | 'period' | 'amount'>;

export const limitNow = (change: LimitChange | undefined, now: Instant): Cents | null => {
  if (!change) return null;
  return change.from <= now ? change.amount : change.before;
};

/**
 * Changes a limit: a lower one applies at once, a higher one or none after 24 hours. A new change replaces one that still waits, so
 * setting the current limit again cancels a pending rise.
 */
export function changeLimit(
  last: LimitChange | undefined,
  { kind, period, amount }: WantedLimit,
  now: Instant,
): Result<LimitChange, { readonly code: 'limit-invalid'; readonly maximum: Cents }> {
  if (amount !== null && (amount < 0 || amount > highestLimit)) {
    return refused({ code: 'limit-invalid', maximum: highestLimit });
  }
  const before = limitNow(last, now);
  const isHigher = before !== null && (amount === null || amount > before);
  return ok({ kind, period, before, amount, from: isHigher ? instant(now + coolingOffMs) : now });
}

/** The amount used in each period. */
export type UsedOf = Readonly<Record<LimitPeriod, Cents>>;

export type PassedLimit = {
  readonly kind: LimitKind;
  readonly period: LimitPeriod;
  readonly limit: Cents;
  readonly used: Cents;
  /** When the same amount fits again; absent when time alone will not help. */
  readonly again?: Instant | undefined;
};
/** `passed`: every limit that the amount would exceed, at least one. */
export type LimitReached = { readonly code: 'limit-reached'; readonly passed: readonly PassedLimit[] };

/** Returns the limits of this kind that another `amount` would exceed. */
export const passedLimits = (
  kind: LimitKind,
  changes: readonly LimitChange[],
  usedIn: UsedOf,
  amount: Cents,
  now: Instant,
): readonly PassedLimit[] =>
  changes.flatMap((change) => {
    const { period } = change;
    const limit = change.kind === kind ? limitNow(change, now) : null;
    const used = usedIn[period];
    return limit !== null && used + amount > limit ? [{ kind, period, limit, used }] : [];
  });

export const limitReached = (passed: readonly PassedLimit[]): LimitReached | undefined =>
  passed.length === 0 ? undefined : { code: 'limit-reached', passed };

/** Returns which of several limits, at least one, stays passed for longest: one that time alone does not help, or the latest. */
export const longestPassed = <Passed extends Pick<PassedLimit, 'again'>>(passed: readonly Passed[]): Passed =>
  passed.reduce((longest, limit) =>
    (limit.again ?? Number.POSITIVE_INFINITY) > (longest.again ?? Number.POSITIVE_INFINITY) ? limit : longest,
  );

/** A use of a limit; a loss that was won back is negative. */
export type Use = { readonly at: Instant; readonly amount: Cents };

/**
 * Returns when enough uses have left the period that at most `room` remains. `uses`: oldest first. `undefined` when even none would
 * fit.
 */
export function roomAgainAt(uses: readonly Use[], period: LimitPeriod, room: Cents): Instant | undefined {
  if (room < 0) return undefined;
  let left = uses.reduce((total, use) => total + use.amount, 0);
  for (const { at, amount } of uses) {
    left -= amount;
    if (left <= room) return instant(at + periodMs[period]);
  }
  return undefined;
}

/** Returns the amounts used after another use now. */
export const usedAfter = (used: UsedOf, amount: Cents): UsedOf => ({
  day: plus(used.day, amount),
  week: plus(used.week, amount),
  month: plus(used.month, amount),
});

/**
 * Returns what counts towards a loss limit: the net loss of settled bets, at least 0, plus the stakes of open bets. So the limit holds
 * whatever the outcome of an accepted bet, and an earlier win does not raise it.
 */
export const lossUsed = (lost: UsedOf, atStake: Cents): UsedOf => ({
  day: plus(orNothing(lost.day), atStake),
  week: plus(orNothing(lost.week), atStake),
  month: plus(orNothing(lost.month), atStake),
});

const orNothing = (lost: Cents): Cents => (lost > 0 ? lost : noMoney);
