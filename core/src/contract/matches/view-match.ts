import { isSameScore, perRowMarket, type RowMarket, rowMarkets } from '../../markets/index.ts';
import {
  type AnyMarket,
  type Closure,
  closedMarkets,
  closureOf,
  leagueOf,
  type Markets,
  type Match,
  mapMarkets,
  marketsIn,
} from '../../matches/index.ts';
import type { Decimal } from '../../money/index.ts';
import { utcText } from '../utc-text.ts';
import type { MatchRow, Price } from './matches.ts';

/** The path of a team's picture; nothing where there is none. */
export type LogoOf = (team: string) => string | undefined;
export const noLogos: LogoOf = () => undefined;

/**
 * A match as every screen gets it. `seq` is its version; prices of a suspended market stay visible, the lock is in `markets`. While
 * an admin keeps betting closed every market is under that lock.
 */
export function viewMatchRow(
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
    match: { homeTeam: match.homeTeam, awayTeam: match.awayTeam, commenceTime: utcText(match.kickoffAt) },
    league: { key: match.leagueKey, title: leagueOf(match.leagueKey)?.title ?? match.leagueKey },
    ...(homeTeamLogo && { homeTeamLogo }),
    ...(awayTeamLogo && { awayTeamLogo }),
    odds: {
      homeWin: price(h2h?.home),
      draw: price(h2h?.draw),
      awayWin: price(h2h?.away),
      overUnder: totals && { point: totals.point, over: price(totals.over), under: price(totals.under) },
    },
    markets: perRowMarket((key) => shownState(markets[key])),
    status: match.status,
    score: match.score && { home: match.score.home, away: match.score.away },
    quotedAt: quotedAt(match.markets),
    ...(notes && { notes }),
  };
}

/** A closed market is not offered any more: neither its prices nor a lock are shown. */
const shownMarkets = (markets: Markets): Markets =>
  mapMarkets(markets, (market) => (market.state === 'closed' ? null : market));

const shownState = (market: AnyMarket | null): 'open' | 'suspended' | 'none' =>
  market === null || market.state === 'closed' ? 'none' : market.state;

type MarketNotes = NonNullable<MatchRow['notes']>;

function notesOf(markets: Markets): MarketNotes | undefined {
  const notes = rowMarkets.flatMap((key) => {
    const note = noteOf(markets[key]);
    return note ? [[key, note] as const] : [];
  });
  return notes.length > 0 ? Object.fromEntries(notes) : undefined;
}

function noteOf(market: AnyMarket | null): MarketNotes[RowMarket] {
  if (!market || (market.why === undefined && market.confirmedAt === undefined)) return undefined;
  const { why, confirmedAt } = market;
  return { ...(why && { why }), ...(confirmedAt !== undefined && { confirmedAt: utcText(confirmedAt) }) };
}

/** A goal, a suspension or an end: what a bettor must see before the next tick. */
export function isUrgent(before: MatchRow | undefined, after: MatchRow): boolean {
  if (!before) return false;
  const isSuspended = rowMarkets.some((key) => before.markets[key] === 'open' && after.markets[key] !== 'open');
  const isGoal = after.score !== null && before.score !== null && !isSameScore(before.score, after.score);
  return isSuspended || isGoal || before.status !== after.status;
}

const price = (odds: Decimal | undefined): Price => odds?.toNumber() ?? '-';

function quotedAt(markets: Markets): string | null {
  const times = marketsIn(markets).map(({ market }) => market.quotedAt);
  const [newest] = times.sort((a, b) => b - a);
  return newest === undefined ? null : utcText(newest);
}
