import { hours, type Instant, minutes, seconds } from '@touchline/core/instant';
import type { LeagueFeedRecord } from '@touchline/store/matches';

/** How near the nearest match of a league is. `idle`: it has none · `unknown`: nobody asked yet. */
export type Tier = 'in-play' | 'near' | 'middle' | 'far' | 'idle' | 'unknown';

/** How often a league is asked, and what: fixtures cost nothing, prices cost credits. */
export type PollPlan = {
  readonly everyMs: number;
  readonly ask: 'odds' | 'events';
  /** How long an answer counts: prices that are older are not bet on. */
  readonly staleAfterMs: number;
};

/** How many times less often than usual a tier is asked, to keep within a budget. */
export type Stretch = Readonly<Partial<Record<Tier, number>>>;
export type Pace = { readonly baseMs: number; readonly graceMs?: number; readonly stretch?: Stretch };

export type League = {
  readonly kickoffs: readonly Instant[];
  readonly isKnown: 'known' | 'unknown';
  /** A market that jumped waits for an answer that agrees. */
  readonly waits?: 'for-agreement';
};

/** A match is no reason to ask for prices any more when it kicked off this long ago. */
export const longestMatchMs = hours(4);
/** However slow the base cadence is multiplied, a league is asked this often. */
const slowest = { withinADay: minutes(10), later: hours(1) };
/** However seldom a league can be asked for want of credits, its prices are not bet on for longer. */
const oldest = { 'in-play': minutes(2), near: minutes(3), middle: minutes(30), far: hours(3) };

/** Two missed polls and this much of grace make prices stale. */
export const usualGraceMs = seconds(10);

/**
 * Credits follow the kick-offs: a league with a match in play or about to kick off (or of which nothing is known) is asked at the
 * base cadence, one with a match within a day 15 times less often, later ones 90 times. A league without matches is only asked
 * for fixtures, until there are some.
 */
export function planPoll(
  league: League,
  { baseMs, graceMs = usualGraceMs, stretch = {} }: Pace,
  now: Instant,
): PollPlan {
  const actual = league.isKnown === 'unknown' ? 'unknown' : tierOf(league.kickoffs, now);
  const tier = league.waits && actual !== 'idle' && actual !== 'in-play' ? 'near' : actual;
  const plainMs = cadenceOf(tier, baseMs);
  const everyMs = Math.round(plainMs * (stretch[tier] ?? 1));
  const usualMs = 2 * plainMs + graceMs;
  const cap = tier === 'idle' || tier === 'unknown' ? Number.POSITIVE_INFINITY : Math.max(oldest[tier], usualMs);
  return {
    everyMs,
    ask: tier === 'idle' ? 'events' : 'odds',
    staleAfterMs: Math.min(2 * everyMs + graceMs, cap),
  };
}

/** How near the nearest match is at a time, whatever is known of it now. */
export function tierOf(kickoffs: readonly Instant[], at: Instant): Exclude<Tier, 'unknown'> {
  const waits = kickoffs.map((kickoff) => kickoff - at).filter((wait) => wait > -longestMatchMs);
  if (waits.length === 0) return 'idle';
  if (waits.some((wait) => wait <= 0)) return 'in-play';
  const nearest = Math.min(...waits);
  if (nearest <= hours(1)) return 'near';
  return nearest <= hours(24) ? 'middle' : 'far';
}

/** How often a league is asked while its nearest match is so near, with credits to spare. */
export function cadenceOf(tier: Tier, baseMs: number): number {
  const slower = (times: number, limit: number) => Math.max(baseMs, Math.min(times * baseMs, limit));
  if (tier === 'far') return slower(90, slowest.later);
  return tier === 'middle' || tier === 'idle' ? slower(15, slowest.withinADay) : baseMs;
}

/** Whether a league is to be asked at this tick. Ticks come every `baseMs`, some a little early. */
export function isDue(
  feed: LeagueFeedRecord | undefined,
  plan: Pick<PollPlan, 'everyMs'>,
  baseMs: number,
  now: Instant,
): boolean {
  if (!feed || feed.state === 'down') return true;
  return now - feed.triedAt >= plan.everyMs - baseMs / 2;
}

/** Nobody has polled for longer than the next poll of any league may take: every price may have changed meanwhile. */
export function isAfterGap(feeds: readonly LeagueFeedRecord[], now: Instant): boolean {
  if (feeds.length === 0) return true;
  const quickest = Math.min(...feeds.map((feed) => feed.everyMs));
  return feeds.every((feed) => now - feed.triedAt > 2 * quickest + seconds(10));
}
