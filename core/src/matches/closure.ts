import type { Instant } from '../instant.ts';
import type { LeagueKey } from './leagues.ts';
import { type AnyMarket, type Markets, mapMarkets } from './match.ts';

/** Where an admin closed betting: the whole house, or one league. */
export type ClosureScope = 'all' | LeagueKey;

/** The last time that betting was closed there; `openedAt` is `null` while it still is. */
export type Closure = {
  readonly scope: ClosureScope;
  readonly closedAt: Instant;
  readonly openedAt: Instant | null;
};

/** What keeps a league closed now: the whole house before the league alone. */
export const closureOf = (closures: readonly Closure[], leagueKey: string): Closure | undefined =>
  closures
    .filter((closure) => closure.openedAt === null && concerns(closure, leagueKey))
    .toSorted((a, b) => Number(b.scope === 'all') - Number(a.scope === 'all'))[0];

/** Whether a league was closed at any time from `since` on. */
export const wasClosedSince = (closures: readonly Closure[], leagueKey: string, since: Instant): boolean =>
  closures.some((closure) => concerns(closure, leagueKey) && (closure.openedAt === null || closure.openedAt >= since));

/** Markets as they are shown while betting is closed: their prices stay, behind a lock that says why. */
export const closedMarkets = (markets: Markets): Markets => mapMarkets(markets, locked);

const concerns = ({ scope }: Closure, leagueKey: string): boolean => scope === 'all' || scope === leagueKey;

const locked = <Kind extends AnyMarket>(market: Kind): Kind =>
  market.state !== 'closed' ? { ...market, state: 'suspended', why: 'betting-closed' } : market;
