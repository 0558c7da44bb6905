import { seconds } from '@touchline/core/instant';
import { ok, type Result, refused } from '@touchline/core/result';
import { type FeedProblem, problemOfError, withoutKey } from './feed-problem.ts';
import { readBody } from './read-body.ts';

/** Fetches JSON from a provider. Returns failures as values, without the key that grants us access; never throws. */
export async function getJson(
  address: URL,
  options: {
    readonly key: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly timeoutMs?: number | undefined;
    readonly onHeaders: (headers: Headers) => void;
    readonly problemOf: (status: number, text: string) => FeedProblem;
  },
): Promise<Result<unknown, FeedProblem>> {
  const { key, headers, timeoutMs = seconds(10), onHeaders, problemOf } = options;
  let hasBegun = false;
  try {
    const response = await fetch(address, {
      signal: AbortSignal.timeout(timeoutMs),
      headers: { accept: 'application/json', ...headers },
      // A redirect would send the key to another server.
      redirect: 'manual',
    });
    hasBegun = true;
    onHeaders(response.headers);
    const text = await readBody(response);
    return response.ok ? ok(JSON.parse(text)) : refused(withoutKey(problemOf(response.status, text), key));
  } catch (error) {
    return refused(withoutKey(problemOfError(error, { hasBegun, timeoutMs }), key));
  }
}
