import { setTimeout as pause } from 'node:timers/promises';
import { depositAnswer, placeBetAnswer, refusalView, withdrawAnswer } from '@touchline/core/contract';

/** The outcome of a command: done, with its id in the product, or refused. */
export type Outcome =
  | { readonly ok: true; readonly id: string; readonly checkoutUrl?: string }
  | { readonly ok: false; readonly code: string };

export type Command = {
  readonly kind: 'bet' | 'deposit' | 'withdrawal';
  readonly key: string;
  readonly body: object;
};

const pathOf = { bet: '/bet', deposit: '/payment/deposit', withdrawal: '/payment/withdraw' } as const;
const defaultAnswerTimeoutMs = 10_000;
const pauseMs = 200;
/** Longer than any process may take to recover. */
const silenceLimitMs = 150_000;
/** The code of a command whose outcome is unknown. */
export const noAnswer = 'no-answer';

/**
 * Sends a command until it is answered, each time with the same key, like a client that lost an answer. After a 503 or a broken connection
 * its outcome is unknown.
 */
export async function sendUntilAnswered(
  url: string,
  token: () => string,
  command: Command,
  onRetry: (why: string) => void,
): Promise<Outcome> {
  const until = performance.now() + silenceLimitMs;
  for (;;) {
    const outcome = await sendOnce(url, token(), command).catch(whyUnanswered);
    if (typeof outcome !== 'string') return outcome;
    if (performance.now() > until) return { ok: false, code: noAnswer };
    onRetry(outcome);
    await pause(pauseMs);
  }
}

/** @returns the outcome, or why it is unknown */
export async function sendOnce(
  url: string,
  token: string,
  { kind, key, body }: Command,
  withinMs = defaultAnswerTimeoutMs,
): Promise<Outcome | string> {
  const answer = await fetch(`${url}${pathOf[kind]}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(withinMs),
  });
  const read: unknown = await answer.json();
  if (answer.status === 201) return { ok: true, ...read201[kind](read) };
  const { code } = refusalView.parse(read);
  // A deposit that its provider did not take is over: the same key answers the same.
  const isKnown = answer.status < 500 || code === 'provider-unavailable';
  return isKnown ? { ok: false, code } : `${answer.status} ${code}`;
}

const read201 = {
  bet: (read: unknown) => ({ id: placeBetAnswer.parse(read).bet._id }),
  deposit: (read: unknown) => {
    const { transactionId, checkoutUrl } = depositAnswer.parse(read);
    return { id: transactionId, checkoutUrl };
  },
  withdrawal: (read: unknown) => ({ id: withdrawAnswer.parse(read).transactionId }),
} as const;

export const whyUnanswered = (error: unknown): string =>
  error instanceof Error && error.name === 'TimeoutError' ? 'no answer in time' : 'no connection';
