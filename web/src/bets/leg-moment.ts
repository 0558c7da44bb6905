import type { BetView, MatchRow } from '@touchline/core/contract';
import { type Instant, instant } from '@touchline/core/instant';
import { liveWindowMs } from '@touchline/core/matches';

type Leg = BetView['matches'][number];
type Score = Leg['score'];

/** Where the match of a leg stands. `awaited`: it is over by the clock and its result has not come yet. */
export type LegMoment =
  | { readonly phase: 'upcoming'; readonly kickoffAt: Instant | undefined }
  | { readonly phase: 'live' | 'awaited' | 'finished'; readonly score: Score }
  | { readonly phase: 'void' };

/** The bet knows the match as it was when the bet was read; the live row, where there is one, knows it as it is. */
export function legMoment(leg: Leg, row: MatchRow | undefined, now: Instant): LegMoment {
  const known = leg.matchStatus === 'open' && row ? { status: row.status, score: row.score } : undefined;
  const { status, score } = known ?? { status: leg.matchStatus, score: leg.score };
  if (status === 'void') return { phase: 'void' };
  if (status === 'finished') return { phase: 'finished', score };
  const kickoffAt = instantOf(row?.match.commenceTime ?? leg.commenceTime);
  if (kickoffAt === undefined || kickoffAt > now) return { phase: 'upcoming', kickoffAt };
  return { phase: now - kickoffAt < liveWindowMs ? 'live' : 'awaited', score };
}

/** In one piece, as on the match cards: "2:1". */
export const scoreText = ({ home, away }: NonNullable<Score>): string => `${home}:${away}`;

function instantOf(iso: string): Instant | undefined {
  const ms = Date.parse(iso);
  return Number.isNaN(ms) ? undefined : instant(ms);
}
