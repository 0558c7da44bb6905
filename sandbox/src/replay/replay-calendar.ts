import { instantOf } from '../calendar/local-time.ts';
import { eventId } from '../calendar/simulated-plan.ts';
import { dice } from '../chance/chance.ts';
import type { Plan, Side } from '../football/match.ts';
import { FIRST_HALF_SHARE, minuteOfShare, type Timing } from '../football/timing.ts';
import { readDate, type SeasonMatch } from './read-season.ts';

/** A season lasts 105 minutes per match from kick-off to the final whistle. */
const TIMING = { firstStoppage: 1, halfTime: 10, secondStoppage: 4 } as const;

/** Virtual time: `from` (real instant of the season) happens `leadMs` after `startedAt`, then time runs at `speed`. */
export type ReplayClock = {
  readonly startedAt: number;
  readonly leadMs: number;
  readonly from: number;
  readonly speed: number;
};

/** Wall time of a moment of the season, on a whole second, because that is what the provider's times carry. */
export const wallTime = (clock: ReplayClock, virtual: number): number =>
  Math.ceil((clock.startedAt + clock.leadMs + (virtual - clock.from) / clock.speed) / 1000) * 1000;

export const virtualTime = (clock: ReplayClock, now: number): number =>
  clock.from + (now - clock.startedAt - clock.leadMs) * clock.speed;

/** Midnight in the UK of a day such as 2025-05-10; null if there is no such day. */
export function startOfDay(day: string): number | null {
  const date = readDate(day);
  return date && instantOf({ ...date, hour: 0, minute: 0 }, 'Europe/London');
}

/** The season's matches from the clock's start on, in wall time, at their listed opening prices until kick-off. */
export function replayPlans(matches: readonly SeasonMatch[], clock: ReplayClock): Plan[] {
  return matches.filter((match) => match.kickoffAt >= clock.from).map((match) => replayPlan(match, clock));
}

function replayPlan(match: SeasonMatch, clock: ReplayClock): Plan {
  const key = `${match.division}|${match.day}|${match.homeTeam}|${match.awayTeam}`;
  const timing: Timing = { ...TIMING, minuteMs: 60_000 / clock.speed };
  return {
    id: eventId(key),
    sportKey: match.sportKey,
    homeTeam: match.homeTeam,
    awayTeam: match.awayTeam,
    kickoffAt: wallTime(clock, match.kickoffAt),
    timing,
    goals: goalsOf(match, key, timing),
    reds: [],
    pricing: { kind: 'listed', until: 'kick-off', books: match.books },
    endsBy: 'clock',
    fate: null,
  };
}

// The file has the scores at half-time and full time; the minutes within a half are random.
function goalsOf(match: SeasonMatch, key: string, timing: Timing): Plan['goals'] {
  const next = dice(`${key}|goals`);
  const within = (side: Side, count: number, from: number, to: number) =>
    Array.from({ length: count }, () => ({ side, minute: minuteOfShare(timing, from + next() * (to - from)) }));
  const { score, halfTime } = match;
  const goals = halfTime
    ? [
        ...within('home', halfTime.home, 0, FIRST_HALF_SHARE),
        ...within('away', halfTime.away, 0, FIRST_HALF_SHARE),
        ...within('home', score.home - halfTime.home, FIRST_HALF_SHARE, 1),
        ...within('away', score.away - halfTime.away, FIRST_HALF_SHARE, 1),
      ]
    : [...within('home', score.home, 0, 1), ...within('away', score.away, 0, 1)];
  return goals.sort((one, other) => one.minute - other.minute);
}
