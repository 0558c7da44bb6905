import type { MatchId } from '@touchline/core/ids';
import { hours, type Instant, instant, minutes } from '@touchline/core/instant';
import type { Score } from '@touchline/core/markets';
import { isMovedTooFar, type Match, type QuotedMatch } from '@touchline/core/matches';

/**
 * Why an admin must review a match. `teams-swapped`: home and away changed places under the same event, so its bets are on another
 * match · `id-changed`: the same teams are listed as another event and the old one is gone, as after a long postponement ·
 * `kicked-off-earlier`: it kicked off before its bets were closed · `extra-time-possible`: its final score may include extra time ·
 * `result-late`: its result arrived too late to be accepted automatically · `result-missing`: none arrived for two days ·
 * `score-corrected`: the provider reported another final score after the match ended · `sources-disagree`: two results providers report
 * different final scores · `result-awarded`: the result was awarded, not played · `called-off`: a results provider reports it as
 * postponed, cancelled or suspended · `half-time-differs`: the half-time score that a provider reports is not the one recorded, or not
 * the score of the other provider at half-time · `half-time-missing`: no provider reported it, and bets need it ·
 * `abandoned-possible`: it has a score, but its listing now has a later kick-off or is gone · `moved-too-far`: it has a score, but its
 * kick-off was moved so far that bets on it are void.
 */
export type DoubtKind =
  | 'teams-swapped'
  | 'id-changed'
  | 'kicked-off-earlier'
  | 'extra-time-possible'
  | 'result-late'
  | 'result-missing'
  | 'score-corrected'
  | 'sources-disagree'
  | 'result-awarded'
  | 'called-off'
  | 'half-time-differs'
  | 'half-time-missing'
  | 'abandoned-possible'
  | 'moved-too-far';

/** No bets are taken on a match while a review of these kinds is open. */
export const pausingKinds = [
  'called-off',
  'abandoned-possible',
  'moved-too-far',
] as const satisfies readonly DoubtKind[];

/** The reviews that a result answers. */
export const reviewsOfResult = [
  'extra-time-possible',
  'result-late',
  'result-missing',
  'score-corrected',
  'sources-disagree',
  'result-awarded',
  'called-off',
  'abandoned-possible',
  'moved-too-far',
] as const satisfies readonly DoubtKind[];

/** The reviews that a half-time score answers. */
export const reviewsOfHalfTime = ['half-time-differs', 'half-time-missing'] as const satisfies readonly DoubtKind[];

/**
 * The reviews that any void answers, because no bet depends on them after it. After an automatic void an admin still has to look at a
 * relisting, because the bets may belong to it, and at reports of how the match was played.
 */
export const reviewsOfVoid = [
  'teams-swapped',
  'kicked-off-earlier',
  'result-missing',
  'result-awarded',
  'called-off',
] as const satisfies readonly DoubtKind[];

export type Doubt = {
  readonly matchId: MatchId;
  readonly kind: DoubtKind;
  /** What raised it, such as the provider's event: a match has one review of each kind and subject. */
  readonly subject: string;
  readonly facts: Readonly<Record<string, string>>;
};

/** A fixture that moved further is another match, such as that of the next season. */
const longestPostponementMs = hours(24 * 30);
/** The provider reports kick-offs a little late. */
const kickoffSeenLateMs = minutes(2);

/** Returns the doubt about a quote of a known match. */
export function doubtOf(known: Match, quote: QuotedMatch, at: Instant): Doubt | undefined {
  const { id: matchId, homeTeam, awayTeam, kickoffAt } = known;
  const raise = (kind: DoubtKind, facts: Doubt['facts']): Doubt => ({
    matchId,
    kind,
    subject: quote.providerEventId,
    facts,
  });
  if (homeTeam === quote.awayTeam && awayTeam === quote.homeTeam) {
    return raise('teams-swapped', { homeTeam, awayTeam, kickoffAt: iso(kickoffAt) });
  }
  if (!hasBegun(known, at)) return kickedOffEarlier(matchId, { was: kickoffAt, is: quote.kickoffAt, seenAt: at });
  return quote.kickoffAt > at ? possiblyAbandoned(known, quote.kickoffAt) : undefined;
}

/** Whether a match has surely begun: its kick-off has passed, and a provider reported a score. Its kick-off does not change any more. */
export const hasBegun = ({ kickoffAt, score }: Match, at: Instant): boolean => kickoffAt <= at && score !== null;

/** Returns the kick-off that stands once a score was reported with the kick-off `reported`: that one, if it has passed. */
export const kickoffWithScore = (match: Match, reported: Instant | undefined, at: Instant): Instant =>
  reported === undefined || reported > at || hasBegun(match, at) ? match.kickoffAt : reported;

/**
 * Returns the kick-off of the match that a score is of, if it is too far from the first one for bets to stand. `reported`: the kick-off that
 * came with the score. Once a match has begun, a later listing does not move it, but its final score may be that of a replay.
 */
export function movedToByScore(
  { match, firstKickoffAt }: { readonly match: Match; readonly firstKickoffAt: Instant },
  { reported, isFinal }: { readonly reported: Instant | undefined; readonly isFinal: boolean },
  at: Instant,
): Instant | undefined {
  const standing = kickoffWithScore(match, reported, at);
  const possible = isFinal ? [standing, reported ?? standing] : [standing];
  return possible.find((kickoffAt) => isMovedTooFar({ kickoffAt, firstKickoffAt }));
}

/** Returns the doubt about a match with a score that is listed for later, or no longer listed. */
export function possiblyAbandoned({ id: matchId, score, kickoffAt }: Match, listedFor: Instant | undefined): Doubt {
  return {
    matchId,
    kind: 'abandoned-possible',
    subject: listedFor === undefined ? 'no longer listed' : iso(listedFor),
    facts: {
      ...(score && { score: `${score.home}-${score.away}` }),
      kickoffAt: iso(kickoffAt),
      ...(listedFor !== undefined && { listedFor: iso(listedFor) }),
    },
  };
}

/** Returns the doubt about a match with a score, by now the final one, that was moved too far for its bets to stand. */
export function movedTooFar(
  matchId: MatchId,
  { firstKickoffAt, movedTo }: { readonly firstKickoffAt: Instant; readonly movedTo: Instant },
  final?: Score,
): Doubt {
  const score = final && `${final.home}-${final.away}`;
  const facts = { firstKickoffAt: iso(firstKickoffAt), movedTo: iso(movedTo), ...(score && { score }) };
  const subject = score ? `${score}, moved to ${facts.movedTo}` : facts.movedTo;
  return { matchId, kind: 'moved-too-far', subject, facts };
}

/** Whether a kick-off was noticed so late that bets placed after it are void. */
export const isNoticedLate = (kickoffAt: Instant, seenAt: Instant): boolean => seenAt - kickoffAt > kickoffSeenLateMs;

/**
 * Returns the doubt about a match that kicked off earlier than announced. Bets were taken as before kick-off until the announced one, or
 * until now if that is still ahead; those placed since the true kick-off are void.
 */
export function kickedOffEarlier(
  matchId: MatchId,
  { was, is, seenAt }: { readonly was: Instant; readonly is: Instant; readonly seenAt: Instant },
): Doubt | undefined {
  if (!isNoticedLate(is, instant(Math.min(was, seenAt)))) return undefined;
  const facts = { was: iso(was), is: iso(is), seenAt: iso(seenAt) };
  // A feed may err, correct itself, and report the same or another early kick-off later.
  const subject = `${facts.is} seen at ${facts.seenAt}`;
  return { matchId, kind: 'kicked-off-earlier', subject, facts };
}

/** Returns the doubt that a new event may be a known match that is gone: the same teams, another date within 30 days. */
export function formerOf(gone: readonly (readonly [string, Match])[], quote: QuotedMatch): Doubt | undefined {
  const former = gone.find(
    ([, match]) =>
      match.homeTeam === quote.homeTeam &&
      match.awayTeam === quote.awayTeam &&
      match.kickoffAt !== quote.kickoffAt &&
      Math.abs(match.kickoffAt - quote.kickoffAt) <= longestPostponementMs,
  );
  if (!former) return undefined;
  const [eventId, { id: matchId, homeTeam, awayTeam, kickoffAt }] = former;
  return {
    matchId,
    kind: 'id-changed',
    subject: quote.providerEventId,
    facts: { homeTeam, awayTeam, formerEventId: eventId, was: iso(kickoffAt), is: iso(quote.kickoffAt) },
  };
}

const iso = (at: Instant): string => new Date(at).toISOString();
