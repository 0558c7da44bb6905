import type { MatchRow } from '@touchline/core/contract';
import { type Instant, instant } from '@touchline/core/instant';
import type { RowMarket } from '@touchline/core/markets';
import { confirmedAtOf, isMarketStale } from '@touchline/core/matches';
import { kickoffOf } from './kickoff.ts';

/** Whether a bet on this market would be refused as too old, by the same rule that refuses it. */
export function isTooOld(row: MatchRow, market: RowMarket, now: Instant): boolean {
  const kickoffAt = kickoffOf(row);
  return kickoffAt !== undefined && isMarketStale(noteOf(row, market), { kickoffAt }, now);
}

/** When the prices of a market were last confirmed, as an ISO time; `ofLeague` is when its league last was, in ms since the epoch. */
export function confirmedTime(row: MatchRow, market: RowMarket, ofLeague: number | undefined): string | null {
  const feed = ofLeague === undefined ? undefined : { confirmedAt: instant(ofLeague) };
  const at = confirmedAtOf(noteOf(row, market), feed);
  return at === null ? row.quotedAt : new Date(at).toISOString();
}

/** The market of two that was confirmed longer ago. */
export function olderTime(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return null;
  return Date.parse(a) < Date.parse(b) ? a : b;
}

function noteOf(row: MatchRow, market: RowMarket): { readonly confirmedAt?: Instant } {
  const confirmedAt = Date.parse(row.notes?.[market]?.confirmedAt ?? '');
  return Number.isNaN(confirmedAt) ? {} : { confirmedAt: instant(confirmedAt) };
}
