import { hours, type Instant, minutes } from '@touchline/core/instant';
import type { Db } from '@touchline/store/connect';
import { type MatchRecord, readQuota, saveQuota } from '@touchline/store/matches';
import type { Log } from '../log.ts';
import type { OddsProvider } from '../provider/odds-api.ts';
import { type MonthPlan, planMonth } from './plan-month.ts';

export type CreditsDeps = {
  readonly db: Db;
  readonly api: OddsProvider;
  readonly log: Log;
  readonly now: () => Instant;
  readonly baseMs: number;
  /** Credits for a month; `null` without a limit of our own. */
  readonly budget: number | null;
  /** What one question for prices costs. */
  readonly pollCost: number;
};

/** The account of the provider's credits: what they were, and what they will come to. */
export type Credits = {
  /** How to go on with the matches that are known; thought over once a minute. */
  readonly plan: (matches: readonly MatchRecord[]) => Promise<MonthPlan>;
  /** Keeps what the provider told since. */
  readonly save: () => Promise<void>;
};

const thoughtOverEveryMs = minutes(1);
const remindEveryMs = hours(1);

export function createCredits(deps: CreditsDeps): Credits {
  const { db, api, log, budget } = deps;
  let plan: MonthPlan = { stretch: {}, forecast: 0, budget: 'kept' };
  let plannedAt = 0;
  let saidAt = 0;
  let saved = '';

  /** Of this month: what the provider told last month counts no more. */
  const usedNow = async (now: Instant): Promise<number> => {
    const told = api.quota()?.used;
    if (typeof told === 'number') return told;
    const stored = await readQuota(db);
    return stored && monthOf(stored.reportedAt) === monthOf(now) ? (stored.used ?? 0) : 0;
  };

  return {
    plan: async (matches) => {
      const now = deps.now();
      if (now - plannedAt < thoughtOverEveryMs) return plan;
      plannedAt = now;
      const byLeague = Map.groupBy(matches, ({ match }) => match.leagueKey);
      const kickoffs = [...byLeague.values()].map((records) => records.map(({ match }) => match.kickoffAt));
      const used = await usedNow(now);
      plan = planMonth({ ...deps, leagues: kickoffs, used }, now);
      if (plan.budget !== 'kept' && now - saidAt >= remindEveryMs) {
        saidAt = now;
        log.error({ budget, used, forecast: plan.forecast }, budgetWords[plan.budget]);
      }
      return plan;
    },
    save: async () => {
      const told = api.quota();
      const { forecast } = plan;
      const state = JSON.stringify([told, forecast]);
      if (!told || state === saved) return;
      saved = state;
      const { remaining, used = null, last } = told;
      await saveQuota(db, api.name, { remaining, used, last, reportedAt: deps.now(), budget, forecast });
    },
  };
}

const budgetWords = {
  exceeds: 'the credits of this month will not last, however seldom prices are asked for',
  spent: 'the credits of this month are spent: no more prices are asked for until the 1st',
} as const;

const monthOf = (at: Instant): string => new Date(at).toISOString().slice(0, 7);
