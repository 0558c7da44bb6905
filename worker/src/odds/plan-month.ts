import { hours, type Instant, instant } from '@touchline/core/instant';
import { cadenceOf, longestMatchMs, type Stretch, type Tier, tierOf } from './plan-polls.ts';

export type MonthQuestion = {
  /** The kick-offs that are known, league by league. */
  readonly leagues: readonly (readonly Instant[])[];
  readonly baseMs: number;
  /** Credits that one question for prices costs: markets times regions. */
  readonly pollCost: number;
  /** Credits spent since the 1st, as the provider counts them. */
  readonly used: number;
  /** Credits for a whole month; `null` without a limit. */
  readonly budget: number | null;
};

export type MonthPlan = {
  readonly stretch: Stretch;
  /** Credits spent at the end of the month when it goes on like this. */
  readonly forecast: number;
  /** `spent`: nothing that costs is asked any more · `exceeds`: not even the slowest cadences keep within the budget. */
  readonly budget: 'kept' | 'exceeds' | 'spent';
};

/** What is asked less often first, and how many times at most: what is in play is touched last. */
const order = [
  { tier: 'far', most: 24 },
  { tier: 'middle', most: 12 },
  { tier: 'near', most: 5 },
  { tier: 'in-play', most: 5 },
] as const satisfies readonly { tier: Tier; most: number }[];

/** A question for the scores of the last three days. */
const scoresCost = 2;

/**
 * Looks ahead to the end of the month: what the known matches will cost, and, where that is more than the budget, how many times
 * less often to ask, beginning with the matches that are far away. Matches that nobody has announced yet are not counted.
 */
export function planMonth(question: MonthQuestion, now: Instant): MonthPlan {
  const { used, budget } = question;
  const spend = spendByTier(question, now);
  const total = () => order.reduce((sum, { tier }) => sum + spend[tier], 0);
  if (budget === null) return { stretch: {}, forecast: Math.round(used + total()), budget: 'kept' };
  if (used >= budget) return { stretch: {}, forecast: used, budget: 'spent' };
  const left = budget - used;
  const stretch: Partial<Record<Tier, number>> = {};
  for (const { tier, most } of order) {
    if (total() <= left) break;
    const forThis = left - (total() - spend[tier]);
    const times = forThis <= 0 ? most : Math.min(most, spend[tier] / forThis);
    if (times <= 1) continue;
    stretch[tier] = times;
    spend[tier] /= times;
  }
  const forecast = Math.round(used + total());
  return { stretch, forecast, budget: forecast > budget ? 'exceeds' : 'kept' };
}

type Spend = Record<(typeof order)[number]['tier'], number>;

function spendByTier({ leagues, baseMs, pollCost }: MonthQuestion, now: Instant): Spend {
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

/** The times between which nothing comes nearer, from now to the end. */
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
