import { expect, test } from 'vitest';
import { LEAGUES } from '../football/leagues.ts';
import type { Plan } from '../football/match.ts';
import { quotes } from '../football/quote.ts';
import { seeMatch } from '../football/see-match.ts';
import { lengthMs } from '../football/timing.ts';
import { simulatedCalendar } from './simulated-calendar.ts';

const EPOCH = Date.UTC(2026, 10, 20, 14);
const DAY = 86_400_000;
const calendarAt = (matchSpeed: number) =>
  simulatedCalendar({ name: `test|${matchSpeed}`, epoch: EPOCH, minuteMs: 60_000 / matchSpeed, rareEvents: 0 });
const endOf = (plan: Plan) => plan.kickoffAt + lengthMs(plan.timing);

test('at any time of day a match is live, another starts within two minutes and one ends within five', () => {
  const calendar = calendarAt(12);
  const broken: string[] = [];
  // The whole of a Saturday, when the league rounds take many clubs; two seams between blocks of slots lie in it.
  const saturday = Date.UTC(2026, 10, 21);
  for (let now = saturday; now < saturday + DAY; now += 15_000) {
    const plans = calendar.plans(now);
    const live = plans.filter((plan) => plan.kickoffAt <= now && now < endOf(plan));
    const starts = plans.some((plan) => plan.kickoffAt > now && plan.kickoffAt <= now + 120_000);
    const ends = live.some((plan) => endOf(plan) <= now + 300_000);
    if (!starts || !ends) broken.push(new Date(now).toISOString());
  }
  expect(broken).toEqual([]);
});

test('no club plays twice at the same time, over two weeks', () => {
  const calendar = calendarAt(12);
  const known = new Map<string, Plan>();
  for (let now = EPOCH; now <= EPOCH + 14 * DAY; now += DAY)
    for (const plan of calendar.plans(now)) known.set(plan.id, plan);
  expectNoOverlap([...known.values()]);
  expect(known.size).toBeGreaterThan(14 * 700);
});

test.each([1, 4, 60, 300])('at %i times the speed a match is always live and no club plays twice at once', (speed) => {
  const calendar = calendarAt(speed);
  const plans = calendar.plans(EPOCH + DAY).filter((plan) => plan.kickoffAt < EPOCH + DAY);
  const broken: string[] = [];
  let upTo = EPOCH;
  for (const plan of plans.toSorted((one, other) => one.kickoffAt - other.kickoffAt)) {
    if (plan.kickoffAt > EPOCH && plan.kickoffAt > upTo) broken.push(new Date(upTo).toISOString());
    upTo = Math.max(upTo, endOf(plan));
  }
  expect(broken).toEqual([]);
  expectNoOverlap(plans);
});

test('with no days ahead, lists only the fast matches on any weekday', () => {
  const calendar = simulatedCalendar({ name: 'test', epoch: EPOCH, minuteMs: 5_000, rareEvents: 0 }, 0);
  for (let now = EPOCH + 3_600_000; now < EPOCH + 8 * DAY; now += DAY) {
    const ahead = calendar.plans(now).filter((plan) => plan.kickoffAt > now);
    expect(ahead.map((plan) => plan.kickoffAt - now <= 8 * calendar.slotMs)).toEqual(Array(8).fill(true));
  }
});

test('lists the next eight fast matches and two weeks of rounds, about ten matches per league and week', () => {
  const calendar = calendarAt(12);
  const ahead = calendar.plans(EPOCH).filter((plan) => plan.kickoffAt > EPOCH);
  const soon = ahead.filter((plan) => plan.kickoffAt <= EPOCH + 8 * calendar.slotMs);
  expect(soon).toHaveLength(8);
  expect(Math.max(...ahead.map((plan) => plan.kickoffAt))).toBeGreaterThan(EPOCH + 9 * DAY);
  for (const league of LEAGUES) {
    const rounds = ahead.filter((plan) => plan.sportKey === league.key && !soon.includes(plan));
    expect(rounds.length, league.key).toBeGreaterThanOrEqual(18);
    expect(rounds.length, league.key).toBeLessThanOrEqual(24);
  }
});

test('rounds kick off at local times in winter and summer', () => {
  const calendar = calendarAt(12);
  const utcTimes = (now: number) =>
    new Set(
      calendar
        .plans(now)
        .filter((plan) => plan.sportKey === 'soccer_epl' && plan.kickoffAt > now + 3_600_000)
        .map((plan) => new Date(plan.kickoffAt).toISOString().slice(11, 16)),
    );
  expect(utcTimes(EPOCH)).toEqual(new Set(['20:00', '12:30', '15:00', '17:30', '14:00', '16:30']));
  expect(utcTimes(Date.UTC(2027, 4, 3))).toEqual(new Set(['19:00', '11:30', '14:00', '16:30', '13:00', '15:30']));
});

test('gives the same matches later and in a new process', () => {
  const one = calendarAt(12);
  one.plans(EPOCH);
  const later = EPOCH + 3 * 3_600_000;
  expect(one.plans(later)).toEqual(calendarAt(12).plans(later));
});

test('changes a listed bet365 price at least every ten seconds', () => {
  const calendar = calendarAt(12);
  const priceAt = (plan: Plan, now: number) =>
    JSON.stringify(
      quotes(plan, undefined, seeMatch(plan, undefined, now), now).find(({ key }) => key === 'bet365')?.h2h,
    );
  for (let now = EPOCH; now < EPOCH + 30 * 60_000; now += 10_000) {
    // Matches that neither begin nor end during the test, so that only a price can change.
    const open = calendar.plans(now).filter((plan) => endOf(plan) > now + 10_000);
    const changed = open.some((plan) => priceAt(plan, now) !== priceAt(plan, now + 10_000));
    expect(changed, new Date(now).toISOString()).toBe(true);
  }
});

function expectNoOverlap(plans: readonly Plan[]): void {
  const byClub = Map.groupBy(
    plans.flatMap((plan) => [plan.homeTeam, plan.awayTeam].map((club) => ({ club, plan }))),
    (each) => each.club,
  );
  const clashes: string[] = [];
  for (const [club, games] of byClub) {
    const inOrder = games.map(({ plan }) => plan).sort((one, other) => one.kickoffAt - other.kickoffAt);
    for (const [index, plan] of inOrder.entries()) {
      const next = inOrder[index + 1];
      if (next && next.kickoffAt < endOf(plan)) clashes.push(`${club} ${new Date(next.kickoffAt).toISOString()}`);
    }
  }
  expect(clashes).toEqual([]);
}
