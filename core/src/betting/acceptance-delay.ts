import { type Instant, instant, seconds } from '../instant.ts';

/** How long a bet with a match in play is held, in seconds; 0 is not at all. */
export type AcceptanceDelays = { readonly usual: number; readonly ofLeague: Readonly<Record<string, number>> };
export const noDelays: AcceptanceDelays = { usual: 0, ofLeague: {} };

type Timed = { readonly leagueKey: string; readonly kickoffAt: Instant };

/** Until when a bet placed now is held: the longest delay of its matches in play; `undefined` when it counts at once. */
export function heldUntil(matches: readonly Timed[], delays: AcceptanceDelays, now: Instant): Instant | undefined {
  const inPlay = matches.filter(({ kickoffAt }) => kickoffAt <= now);
  const longest = Math.max(0, ...inPlay.map(({ leagueKey }) => delays.ofLeague[leagueKey] ?? delays.usual));
  return longest > 0 ? instant(now + seconds(longest)) : undefined;
}
