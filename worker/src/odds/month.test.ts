import type { MatchId } from '@touchline/core/ids';
import { hours, type Instant, instant, minutes, seconds } from '@touchline/core/instant';
import { isSkippedPlay } from '@touchline/core/matches';
import { expect, test } from 'vitest';
import { scoresEveryMs } from '../settlement/result-rules.ts';
import { type EventCandidate, eventReserve, planEventQuotes } from './plan-event-quotes.ts';
import { type MonthPlan, planMonth, scoresOfSkippedEveryMs } from './plan-month.ts';
import { longestMatchMs, planPoll, playOf } from './plan-polls.ts';

const start = instant(Date.parse('2026-10-01T00:00:00Z'));
const end = instant(Date.parse('2026-11-01T00:00:00Z'));
const baseMs = seconds(40);
/** Two markets in two regions. */
const pollCost = 4;
const scoresCost = 2;

type Round = Readonly<Record<number, readonly number[]>>;
/** The kick-offs of a month by hours of each weekday, 0 is Sunday; in every week, or in every other one. */
function season(round: Round, everyWeeks = 1): readonly Instant[] {
  const kickoffs: Instant[] = [];
  for (let day = 0; start + hours(24 * day) < end; day += 1) {
    if (Math.floor(day / 7) % everyWeeks !== 0) continue;
    const midnight = start + hours(24 * day);
    for (const hour of round[new Date(midnight).getUTCDay()] ?? []) kickoffs.push(instant(midnight + hours(hour)));
  }
  return kickoffs;
}

const weekend: Round = { 5: [19], 6: [11.5, 14, 14, 14, 14, 16.5], 0: [13, 15.5], 1: [19] };
const times = (count: number, hour: number): readonly number[] => Array.from({ length: count }, () => hour);
const leagues = [
  ...['epl', 'la-liga', 'serie-a', 'bundesliga', 'ligue-one'].map((key) => ({ key, kickoffs: season(weekend) })),
  { key: 'champions', kickoffs: season({ 2: [16.75, ...times(7, 19)], 3: [16.75, ...times(7, 19)] }, 2) },
  { key: 'europa', kickoffs: season({ 4: [...times(9, 16.75), ...times(9, 19)] }, 2) },
  { key: 'nations', kickoffs: season({ 4: times(4, 18.75), 6: times(4, 18.75), 0: times(4, 18.75) }, 3) },
];

type League = (typeof leagues)[number];
type Polled = { odds: number; scores: number };

/** Seven further markets in two regions; every third match has bets. */
const eventCost = 14;
const matches = leagues.flatMap(({ key, kickoffs }) =>
  kickoffs.map(
    (kickoffAt, at): EventCandidate => ({
      matchId: `${key} ${at}` as MatchId,
      kickoffAt,
      askedAt: undefined,
      staked: at % 3 === 0 ? 1_000 + at : 0,
    }),
  ),
);

/** Polls odds and scores of all leagues tick by tick, by a plan that is made every hour, and counts the credits. */
function playMonth(budget: number) {
  const at = new Map<string, Polled>(leagues.map(({ key }) => [key, { odds: 0, scores: 0 }]));
  let used = 0;
  let usedForEvents = 0;
  const reserved = eventReserve(budget) ?? 0;
  const askedAt = new Map<MatchId, Instant>();
  const askForEvents = (now: Instant): void => {
    const near = matches.filter(({ kickoffAt }) => Math.abs(kickoffAt - now) < hours(3));
    const candidates = near.map((match) => ({ ...match, askedAt: askedAt.get(match.matchId) }));
    for (const { matchId } of planEventQuotes({ candidates, cost: eventCost, reserved, used: usedForEvents }, now)
      .due) {
      askedAt.set(matchId, now);
      usedForEvents += eventCost;
      used += eventCost;
    }
  };
  let plan: MonthPlan | undefined;
  let inPlayTicks = 0;
  let skippedTicks = 0;
  const poll = ({ key, kickoffs }: League, now: Instant, { stretch, skipped }: MonthPlan): void => {
    const open = kickoffs.filter((kickoff) => now - kickoff < longestMatchMs);
    const polled = at.get(key);
    if (!polled) return;
    const pace = { baseMs, stretch, skipped };
    const { ask, everyMs } = planPoll({ kickoffs: open, isKnown: 'known', ...playOf(key, pace, now) }, pace, now);
    if (ask === 'odds' && now - polled.odds >= everyMs - baseMs / 2) {
      polled.odds = now;
      used += pollCost;
    }
    const isSkipped = isSkippedPlay(skipped, key, now);
    const inPlayMs = isSkipped ? scoresOfSkippedEveryMs : baseMs * (stretch['in-play'] ?? 1);
    const scoresMs = scoresEveryMs({ kickoffs: open }, { baseMs, inPlayMs }, now);
    if (scoresMs !== undefined && now - polled.scores >= scoresMs - baseMs / 2) {
      polled.scores = now;
      used += scoresCost;
    }
    if (!open.some((kickoff) => kickoff <= now)) return;
    inPlayTicks += 1;
    if (isSkipped) skippedTicks += 1;
  };
  for (let now = start; now < end; now = instant(now + baseMs)) {
    if (!plan || (now - start) % hours(1) < baseMs) {
      const known = leagues.map(({ key, kickoffs }) => ({
        key,
        kickoffs: kickoffs.filter((kickoff) => now - kickoff < longestMatchMs),
      }));
      const kept = budget - (reserved - usedForEvents);
      plan = planMonth({ leagues: known, baseMs, pollCost, used, budget: kept }, now);
      if (plan.budget === 'spent') return { used, usedForEvents, spentAt: now, inPlayTicks, skippedTicks };
    }
    for (const league of leagues) poll(league, now, plan);
    if ((now - start) % minutes(4) < baseMs) askForEvents(now);
  }
  return { used, usedForEvents, spentAt: undefined, inPlayTicks, skippedTicks };
}

test.each([
  [20_000, 0.9, 1],
  [100_000, 0, 0.02],
])('a month of eight leagues stays within %i credits and lasts to its end', (budget, least, most) => {
  const { used, usedForEvents, spentAt, inPlayTicks, skippedTicks } = playMonth(budget);
  expect(spentAt).toBeUndefined();
  expect(used).toBeLessThanOrEqual(budget);
  expect(used).toBeGreaterThan(0.98 * budget);
  expect(usedForEvents).toBeLessThanOrEqual(budget / 10);
  expect(usedForEvents).toBeGreaterThan(0.095 * budget);
  const share = skippedTicks / inPlayTicks;
  expect(share).toBeGreaterThanOrEqual(least);
  expect(share).toBeLessThan(most);
});
