import type { MatchRow } from '@touchline/core/contract';
import { type Instant, instant } from '@touchline/core/instant';

/** What the slip knows of the market: the rows of its matches, and how far they can be trusted. */
export type Market = {
  /** `loading` before the first rows; `stale` when prices are not confirmed; `offline` when the connection is lost. */
  readonly feed: 'loading' | 'ok' | 'stale' | 'offline';
  readonly now: Instant;
  readonly inPlay: 'open' | 'closed';
  /** Leagues whose prices the provider has not confirmed recently. */
  readonly staleLeagues: readonly string[];
  /** When those were last confirmed, in ms since the epoch, if known. */
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
