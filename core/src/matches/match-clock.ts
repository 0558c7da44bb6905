import { type Instant, minutes } from '../instant.ts';

/** How matches run: minutes of play per minute, and how many minutes of play half-time takes. */
export type MatchClock = { readonly speed: number; readonly halfTime: number };

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
