import type { OddsPolicy, SlipEntry } from '@touchline/core/betting';
import type { LegRefusalView, MatchRow } from '@touchline/core/contract';
import { instant } from '@touchline/core/instant';
import { formatNumber, msg, t } from '@touchline/core/language';
import {
  isQuoted,
  matchNameText,
  type Outcome,
  outcomeFromLabel,
  type QuotedOutcome,
  sourcesOf,
} from '@touchline/core/markets';
import { isLive, isUpcoming } from '@touchline/core/matches';
import { type Decimal, formatOdds, odds } from '@touchline/core/money';
import { confirmedTime, isTooOld } from '../matches/freshness.ts';
import { ageLabel } from '../matches/match-texts.ts';
import { bettingClosed, priceInRow, pricesOfRow, reasonOf } from '../matches/offers.ts';
import type { Market } from './market.ts';
import { priceKey, type SelectionPrice } from './price-machine.ts';

/**
 * How a selection compares with the market. `closed` is final (finished, kicked off, line moved), `suspended` may reopen,
 * `unconfirmed` has no reliable price at the moment.
 */
export type LineStatus = 'unchanged' | 'better' | 'worse' | 'suspended' | 'closed' | 'unconfirmed';

/** A selection with its current odds and, if something is wrong, the sentence to show beside it. */
export type SlipLine = {
  readonly entry: SlipEntry;
  readonly status: LineStatus;
  readonly now: Decimal;
  readonly note: string | null;
};

/** The match's name, or the first six characters of its id when the name is missing. */
export const matchNameOf = ({ matchName, matchId }: SlipEntry): string =>
  matchName ? matchNameText({ matchName }) : t('Match {id}', { id: matchId.slice(0, 6) });

const suspendedNote = (why = t('Suspended just now')) => t('{reason}. Remove it or wait.', { reason: why });
export const closedNote = msg('Betting is closed for now.');

/**
 * A refusal overrides the price on the screen until a newer one arrives: of a version above `atVersion`, or of that one but asked for
 * after the refusal arrived `at`, by `performance.now()`. The server was ahead of the screen.
 */
export type LegRefusal = { readonly leg: LegRefusalView; readonly atVersion: number; readonly at: number };
type Priced = Pick<SelectionPrice, 's' | 'askedAt'>;

/** Compares one selection with the market, and with the server's refusal while that is newer. */
export function readLine(entry: SlipEntry, market: Market, refusal: LegRefusal | undefined): SlipLine {
  const row = market.rows.get(entry.matchId);
  const refusedLine = (priced: Priced | undefined) =>
    refusal && !isNewer(priced, refusal) ? lineOfRefusal(entry, refusal.leg) : undefined;
  const refused = refusedLine(row) && refusedLine(market.prices.get(priceKey(entry)));
  if (refused) return refused;
  if (row) return lineOfRow(entry, row, market, refusedLine);
  if (market.feed === 'ok') return unavailable(entry, 'closed', t('This match is no longer on offer.'));
  return unavailable(entry, 'unconfirmed', null);
}

const isNewer = ({ s, askedAt = 0 }: Priced = { s: 0 }, { atVersion, at }: LegRefusal): boolean =>
  s > atVersion || (s === atVersion && askedAt > at);

/** Whether the bettor's setting accepts this line's odds change automatically. */
export function isAcceptedByPolicy(line: SlipLine, policy: OddsPolicy): boolean {
  if (line.status === 'better') return policy !== 'none';
  return line.status === 'worse' && policy === 'any';
}

/** The odds the bet would be placed at: changed odds count once they are accepted, by the button or by the setting. */
export const effectiveOdds = (line: SlipLine, policy: OddsPolicy): Decimal =>
  isAcceptedByPolicy(line, policy) ? line.now : line.entry.odds;

export const needsAcceptance = (line: SlipLine, policy: OddsPolicy): boolean =>
  (line.status === 'better' || line.status === 'worse') && !isAcceptedByPolicy(line, policy);

export const isUnavailable = (line: SlipLine): boolean => line.status === 'suspended' || line.status === 'closed';

function lineOfRow(
  entry: SlipEntry,
  row: MatchRow,
  market: Market,
  refusedLine: (priced: Priced | undefined) => SlipLine | undefined,
): SlipLine {
  const outcome = outcomeFromLabel(row.match, entry.betOutcome);
  if (!outcome) return unavailable(entry, 'closed', t('This selection is no longer on offer.'));
  const closedReason = whyClosed(row, market);
  if (closedReason) return unavailable(entry, 'closed', closedReason);
  const sources = sourcesOf(outcome);
  if (sources.some((key) => row.markets[key] !== 'open')) {
    const why = reasonOf(row);
    return unavailable(entry, 'suspended', why === bettingClosed ? t(closedNote) : suspendedNote(why && t(why)));
  }
  if (isQuoted(outcome) && priceInRow(row, outcome) === undefined)
    return unavailable(entry, 'closed', lineMoved(row, outcome));
  const price = priceOf(entry, outcome, row, market);
  const refused = refusedLine(price);
  if (refused) return refused;
  const now = price ? price.odds : entry.odds;
  if (!now) return unavailable(entry, 'suspended', suspendedNote());
  const isStale = market.staleLeagues.includes(row.league.key);
  const old = sources.find((key) => isStale || isTooOld(row, key, market.now));
  if (old) {
    const age = ageLabel(confirmedTime(row, old, market.confirmed?.[row.league.key]), market.now);
    return {
      entry,
      status: 'unconfirmed',
      now,
      note: t('The odds have not been confirmed for a while, {age}.', { age }),
    };
  }
  return price ? lineAtPrice(entry, now) : unavailable(entry, 'unconfirmed', null);
}

/** Returns the price of a selection; `undefined` while it is not known. */
function priceOf(entry: SlipEntry, outcome: Outcome, row: MatchRow, market: Market): SelectionPrice | undefined {
  if (isQuoted(outcome)) return { s: row.s, odds: odds(priceInRow(row, outcome) ?? '-') ?? null };
  const isSeenNow = entry.seenAt !== undefined && entry.seenAt >= row.s;
  return market.prices.get(priceKey(entry)) ?? (isSeenNow ? { s: entry.seenAt, odds: entry.odds } : undefined);
}

function lineAtPrice(entry: SlipEntry, now: Decimal): SlipLine {
  if (now.eq(entry.odds)) return { entry, status: 'unchanged', now, note: null };
  const status = now.gt(entry.odds) ? 'better' : 'worse';
  return { entry, status, now, note: oddsMoved(formatOdds(entry.odds), formatOdds(now)) };
}

export const oddsMoved = (from: string, to: string): string => t('Odds moved from {from} to {to}.', { from, to });

function whyClosed(row: MatchRow, market: Market): string | null {
  if (row.gone) return t('This match is no longer on offer.');
  if (row.status !== 'open') return t('The match is over.');
  const timed = { status: row.status, kickoffAt: instant(Date.parse(row.match.commenceTime)) };
  if (isUpcoming(timed, market.now)) return null;
  if (!isLive(timed, market.now)) return t('The match is over for betting.');
  return market.inPlay === 'closed' ? t('The match has kicked off and is closed for betting.') : null;
}

const lineMoved = (row: MatchRow, { market }: QuotedOutcome): string => {
  const point = pricesOfRow(row, market)?.point;
  return point === undefined
    ? t('The goal line is no longer offered.')
    : t('The goal line moved to {point}.', { point: formatNumber(point) });
};

/** A refusal that may not recur, or not with another stake, blocks nothing: the next attempt may succeed. */
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

const unavailable = (entry: SlipEntry, status: LineStatus, note: string | null): SlipLine => ({
  entry,
  status,
  now: entry.odds,
  note,
});
