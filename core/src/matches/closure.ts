import type { MatchId } from '../ids.ts';
import type { Instant } from '../instant.ts';
import type { LeagueKey } from './leagues.ts';
import { type AnyMarket, type Markets, mapMarkets } from './match.ts';

/** Where an admin closed betting: on everything, or on one league. */
export type ClosureScope = 'all' | LeagueKey;

/**
 * The latest closure of a scope; `openedAt` is `null` while it lasts. Cash-out can also be closed on a market of all matches (its key),
 * on a match (its id), or on a market of a match (`<id>/<key>`).
 */
export type Closure = (
  | { readonly closes: 'betting'; readonly scope: ClosureScope }
  | { readonly closes: 'cash-out'; readonly scope: string }
) & { readonly closedAt: Instant; readonly openedAt: Instant | null };
export type Closable = Closure['closes'];
type BettingClosure = Closure & { readonly closes: 'betting' };

/** Returns the closure of betting that applies to a league now: that of everything before that of the league. */
export const closureOf = (closures: readonly Closure[], leagueKey: string): BettingClosure | undefined =>
  closures
    .filter((closure) => concerns(closure, leagueKey))
    .filter(({ openedAt }) => openedAt === null)
    .toSorted((a, b) => Number(b.scope === 'all') - Number(a.scope === 'all'))[0];

/** Whether betting on a league was closed at any time from `since` on. */
export const wasClosedSince = (closures: readonly Closure[], leagueKey: string, since: Instant): boolean =>
  closures.some((closure) => concerns(closure, leagueKey) && (closure.openedAt === null || closure.openedAt >= since));

/** Returns the scope of cash-outs on a match, on a market of it, or on a market of all matches. */
export const cashOutScope = ({ matchId, market }: CashOutScope): string =>
  [matchId, market].filter((part) => part !== undefined).join('/') || 'all';
type CashOutScope = { readonly matchId?: string | undefined; readonly market?: string | undefined };

/** Whether cash-out is closed for a selection on these markets of a match. */
export const isCashOutClosed = (
  closures: readonly Closure[],
  match: { readonly id: MatchId; readonly leagueKey: string },
  markets: readonly string[],
): boolean =>
  closures.some(
    ({ closes, scope, openedAt }) =>
      closes === 'cash-out' && openedAt === null && isInCashOutScope(scope, match, markets),
  );

/** Whether a scope of cash-outs includes a selection on these markets of a match. */
export const isInCashOutScope = (
  scope: string,
  { id, leagueKey }: { readonly id: MatchId; readonly leagueKey: string },
  markets: readonly string[],
): boolean =>
  scope === 'all' ||
  scope === leagueKey ||
  scope === id ||
  markets.some((market) => scope === market || scope === cashOutScope({ matchId: id, market }));

/** Returns the markets as shown while betting is closed: prices stay visible, suspended with the reason. */
export const closedMarkets = (markets: Markets): Markets => mapMarkets(markets, locked);

const concerns = (closure: Closure, leagueKey: string): closure is BettingClosure =>
  closure.closes === 'betting' && (closure.scope === 'all' || closure.scope === leagueKey);

const locked = <Kind extends AnyMarket>(market: Kind): Kind =>
  market.state !== 'closed' ? { ...market, state: 'suspended', why: 'betting-closed' } : market;
