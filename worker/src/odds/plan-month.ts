import { hours, type Instant, instant } from '@touchline/core/instant';
import { cadenceOf, longestMatchMs, type Stretch, type Tier, tierOf } from './plan-polls.ts';

export type MonthInput = {
  /** The known kick-offs, per league. */
  readonly leagues: readonly (readonly Instant[])[];
  readonly baseMs: number;
  /** Credits per request for prices: markets times regions. */
  readonly pollCost: number;
  /** Credits spent since the 1st, as the provider counts them. */
  readonly used: number;
  /** Credits for a whole month; `null` without a limit. */
  readonly budget: number | null;
};

export type MonthPlan = {
  readonly stretch: Stretch;
  /** Credits spent by the end of the month under this plan. */
  readonly forecast: number;
  /** `spent`: no more paid requests · `exceeds`: even the slowest cadence exceeds the budget. */
  readonly budget: 'kept' | 'exceeds' | 'spent';
};

/** Which tiers slow down first, and by how much at most: in-play last. */
const order = [
  { tier: 'far', most: 24 },
  { tier: 'middle', most: 12 },
  { tier: 'near', most: 5 },
  { tier: 'in-play', most: 5 },
] as const satisfies readonly { tier: Tier; most: number }[];

/** Credits of a request for the scores of the last three days. */
const scoresCost = 2;

/**
 * Forecasts the credits until the end of the month. If they exceed the budget, slows down the polls, starting with the most distant
 * matches. Counts only matches that are already known.
 */
export function planMonth(input: MonthInput, now: Instant): MonthPlan {
  const { used, budget } = input;
  const spend = spendByTier(input, now);
  const total = () => order.reduce((sum, { tier }) => sum + spend[tier], 0);
  if (budget === null) return { stretch: {}, forecast: Math.round(used + total()), budget: 'kept' };
  if (used >= budget) return { stretch: {}, forecast: used, budget: 'spent' };
  const left = budget - used;
  const stretch: Partial<Record<Tier, number>> = {};
  for (const { tier, most } of order) {
    if (total() <= left) break;
    const available = left - (total() - spend[tier]);
    const times = available <= 0 ? most : Math.min(most, spend[tier] / available);
    if (times <= 1) continue;
    stretch[tier] = times;
    spend[tier] /= times;
  }
  const forecast = Math.round(used + total());
  return { stretch, forecast, budget: forecast > budget ? 'exceeds' : 'kept' };
}

type Spend = Record<(typeof order)[number]['tier'], number>;

function spendByTier({ leagues, baseMs, pollCost }: MonthInput, now: Instant): Spend {
  const spend: Spend = { far: 0, middle: 0, near: 0, 'in-play': 0 };
  const end = endOfMonth(now);
  for (const kickoffs of leagues) {
    for (const { from, to } of spansOf(kickoffs, now, end)) {
      const tier = tierOf(kickoffs, instant((from + to) / 2));
      if (tier === 'idle') continue;
      const cost = tier === 'in-play' ? pollCost + scoresCost : pollCost;
      spend[tier] += ((to - from) / cadenceOf(tier, baseMs)) * cost;
    }
  }
  return spend;
}

/** Returns the spans from now to the end in which a league's tier does not change. */
function spansOf(kickoffs: readonly Instant[], now: Instant, end: Instant): readonly { from: number; to: number }[] {
  const turns = kickoffs.flatMap((kickoff) => [
    kickoff - hours(24),
    kickoff - hours(1),
    kickoff,
    kickoff + longestMatchMs,
  ]);
  const within = [...new Set([now, ...turns.filter((turn) => turn > now && turn < end), end])].sort((a, b) => a - b);
  return within.slice(1).map((to, at) => ({ from: within[at] ?? to, to }));
}

/** Credits return on the 1st. */
function endOfMonth(now: Instant): Instant {
  const day = new Date(now);
  return instant(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1));
}
