import type { BetView, MatchRow } from '@touchline/core/contract';
import { type Instant, instant } from '@touchline/core/instant';
import { liveWindowMs } from '@touchline/core/matches';

type Leg = BetView['matches'][number];
type Score = Leg['score'];

/** The phase of a leg's match. `awaited`: it is over by the clock but has no result yet. */
export type LegMoment =
  | { readonly phase: 'upcoming'; readonly kickoffAt: Instant | undefined }
  | { readonly phase: 'live' | 'awaited' | 'finished'; readonly score: Score }
  | { readonly phase: 'void' };

/** Returns the phase of a leg's match. The live row, where there is one, is newer than the bet. */
export function legMoment(leg: Leg, row: MatchRow | undefined, now: Instant): LegMoment {
  const known = leg.matchStatus === 'open' && row ? { status: row.status, score: row.score } : undefined;
  const { status, score } = known ?? { status: leg.matchStatus, score: leg.score };
  if (status === 'void') return { phase: 'void' };
  if (status === 'finished') return { phase: 'finished', score };
  const kickoffAt = instantOf(row?.match.commenceTime ?? leg.commenceTime);
  if (kickoffAt === undefined || kickoffAt > now) return { phase: 'upcoming', kickoffAt };
  return { phase: now - kickoffAt < liveWindowMs ? 'live' : 'awaited', score };
}

/** "2:1", as on the match cards. */
export const scoreText = ({ home, away }: NonNullable<Score>): string => `${home}:${away}`;

/** An ISO time; `undefined` if it is not one. */
export function instantOf(iso: string): Instant | undefined {
  const ms = Date.parse(iso);
  return Number.isNaN(ms) ? undefined : instant(ms);
}
