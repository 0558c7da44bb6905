import { type Instant, seconds } from '@touchline/core/instant';
import { marketKeys } from '@touchline/core/markets';
import { ok, type Result, refused } from '@touchline/core/result';
import { type FeedProblem, problemCode, problemOfError, problemOfResponse, withoutKey } from './feed-problem.ts';
import { readBody } from './read-body.ts';

export type { FeedProblem } from './feed-problem.ts';

/** Credits left, used this month and spent by the last request, as the provider counts them. */
export type Quota = {
  readonly remaining: number | null;
  readonly used?: number | null;
  readonly last: number | null;
};

export type Answer = { readonly body: unknown; readonly quota: Quota };
type Reply = Promise<Result<Answer, FeedProblem>>;

export type OddsApi = {
  /** The provider's name in the database. */
  readonly name: string;
  readonly odds: (leagueKey: string) => Reply;
  /** Prices of one match, of any markets; costs a credit for each market that is returned and region. */
  readonly eventOdds: (leagueKey: string, eventId: string, markets: readonly string[]) => Reply;
  /** Fixtures without prices; costs nothing. */
  readonly events: (leagueKey: string) => Reply;
  /** Scores of matches in play and of the last three days. */
  readonly scores: (leagueKey: string) => Reply;
};

/** The provider with the requests that are not about one league. */
export type OddsProvider = OddsApi & {
  /** Checks our access; costs nothing. */
  readonly sports: () => Reply;
  /** The credits in the last response of any kind, errors included, and when it arrived. */
  readonly quota: () => (Quota & { readonly receivedAt: Instant }) | undefined;
};

export type OddsApiOptions = {
  readonly url: string;
  readonly key: string;
  readonly regions: readonly string[];
  readonly now: () => Instant;
  readonly timeoutMs?: number;
  readonly onAnswer?: OnAnswer;
};
/** Called with the outcome of every request: `ok`, or the code of the problem. */
export type OnAnswer = (
  question: 'odds' | 'event-odds' | 'events' | 'scores' | 'sports' | 'matches',
  outcome: string,
) => void;

/** A request for prices costs one credit per market and region. */
export const requestedMarkets = marketKeys.length;

/**
 * A client of The Odds API v4 (https://the-odds-api.com/liveapi/guides/v4/). Returns raw bodies, up to a limit, and failures as
 * values; never throws.
 */
export function createOddsApi(options: OddsApiOptions): OddsProvider {
  let quota: ReturnType<OddsProvider['quota']>;
  const request = async (
    endpoint: Parameters<OnAnswer>[0],
    leagueKey: string | undefined,
    parameters: Readonly<Record<string, string>>,
    within: string = endpoint,
  ): Reply => {
    const path = leagueKey === undefined ? '' : `/${encodeURIComponent(leagueKey)}/${within}`;
    const address = new URL(`${options.url}/v4/sports${path}`);
    address.search = new URLSearchParams({ ...parameters, apiKey: options.key }).toString();
    const response = await send(address, options, (latest) => {
      quota = { ...latest, receivedAt: options.now() };
    });
    options.onAnswer?.(endpoint, response.ok ? 'ok' : problemCode(response.refusal));
    return response;
  };
  return {
    name: 'the-odds-api',
    odds: (leagueKey) =>
      request('odds', leagueKey, {
        regions: options.regions.join(','),
        markets: marketKeys.join(','),
        oddsFormat: 'decimal',
        dateFormat: 'iso',
      }),
    eventOdds: (leagueKey, eventId, markets) =>
      request(
        'event-odds',
        leagueKey,
        { regions: options.regions.join(','), markets: markets.join(','), oddsFormat: 'decimal', dateFormat: 'iso' },
        `events/${encodeURIComponent(eventId)}/odds`,
      ),
    events: (leagueKey) => request('events', leagueKey, { dateFormat: 'iso' }),
    scores: (leagueKey) => request('scores', leagueKey, { daysFrom: '3', dateFormat: 'iso' }),
    sports: () => request('sports', undefined, {}),
    quota: () => quota,
  };
}

async function send(
  address: URL,
  { key, timeoutMs = seconds(10) }: OddsApiOptions,
  onQuota: (quota: Quota) => void,
): Reply {
  let hasBegun = false;
  try {
    const response = await fetch(address, {
      signal: AbortSignal.timeout(timeoutMs),
      headers: { accept: 'application/json' },
      // The key is in the URL: a redirect would send it to another server.
      redirect: 'manual',
    });
    hasBegun = true;
    const quota = quotaOf(response.headers);
    if (quota.remaining !== null || quota.used !== null) onQuota(quota);
    const text = await readBody(response);
    if (!response.ok) return refused(withoutKey(problemOfResponse(response.status, text), key));
    return ok({ body: JSON.parse(text), quota });
  } catch (error) {
    return refused(withoutKey(problemOfError(error, { hasBegun, timeoutMs }), key));
  }
}

function quotaOf(headers: Headers): Quota {
  const count = (name: string) => {
    const text = headers.get(name);
    return text !== null && /^\d+(\.\d+)?$/.test(text) ? Math.round(Number(text)) : null;
  };
  return {
    remaining: count('x-requests-remaining'),
    used: count('x-requests-used'),
    last: count('x-requests-last'),
  };
}
