import { hours, type Instant, minutes, seconds } from '@touchline/core/instant';
import { isSkippedPlay, type SkippedPlay } from '@touchline/core/matches';
import type { LeagueFeedRecord } from '@touchline/store/matches';

/** How close a league's next match is. `idle`: it has none · `unknown`: not polled yet. */
export type Tier = 'in-play' | 'near' | 'middle' | 'far' | 'idle' | 'unknown';

/** How often to poll a league, and for what: fixtures are free, prices cost credits. */
export type PollPlan = {
  readonly everyMs: number;
  readonly ask: 'odds' | 'events';
  /** How long prices are valid; older ones are not accepted. */
  readonly staleAfterMs: number;
};

/** By how much each tier is slowed down to stay within the budget. */
export type Stretch = Readonly<Partial<Record<Tier, number>>>;
export type Pace = {
  readonly baseMs: number;
  readonly graceMs?: number;
  readonly stretch?: Stretch;
  readonly skipped?: readonly SkippedPlay[];
};

/** Marks a league whose play is skipped now. */
export const playOf = (
  leagueKey: string,
  { skipped = [] }: Pick<Pace, 'skipped'>,
  now: Instant,
): Pick<League, 'inPlay'> => (isSkippedPlay(skipped, leagueKey, now) ? { inPlay: 'skipped' } : {});

export type League = {
  readonly kickoffs: readonly Instant[];
  readonly isKnown: 'known' | 'unknown';
  /** No prices are polled for the matches in play now, to save credits. */
  readonly inPlay?: 'skipped';
  /** A price that jumped waits for a second response that agrees. */
  readonly waits?: 'for-agreement';
};

/** Prices are no longer polled for a match that kicked off this long ago. */
export const longestMatchMs = hours(4);
/** The longest intervals at normal pace, whatever the base cadence. */
const slowest = { withinADay: minutes(10), later: hours(1) };
/** The longest that prices are valid, however rarely a league is polled to save credits. */
const oldest = { 'in-play': minutes(2), near: minutes(3), middle: minutes(30), far: hours(3) };

/** Prices are stale after two missed polls and this grace period. */
export const usualGraceMs = seconds(10);

/**
 * Plans a league's polls by its next kick-off: the base cadence in play, near kick-off or when nothing is known; 15 times slower with
 * a match within a day; 90 times slower for later ones. A league without matches is polled for fixtures only. With skipped play,
 * only the matches ahead count.
 */
export function planPoll(
  league: League,
  { baseMs, graceMs = usualGraceMs, stretch = {} }: Pace,
  now: Instant,
): PollPlan {
  const isSkipped = league.inPlay === 'skipped';
  const kickoffs = isSkipped ? league.kickoffs.filter((kickoff) => kickoff > now) : league.kickoffs;
  const actual = league.isKnown === 'unknown' ? 'unknown' : tierOf(kickoffs, now);
  const tier = league.waits && actual !== 'idle' && actual !== 'in-play' ? 'near' : actual;
  const plainMs = cadenceOf(tier, baseMs);
  const everyMs = Math.round(plainMs * (stretch[tier] ?? 1));
  const usualMs = 2 * plainMs + graceMs;
  const longest = tier === 'idle' || tier === 'unknown' ? Number.POSITIVE_INFINITY : Math.max(oldest[tier], usualMs);
  // The prices of the matches in play must not stay open until the next poll.
  const cap = isSkipped ? oldest['in-play'] : longest;
  return {
    everyMs,
    ask: tier === 'idle' ? 'events' : 'odds',
    staleAfterMs: Math.min(2 * everyMs + graceMs, cap),
  };
}

/** Returns the league's tier at a given time. */
export function tierOf(kickoffs: readonly Instant[], at: Instant): Exclude<Tier, 'unknown'> {
  const waits = kickoffs.map((kickoff) => kickoff - at).filter((wait) => wait > -longestMatchMs);
  if (waits.length === 0) return 'idle';
  if (waits.some((wait) => wait <= 0)) return 'in-play';
  const nearest = Math.min(...waits);
  if (nearest <= hours(1)) return 'near';
  return nearest <= hours(24) ? 'middle' : 'far';
}

/** Returns a tier's interval when credits are plentiful. */
export function cadenceOf(tier: Tier, baseMs: number): number {
  const slower = (times: number, limit: number) => Math.max(baseMs, Math.min(times * baseMs, limit));
  if (tier === 'far') return slower(90, slowest.later);
  return tier === 'middle' || tier === 'idle' ? slower(15, slowest.withinADay) : baseMs;
}

/** How far apart the clocks of two workers may be, which both follow the database's. */
const clockErrorMs = seconds(10);

/** Returns whether to poll a league at this tick. Ticks come every `baseMs`, some slightly early. */
export function isDue(
  feed: LeagueFeedRecord | undefined,
  plan: Pick<PollPlan, 'everyMs'>,
  baseMs: number,
  now: Instant,
): boolean {
  if (!feed || feed.state === 'down') return true;
  const sinceMs = now - feed.triedAt;
  // Negative after a clock was set back.
  return sinceMs >= plan.everyMs - baseMs / 2 || sinceMs < -clockErrorMs;
}

/** Returns whether polling was interrupted for longer than any league's interval, so that all prices may have changed. */
export function isAfterGap(feeds: readonly LeagueFeedRecord[], now: Instant): boolean {
  if (feeds.length === 0) return true;
  const quickest = Math.min(...feeds.map((feed) => feed.everyMs));
  return feeds.every((feed) => now - feed.triedAt > 2 * quickest + seconds(10));
}
