import { type Instant, minutes } from '../instant.ts';
import { msg } from '../language/index.ts';

/** How matches run: minutes of play per minute, and how many minutes of play half-time takes. */
export type MatchClock = { readonly speed: number; readonly halfTime: number };

/** What the demo's screens say about its clock. */
export const demoNotice = msg('Demo calendar: matches run about twelve times faster than real time.');

export const realTime: MatchClock = { speed: 1, halfTime: 15 };

const half = 45;
/** What referees usually add to the first half. */
const firstStoppage = 2;

/**
 * Estimates the minute of play from the kick-off: `34'`, `45+2'`, `HT`, `67'`, `90+3'`. The odds provider reports no clock, so a late
 * kick-off or a long break is not known.
 */
export function matchMinute(kickoffAt: Instant, at: Instant, { speed, halfTime }: MatchClock = realTime): string {
  const played = ((at - kickoffAt) / minutes(1)) * speed;
  const second = played - half - firstStoppage - halfTime;
  if (played >= half + firstStoppage && second < 0) return 'HT';
  const [end, minute] = second < 0 ? [half, played] : [2 * half, half + second];
  return minute < end ? `${Math.floor(minute) + 1}'` : `${end}+${Math.floor(minute - end) + 1}'`;
}

/** The usual length of a match in minutes of play, without half-time. */
const fullTime = 2 * half + firstStoppage + 5;

/** Estimates the share of a match that is still to be played, from 1 at the kick-off to 0. */
export function remainingShare(kickoffAt: Instant, at: Instant, { speed, halfTime }: MatchClock = realTime): number {
  const played = ((at - kickoffAt) / minutes(1)) * speed;
  const net = Math.max(Math.min(played, half + firstStoppage), played - halfTime);
  return Math.min(1, Math.max(0, 1 - net / fullTime));
}
