import type { Score } from './score-matrix.ts';
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
};

export type ListedBook = { readonly key: string; readonly h2h: ThreeWay | null; readonly totals: Totals | null };

/** Prices come from the goals model, or are listed as they are until kick-off or until the end. */
type Pricing =
  | { readonly kind: 'model'; readonly home: number; readonly away: number; readonly rho: number }
  | { readonly kind: 'listed'; readonly until: 'kick-off' | 'end'; readonly books: readonly ListedBook[] };

/** Everything that is settled about a match before anybody touches it. Times are wall time in ms, minutes are of the match. */
export type Plan = {
  readonly id: string;
  readonly sportKey: string;
  readonly homeTeam: string;
  readonly awayTeam: string;
  readonly kickoffAt: number;
  readonly timing: Timing;
  readonly goals: readonly { readonly side: Side; readonly minute: number }[];
  readonly pricing: Pricing;
  readonly endsBy: 'clock' | 'hand';
};

/** What the match desk did to a match. The plan is kept whole, so a moved match stays listed wherever it went. */
export type Touch = {
  readonly plan: Plan;
  readonly goals: readonly { readonly side: Side; readonly at: number }[];
  readonly ended: { readonly score: Score; readonly at: number } | null;
  readonly market: 'open' | 'suspended';
  readonly prices: { readonly h2h: ThreeWay | null; readonly totals: Totals | null } | null;
};

/** A match as the world sees it at one moment. */
export type Match = {
  readonly id: string;
  readonly sportKey: string;
  readonly homeTeam: string;
  readonly awayTeam: string;
  readonly kickoffAt: number;
  readonly phase: 'upcoming' | 'live' | 'finished';
  readonly clock: string | null;
  readonly score: Score | null;
  readonly finishedAt: number | null;
  readonly market: 'open' | 'suspended';
};
