import { hours, type Instant, minutes } from '@touchline/core/instant';
import type { Db } from '@touchline/store/connect';
import { type MatchRecord, readEventPlan, readQuota, saveQuota } from '@touchline/store/matches';
import type { Log } from '../log.ts';
import type { OddsProvider } from '../provider/odds-api.ts';
import { eventReserve } from './plan-event-quotes.ts';
import { type MonthPlan, planMonth, scoresOfSkippedEveryMs } from './plan-month.ts';

export type CreditsDeps = {
  readonly db: Db;
  readonly api: OddsProvider;
  readonly log: Log;
  readonly now: () => Instant;
  readonly baseMs: number;
  /** Credits for a month; `null` without a limit of our own. */
  readonly budget: number | null;
  /** The credits that one request for prices costs. */
  readonly pollCost: number;
};

/** Tracks the provider's credits and forecasts their use. */
export type Credits = {
  /** Plans the rest of the month for the known matches, at most once a minute. */
  readonly plan: (matches: readonly MatchRecord[]) => Promise<MonthPlan>;
  /** Stores the provider's latest credits. */
  readonly save: () => Promise<void>;
};

const planEveryMs = minutes(1);
const remindEveryMs = hours(1);

export function createCredits(deps: CreditsDeps): Credits {
  const { db, api, log, budget } = deps;
  let plan: MonthPlan = { stretch: {}, skipped: [], forecast: 0, budget: 'kept' };
  let plannedAt = 0;
  let remindedAt = 0;
  let saved = '';

  /** Ignores a value of last month: the provider counts from 0 again on the 1st. */
  const usedNow = async (now: Instant): Promise<number> => {
    const latest = api.quota();
    const reported =
      typeof latest?.used === 'number' ? { used: latest.used, reportedAt: latest.receivedAt } : await readQuota(db);
    return reported && monthOf(reported.reportedAt) === monthOf(now) ? (reported.used ?? 0) : 0;
  };

  return {
    plan: async (matches) => {
      const now = deps.now();
      if (now - plannedAt < planEveryMs) return plan;
      plannedAt = now;
      const byLeague = Map.groupBy(matches, ({ match }) => match.leagueKey);
      const known = [...byLeague].map(([key, records]) => ({
        key,
        kickoffs: records.map(({ match }) => match.kickoffAt),
      }));
      const used = await usedNow(now);
      // What is set aside for further markets and not spent yet is not for the main ones.
      const reserved = eventReserve(budget) ?? 0;
      const events = await readEventPlan(db);
      const spent = events && monthOf(events.at) === monthOf(now) ? events.used : 0;
      const left = budget === null ? null : budget - Math.max(0, reserved - spent);
      plan = planMonth({ ...deps, budget: left, leagues: known, used }, now);
      if (plan.budget !== 'kept' && now - remindedAt >= remindEveryMs) {
        remindedAt = now;
        log.error({ budget, used, forecast: plan.forecast }, budgetTexts[plan.budget]);
      }
      return plan;
    },
    save: async () => {
      const latest = api.quota();
      if (!latest) return;
      const { receivedAt, ...quota } = latest;
      const { forecast, skipped, stretch } = plan;
      const inPlayStretch = plan.budget === 'spent' ? scoresOfSkippedEveryMs / deps.baseMs : (stretch['in-play'] ?? 1);
      const state = JSON.stringify([quota, forecast, inPlayStretch, skipped]);
      if (state === saved) return;
      saved = state;
      const { remaining, used = null, last } = quota;
      await saveQuota(db, api.name, {
        remaining,
        used,
        last,
        reportedAt: receivedAt,
        budget,
        forecast,
        inPlayStretch,
        skipped,
      });
    },
  };
}

const budgetTexts = {
  exceeds: 'credits will not last this month, even at the slowest cadence',
  spent: 'credits of this month are spent: no prices are polled until the 1st',
} as const;

export const monthOf = (at: Instant): string => new Date(at).toISOString().slice(0, 7);
