import type { MatchRow } from '@touchline/core/contract';
import { type Instant, instant } from '@touchline/core/instant';

/** What the screen knows of the market: rows of the matches on the slip, and how far they can be trusted. */
export type Market = {
  /** `loading` before the first rows; `stale` when prices are not confirmed; `offline` when the line is down. */
  readonly feed: 'loading' | 'ok' | 'stale' | 'offline';
  readonly now: Instant;
  readonly inPlay: 'open' | 'closed';
  /** Leagues whose prices the provider has not confirmed lately. */
  readonly staleLeagues: readonly string[];
  /** When those were confirmed last, in ms since the epoch, where it is known. */
  readonly confirmed?: Readonly<Record<string, number>>;
  readonly rows: ReadonlyMap<string, MatchRow>;
};

export const unknownMarket: Market = {
  feed: 'loading',
  now: instant(0),
  inPlay: 'open',
  staleLeagues: [],
  rows: new Map(),
};
