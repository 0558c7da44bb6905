import type { OddsPolicy, SlipEntry } from '@touchline/core/betting';
import type { LegRefusalView, MatchRow } from '@touchline/core/contract';
import { instant } from '@touchline/core/instant';
import { type Outcome, outcomeFromLabel } from '@touchline/core/markets';
import { isLive, isUpcoming } from '@touchline/core/matches';
import { type Decimal, formatOdds, odds } from '@touchline/core/money';
import { confirmedTime, isTooOld } from '../matches/freshness.ts';
import { isBettingClosed, priceInRow, pricesOfRow } from '../matches/offers.ts';
import { ageLabel } from '../matches/time-label.ts';
import type { Market } from './market.ts';

/**
 * How a selection stands against the market. `closed` will not come back (finished, kicked off, line moved);
 * `suspended` may; `unconfirmed` has no trustworthy price just now.
 */
export type Standing = 'unchanged' | 'better' | 'worse' | 'suspended' | 'closed' | 'unconfirmed';

/** A selection with the price the house quotes now and, when something is wrong, the sentence to show beside it. */
export type SlipLine = {
  readonly entry: SlipEntry;
  readonly standing: Standing;
  readonly now: Decimal;
  readonly note: string | null;
};

/** The match's name, or the first six characters of its id when the name is missing. */
export const matchNameOf = ({ matchName, matchId }: SlipEntry): string => matchName || `Match ${matchId.slice(0, 6)}`;

const suspendedNote = 'Suspended just now. Remove it or wait.';
export const closedNote = 'Betting is closed for now.';

/** A refusal outranks the live row until a row newer than `atVersion` arrives: the server was ahead of the screen. */
export type HeldRefusal = { readonly leg: LegRefusalView; readonly atVersion: number };

/** Reads one selection against the market and, while it is newer, against the server's refusal. */
export function readLine(entry: SlipEntry, market: Market, held: HeldRefusal | undefined): SlipLine {
  const row = market.rows.get(entry.matchId);
  if (held && (!row || row.s <= held.atVersion)) {
    const refusedLine = lineOfRefusal(entry, held.leg);
    if (refusedLine) return refusedLine;
  }
  if (row) return lineOfRow(entry, row, market);
  if (market.feed === 'ok') return unavailable(entry, 'closed', 'This match is no longer on offer.');
  return unavailable(entry, 'unconfirmed', null);
}

/** Whether the bettor's setting takes this line's move of the odds without asking again. */
export function isTakenSilently(line: SlipLine, policy: OddsPolicy): boolean {
  if (line.standing === 'better') return policy !== 'none';
  return line.standing === 'worse' && policy === 'any';
}

/** The price the bet would be placed at: a move counts once it is accepted, by press or by setting. */
export const priceThatCounts = (line: SlipLine, policy: OddsPolicy): Decimal =>
  isTakenSilently(line, policy) ? line.now : line.entry.odds;

export const needsAcceptance = (line: SlipLine, policy: OddsPolicy): boolean =>
  (line.standing === 'better' || line.standing === 'worse') && !isTakenSilently(line, policy);

export const mustBeRemoved = (line: SlipLine): boolean => line.standing === 'suspended' || line.standing === 'closed';

function lineOfRow(entry: SlipEntry, row: MatchRow, market: Market): SlipLine {
  const outcome = outcomeFromLabel(row.match, entry.betOutcome);
  if (!outcome) return unavailable(entry, 'closed', 'This selection is no longer on offer.');
  const closing = whyClosed(row, market);
  if (closing) return unavailable(entry, 'closed', closing);
  if (row.markets[outcome.market] !== 'open') {
    return unavailable(entry, 'suspended', isBettingClosed(row) ? closedNote : suspendedNote);
  }
  const price = priceInRow(row, outcome);
  if (price === undefined) return unavailable(entry, 'closed', lineMoved(row, outcome));
  const now = price === '-' ? undefined : odds(price);
  if (!now) return unavailable(entry, 'suspended', suspendedNote);
  if (market.staleLeagues.includes(row.league.key) || isTooOld(row, outcome.market, market.now)) {
    const confirmedAt = confirmedTime(row, outcome.market, market.confirmed?.[row.league.key]);
    const age = ageLabel(confirmedAt, market.now);
    return { entry, standing: 'unconfirmed', now, note: `The odds have not been confirmed for a while, ${age}.` };
  }
  return lineAtPrice(entry, now);
}

function lineAtPrice(entry: SlipEntry, now: Decimal): SlipLine {
  if (now.eq(entry.odds)) return { entry, standing: 'unchanged', now, note: null };
  const standing = now.gt(entry.odds) ? 'better' : 'worse';
  return { entry, standing, now, note: `Odds moved from ${formatOdds(entry.odds)} to ${formatOdds(now)}.` };
}

function whyClosed(row: MatchRow, market: Market): string | null {
  if (row.gone) return 'This match is no longer on offer.';
  if (row.status !== 'open') return 'The match is over.';
  const timed = { status: row.status, kickoffAt: instant(Date.parse(row.match.commenceTime)) };
  if (isUpcoming(timed, market.now)) return null;
  if (!isLive(timed, market.now)) return 'The match is over for betting.';
  return market.inPlay === 'closed' ? 'The match has kicked off and is closed for betting.' : null;
}

const lineMoved = (row: MatchRow, { market }: Outcome): string => {
  const point = pricesOfRow(row, market)?.point;
  return point === undefined ? 'The goal line is no longer offered.' : `The goal line moved to ${point}.`;
};

/** What may pass by itself, or with another stake, holds nothing back: the next try may be taken. */
function lineOfRefusal(entry: SlipEntry, leg: LegRefusalView): SlipLine | undefined {
  switch (leg.code) {
    case 'odds-stale':
    case 'score-changed':
    case 'liability-reached':
      return undefined;
    case 'odds-changed': {
      const now = leg.now === undefined ? undefined : odds(leg.now);
      return now && lineAtPrice(entry, now);
    }
    case 'market-suspended':
      return unavailable(entry, 'suspended', leg.error);
    case 'line-moved':
    case 'match-started':
    case 'match-over':
    case 'match-unknown':
    case 'outcome-unknown':
    case 'match-twice':
      return unavailable(entry, 'closed', leg.error);
  }
}

const unavailable = (entry: SlipEntry, standing: Standing, note: string | null): SlipLine => ({
  entry,
  standing,
  now: entry.odds,
  note,
});
