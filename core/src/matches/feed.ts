import { type Instant, seconds } from '../instant.ts';

/** How the polling of a league's prices goes. `down`: the provider refuses us or has failed several times in a row. */
export type LeagueFeed = {
  readonly leagueKey: string;
  readonly state: 'ok' | 'down';
  /** When the provider last answered with all prices of the league; `null` before the first time. */
  readonly confirmedAt: Instant | null;
  /** How often it is asked now. */
  readonly everyMs: number;
  /** How long a confirmation counts; two polls and ten seconds where nothing is said. */
  readonly staleAfterMs?: number;
};

/** Two missed polls and ten seconds of grace make prices stale: they are shown dimmed and not taken. */
const graceMs = seconds(10);

/** How the prices of a league are: `down` also when it was never confirmed. Bets are taken at `ok` only. */
export function feedState(feed: LeagueFeed | undefined, now: Instant): 'ok' | 'stale' | 'down' {
  if (!feed || feed.state === 'down' || feed.confirmedAt === null) return 'down';
  return now - feed.confirmedAt > feedStaleAfterMs(feed) ? 'stale' : 'ok';
}

/** How long after its last confirmation the prices of a league may be bet on. */
export const feedStaleAfterMs = ({ staleAfterMs, everyMs }: Pick<LeagueFeed, 'staleAfterMs' | 'everyMs'>): number =>
  staleAfterMs ?? 2 * everyMs + graceMs;
