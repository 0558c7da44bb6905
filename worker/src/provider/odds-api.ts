import type { Instant } from '@touchline/core/instant';
import { marketKeys } from '@touchline/core/markets';
import { ok, type Result } from '@touchline/core/result';
import { type FeedProblem, problemCode, problemOfResponse } from './feed-problem.ts';
import { getJson } from './get-json.ts';

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
    let counted = quotaOf(new Headers());
    const { key, timeoutMs } = options;
    const onHeaders = (headers: Headers): void => {
      counted = quotaOf(headers);
      if (counted.remaining !== null || counted.used !== null) quota = { ...counted, receivedAt: options.now() };
    };
    const response = await getJson(address, { key, timeoutMs, onHeaders, problemOf: problemOfResponse });
    options.onAnswer?.(endpoint, response.ok ? 'ok' : problemCode(response.refusal));
    return response.ok ? ok({ body: response.value, quota: counted }) : response;
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
