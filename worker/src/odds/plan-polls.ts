import { hours, type Instant, minutes, seconds } from '@touchline/core/instant';
import type { LeagueFeedRecord } from '@touchline/store/matches';

/** How often a league is asked, and what: fixtures cost nothing, prices cost credits. */
export type PollPlan = { readonly everyMs: number; readonly ask: 'odds' | 'events' };

/** A match is no reason to ask for prices any more when it kicked off this long ago. */
const longestMatchMs = hours(4);
/** However slow the base cadence is multiplied, a league is asked this often. */
const slowest = { withinADay: minutes(10), later: hours(1) };

/**
 * Credits follow the kick-offs: a league with a match in play or about to kick off (or of which nothing is known) is asked at the
 * base cadence, one with a match within a day 15 times less often, later ones 90 times. A league without matches is only asked
 * for fixtures, until there are some.
 */
export function planPoll(
  league: { readonly kickoffs: readonly Instant[]; readonly isKnown: 'known' | 'unknown' },
  baseMs: number,
  now: Instant,
): PollPlan {
  const waits = league.kickoffs.map((kickoff) => kickoff - now).filter((wait) => wait > -longestMatchMs);
  const nearest = Math.min(...waits);
  const slower = (times: number, limit: number) => Math.max(baseMs, Math.min(times * baseMs, limit));
  if (waits.length === 0) {
    if (league.isKnown === 'unknown') return { everyMs: baseMs, ask: 'odds' };
    return { everyMs: slower(15, slowest.withinADay), ask: 'events' };
  }
  if (nearest <= hours(1)) return { everyMs: baseMs, ask: 'odds' };
  if (nearest <= hours(24)) return { everyMs: slower(15, slowest.withinADay), ask: 'odds' };
  return { everyMs: slower(90, slowest.later), ask: 'odds' };
}

/** Whether a league is to be asked at this tick. Ticks come every `baseMs`, some a little early. */
export function isDue(feed: LeagueFeedRecord | undefined, plan: PollPlan, baseMs: number, now: Instant): boolean {
  if (!feed || feed.state === 'down') return true;
  return now - feed.triedAt >= plan.everyMs - baseMs / 2;
}

/** Nobody has polled for longer than the next poll of any league may take: every price may have changed meanwhile. */
export function isAfterGap(feeds: readonly LeagueFeedRecord[], now: Instant): boolean {
  if (feeds.length === 0) return true;
  const quickest = Math.min(...feeds.map((feed) => feed.everyMs));
  return feeds.every((feed) => now - feed.triedAt > 2 * quickest + seconds(10));
}

/** Failures in a row after which a league counts as down. */
export const downAfterFailures = 3;
