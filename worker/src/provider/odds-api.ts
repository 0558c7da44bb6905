import { seconds } from '@touchline/core/instant';
import { marketKeys } from '@touchline/core/markets';
import { ok, type Result, refused } from '@touchline/core/result';
import { type FeedProblem, hidden, problemCode, problemOfAnswer, problemOfError } from './feed-problem.ts';
import { readBody } from './read-body.ts';

export type { FeedProblem } from './feed-problem.ts';

/** Credits left on the plan, used this month and spent by the last call, as the provider counts them. */
export type Quota = {
  readonly remaining: number | null;
  readonly used?: number | null;
  readonly last: number | null;
};

export type Answer = { readonly body: unknown; readonly quota: Quota };
type Asked = Promise<Result<Answer, FeedProblem>>;

export type OddsApi = {
  /** Name of the provider in the store. */
  readonly name: string;
  readonly odds: (leagueKey: string) => Asked;
  /** Fixtures without prices; costs nothing. */
  readonly events: (leagueKey: string) => Asked;
  /** Scores of matches in play and of those that ended in the last three days. */
  readonly scores: (leagueKey: string) => Asked;
};

/** The provider with what the feed needs beside the questions about leagues. */
export type OddsProvider = OddsApi & {
  /** Whether we are let in; costs nothing. */
  readonly sports: () => Asked;
  /** Credits as the last answer of any kind told them, refusals too. */
  readonly quota: () => Quota | undefined;
};

export type OddsApiOptions = {
  readonly url: string;
  readonly key: string;
  readonly regions: readonly string[];
  readonly timeoutMs?: number;
  readonly onAnswer?: OnAnswer;
};
/** Is told of every question what came of it: `ok`, or the code of the problem. */
export type OnAnswer = (question: 'odds' | 'events' | 'scores' | 'sports', outcome: string) => void;

/** A question for prices costs a credit for each market in each region. */
export const marketsAsked = marketKeys.length;

/**
 * The Odds API v4 (https://the-odds-api.com/liveapi/guides/v4/): asks and tells failures apart; what the bodies mean is read
 * elsewhere. Every problem is a value; nothing throws. Bodies are read up to a limit.
 */
export function createOddsApi(options: OddsApiOptions): OddsProvider {
  let quota: Quota | undefined;
  const ask = async (
    question: Parameters<OnAnswer>[0],
    leagueKey: string | undefined,
    questions: Readonly<Record<string, string>>,
  ): Asked => {
    const path = leagueKey === undefined ? '' : `/${encodeURIComponent(leagueKey)}/${question}`;
    const address = new URL(`${options.url}/v4/sports${path}`);
    address.search = new URLSearchParams({ ...questions, apiKey: options.key }).toString();
    const answer = await askOnce(address, options, (told) => {
      quota = told;
    });
    options.onAnswer?.(question, answer.ok ? 'ok' : problemCode(answer.refusal));
    return answer;
  };
  return {
    name: 'the-odds-api',
    odds: (leagueKey) =>
      ask('odds', leagueKey, {
        regions: options.regions.join(','),
        markets: marketKeys.join(','),
        oddsFormat: 'decimal',
        dateFormat: 'iso',
      }),
    events: (leagueKey) => ask('events', leagueKey, { dateFormat: 'iso' }),
    scores: (leagueKey) => ask('scores', leagueKey, { daysFrom: '3', dateFormat: 'iso' }),
    sports: () => ask('sports', undefined, {}),
    quota: () => quota,
  };
}

async function askOnce(
  address: URL,
  { key, timeoutMs = seconds(10) }: OddsApiOptions,
  onQuota: (quota: Quota) => void,
): Asked {
  let hasBegun = false;
  try {
    const response = await fetch(address, {
      signal: AbortSignal.timeout(timeoutMs),
      headers: { accept: 'application/json' },
      // The key stands in the address: a redirect would hand it to another server.
      redirect: 'manual',
    });
    hasBegun = true;
    const quota = quotaOf(response.headers);
    if (quota.remaining !== null || quota.used !== null) onQuota(quota);
    const text = await readBody(response);
    if (!response.ok) return refused(hidden(problemOfAnswer(response.status, text), key));
    return ok({ body: JSON.parse(text), quota });
  } catch (error) {
    return refused(hidden(problemOfError(error, { hasBegun, timeoutMs }), key));
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
