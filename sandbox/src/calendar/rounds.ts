import { shuffled } from '../chance/chance.ts';
import { LEAGUES, type League } from '../football/leagues.ts';
import type { Plan } from '../football/match.ts';
import { instantOf } from './local-time.ts';
import { type CalendarPace, simulatedPlan } from './simulated-plan.ts';

const DAY_MS = 86_400_000;
// A Monday; weeks are counted from here, so that every calendar has the same rounds in the same week.
const FIRST_MONDAY = Date.UTC(2026, 7, 3);

type RoundsOf = CalendarPace & { readonly name: string };

/** The regular league rounds: one per league and week, at the league's own local kick-off times. */
export function regularRounds(calendar: RoundsOf) {
  const weeks = new Map<number, readonly Plan[]>();
  const week = (number: number): readonly Plan[] => {
    const known = weeks.get(number);
    if (known) return known;
    const made = LEAGUES.flatMap((league) => roundOf(league, number, calendar));
    weeks.set(number, made);
    return made;
  };
  return {
    between(from: number, to: number): Plan[] {
      const found: Plan[] = [];
      for (let number = weekOf(from) - 1; number <= weekOf(to) + 1; number += 1) {
        found.push(...week(number).filter((plan) => plan.kickoffAt >= from && plan.kickoffAt <= to));
      }
      return found;
    },
  };
}

const weekOf = (instant: number): number => Math.floor((instant - FIRST_MONDAY) / (7 * DAY_MS));

function roundOf(league: League, week: number, calendar: RoundsOf): Plan[] {
  const order = shuffled(league.clubs, `${calendar.name}|${league.key}|draw`);
  const pairs = shuffled(roundRobin(order, week), `${calendar.name}|${league.key}|${week}`);
  return pairs.map(([homeTeam, awayTeam], index) => {
    const [weekday, time] = league.round[index % league.round.length] ?? [6, '15:00'];
    // Monday closes the round that began on Friday, so it belongs to the week after.
    const date = new Date(FIRST_MONDAY + (week * 7 + (weekday === 1 && startsLate(league) ? 7 : weekday - 1)) * DAY_MS);
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    const day = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
    const kickoffAt = instantOf({ ...day, hour, minute }, league.zone);
    const key = `${calendar.name}|round|${league.key}|${week}|${homeTeam}|${awayTeam}`;
    return simulatedPlan(league, { key, homeTeam, awayTeam, kickoffAt }, calendar);
  });
}

const startsLate = (league: League): boolean => league.round.some(([weekday]) => weekday >= 5);

/** Returns the pairs of a round, each club against each other home and away (circle method); repeats after 2 × (n − 1) rounds. */
export function roundRobin(clubs: readonly string[], round: number): [home: string, away: string][] {
  const last = clubs.length - 1;
  const turn = ((round % (2 * last)) + 2 * last) % (2 * last);
  const at = (place: number): string => clubs[place === last ? last : (place + turn) % last] ?? '';
  return Array.from({ length: clubs.length / 2 }, (_, pair): [string, string] => {
    const one = at(pair);
    const other = at(last - pair);
    // In the second half of the season every pair meets again at the other ground.
    const away = ((turn % last) % 2 === 1) !== turn >= last;
    return away === (pair === 0 || pair % 2 === 0) ? [other, one] : [one, other];
  });
}
