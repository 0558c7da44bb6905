import { createHash } from 'node:crypto';
import { dice, roll } from '../chance/chance.ts';
import { expectedGoals } from '../football/expected-goals.ts';
import type { League } from '../football/leagues.ts';
import type { Plan, Side } from '../football/match.ts';
import { scoreFor, scoreMatrix } from '../football/score-matrix.ts';
import { minuteOfShare, type Timing } from '../football/timing.ts';

/** Half-time of a simulated match is short: the demo is about goals. */
const HALF_TIME_MINUTES = 5;
/** No simulated match is longer or shorter than this, in minutes of the match. */
export const LONGEST_MINUTES = 45 + 4 + HALF_TIME_MINUTES + 45 + 7;
export const SHORTEST_MINUTES = 45 + 1 + HALF_TIME_MINUTES + 45 + 2;

/** A simulated match: its result and goal minutes are drawn from the goals model by the key alone. */
export function simulatedPlan(
  league: League,
  fixture: { readonly key: string; readonly homeTeam: string; readonly awayTeam: string; readonly kickoffAt: number },
  minuteMs: number,
): Plan {
  const { key, homeTeam, awayTeam, kickoffAt } = fixture;
  const expected = expectedGoals(league, homeTeam, awayTeam);
  const timing: Timing = {
    minuteMs,
    firstStoppage: 1 + Math.floor(roll(`${key}|stoppage 1`) * 4),
    halfTime: HALF_TIME_MINUTES,
    secondStoppage: 2 + Math.floor(roll(`${key}|stoppage 2`) * 6),
  };
  return {
    id: eventId(key),
    sportKey: league.key,
    homeTeam,
    awayTeam,
    kickoffAt,
    timing,
    goals: goalsOf(key, scoreFor(scoreMatrix(expected), roll(`${key}|score`)), timing),
    pricing: { kind: 'model', ...expected },
    endsBy: 'clock',
  };
}

/** 32 hex digits, as the provider's ids. */
export const eventId = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 32);

function goalsOf(key: string, score: { home: number; away: number }, timing: Timing): Plan['goals'] {
  const next = dice(`${key}|goals`);
  const fall = (side: Side, count: number) =>
    Array.from({ length: count }, () => ({ side, minute: minuteOfShare(timing, next()) }));
  return [...fall('home', score.home), ...fall('away', score.away)].sort((one, other) => one.minute - other.minute);
}
