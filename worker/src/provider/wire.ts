import { type Instant, instant } from '@touchline/core/instant';
import { type LeagueKey, leagueOf } from '@touchline/core/matches';
import { z } from 'zod';

/** An ISO time with a zone, from 1970 on: earlier ones are mistakes, and Postgres has no year 0. */
export const time = z.iso
  .datetime({ offset: true })
  .transform((text) => Date.parse(text))
  .refine((ms) => ms >= 0)
  .transform(instant);

/**
 * A storable text: Postgres rejects control characters and lone surrogates. Characters that change the direction of writing would let a
 * provider show another score or price beside a name.
 */
export const name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}\p{Cs}\p{Bidi_Control}]+$/u);

/** The common fields of odds, events and scores. */
const event = z.object({
  id: z.string().regex(/^[\w-]{1,64}$/),
  sport_key: z.string(),
  commence_time: z.unknown().optional(),
  home_team: name,
  away_team: name,
});

export type EventRefusal =
  | 'not-an-event'
  | 'league-unknown'
  | 'league-not-asked-for'
  | 'teams-equal'
  | 'kickoff-unreadable';

export type WireEvent = {
  readonly id: string;
  readonly leagueKey: LeagueKey;
  readonly homeTeam: string;
  readonly awayTeam: string;
  readonly kickoffAt: Instant;
};

/** Parses the common fields of an event, or returns why it is refused. */
export function readEvent(value: unknown, asked: string): WireEvent | EventRefusal {
  const read = event.safeParse(value);
  if (!read.success) return 'not-an-event';
  const league = leagueOf(read.data.sport_key);
  if (!league) return 'league-unknown';
  if (league.key !== asked) return 'league-not-asked-for';
  const { id, home_team: homeTeam, away_team: awayTeam } = read.data;
  if (homeTeam === awayTeam) return 'teams-equal';
  const kickoff = time.safeParse(read.data.commence_time);
  if (!kickoff.success) return 'kickoff-unreadable';
  return { id, leagueKey: league.key, homeTeam, awayTeam, kickoffAt: kickoff.data };
}

/** An event, or its market or score, that is not used, and why. */
export type Refused<Reason extends string> = { readonly eventId: string; readonly reason: Reason };

/** Returns the id of a value that may not be an event at all. */
export function eventIdOf(value: unknown): string {
  const read = z.object({ id: z.string().max(64) }).safeParse(value);
  return read.success ? read.data.id : '?';
}

/** Returns the body if it is a list. */
export const readList = (body: unknown): readonly unknown[] | undefined => (Array.isArray(body) ? body : undefined);
