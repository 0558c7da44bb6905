import { isObject } from '../http/answer.ts';
import type { EventsQuestion } from './question.ts';

/** Serves the provider's stored responses unchanged, to try an adapter on real ones. */
export type ServedFile = {
  readonly sports: readonly { readonly key: string; readonly title: string }[];
  readonly events: (sport: string, question: EventsQuestion) => unknown[];
  readonly odds: (sport: string, question: EventsQuestion) => unknown[];
  readonly scores: (sport: string, question: EventsQuestion) => unknown[];
};

type StoredEvent = Readonly<Record<string, unknown>> & {
  readonly id?: unknown;
  readonly sport_key?: unknown;
  readonly sport_title?: unknown;
  readonly commence_time?: unknown;
};

/** Parses a stored list of events (with `bookmakers` for odds, with `completed` for scores). Throws unless it is a list. */
export function readServedFile(texts: readonly string[]): ServedFile {
  const stored = texts.flatMap((text) => {
    const value: unknown = JSON.parse(text);
    if (!Array.isArray(value)) throw new Error('a stored answer has to be a JSON list of events');
    return value.filter(isObject).map((event): StoredEvent => event);
  });
  const titles = new Map(
    stored.flatMap(({ sport_key: key, sport_title: title }) =>
      typeof key === 'string' ? [[key, typeof title === 'string' ? title : key] as const] : [],
    ),
  );
  const of = (sport: string, question: EventsQuestion) =>
    stored.filter(
      (event) =>
        (sport === 'upcoming' || event.sport_key === sport) &&
        (question.eventIds?.includes(String(event.id)) ?? true) &&
        within(event.commence_time, question),
    );
  return {
    sports: [...titles].map(([key, title]) => ({ key, title })),
    events: (sport, question) =>
      of(sport, question).map(({ id, sport_key, sport_title, commence_time, home_team, away_team }) => ({
        id,
        sport_key,
        sport_title,
        commence_time,
        home_team,
        away_team,
      })),
    odds: (sport, question) => of(sport, question).filter((event) => 'bookmakers' in event),
    scores: (sport, question) => of(sport, question).filter((event) => 'completed' in event),
  };
}

// An event without a readable time is served too: the reader must reject it.
function within(time: unknown, question: EventsQuestion): boolean {
  const at = typeof time === 'string' ? Date.parse(time) : Number.NaN;
  return Number.isNaN(at) || (at >= question.from && at <= question.to);
}
