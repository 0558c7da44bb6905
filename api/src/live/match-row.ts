import type { MatchRow, Price } from '@touchline/core/contract';
import type { Instant } from '@touchline/core/instant';
import { leagueOf, type Markets, type Match } from '@touchline/core/matches';
import type { Decimal } from '@touchline/core/money';

/** A match as every screen gets it. `seq` is its version; prices of a suspended market stay visible, the lock is in `markets`. */
export function matchRow(match: Match, seq: number): MatchRow {
  const { h2h, totals } = match.markets;
  return {
    id: match.id,
    s: seq,
    match: { homeTeam: match.homeTeam, awayTeam: match.awayTeam, commenceTime: isoTime(match.kickoffAt) },
    league: { key: match.leagueKey, title: leagueOf(match.leagueKey)?.title ?? match.leagueKey },
    odds: {
      homeWin: price(h2h?.home),
      draw: price(h2h?.draw),
      awayWin: price(h2h?.away),
      overUnder: totals && { point: totals.point, over: price(totals.over), under: price(totals.under) },
    },
    markets: { h2h: h2h?.state ?? 'none', totals: totals?.state ?? 'none' },
    status: match.status,
    score: match.score && { home: match.score.home, away: match.score.away },
    quotedAt: quotedAt(match.markets),
  };
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
