import { type Instant, instant, minutes, seconds } from '@touchline/core/instant';
import type { LeagueKey } from '@touchline/core/matches';
import type { Result } from '@touchline/core/result';
import { type FeedProblem, problemCode } from './feed-problem.ts';
import { getJson } from './get-json.ts';

/** The provider's codes of our leagues. It does not cover the Nations League. */
const competitions: Readonly<Partial<Record<LeagueKey, string>>> = {
  soccer_epl: 'PL',
  soccer_spain_la_liga: 'PD',
  soccer_italy_serie_a: 'SA',
  soccer_germany_bundesliga: 'BL1',
  soccer_france_ligue_one: 'FL1',
  soccer_uefa_champs_league: 'CL',
  soccer_uefa_europa_league: 'EL',
};

/** A provider of results, with half-time scores and the score after 90 minutes. */
export type ResultsProvider = {
  /** The provider's name in the database. */
  readonly name: string;
  readonly covers: (leagueKey: LeagueKey) => boolean;
  /** The matches of a league that kick off between two days (UTC), both included. */
  readonly matches: (leagueKey: LeagueKey, from: Instant, to: Instant) => Promise<Result<unknown, FeedProblem>>;
  /** From when on the provider accepts the next request; in the past if it does now. */
  readonly acceptsFrom: () => Instant;
};

export type FootballDataOptions = {
  readonly url: string;
  readonly token: string;
  readonly now: () => Instant;
  readonly timeoutMs?: number;
  /** Called with the outcome of every request: `ok`, or the code of the problem. */
  readonly onAnswer?: (outcome: string) => void;
};

/**
 * A client of football-data.org v4 (https://docs.football-data.org/general/v4/). Returns raw bodies, up to a limit, and failures as
 * values; never throws. The provider counts requests a minute and reports the rest in headers.
 */
export function createFootballData(options: FootballDataOptions): ResultsProvider {
  let acceptsFrom = instant(0);
  return {
    name: 'football-data.org',
    covers: (leagueKey) => competitions[leagueKey] !== undefined,
    acceptsFrom: () => acceptsFrom,
    matches: async (leagueKey, from, to) => {
      const address = new URL(`${options.url}/v4/competitions/${competitions[leagueKey]}/matches`);
      // The day of `dateTo` is not included.
      address.search = new URLSearchParams({ dateFrom: dayOf(from), dateTo: dayOf(instant(to + dayMs)) }).toString();
      const response = await getJson(address, {
        key: options.token,
        headers: { 'x-auth-token': options.token },
        timeoutMs: options.timeoutMs,
        onHeaders: (headers) => {
          acceptsFrom = nextRequestAt(headers, options.now()) ?? acceptsFrom;
        },
        problemOf,
      });
      options.onAnswer?.(response.ok ? 'ok' : problemCode(response.refusal));
      return response;
    },
  };
}

const dayMs = 86_400_000;
const dayOf = (at: Instant): string => new Date(at).toISOString().slice(0, 10);

/** A competition that our plan does not include is answered with 403, a wrong token with 400 or 401. */
function problemOf(status: number, text: string): FeedProblem {
  const message = String(status);
  if (status === 401 || (status === 400 && /token/i.test(text))) return { kind: 'refused-us', message };
  if (status === 403 || status === 404) return { kind: 'no-such-league', message };
  return { kind: status === 429 || status === 408 || status >= 500 ? 'failing' : 'wrong-question', message };
}

/** Returns when the provider accepts a request again if none is left, and `undefined` if it does not say. */
function nextRequestAt(headers: Headers, now: Instant): Instant | undefined {
  const left = headers.get('x-requests-available-minute');
  const reset = headers.get('x-requestcounter-reset');
  if (left === null || !/^\d+$/.test(left)) return undefined;
  if (Number(left) > 0) return instant(0);
  const waitMs = reset !== null && /^\d+$/.test(reset) ? seconds(Number(reset)) : minutes(1);
  return instant(now + Math.min(waitMs, minutes(2)));
}
