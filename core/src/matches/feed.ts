import { type Instant, seconds } from '../instant.ts';

/** The state of polling a league's prices. `down`: the provider refuses our key or has failed several times in a row. */
export type LeagueFeed = {
  readonly leagueKey: string;
  readonly state: 'ok' | 'down';
  /** When the provider last returned all prices of the league; `null` before the first time. */
  readonly confirmedAt: Instant | null;
  /** The current polling interval. */
  readonly everyMs: number;
  /** How long a confirmation is valid; two polls and ten seconds by default. */
  readonly staleAfterMs?: number;
};

/** After two missed polls and ten seconds of grace, prices are stale: shown dimmed and not accepted. */
const graceMs = seconds(10);

/** Returns the state of a league's prices; `down` also when they were never confirmed. Bets are accepted at `ok` only. */
export function feedState(feed: LeagueFeed | undefined, now: Instant): 'ok' | 'stale' | 'down' {
  if (!feed || feed.state === 'down' || feed.confirmedAt === null) return 'down';
  const age = now - feed.confirmedAt;
  // A clock that was set back would make an old confirmation count until it caught up.
  return age > feedStaleAfterMs(feed) || age < -graceMs ? 'stale' : 'ok';
}

/** How long after their last confirmation the prices of a league are accepted. */
export const feedStaleAfterMs = ({ staleAfterMs, everyMs }: Pick<LeagueFeed, 'staleAfterMs' | 'everyMs'>): number =>
  staleAfterMs ?? 2 * everyMs + graceMs;

/** Matches in play of a league for which no prices are polled, because the month's credits do not cover them. */
export type SkippedPlay = {
  readonly leagueKey: string;
  readonly from: Instant;
  readonly to: Instant;
  /** How many matches are in play at once. */
  readonly matches: number;
};

export const isSkippedPlay = (skipped: readonly SkippedPlay[], leagueKey: string, now: Instant): boolean =>
  skipped.some((play) => play.leagueKey === leagueKey && play.from <= now && now < play.to);
