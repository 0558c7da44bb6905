import { type Instant, instant } from '../instant.ts';
import { type Cents, cents, noMoney, plus } from '../money/index.ts';
import { ok, type Result, refused } from '../result.ts';

export const limitKinds = ['deposit', 'stake', 'loss'] as const;
export type LimitKind = (typeof limitKinds)[number];
export const limitPeriods = ['day', 'week', 'month'] as const;
export type LimitPeriod = (typeof limitPeriods)[number];

const hour = 3_600_000;
/** Periods roll: the last 24 hours, 7 days and 30 days, so that no midnight makes two limits of one. */
export const periodMs: Record<LimitPeriod, number> = { day: 24 * hour, week: 7 * 24 * hour, month: 30 * 24 * hour };
/** How long a higher or lifted limit waits. */
const coolingOffMs = 24 * hour;
const highestLimit = cents(100_000_000);

/** What a bettor last said about one limit: `before` counts until `from`, `amount` since then; `null` is no limit. */
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
 * A lower limit counts at once, a higher one or none after 24 hours. The newest wish replaces one that still waits, so the
 * limit that counts, asked for again, takes back a rise.
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

/** What is used up of each period. */
export type UsedOf = Readonly<Record<LimitPeriod, Cents>>;

export type LimitReached = {
  readonly code: 'limit-reached';
  readonly kind: LimitKind;
  readonly period: LimitPeriod;
  readonly limit: Cents;
  readonly used: Cents;
  /** When the same amount is within the limit again; absent when that is not a matter of time. */
  readonly again?: Instant;
};

/** The first limit of this kind that `amount` more would pass. */
export function passedLimit(
  kind: LimitKind,
  changes: readonly LimitChange[],
  used: UsedOf,
  amount: Cents,
  now: Instant,
): LimitReached | undefined {
  for (const change of changes) {
    const limit = change.kind === kind ? limitNow(change, now) : null;
    const already = used[change.period];
    if (limit !== null && already + amount > limit) {
      return { code: 'limit-reached', kind, period: change.period, limit, used: already };
    }
  }
  return undefined;
}

/** Something that was used of a limit; a loss that was won back is negative. */
export type Use = { readonly at: Instant; readonly amount: Cents };

/**
 * When uses have left the period far enough that at most `room` of them is left. `uses` from the oldest. `undefined` when even
 * none of them would leave room.
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

/** What is used after something more happened just now. */
export const usedAfter = (used: UsedOf, amount: Cents): UsedOf => ({
  day: plus(used.day, amount),
  week: plus(used.week, amount),
  month: plus(used.month, amount),
});

/**
 * What a loss limit counts: what the settled bets lost more than they won, at least nothing, and all that open bets may still
 * lose. So whatever becomes of a bet that is taken, the limit is kept; an earlier win is no leave to lose more.
 */
export const lossUsed = (lost: UsedOf, atStake: Cents): UsedOf => ({
  day: plus(orNothing(lost.day), atStake),
  week: plus(orNothing(lost.week), atStake),
  month: plus(orNothing(lost.month), atStake),
});

const orNothing = (lost: Cents): Cents => (lost > 0 ? lost : noMoney);
