import { hours, type Instant, instant, minutes } from '@touchline/core/instant';
import type { Score } from '@touchline/core/markets';
import type { LeagueKey } from '@touchline/core/matches';

/** Leagues whose matches can go to extra time; their scores may then include it. */
const withExtraTime: ReadonlySet<LeagueKey> = new Set([
  'soccer_uefa_champs_league',
  'soccer_uefa_europa_league',
  'soccer_uefa_nations_league',
]);
const ninetyMinutesTakeAtMostMs = minutes(135);

/**
 * Bets are on 90 minutes and stoppage time, and the provider does not say whether a final score includes extra time. Where it can,
 * a final score seen later than 2 h 15 min after kick-off waits for a person. `seenAt` is when the provider saw it.
 */
export const needsReview = (leagueKey: LeagueKey, kickoffAt: Instant, seenAt: Instant): boolean =>
  withExtraTime.has(leagueKey) && seenAt - kickoffAt > ninetyMinutesTakeAtMostMs;

type Timed = { readonly kickoffAt: Instant; readonly firstKickoffAt: Instant };

/** House rules: a match that is moved by more than 48 hours is void for the bets on it. */
export const isPostponed = (match: Timed): boolean => match.kickoffAt - match.firstKickoffAt > hours(48);

/** A result is expected at the latest after this; then somebody has to look. */
const overdueAfterMs = hours(48);
export const isOverdue = (kickoffAt: Instant, now: Instant): boolean => now - kickoffAt > overdueAfterMs;

/** The provider lists a match until three days after its kick-off. */
const listedForMs = hours(72);
const longestMatchMs = hours(4);

/**
 * Not played: 72 hours have passed without a result, and within them the provider answered without listing the match at all.
 * If it was only out of reach meanwhile the match may well have been played: then a person decides.
 */
export function wasNotPlayed(kickoffAt: Instant, missedAt: Instant | undefined, now: Instant): boolean {
  if (missedAt === undefined || now - kickoffAt <= listedForMs) return false;
  const afterKickoff = missedAt - kickoffAt;
  return afterKickoff > longestMatchMs && afterKickoff <= listedForMs;
}

/** What there is to learn of the scores of a league. */
export type ScoresToLearn = {
  /** Of matches without a result. */
  readonly kickoffs: readonly Instant[];
  /** Since when matches that are to begin later are not quoted any more: they may have begun, or be over, before their time. */
  readonly gone?: readonly Instant[];
  /** The last kick-off of those that ended: their scores may be corrected. */
  readonly ended?: Instant | undefined;
};

/** A match that is over before its time is found within this, or at its time. */
const goneForMs = minutes(2);

/**
 * How often scores are asked for a league: at the base cadence while a match may be in play, seldom while one is overdue, and once
 * an hour for as long as the provider lists what ended. `undefined`: not at all.
 */
export function scoresEveryMs(
  { kickoffs, gone = [], ended }: ScoresToLearn,
  baseMs: number,
  now: Instant,
): number | undefined {
  const since = kickoffs.map((kickoff) => now - kickoff).filter((ms) => ms >= 0 && ms <= listedForMs + hours(1));
  if (since.some((ms) => ms <= longestMatchMs) || gone.some((at) => now - at <= goneForMs)) return baseMs;
  if (since.length > 0) return Math.max(baseMs, Math.min(15 * baseMs, minutes(10)));
  const isListed = ended !== undefined && now - ended <= listedForMs;
  return isListed ? Math.max(baseMs, Math.min(90 * baseMs, hours(1))) : undefined;
}

/** From when on matches have kicked off that the provider still lists. */
export const listedSince = (now: Instant): Instant => instant(now - listedForMs);

/** Scores of what ended are read again only as long as that takes nothing from what the prices of this month need. */
export const canReadAgain = (
  credits: { readonly budget: number | null; readonly forecast: number | null } | undefined,
) => credits === undefined || credits.budget === null || (credits.forecast ?? 0) < credits.budget;

/** A result that comes later is not taken by itself: somebody looks at it first. */
export const isTooOld = (kickoffAt: Instant, now: Instant): boolean => now - kickoffAt > listedForMs;

/** A final score as it was first told, and how often it has been told since without a change. */
export type FinalScore = {
  readonly score: Score;
  readonly firstToldAt: Instant;
  /** When the provider had seen it then. */
  readonly firstSeenAt: Instant;
  readonly polls: number;
};

/** What is known of a final score after one more answer; another score begins anew. */
export const toldAgain = (known: FinalScore | undefined, score: Score, at: Instant, seenAt: Instant): FinalScore =>
  known && known.score.home === score.home && known.score.away === score.away
    ? { ...known, polls: known.polls + 1 }
    : { score, firstToldAt: at, firstSeenAt: seenAt, polls: 1 };

/** Bets are settled by a score that two answers agree on, at least `forMs` apart: the first one is sometimes corrected. */
export const isStable = ({ polls, firstToldAt }: FinalScore, forMs: number, now: Instant): boolean =>
  polls >= 2 && now - firstToldAt >= forMs;
