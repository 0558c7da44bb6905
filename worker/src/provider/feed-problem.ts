import { z } from 'zod';
import { BodyTooLarge } from './read-body.ts';

/**
 * Why the provider gave no answer. `refused-us`: key or credits (401) · `no-such-league`: out of season (404) ·
 * `wrong-question`: our mistake (422 and the like) · `failing`: busy, broken or out of reach, worth another try.
 */
export type FeedProblem = {
  readonly kind: 'refused-us' | 'no-such-league' | 'wrong-question' | 'failing';
  /** For the log and the operator, such as `401 INVALID_KEY`. Never holds the key. */
  readonly words: string;
};

/** What a refusal of the provider means: by its code where there is one, for statuses are shared by many. */
export function problemOfAnswer(status: number, text: string): FeedProblem {
  const code = errorBody.safeParse(jsonOf(text)).data?.error_code;
  return {
    kind: (code && kindOfCode(code)) || kindOfStatus(status),
    words: code ? `${status} ${code}` : String(status),
  };
}

/** What an answer that never came, or broke off, means; each in words of its own. */
export function problemOfError(
  error: unknown,
  { hasBegun, timeoutMs }: { readonly hasBegun: boolean; readonly timeoutMs: number },
): FeedProblem {
  return { kind: 'failing', words: wordsOf(error, hasBegun, timeoutMs) };
}

/** The problem in one of few words, for counting: a code of the provider that we know, else its status, or `no-answer`. */
export function problemCode({ words }: FeedProblem): string {
  const [, status = 'no-answer', code = ''] = /^(\d{3})(?: ([A-Z_]+))?$/.exec(words) ?? [];
  return countedCodes.has(code) ? code : status;
}

/** The same without the key, in whatever spelling it may have come in: addresses are part of many errors. */
export const hidden = ({ kind, words }: FeedProblem, key: string): FeedProblem => ({
  kind,
  words: [key, encodeURIComponent(key)]
    .filter((spelling) => spelling !== '')
    .reduce((text, spelling) => text.replaceAll(spelling, '[hidden]'), words)
    .slice(0, 300),
});

function wordsOf(error: unknown, hasBegun: boolean, timeoutMs: number): string {
  if (error instanceof BodyTooLarge) return error.message;
  if (error instanceof SyntaxError) return 'the answer is no whole JSON';
  if (!(error instanceof Error)) return String(error);
  const isLate = error.name === 'TimeoutError' || error.name === 'AbortError';
  if (isLate) return `${hasBegun ? 'the answer stalled' : 'no answer'} within ${timeoutMs / 1000} s`;
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${hasBegun ? 'the answer broke off' : 'out of reach'}: ${error.message}${cause}`;
}

const ourKey = new Set(['MISSING_KEY', 'INVALID_KEY', 'DEACTIVATED_KEY', 'OUT_OF_USAGE_CREDITS']);

function kindOfCode(code: string): FeedProblem['kind'] | undefined {
  if (ourKey.has(code)) return 'refused-us';
  if (code === 'EXCEEDED_FREQ_LIMIT') return 'failing';
  if (code === 'UNKNOWN_SPORT') return 'no-such-league';
  return /^(MISSING|INVALID)_|^HISTORICAL_/.test(code) ? 'wrong-question' : undefined;
}

function kindOfStatus(status: number): FeedProblem['kind'] {
  if (status === 401 || status === 403) return 'refused-us';
  if (status === 404) return 'no-such-league';
  return status === 429 || status === 408 || status >= 500 ? 'failing' : 'wrong-question';
}

const countedCodes = new Set([...ourKey, 'EXCEEDED_FREQ_LIMIT', 'UNKNOWN_SPORT']);
const errorBody = z.object({ error_code: z.string().regex(/^[A-Z_]{1,60}$/) });

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
