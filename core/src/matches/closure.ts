import type { Instant } from '../instant.ts';
import type { LeagueKey } from './leagues.ts';
import { type AnyMarket, type Markets, mapMarkets } from './match.ts';

/** Where an admin closed betting: on everything, or on one league. */
export type ClosureScope = 'all' | LeagueKey;

/** The latest closure of a scope; `openedAt` is `null` while it lasts. */
export type Closure = {
  readonly scope: ClosureScope;
  readonly closedAt: Instant;
  readonly openedAt: Instant | null;
};

/** Returns the closure that applies to a league now: that of everything before that of the league. */
export const closureOf = (closures: readonly Closure[], leagueKey: string): Closure | undefined =>
  closures
    .filter((closure) => closure.openedAt === null && concerns(closure, leagueKey))
    .toSorted((a, b) => Number(b.scope === 'all') - Number(a.scope === 'all'))[0];

/** Whether betting on a league was closed at any time from `since` on. */
export const wasClosedSince = (closures: readonly Closure[], leagueKey: string, since: Instant): boolean =>
  closures.some((closure) => concerns(closure, leagueKey) && (closure.openedAt === null || closure.openedAt >= since));

/** Returns the markets as shown while betting is closed: prices stay visible, suspended with the reason. */
export const closedMarkets = (markets: Markets): Markets => mapMarkets(markets, locked);

const concerns = ({ scope }: Closure, leagueKey: string): boolean => scope === 'all' || scope === leagueKey;

const locked = <Kind extends AnyMarket>(market: Kind): Kind =>
  market.state !== 'closed' ? { ...market, state: 'suspended', why: 'betting-closed' } : market;
