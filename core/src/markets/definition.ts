import type { Message } from '../language/index.ts';

/** Goals of each team. */
export type Score = { readonly home: number; readonly away: number };
/** The score of two numbers of goals; `null` while one of them is unknown. */
export const scoreOf = (home: number | null, away: number | null): Score | null =>
  home === null || away === null ? null : { home, away };
export const isSameScore = (one: Score, other: Score | undefined): boolean =>
  one.home === other?.home && one.away === other.away;

export type Teams = { readonly homeTeam: string; readonly awayTeam: string };

/** What a selection came to. Whole goal lines can be void, quarter lines half won or half lost. */
export type Verdict = 'won' | 'lost' | 'void' | 'half-won' | 'half-lost';

/**
 * How a match ended for betting: with a score after 90 minutes and stoppage time; abandoned at a score; or `void`, which also stands
 * for a walkover, an awarded result, another venue, and home and away swapped. `halfTime`: the score at half-time; absent while it is
 * unknown, and in a match that was abandoned in its first half.
 */
export type MatchResult =
  | { readonly kind: 'score'; readonly score: Score; readonly halfTime?: Score }
  | { readonly kind: 'abandoned'; readonly score: Score; readonly halfTime?: Score }
  | { readonly kind: 'void' };

/** Whose goals decide a market: of the match, of its first half, or of both. */
export type Period = 'match' | 'first-half' | 'both';

/** A result with a score; a void match makes every selection void before a market is asked. */
export type ScoredResult = Exclude<MatchResult, { kind: 'void' }>;

/** A text of the house rules, by the version from which on it is valid. A published text never changes: a new version replaces it. */
export type HouseRule = Readonly<Record<number, Message>>;

/** One selection of a market; `point` is its goal line, `null` in a market without lines. */
type Selected<Pick extends string, Point> = { readonly pick: Pick; readonly point: Point };

/**
 * All that is particular to a market. `Point` is `number` in a market with lines, such as goals over 2.5, and `null` in one without.
 * Everything else iterates over the registry.
 */
export type MarketDefinition<Pick extends string = string, Point extends number | null = number | null> = {
  /** The name on screens. */
  readonly title: Message;
  /** The line that is quoted most often; `null` in a market without lines. */
  readonly mainLine: Point;
  /** Every selection, in the order in which prices are listed. */
  readonly picks: readonly Pick[];
  /** The text of a selection: 'Arsenal Win', 'Over 2.5'. A bet sends the English one. */
  readonly label: (selected: Selected<Pick, Point>, teams: Teams) => string;
  /** The selection with this label; `undefined` when it is none of this market. */
  readonly parse: (label: string, teams: Teams) => Selected<Pick, Point> | undefined;
  /** The text on an odds button, where the teams are known: '1', 'Over 2.5'. */
  readonly shortLabel: (selected: Selected<Pick, Point>) => string;
  /** A selection without its line: 'Arsenal', 'Over'. The odds provider uses the same names, and the key of the registry. */
  readonly name: (pick: Pick, teams: Teams) => string;
};

/** How a selection of a market is graded; apart from the definition, because no browser needs it. */
export type Grade<Pick extends string = string, Point extends number | null = number | null> = (
  selected: Selected<Pick, Point>,
  result: ScoredResult,
) => Verdict;
