import { randomBytes } from 'node:crypto';
import { expectedGoals } from '../football/expected-goals.ts';
import { leagueOf } from '../football/leagues.ts';
import type { AtMinute, Plan, Side } from '../football/match.ts';
import type { Score } from '../football/score-matrix.ts';
import { minutesPlayed, redsAt } from '../football/see-match.ts';
import { secondHalfAt } from '../football/timing.ts';
import { postponed } from '../world/fated.ts';
import { type ConsoleDeps, type ConsoleResult, change, refused, wholeSecond } from './touch-match.ts';

/** The most players that a side can lose before the match must be abandoned. */
const MOST_REDS = 4;

export function showRed(deps: ConsoleDeps, id: string, side: Side): ConsoleResult {
  return change(deps, id, (touch, now, phase) => {
    if (phase !== 'live') return refused('late', 'Only a live match can have a red card.');
    if (redsAt(touch.plan, touch, now)[side] >= MOST_REDS)
      return refused('wrong', 'That is enough red cards for one side.');
    return { ...touch, reds: [...touch.reds, { side, at: now }] };
  });
}

/** Sets the stoppage time of a half that is not over, and shifts the plan of the second half with it. */
export function setStoppage(deps: ConsoleDeps, id: string, half: 1 | 2, minutes: number): ConsoleResult {
  return change(deps, id, (touch, now, phase) => {
    if (phase !== 'upcoming' && phase !== 'live')
      return refused('late', 'Only a match to come or in play has stoppage time.');
    const { timing } = touch.plan;
    const played = minutesPlayed(touch.plan, now);
    const restart = secondHalfAt(timing);
    const into = half === 1 ? played - 45 : played - restart - 45;
    const before = half === 1 ? timing.firstStoppage : timing.secondStoppage;
    if (into >= before && touch.plan.endsBy === 'clock') return refused('late', 'That half is over.');
    if (minutes < into) return refused('late', 'More stoppage time than that was played already.');
    return { ...touch, plan: withStoppage(touch.plan, half, minutes) };
  });
}

/** Reports another final score of a completed match, like a provider's correction. */
export function correctScore(deps: ConsoleDeps, id: string, score: Score): ConsoleResult {
  return change(deps, id, (touch, now, phase) => {
    if (phase !== 'finished') return refused('late', 'Only a match that is over can be corrected.');
    return { ...touch, corrections: [...touch.corrections, { score, at: now }] };
  });
}

export type PostponeOrder = {
  /** Null while the new date is open: the match is not listed until its kick-off is set. */
  readonly kickoffAt: number | null;
  readonly hiddenSeconds: number;
  readonly id: 'keep' | 'new';
};

/** Removes a match from the list and lists it again later, at its new kick-off and, if requested, under a new id. */
export function postponeMatch(deps: ConsoleDeps, id: string, order: PostponeOrder): ConsoleResult {
  return change(deps, id, (touch, now, phase) => {
    if (phase !== 'upcoming')
      return refused('late', 'Only a match to come can be postponed; a live one can be abandoned.');
    const before = touch.plan.kickoffAt;
    if (order.kickoffAt === null) return { ...touch, away: { why: 'postponed', from: now, until: null, before } };
    const until = now + order.hiddenSeconds * 1000;
    if (order.kickoffAt < until) return refused('wrong', 'The new kick-off has to be after the match is listed again.');
    return postponed(touch, {
      from: now,
      until,
      kickoffAt: wholeSecond(order.kickoffAt),
      newId: order.id === 'new' ? randomBytes(16).toString('hex') : null,
    });
  });
}

/** Abandons a live match: its score remains and is never completed, its prices disappear. */
export function abandonMatch(deps: ConsoleDeps, id: string): ConsoleResult {
  return change(deps, id, (touch, now, phase) =>
    phase === 'live' ? { ...touch, abandonedAt: now } : refused('late', 'Only a live match can be abandoned.'),
  );
}

/** Removes a match from the list for good: no prices and no score. */
export function cancelMatch(deps: ConsoleDeps, id: string): ConsoleResult {
  return change(deps, id, (touch, now, phase) => {
    if (phase === 'finished') return refused('late', 'The match is over already.');
    if (phase === 'cancelled') return refused('late', 'The match is cancelled already.');
    return { ...touch, away: { why: 'cancelled', from: now, until: null, before: touch.plan.kickoffAt } };
  });
}

/** Moves the match to the other side's ground: swaps home and away under the same id. */
export function switchVenue(deps: ConsoleDeps, id: string): ConsoleResult {
  return change(deps, id, (touch, _now, phase) => {
    if (phase !== 'upcoming') return refused('late', 'Only a match to come can move to another ground.');
    const { homeTeam, awayTeam, pricing } = touch.plan;
    const league = leagueOf(touch.plan.sportKey);
    const turned: Plan = {
      ...touch.plan,
      homeTeam: awayTeam,
      awayTeam: homeTeam,
      goals: touch.plan.goals.map(otherSide),
      reds: touch.plan.reds.map(otherSide),
      pricing:
        pricing.kind === 'model' && league ? { kind: 'model', ...expectedGoals(league, awayTeam, homeTeam) } : pricing,
    };
    return { ...touch, plan: turned };
  });
}

const otherSide = ({ side, minute }: AtMinute): AtMinute => ({ side: side === 'home' ? 'away' : 'home', minute });

function withStoppage(plan: Plan, half: 1 | 2, minutes: number): Plan {
  const { timing } = plan;
  const restart = secondHalfAt(timing);
  const longer = half === 1 ? minutes - timing.firstStoppage : 0;
  const whistle = half === 1 ? 45 + minutes : restart + 45 + minutes;
  const moved = (happening: AtMinute): AtMinute => {
    const inHalf = half === 1 ? happening.minute < restart : happening.minute >= restart;
    return { ...happening, minute: inHalf ? Math.min(happening.minute, whistle) : happening.minute + longer };
  };
  const later = half === 1 ? { firstStoppage: minutes } : { secondStoppage: minutes };
  return { ...plan, timing: { ...timing, ...later }, goals: plan.goals.map(moved), reds: plan.reds.map(moved) };
}
