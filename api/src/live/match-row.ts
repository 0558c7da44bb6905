import type { MatchRow, Price } from '@touchline/core/contract';
import type { Instant } from '@touchline/core/instant';
import { type Closure, closedMarkets, closureOf, leagueOf, type Markets, type Match } from '@touchline/core/matches';
import type { Decimal } from '@touchline/core/money';
import { type LogoOf, noLogos } from './team-logos.ts';

/**
 * A match as every screen gets it. `seq` is its version; prices of a suspended market stay visible, the lock is in `markets`. While
 * an admin keeps betting closed every market is under that lock.
 */
export function matchRow(
  match: Match,
  seq: number,
  closures: readonly Closure[] = [],
  logoOf: LogoOf = noLogos,
): MatchRow {
  const markets = closureOf(closures, match.leagueKey) ? closedMarkets(match.markets) : match.markets;
  const { h2h, totals } = shownMarkets(markets);
  const notes = notesOf(markets);
  const [homeTeamLogo, awayTeamLogo] = [logoOf(match.homeTeam), logoOf(match.awayTeam)];
  return {
    id: match.id,
    s: seq,
    match: { homeTeam: match.homeTeam, awayTeam: match.awayTeam, commenceTime: isoTime(match.kickoffAt) },
    league: { key: match.leagueKey, title: leagueOf(match.leagueKey)?.title ?? match.leagueKey },
    ...(homeTeamLogo && { homeTeamLogo }),
    ...(awayTeamLogo && { awayTeamLogo }),
    odds: {
      homeWin: price(h2h?.home),
      draw: price(h2h?.draw),
      awayWin: price(h2h?.away),
      overUnder: totals && { point: totals.point, over: price(totals.over), under: price(totals.under) },
    },
    markets: { h2h: shownState(h2h), totals: shownState(totals) },
    status: match.status,
    score: match.score && { home: match.score.home, away: match.score.away },
    quotedAt: quotedAt(match.markets),
    ...(notes && { notes }),
  };
}

/** A closed market is not offered any more: neither its prices nor a lock are shown. */
const shownMarkets = ({ h2h, totals }: Markets): Markets => ({
  h2h: h2h?.state === 'closed' ? null : h2h,
  totals: totals?.state === 'closed' ? null : totals,
});

function shownState(market: Markets['h2h' | 'totals']): 'open' | 'suspended' | 'none' {
  return market === null || market.state === 'closed' ? 'none' : market.state;
}

function notesOf({ h2h, totals }: Markets): MatchRow['notes'] {
  const [winner, goals] = [noteOf(h2h), noteOf(totals)];
  if (!winner && !goals) return undefined;
  return { ...(winner && { h2h: winner }), ...(goals && { totals: goals }) };
}

type MarketNote = NonNullable<NonNullable<MatchRow['notes']>['h2h']>;

function noteOf(market: Markets['h2h' | 'totals']): MarketNote | undefined {
  if (!market || (market.why === undefined && market.confirmedAt === undefined)) return undefined;
  const { why, confirmedAt } = market;
  return { ...(why && { why }), ...(confirmedAt !== undefined && { confirmedAt: isoTime(confirmedAt) }) };
}

/** A goal, a suspension or an end: what a bettor must see before the next tick. */
export function isUrgent(before: MatchRow | undefined, after: MatchRow): boolean {
  if (!before) return false;
  const isSuspended = (market: 'h2h' | 'totals') =>
    before.markets[market] === 'open' && after.markets[market] !== 'open';
  const isGoal = after.score !== null && before.score !== null && !sameScore(before.score, after.score);
  return isSuspended('h2h') || isSuspended('totals') || isGoal || before.status !== after.status;
}

const sameScore = (a: NonNullable<MatchRow['score']>, b: NonNullable<MatchRow['score']>): boolean =>
  a.home === b.home && a.away === b.away;

const price = (odds: Decimal | undefined): Price => odds?.toNumber() ?? '-';
const isoTime = (at: Instant): string => new Date(at).toISOString();

function quotedAt({ h2h, totals }: Markets): string | null {
  const times = [h2h, totals].flatMap((market) => (market ? [market.quotedAt] : []));
  const [first] = times.sort((a, b) => b - a);
  return first === undefined ? null : isoTime(first);
}
