import { leagueOf } from '../football/leagues.ts';
import type { Sight, World } from '../world/world.ts';

/** A match as the desk shows it; prices are those of the first bookmaker on the list. */
export function deskMatch(world: World, sight: Sight, now: number) {
  const { match, touch, plan } = sight;
  const [book] = match.phase === 'finished' ? [] : world.books(sight, now);
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
    market: match.market,
    prices: book?.h2h ?? null,
    totals: book?.totals ?? null,
    endsBy: plan.endsBy,
    touched: touch !== undefined,
  };
}

export type DeskMatch = ReturnType<typeof deskMatch>;
