import { hours, type Instant, instant, minutes, seconds } from '@touchline/core/instant';
import type { Score } from '@touchline/core/markets';
import { type LeagueKey, type Match, type MatchClock, marketsIn, mostMovedMs } from '@touchline/core/matches';
import type { MatchReport } from '@touchline/store/settlement';

/** Leagues whose matches can go to extra time; their scores may then include it. */
const withExtraTime: ReadonlySet<LeagueKey> = new Set([
  'soccer_uefa_champs_league',
  'soccer_uefa_europa_league',
  'soccer_uefa_nations_league',
]);
const longestRegularTimeMs = minutes(135);

/**
 * Bets are on 90 minutes and stoppage time, but the provider does not say whether a final score includes extra time. In leagues with
 * extra time, a final score that the provider saw (`seenAt`) later than 2 h 15 min after kick-off needs an admin's review.
 */
export const needsReview = (leagueKey: LeagueKey, kickoffAt: Instant, seenAt: Instant): boolean =>
  withExtraTime.has(leagueKey) && seenAt - kickoffAt > longestRegularTimeMs;

/** After this time without a result, an admin has to enter it. */
const overdueAfterMs = hours(48);
export const isOverdue = (kickoffAt: Instant, now: Instant): boolean => now - kickoffAt > overdueAfterMs;

/** The provider lists a match until three days after its kick-off. */
const listedForMs = hours(72);
const longestMatchMs = hours(4);

/**
 * Not played: no result within 72 hours, and in that time the provider answered without listing the match. If it was only
 * unreachable, the match may have been played, and an admin decides.
 */
export function wasNotPlayed(kickoffAt: Instant, missingSince: Instant | undefined, now: Instant): boolean {
  if (missingSince === undefined || now - kickoffAt <= listedForMs) return false;
  const afterKickoff = missingSince - kickoffAt;
  return afterKickoff > longestMatchMs && afterKickoff <= listedForMs;
}

/** The matches of a league whose scores matter. */
export type LeagueMatches = {
  /** Of matches without a result. */
  readonly kickoffs: readonly Instant[];
  /** Since when matches before their kick-off are no longer quoted: they may have been played early. */
  readonly delisted?: readonly Instant[];
  /** The last kick-off of ended matches: their scores may be corrected. */
  readonly ended?: Instant | undefined;
};

/** How long scores are polled for a match that was delisted before its kick-off. */
const delistedForMs = minutes(2);

/**
 * Returns how often to poll a league's scores: every `inPlayMs` while a match may be in play, rarely while one is overdue, and
 * hourly while the provider lists ended ones. `undefined`: not at all.
 */
export function scoresEveryMs(
  { kickoffs, delisted = [], ended }: LeagueMatches,
  { baseMs, inPlayMs }: { readonly baseMs: number; readonly inPlayMs: number },
  now: Instant,
): number | undefined {
  const since = kickoffs.map((kickoff) => now - kickoff).filter((ms) => ms >= 0 && ms <= listedForMs + hours(1));
  if (delisted.some((at) => now - at <= delistedForMs)) return baseMs;
  if (since.some((ms) => ms <= longestMatchMs)) return inPlayMs;
  if (since.length > 0) return Math.max(baseMs, Math.min(15 * baseMs, minutes(10)));
  const isListed = ended !== undefined && now - ended <= listedForMs;
  return isListed ? Math.max(baseMs, Math.min(90 * baseMs, hours(1))) : undefined;
}

/** The provider still lists matches that kicked off after this time. */
export const listedSince = (now: Instant): Instant => instant(now - listedForMs);

/** Ended matches are polled for corrections only while this month's credits cover all prices. */
export const canReadAgain = (
  credits: { readonly budget: number | null; readonly forecast: number | null } | undefined,
) => credits === undefined || credits.budget === null || (credits.forecast ?? 0) < credits.budget;

/** A result this late needs an admin's review. */
export const isTooOld = (kickoffAt: Instant, now: Instant): boolean => now - kickoffAt > listedForMs;

/** A score as first reported, and in how many responses it was the same. */
export type RepeatedScore = {
  readonly score: Score;
  readonly firstReportedAt: Instant;
  /** When the provider had seen the score that it first reported. */
  readonly firstSeenAt: Instant;
  readonly polls: number;
};

/** Counts one more report of a score; a different score starts again. */
export const countReport = (
  known: RepeatedScore | undefined,
  score: Score,
  at: Instant,
  seenAt: Instant,
): RepeatedScore =>
  known && isSameScore(known.score, score)
    ? { ...known, polls: known.polls + 1 }
    : { score, firstReportedAt: at, firstSeenAt: seenAt, polls: 1 };

/** Bets are settled by a score that two responses at least `forMs` apart agree on: the first is sometimes corrected. */
export const isStable = ({ polls, firstReportedAt }: RepeatedScore, forMs: number, now: Instant): boolean =>
  polls >= 2 && now - firstReportedAt >= forMs;

/** Deletes what is remembered under other keys, because matches end in more ways than a poll sees. */
export function keepOnly<Key>(remembered: Map<Key, unknown>, keys: ReadonlySet<Key>): void {
  for (const key of remembered.keys()) if (!keys.has(key)) remembered.delete(key);
}

/** Returns since when no market of the match is quoted. */
export function delistedSince(match: Match): Instant | undefined {
  const markets = marketsIn(match.markets);
  const missing = markets.flatMap(({ market }) => market.missingSince ?? []);
  return markets.length > 0 && missing.length === markets.length ? instant(Math.max(...missing)) : undefined;
}

/** What the second results provider makes of a final score of the first one. */
export type Agreement = 'agreed' | 'disagreed' | 'awarded' | 'alone';

/**
 * Compares a final score with the last report of the second provider. Only the second one says what the score was after 90 minutes: the
 * first may have added extra time or a shoot-out, and then agrees if it matches that. A match that the second one has not seen end
 * says nothing yet.
 */
export function compareReports(
  score: Score,
  second: Pick<MatchReport, 'status' | 'score' | 'laterScores'> | undefined,
): Agreement {
  switch (second?.status) {
    case 'final': {
      const possible = [second.score, ...second.laterScores].filter((one) => one !== null);
      return possible.some((one) => isSameScore(one, score)) ? 'agreed' : 'disagreed';
    }
    case 'awarded':
      return 'awarded';
    case 'suspended':
    case 'postponed':
    case 'cancelled':
      return 'disagreed';
    default:
      return 'alone';
  }
}

/** A score in play counts as confirmed once it has stood this long: by then a goal that is reviewed has been taken back. */
const scoreStandsMs = minutes(5);
/** Extra time begins later than this after the kick-off. */
const surelyRegularMs = minutes(105);

/** Whether a score in play is confirmed, and no goal of extra time can be in it. */
export const hasStood = (
  score: RepeatedScore,
  { leagueKey, kickoffAt }: Match,
  { speed }: MatchClock,
  now: Instant,
): boolean =>
  isStable(score, scoreStandsMs / speed, now) &&
  !(withExtraTime.has(leagueKey) && score.firstReportedAt - kickoffAt > surelyRegularMs / speed);

/** Whether the second provider's last report contradicts a score in play. It may be late, and then the score waits for it. */
export function isContradicted(score: Score, second: Pick<MatchReport, 'status' | 'score'> | undefined): boolean {
  if (!second || second.status === 'scheduled') return false;
  const isPlayed = second.status === 'in-play' || second.status === 'half-time' || second.status === 'final';
  return !(isPlayed && second.score && isSameScore(second.score, score));
}

export const isSameScore = (one: Score, other: Score): boolean => one.home === other.home && one.away === other.away;

/** A provider reports that the match does not take place or was stopped: no bets are taken until it resumes or an admin decides. */
export const isCalledOff = (status: MatchReport['status']): boolean =>
  status === 'postponed' || status === 'cancelled' || status === 'suspended';

/** House rule: a match that was postponed or cancelled, and has not been played 48 hours after its first kick-off, is void. */
export const isVoidAsCalledOff = (status: MatchReport['status'], firstKickoffAt: Instant, now: Instant): boolean =>
  (status === 'postponed' || status === 'cancelled') && now - firstKickoffAt > mostMovedMs;

/** How long a knock-out result waits for the second provider before an admin is asked. */
const secondAwaitedMs = minutes(15);
export const isSecondAwaited = (
  second: Pick<MatchReport, 'status'> | undefined,
  firstReportedAt: Instant,
  now: Instant,
): boolean =>
  (second?.status === 'in-play' || second?.status === 'half-time' || second?.status === 'scheduled') &&
  now - firstReportedAt < secondAwaitedMs;

/** How long after its end a match waits for its half-time score before an admin is asked. */
export const halfTimeAwaitedMs = minutes(15);

/** The first and the last of the requests in a row that a provider did not answer, or whose answer did not list a match. */
export type Silence = { readonly since: Instant; readonly until: Instant };

/**
 * The second provider alone ends a match only if the first one was asked over this long and never listed it. That it was not asked,
 * because credits are short, says nothing.
 */
const silentAfterMs = minutes(15);
export const isSilent = (silence: Silence | undefined): boolean =>
  silence !== undefined && silence.until - silence.since >= silentAfterMs;

/** The second provider accepts ten requests a minute, and has seven competitions. */
const reportsInPlayMs = minutes(1);
/** A league with a final score that waits for the second provider is asked sooner. */
const reportsAwaitedMs = seconds(10);

/**
 * Returns how often to ask the second provider about a league: each minute while a match may be in play, hourly on the day before a
 * kick-off, when it may be called off, and as long as results may be corrected. `undefined`: not at all.
 */
export function reportsEveryMs(
  { kickoffs, ended }: Omit<LeagueMatches, 'delisted'>,
  { baseMs, isAwaited }: { readonly baseMs: number; readonly isAwaited: boolean },
  now: Instant,
): number | undefined {
  if (isAwaited) return Math.max(baseMs, reportsAwaitedMs);
  const every = Math.max(baseMs, reportsInPlayMs);
  const isAhead = kickoffs.some((at) => at > now && at - now <= hours(24));
  return (
    scoresEveryMs({ kickoffs, ended }, { baseMs: every, inPlayMs: every }, now) ?? (isAhead ? hours(1) : undefined)
  );
}
