import type { MatchRow } from '@touchline/core/contract';
import { type Instant, instant } from '@touchline/core/instant';
import type { Outcome } from '@touchline/core/matches';

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

/** The price of an outcome in a row; `-` when there is none, `undefined` when its goal line is no longer the line. */
export function priceInRow(row: MatchRow, outcome: Outcome): MatchRow['odds']['draw'] | undefined {
  const { odds } = row;
  switch (outcome.pick) {
    case 'home':
      return odds.homeWin;
    case 'draw':
      return odds.draw;
    case 'away':
      return odds.awayWin;
    case 'over':
    case 'under':
      return odds.overUnder?.point === outcome.point ? odds.overUnder[outcome.pick] : undefined;
  }
}
