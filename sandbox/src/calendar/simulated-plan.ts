import { createHash } from 'node:crypto';
import { bell, dice, roll } from '../chance/chance.ts';
import { expectedGoals } from '../football/expected-goals.ts';
import type { League } from '../football/leagues.ts';
import type { AtMinute, Fate, Plan, Side } from '../football/match.ts';
import { goalsWithReds, poissonRoll } from '../football/red-cards.ts';
import { type Score, scoreFor, scoreMatrix } from '../football/score-matrix.ts';
import { fullLength, minuteOfRed, minuteOfShare, type Timing } from '../football/timing.ts';

/** Half-time of a simulated match is short. */
const HALF_TIME_MINUTES = 5;
/** Stoppage in minutes, fitted to 2017/18: where it is centred, how it spreads, and between which values it stays. */
const STOPPAGE = {
  first: { centre: 1.2, spread: 1.1, least: 0.3, most: 5 },
  second: { centre: 3.66, spread: 1.25, least: 0.7, most: 8 },
} as const;
/** The bounds of a match's length, in minutes of the match. */
export const LONGEST_MINUTES = 45 + STOPPAGE.first.most + HALF_TIME_MINUTES + 45 + STOPPAGE.second.most;
export const SHORTEST_MINUTES = 45 + STOPPAGE.first.least + HALF_TIME_MINUTES + 45 + STOPPAGE.second.least;
/** Red cards of the home side per hundred: away sides get a few more. */
const HOME_REDS = 0.486;

export type FixtureOfCalendar = {
  readonly key: string;
  readonly homeTeam: string;
  readonly awayTeam: string;
  readonly kickoffAt: number;
};

/** A calendar's pace: the wall time of a minute, and the chance of each rare event per match. */
export type CalendarPace = { readonly minuteMs: number; readonly rareEvents: number };

/** Simulates a match: result, goal minutes and red cards follow from the goals model and the key alone. */
export function simulatedPlan(league: League, fixture: FixtureOfCalendar, pace: CalendarPace): Plan {
  const { key, homeTeam, awayTeam, kickoffAt } = fixture;
  const expected = expectedGoals(league, homeTeam, awayTeam);
  const timing: Timing = {
    minuteMs: pace.minuteMs,
    firstStoppage: stoppage(`${key}|stoppage 1`, STOPPAGE.first),
    halfTime: HALF_TIME_MINUTES,
    secondStoppage: stoppage(`${key}|stoppage 2`, STOPPAGE.second),
    ...(league.form.shape && { shape: league.form.shape }),
  };
  const reds = redsOf(key, league.form.reds, timing);
  const drawn = goalsOf(key, scoreFor(scoreMatrix(expected), roll(`${key}|score`)), timing);
  const goals = goalsWithReds(drawn, reds, { key, expected, timing });
  return {
    id: eventId(key),
    sportKey: league.key,
    homeTeam,
    awayTeam,
    kickoffAt,
    timing,
    goals,
    reds,
    pricing: { kind: 'model', ...expected },
    endsBy: 'clock',
    fate: fateOf(key, pace, goals, timing),
  };
}

/** 32 hex digits, as the provider's ids. */
export const eventId = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 32);

// To the second.
function stoppage(key: string, of: { centre: number; spread: number; least: number; most: number }): number {
  const minutes = of.centre + of.spread * bell(key);
  return Math.round(Math.min(of.most, Math.max(of.least, minutes)) * 60) / 60;
}

function goalsOf(key: string, score: Score, timing: Timing): AtMinute[] {
  const next = dice(`${key}|goals`);
  const fall = (side: Side, count: number) =>
    Array.from({ length: count }, () => ({ side, minute: minuteOfShare(timing, next()) }));
  return [...fall('home', score.home), ...fall('away', score.away)].sort((one, other) => one.minute - other.minute);
}

function redsOf(key: string, mean: number, timing: Timing): AtMinute[] {
  const next = dice(`${key}|reds`);
  const count = poissonRoll(mean, next());
  return Array.from({ length: count }, () => ({
    side: next() < HOME_REDS ? ('home' as const) : ('away' as const),
    minute: minuteOfRed(timing, next()),
  })).sort((one, other) => one.minute - other.minute);
}

const HOUR_MS = 3_600_000;

function fateOf(
  key: string,
  { rareEvents, minuteMs }: CalendarPace,
  goals: readonly AtMinute[],
  timing: Timing,
): Fate | null {
  const rolled = roll(`${key}|fate`);
  const again = roll(`${key}|fate again`);
  if (rolled < rareEvents)
    // A match postponed by more than two days returns under another id.
    return again < 0.5
      ? { kind: 'postponed', byMs: 3 * HOUR_MS, id: 'keep' }
      : { kind: 'postponed', byMs: 50 * HOUR_MS, id: 'new' };
  if (rolled < 2 * rareEvents) return { kind: 'abandoned', minute: again * 0.95 * fullLength(timing) };
  if (rolled >= 3 * rareEvents) return null;
  const score = { home: 0, away: 0 };
  for (const goal of goals) score[goal.side] += 1;
  const side: Side = again < 0.5 ? 'home' : 'away';
  // One goal was miscounted: there was one less or one more.
  score[side] += score[side] > 0 ? -1 : 1;
  return { kind: 'corrected', afterMs: Math.max(60_000, 30 * minuteMs), score };
}
