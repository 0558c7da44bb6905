import type { Instant } from '@touchline/core/instant';
import type { Score } from '@touchline/core/markets';
import { z } from 'zod';
import { type EventRefusal, eventIdOf, type Refused, readEvent, readList, time } from './wire.ts';

/** The provider's score of one match that has begun. */
export type ScoreReport = {
  readonly providerEventId: string;
  readonly kickoffAt: Instant;
  /** The teams as in the response, to which the score belongs. */
  readonly homeTeam: string;
  readonly awayTeam: string;
  readonly score: Score;
  readonly state: 'in-play' | 'final';
  /** When the provider last updated the score, if known. */
  readonly seenAt: Instant | null;
};

export type ScoreRefusal = EventRefusal | 'score-unreadable' | 'final-without-score' | 'not-a-list';

export type ReadScores = {
  readonly reports: readonly ScoreReport[];
  /** Events that have not begun. */
  readonly waiting: number;
  readonly refused: readonly Refused<ScoreRefusal>[];
};

/**
 * Parses a response of /scores. Goals are matched by the teams' names, as the order is not guaranteed. Never throws: an invalid
 * event is refused with a reason, independently of the others.
 */
export function readScores(body: unknown, asked: string): ReadScores {
  const list = readList(body);
  if (!list) return { reports: [], waiting: 0, refused: [{ eventId: '?', reason: 'not-a-list' }] };
  const read = list.map((value) => readOne(value, asked));
  return {
    reports: read.filter((event) => 'score' in event),
    waiting: read.filter((event) => 'waiting' in event).length,
    refused: read.filter((event) => 'reason' in event),
  };
}

const scored = z.object({
  completed: z.boolean(),
  scores: z.array(z.object({ name: z.string(), score: z.union([z.string(), z.number()]) })).nullish(),
  last_update: z.unknown().optional(),
});

function readOne(value: unknown, asked: string): ScoreReport | Refused<ScoreRefusal> | { readonly waiting: true } {
  const refuse = (reason: ScoreRefusal) => ({ eventId: eventIdOf(value), reason });
  const event = readEvent(value, asked);
  if (typeof event === 'string') return refuse(event);
  const read = scored.safeParse(value);
  if (!read.success) return refuse('score-unreadable');
  const { completed, scores, last_update } = read.data;
  if (!scores || scores.length === 0) return completed ? refuse('final-without-score') : { waiting: true };
  const home = goalsOf(scores, event.homeTeam);
  const away = goalsOf(scores, event.awayTeam);
  if (home === undefined || away === undefined) return refuse('score-unreadable');
  const seen = time.safeParse(last_update);
  return {
    providerEventId: event.id,
    kickoffAt: event.kickoffAt,
    homeTeam: event.homeTeam,
    awayTeam: event.awayTeam,
    score: { home, away },
    state: completed ? 'final' : 'in-play',
    seenAt: seen.success ? seen.data : null,
  };
}

function goalsOf(scores: readonly { name: string; score: string | number }[], team: string): number | undefined {
  const own = scores.filter((score) => score.name.trim() === team);
  const text = String(own[0]?.score);
  return own.length === 1 && /^\d{1,2}$/.test(text) ? Number(text) : undefined;
}
