import { hours, type Instant } from '../instant.ts';
import type { MatchStatus } from './match.ts';

/** A match counts as live for two hours after kick-off. */
export const liveWindowMs = hours(2);

type Timed = { readonly kickoffAt: Instant; readonly status: MatchStatus };

/** Kicked off, less than two hours ago, and not over yet. */
export const isLive = (match: Timed, now: Instant): boolean =>
  match.status === 'open' && match.kickoffAt <= now && now - match.kickoffAt < liveWindowMs;

/** Still to kick off. */
export const isUpcoming = (match: Timed, now: Instant): boolean => match.status === 'open' && match.kickoffAt > now;

type Moved = { readonly kickoffAt: Instant; readonly firstKickoffAt: Instant };

/** House rule: bets stand if their match is moved by at most this, to a later or an earlier time. If it moves further, they are void. */
export const mostMovedMs = hours(48);
export const isMovedTooFar = (match: Moved): boolean => Math.abs(match.kickoffAt - match.firstKickoffAt) > mostMovedMs;

/** Sorts live matches first, then by kick-off, then by name, so that a list never shuffles. */
export const byLiveThenKickoff =
  (now: Instant) =>
  (a: Timed & { readonly homeTeam: string }, b: Timed & { readonly homeTeam: string }): number =>
    Number(isLive(b, now)) - Number(isLive(a, now)) ||
    a.kickoffAt - b.kickoffAt ||
    (a.homeTeam < b.homeTeam ? -1 : Number(a.homeTeam > b.homeTeam));
