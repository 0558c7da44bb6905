import type { MatchRow } from '@touchline/core/contract';
import { type Instant, instant } from '@touchline/core/instant';
import type { RowMarket } from '@touchline/core/markets';
import { confirmedAtOf, isMarketStale } from '@touchline/core/matches';
import { kickoffOf } from './kickoff.ts';

/** Returns whether the market's price is too old to bet on, by the server's own rule. */
export function isTooOld(row: MatchRow, market: RowMarket, now: Instant): boolean {
  const kickoffAt = kickoffOf(row);
  return kickoffAt !== undefined && isMarketStale(noteOf(row, market), { kickoffAt }, now);
}

/** Returns when a market's prices were last confirmed, as an ISO time. `ofLeague` is its league's last confirmation, in ms since the Unix epoch. */
export function confirmedTime(row: MatchRow, market: RowMarket, ofLeague: number | undefined): string | null {
  const feed = ofLeague === undefined ? undefined : { confirmedAt: instant(ofLeague) };
  const at = confirmedAtOf(noteOf(row, market), feed);
  return at === null ? row.quotedAt : new Date(at).toISOString();
}

/** Returns the earlier of two times; `null`, never confirmed, is earliest. */
export function olderTime(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return null;
  return Date.parse(a) < Date.parse(b) ? a : b;
}

function noteOf(row: MatchRow, market: RowMarket): { readonly confirmedAt?: Instant } {
  const confirmedAt = Date.parse(row.notes?.[market]?.confirmedAt ?? '');
  return Number.isNaN(confirmedAt) ? {} : { confirmedAt: instant(confirmedAt) };
}
