import { eventId } from '../calendar/simulated-plan.ts';
import { expectedGoals } from '../football/expected-goals.ts';
import { leagueOf } from '../football/leagues.ts';
import type { AtMinute, Plan } from '../football/match.ts';
import { secondHalfAt, type Timing } from '../football/timing.ts';
import type { TimelineMatch } from './read-timeline.ts';
import { type ReplayClock, wallTime } from './replay-calendar.ts';

const HALF_TIME_MINUTES = 15;

/** Kick-offs at their true distance, or one every so many ms of wall time, in the order of their true kick-offs. */
export type KickOffs = { readonly kind: 'true' } | { readonly kind: 'every'; readonly everyMs: number };

/**
 * The matches of timelines in wall time: every goal and red card at its true second of the match, divided by the speed, and
 * prices of the goals model that react to them until the final whistle.
 */
export function timelinePlans(matches: readonly TimelineMatch[], clock: ReplayClock, kickOffs: KickOffs): Plan[] {
  return matches
    .filter((match) => match.kickoffAt >= clock.from)
    .toSorted((one, other) => one.kickoffAt - other.kickoffAt || (one.key < other.key ? -1 : 1))
    .map((match, index) => timelinePlan(match, kickoffOf(match, index, clock, kickOffs), clock.speed));
}

function kickoffOf(match: TimelineMatch, index: number, clock: ReplayClock, kickOffs: KickOffs): number {
  if (kickOffs.kind === 'true') return wallTime(clock, match.kickoffAt);
  return Math.ceil((clock.startedAt + clock.leadMs + index * kickOffs.everyMs) / 1000) * 1000;
}

function timelinePlan(match: TimelineMatch, kickoffAt: number, speed: number): Plan {
  const { sportKey, homeTeam, awayTeam, halfSeconds } = match;
  const timing: Timing = {
    minuteMs: 60_000 / speed,
    // A recording may break off a moment before the whistle: then a half is taken as 45 minutes.
    firstStoppage: Math.max(0, halfSeconds[0] / 60 - 45),
    halfTime: HALF_TIME_MINUTES,
    secondStoppage: Math.max(0, halfSeconds[1] / 60 - 45),
  };
  const minutes = (all: TimelineMatch['goals']): AtMinute[] =>
    all
      .map(({ side, half, second }) => ({ side, minute: (half === 1 ? 0 : secondHalfAt(timing)) + second / 60 }))
      .sort((one, other) => one.minute - other.minute);
  const league = leagueOf(sportKey);
  const expected = league ? expectedGoals(league, homeTeam, awayTeam) : { home: 1.5, away: 1.2, rho: -0.1 };
  return {
    id: eventId(`timeline|${match.key}`),
    sportKey,
    homeTeam,
    awayTeam,
    kickoffAt,
    timing,
    goals: minutes(match.goals),
    reds: minutes(match.reds),
    pricing: { kind: 'model', ...expected },
    endsBy: 'clock',
    fate: null,
  };
}
