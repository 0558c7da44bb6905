import { z } from 'zod';
import { BodyTooLarge } from './read-body.ts';

/**
 * Why the provider gave no answer. `refused-us`: key or credits (401) · `no-such-league`: out of season (404) ·
 * `wrong-question`: invalid request (422 and the like) · `failing`: overloaded, broken or unreachable, worth a retry.
 */
export type FeedProblem = {
  readonly kind: 'refused-us' | 'no-such-league' | 'wrong-question' | 'failing';
  /** For the log and the operator, such as `401 INVALID_KEY`. Never contains the key. */
  readonly message: string;
};

/** Classifies an error response, by its code if there is one: statuses are ambiguous. */
export function problemOfResponse(status: number, text: string): FeedProblem {
  const code = errorBody.safeParse(jsonOf(text)).data?.error_code;
  return {
    kind: (code && kindOfCode(code)) || kindOfStatus(status),
    message: code ? `${status} ${code}` : String(status),
  };
}

/** Classifies a response that never came or broke off. */
export function problemOfError(
  error: unknown,
  { hasBegun, timeoutMs }: { readonly hasBegun: boolean; readonly timeoutMs: number },
): FeedProblem {
  return { kind: 'failing', message: messageOf(error, hasBegun, timeoutMs) };
}

/** Returns a label with few values for metrics: a known code of the provider, else its status, or `no-answer`. */
export function problemCode({ message }: FeedProblem): string {
  const [, status = 'no-answer', code = ''] = /^(\d{3})(?: ([A-Z_]+))?$/.exec(message) ?? [];
  return countedCodes.has(code) ? code : status;
}

/** Removes the key in every spelling: many errors contain the URL. */
export const withoutKey = ({ kind, message }: FeedProblem, key: string): FeedProblem => ({
  kind,
  message: [key, encodeURIComponent(key)]
    .filter((spelling) => spelling !== '')
    .reduce((text, spelling) => text.replaceAll(spelling, '[hidden]'), message)
    .slice(0, 300),
});

function messageOf(error: unknown, hasBegun: boolean, timeoutMs: number): string {
  if (error instanceof BodyTooLarge) return error.message;
  if (error instanceof SyntaxError) return 'the response is not complete JSON';
  if (!(error instanceof Error)) return String(error);
  const isLate = error.name === 'TimeoutError' || error.name === 'AbortError';
  if (isLate) return `${hasBegun ? 'the response stalled' : 'no response'} within ${timeoutMs / 1000} s`;
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${hasBegun ? 'the response broke off' : 'unreachable'}: ${error.message}${cause}`;
}

const accessCodes = new Set(['MISSING_KEY', 'INVALID_KEY', 'DEACTIVATED_KEY', 'OUT_OF_USAGE_CREDITS']);

function kindOfCode(code: string): FeedProblem['kind'] | undefined {
  if (accessCodes.has(code)) return 'refused-us';
  if (code === 'EXCEEDED_FREQ_LIMIT') return 'failing';
  if (code === 'UNKNOWN_SPORT') return 'no-such-league';
  return /^(MISSING|INVALID)_|^HISTORICAL_/.test(code) ? 'wrong-question' : undefined;
}

function kindOfStatus(status: number): FeedProblem['kind'] {
  if (status === 401 || status === 403) return 'refused-us';
  if (status === 404) return 'no-such-league';
  return status === 429 || status === 408 || status >= 500 ? 'failing' : 'wrong-question';
}

const countedCodes = new Set([...accessCodes, 'EXCEEDED_FREQ_LIMIT', 'UNKNOWN_SPORT']);
const errorBody = z.object({ error_code: z.string().regex(/^[A-Z_]{1,60}$/) });

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
