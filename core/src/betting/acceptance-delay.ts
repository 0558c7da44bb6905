import { type Instant, instant, seconds } from '../instant.ts';

/** Seconds for which a bet with a match in play waits for acceptance; 0: it is accepted at once. */
export type AcceptanceDelays = { readonly usual: number; readonly ofLeague: Readonly<Record<string, number>> };
export const noDelays: AcceptanceDelays = { usual: 0, ofLeague: {} };

type Timed = { readonly leagueKey: string; readonly kickoffAt: Instant };

/** Returns when a bet placed now is decided: after the longest delay of its matches in play. `undefined`: it is accepted at once. */
export function acceptanceDueAt(
  matches: readonly Timed[],
  delays: AcceptanceDelays,
  now: Instant,
): Instant | undefined {
  let longest = 0;
  for (const { leagueKey, kickoffAt } of matches) {
    if (kickoffAt <= now) longest = Math.max(longest, delays.ofLeague[leagueKey] ?? delays.usual);
  }
  return longest > 0 ? instant(now + seconds(longest)) : undefined;
}
