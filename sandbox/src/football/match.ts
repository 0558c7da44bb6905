import type { Score, ScoreMatrix } from './score-matrix.ts';
import type { Timing } from './timing.ts';

export type Side = 'home' | 'away';
export type ThreeWay = { readonly home: number; readonly draw: number; readonly away: number };
export type Totals = { readonly point: number; readonly over: number; readonly under: number };

/** What one bookmaker asks for a match at one moment; `lay` is the other side of an exchange. */
export type Book = {
  readonly key: string;
  readonly title: string;
  readonly seenAt: number;
  readonly h2h: ThreeWay | null;
  readonly lay: ThreeWay | null;
  readonly totals: Totals | null;
  /** What additional markets are priced from; null where prices are listed or set by hand. */
  readonly matrix: ScoreMatrix | null;
  /** The share of the goals to come that fall before half-time; 0 from half-time on. */
  readonly firstHalfLeft: number;
};

export type ListedBook = { readonly key: string; readonly h2h: ThreeWay | null; readonly totals: Totals | null };

/** Prices come from the goals model, or are listed as they are until kick-off or until the end. */
type Pricing =
  | { readonly kind: 'model'; readonly home: number; readonly away: number; readonly rho: number }
  | { readonly kind: 'listed'; readonly until: 'kick-off' | 'end'; readonly books: readonly ListedBook[] };

/** A rare event in a match of the calendar. */
export type Fate =
  | { readonly kind: 'postponed'; readonly byMs: number; readonly id: 'keep' | 'new' }
  | { readonly kind: 'abandoned'; readonly minute: number }
  | { readonly kind: 'corrected'; readonly afterMs: number; readonly score: Score };

/** The plan of a match before any console change. Times are wall time in ms, minutes are of the match. */
export type Plan = {
  readonly id: string;
  readonly sportKey: string;
  readonly homeTeam: string;
  readonly awayTeam: string;
  readonly kickoffAt: number;
  readonly timing: Timing;
  readonly goals: readonly AtMinute[];
  readonly reds: readonly AtMinute[];
  readonly pricing: Pricing;
  readonly endsBy: 'clock' | 'hand';
  readonly fate: Fate | null;
};

/** A goal or a red card; `minute` counts from kick-off, stoppage and half-time included. */
export type AtMinute = { readonly side: Side; readonly minute: number };
/** The same from the console, at an instant in ms. */
type AtInstant = { readonly side: Side; readonly at: number };

/**
 * A match that is unlisted from an instant on: until it is listed at its new kick-off (the plan's), or for good. `before` is its
 * previous kick-off.
 */
type Away = {
  readonly why: 'postponed' | 'cancelled';
  readonly from: number;
  readonly until: number | null;
  readonly before: number;
};

/** The console's changes of a match, with its whole plan, so that a moved match stays listed. */
export type Touch = {
  readonly plan: Plan;
  readonly goals: readonly AtInstant[];
  /** Goals that were disallowed, as after a video review. */
  readonly withdrawn: readonly AtInstant[];
  readonly reds: readonly AtInstant[];
  readonly ended: { readonly score: Score; readonly at: number } | null;
  /** Final scores reported after the first one. */
  readonly corrections: readonly { readonly score: Score; readonly at: number }[];
  readonly abandonedAt: number | null;
  readonly away: Away | null;
  readonly market: 'open' | 'suspended';
  /** Since when a suspended market is frozen in the feed with its old price; null if it disappeared. */
  readonly lingersSince: number | null;
  readonly prices: { readonly h2h: ThreeWay | null; readonly totals: Totals | null } | null;
};

/** No changes. */
export const untouched = (plan: Plan): Touch => ({
  plan,
  goals: [],
  withdrawn: [],
  reds: [],
  ended: null,
  corrections: [],
  abandonedAt: null,
  away: null,
  market: 'open',
  lingersSince: null,
  prices: null,
});

export type Phase = 'upcoming' | 'live' | 'finished' | 'postponed' | 'cancelled' | 'abandoned';

/** A match as it appears at one moment. */
export type Match = {
  readonly id: string;
  readonly sportKey: string;
  readonly homeTeam: string;
  readonly awayTeam: string;
  readonly kickoffAt: number;
  readonly phase: Phase;
  readonly clock: string | null;
  readonly score: Score | null;
  /** Red cards so far; the feed does not contain them. */
  readonly reds: Score;
  readonly finishedAt: number | null;
  /** When the score was last updated; null while it still changes. */
  readonly scoreFrozenAt: number | null;
  readonly market: 'open' | 'suspended';
};
