import { leagueOf } from '../football/leagues.ts';
import type { Sight, World } from '../world/world.ts';

/** A match as shown in the match console, with the prices of the first bookmaker. */
export function consoleMatch(world: World, sight: Sight, now: number) {
  const { match, touch, plan } = sight;
  const [book] = match.phase === 'finished' ? [] : world.books(sight, now);
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return {
    id: match.id,
    sportKey: match.sportKey,
    league: leagueOf(match.sportKey)?.title ?? match.sportKey,
    homeTeam: match.homeTeam,
    awayTeam: match.awayTeam,
    kickoffAt: new Date(match.kickoffAt).toISOString(),
    phase: match.phase,
    clock: match.clock,
    score: match.score,
    reds: match.reds,
    stoppage: { first: plan.timing.firstStoppage, second: plan.timing.secondStoppage },
    corrected: match.phase === 'finished' && touch.corrections.some(({ at }) => at <= now),
    /** For a postponed match: when it will be on the list again, and its new kick-off. */
    back:
      match.phase === 'postponed' && touch.away?.until
        ? { listedAt: iso(touch.away.until), kickoffAt: iso(plan.kickoffAt) }
        : null,
    market: match.market,
    /** Whether the match console suspended the market, not a pause for a goal or a red card. */
    suspendedByHand: touch.market === 'suspended',
    prices: book?.h2h ?? null,
    totals: book?.totals ?? null,
    endsBy: plan.endsBy,
    touched: sight.by === 'console',
  };
}

export type ConsoleMatch = ReturnType<typeof consoleMatch>;
