import type { Instant } from '@touchline/core/instant';
import type { Score } from '@touchline/core/markets';
import type { MatchReport } from '@touchline/store/settlement';
import { z } from 'zod';
import { name, time } from './wire.ts';

/** A match of the second results provider, under the names that it uses. */
export type ListedMatch = Omit<MatchReport, 'matchId'> & {
  readonly kickoffAt: Instant;
  /** The full and the short name of each team. */
  readonly homeNames: readonly string[];
  readonly awayNames: readonly string[];
};

type Refused = { readonly sourceMatch: string; readonly reason: 'not-a-match' | 'score-unreadable' };
export type ReadMatchList = { readonly matches: readonly ListedMatch[]; readonly refused: readonly Refused[] };

/**
 * Parses a response of football-data.org's /competitions/{code}/matches. Bets count the score after 90 minutes: `fullTime`, or `regularTime`
 * if there was extra time. Never throws: an invalid match is refused with a reason. Matches whose teams are not known yet are left out.
 * `undefined`: the response has no list of matches.
 */
export function readMatchList(body: unknown): ReadMatchList | undefined {
  const list = z.object({ matches: z.array(z.unknown()) }).safeParse(body);
  if (!list.success) return undefined;
  const read = list.data.matches.map(readOne);
  return {
    matches: read.filter((match) => match !== undefined && 'score' in match),
    refused: read.filter((match) => match !== undefined && 'reason' in match),
  };
}

const goals = z.object({ home: z.int().min(0).max(99), away: z.int().min(0).max(99) });
const maybeGoals = z.union([goals, z.object({ home: z.null(), away: z.null() }).transform(() => null)]).nullish();
const noName = z
  .string()
  .regex(/^\s*$/)
  .transform(() => null);
const maybeName = z.union([name, noName]).nullish();
const team = z.object({ name: maybeName, shortName: maybeName });
const match = z.object({
  id: z.int(),
  utcDate: time,
  status: z.enum([
    'SCHEDULED',
    'TIMED',
    'IN_PLAY',
    'PAUSED',
    'EXTRA_TIME',
    'PENALTY_SHOOTOUT',
    'FINISHED',
    'SUSPENDED',
    'POSTPONED',
    'CANCELLED',
    'AWARDED',
  ]),
  homeTeam: team,
  awayTeam: team,
  score: z.object({
    duration: z.enum(['REGULAR', 'EXTRA_TIME', 'PENALTY_SHOOTOUT']).nullish(),
    fullTime: maybeGoals,
    halfTime: maybeGoals,
    regularTime: maybeGoals,
    extraTime: maybeGoals,
  }),
});

const statuses: Readonly<Record<z.infer<typeof match>['status'], MatchReport['status']>> = {
  SCHEDULED: 'scheduled',
  TIMED: 'scheduled',
  IN_PLAY: 'in-play',
  PAUSED: 'half-time',
  EXTRA_TIME: 'in-play',
  PENALTY_SHOOTOUT: 'in-play',
  FINISHED: 'final',
  SUSPENDED: 'suspended',
  POSTPONED: 'postponed',
  CANCELLED: 'cancelled',
  AWARDED: 'awarded',
};

function readOne(value: unknown): ListedMatch | Refused | undefined {
  const read = match.safeParse(value);
  const sourceMatch = String(z.object({ id: z.int() }).safeParse(value).data?.id ?? '?');
  if (!read.success) return { sourceMatch, reason: 'not-a-match' };
  const { homeTeam, awayTeam, utcDate: kickoffAt, score: scores } = read.data;
  const [homeNames, awayNames] = [namesOf(homeTeam), namesOf(awayTeam)];
  if (homeNames.length === 0 || awayNames.length === 0) return undefined;
  const status = statuses[read.data.status];
  const isRegular = (scores.duration ?? 'REGULAR') === 'REGULAR';
  const [fullTime, halfTime] = [scores.fullTime ?? null, scores.halfTime ?? null];
  const score = isRegular ? fullTime : (scores.regularTime ?? null);
  const isReadable =
    (status !== 'final' || score !== null) &&
    (halfTime === null || (score !== null && halfTime.home <= score.home && halfTime.away <= score.away));
  if (!isReadable) return { sourceMatch, reason: 'score-unreadable' };
  const laterScores = isRegular || !score ? [] : laterThan(score, scores.extraTime ?? null, fullTime);
  return { sourceMatch, kickoffAt, homeNames, awayNames, status, score, halfTime, laterScores };
}

const namesOf = (names: z.infer<typeof team>): readonly string[] => [
  ...new Set([names.name, names.shortName].filter((known) => typeof known === 'string')),
];

/** `fullTime` adds up all goals, those of a shoot-out too. */
function laterThan(score: Score, extra: Score | null, fullTime: Score | null): readonly Score[] {
  const afterExtraTime = extra && { home: score.home + extra.home, away: score.away + extra.away };
  return [afterExtraTime, fullTime].filter((later) => later !== null);
}
