import { seconds } from '@touchline/core/instant';
import { ok, type Result, refused } from '@touchline/core/result';
import { z } from 'zod';

/** Credits left on the plan and spent by the last call, as the provider counts them. */
export type Quota = { readonly remaining: number | null; readonly last: number | null };

/**
 * Why the provider gave no answer. `refused-us`: key or credits (401) · `no-such-league`: out of season (404) ·
 * `wrong-question`: our mistake (422 and the like) · `failing`: busy, broken or out of reach, worth another try.
 */
export type FeedProblem = {
  readonly kind: 'refused-us' | 'no-such-league' | 'wrong-question' | 'failing';
  /** For the log and the operator, such as `401 INVALID_KEY`. Never holds the key. */
  readonly words: string;
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

export type OddsApiOptions = {
  readonly url: string;
  readonly key: string;
  readonly regions: readonly string[];
  readonly timeoutMs?: number;
};

/**
 * The Odds API v4 (https://the-odds-api.com/liveapi/guides/v4/): asks and tells failures apart; what the bodies mean is read
 * elsewhere. Every problem is a value; nothing throws.
 */
export function createOddsApi(options: OddsApiOptions): OddsApi {
  const ask = (leagueKey: string, what: string, questions: Readonly<Record<string, string>>): Asked => {
    const address = new URL(`${options.url}/v4/sports/${encodeURIComponent(leagueKey)}/${what}`);
    address.search = new URLSearchParams({ ...questions, apiKey: options.key }).toString();
    return askOnce(address, options);
  };
  return {
    name: 'the-odds-api',
    odds: (leagueKey) =>
      ask(leagueKey, 'odds', {
        regions: options.regions.join(','),
        markets: 'h2h,totals',
        oddsFormat: 'decimal',
        dateFormat: 'iso',
      }),
    events: (leagueKey) => ask(leagueKey, 'events', { dateFormat: 'iso' }),
    scores: (leagueKey) => ask(leagueKey, 'scores', { daysFrom: '3', dateFormat: 'iso' }),
  };
}

async function askOnce(address: URL, { key, timeoutMs = seconds(10) }: OddsApiOptions): Asked {
  try {
    const response = await fetch(address, {
      signal: AbortSignal.timeout(timeoutMs),
      headers: { accept: 'application/json' },
    });
    const text = await response.text();
    if (!response.ok) return refused(problemOf(response.status, text));
    return ok({ body: JSON.parse(text), quota: quotaOf(response.headers) });
  } catch (error) {
    // fetch names its address in some errors, and the address holds the key.
    const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
    return refused({ kind: 'failing', words: `${error}${cause}`.replaceAll(key, '[hidden]').slice(0, 300) });
  }
}

const errorBody = z.object({ error_code: z.string().regex(/^[A-Z_]{1,60}$/) });

function problemOf(status: number, text: string): FeedProblem {
  const code = errorBody.safeParse(jsonOf(text));
  const words = code.success ? `${status} ${code.data.error_code}` : String(status);
  return { kind: kindOf(status), words };
}

function kindOf(status: number): FeedProblem['kind'] {
  if (status === 401 || status === 403) return 'refused-us';
  if (status === 404) return 'no-such-league';
  return status === 429 || status === 408 || status >= 500 ? 'failing' : 'wrong-question';
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function quotaOf(headers: Headers): Quota {
  const count = (name: string) => {
    const text = headers.get(name);
    return text !== null && /^\d+(\.\d+)?$/.test(text) ? Number(text) : null;
  };
  return { remaining: count('x-requests-remaining'), last: count('x-requests-last') };
}
