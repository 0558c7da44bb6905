import type { RefusalView } from '@touchline/core/contract';
import { currentLanguage, t } from '@touchline/core/language';
import { ok, type Result, refused } from '@touchline/core/result';
import type { Shape } from './shape.ts';

export { listOf } from './shape.ts';

/** Why a call failed: the server refused, took longer than 10 s, or could not be reached. */
export type ApiFailure =
  | { readonly kind: 'refused'; readonly status: number; readonly view: RefusalView }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'network' };
export type Answer<Value> = Promise<Result<Value, ApiFailure>>;

/** A single HTTP request. Screens use `call` with an endpoint instead. */
export type HttpCall = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The request continues when the page closes. */
  readonly keepalive?: true;
  /** Receives the headers of a success, such as a list's total count. */
  readonly onHeaders?: (headers: Headers) => void;
};

/** Every request is aborted after this time. */
const timeoutMs = 10_000;

/**
 * Sends a request to this origin with the stored token, if any. Never throws: a failure is a value. An expired token is renewed and
 * the request repeated once; any other 401 for a token ends the session and notifies `onTokenRefused`.
 */
export const request = <Value>(shape: Shape<Value>, call: HttpCall): Answer<Value> =>
  answerTo(shape, call, () => fetchAsUser(call.path, () => requestOf(call)));

/** Sends a request without the token, even for a logged-in user. */
export const requestAsGuest = <Value>(shape: Shape<Value>, call: HttpCall): Answer<Value> =>
  answerTo(shape, call, () => fetch(call.path, requestOf(call)));

/** Fetches with the stored token. `request` is called for each attempt. Rejects as `fetch` does. */
export async function fetchAsUser(path: string, request: () => RequestInit): Promise<Response> {
  const token = readToken();
  const response = await fetchWith(token, path, request());
  if (response.status !== 401 || !token) return response;
  const { code } = refusalIn(await response.clone().json().catch(unlessTimeout));
  const renewal = code === 'session-expired' ? await renew(token) : 'over';
  if (renewal === 'unreachable') return response;
  if (renewal === 'over') {
    reportTokenRefused(token, code);
    return response;
  }
  const second = await fetchWith(renewal.token, path, request());
  if (second.status === 401) reportTokenRefused(renewal.token);
  return second;
}

async function answerTo<Value>(
  shape: Shape<Value>,
  { onHeaders }: HttpCall,
  send: () => Promise<Response>,
): Answer<Value> {
  try {
    const response = await send();
    const answer: unknown = await response.json().catch((broken: unknown) => unlessTimeout(broken));
    if (!response.ok) return refused({ kind: 'refused', status: response.status, view: refusalIn(answer) });
    onHeaders?.(response.headers);
    return read(shape, answer);
  } catch (error) {
    return refused({ kind: isTimeout(error) ? 'timeout' : 'network' });
  }
}

const requestOf = ({ method, body, headers, keepalive }: HttpCall): RequestInit => ({
  method,
  ...(keepalive && { keepalive }),
  signal: AbortSignal.timeout(timeoutMs),
  headers: {
    accept: 'application/json',
    'accept-language': currentLanguage(),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...headers,
  },
  ...(body !== undefined && { body: JSON.stringify(body) }),
});

const fetchWith = (token: string | null, path: string, request: RequestInit): Promise<Response> =>
  fetch(path, {
    ...request,
    headers: {
      ...Object.fromEntries(new Headers(request.headers)),
      ...(token && { authorization: `Bearer ${token}` }),
    },
  });

/** The outcome for an expired token: a new one, the end of the session, or no answer. */
export type RenewedToken = { readonly token: string } | 'over' | 'unreachable';
let renew: (expired: string) => Promise<RenewedToken> = async () => 'over';

/** Sets how requests renew an expired token. Without it, an expired token ends the session. */
export function renewTokensWith(next: typeof renew): void {
  renew = next;
}

/** Calls `listener` with each token that the server refuses. Returns a function that stops. */
export function onTokenRefused(listener: (token: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Call when the server answers a token with 401. Stores why, for the login screen, unless the user has logged out already. */
export function reportTokenRefused(token: string, code?: string): void {
  if (code !== undefined && readToken() === token) sessionStorage.setItem('ended', code);
  for (const listener of listeners) listener(token);
}

/** Returns whether repeating a failed request can succeed: it did not arrive, or the server was unavailable or busy. */
export const isWorthRetrying = (failure: ApiFailure): boolean =>
  failure.kind !== 'refused' || failure.status >= 500 || failure.status === 429;

/** Returns the sentence for a failure: the server's own, or the fallback. */
export function failureText(failure: ApiFailure, fallback: string): string {
  switch (failure.kind) {
    case 'refused':
      return failure.view.error || fallback;
    case 'timeout':
      return t('The server took too long to answer. Please try again.');
    case 'network':
      return t('Network error. Please check your internet connection.');
  }
}

const listeners = new Set<(token: string) => void>();

function read<Value>(shape: Shape<Value>, answer: unknown): Result<Value, ApiFailure> {
  try {
    return ok(shape.parse(answer));
  } catch {
    // A 200 may carry an `error` instead of the answer.
    const { error } = refusalIn(answer);
    return refused({ kind: 'refused', status: 502, view: { code: 'answer-unreadable', error } });
  }
}

/** Reads a refusal from any answer body. */
export function refusalIn(answer: unknown): RefusalView {
  if (typeof answer !== 'object' || answer === null) return { code: 'unexplained', error: '' };
  const { code, error, details } = answer as Partial<Record<keyof RefusalView, unknown>>;
  return {
    code: typeof code === 'string' ? code : 'unexplained',
    error: typeof error === 'string' ? error : '',
    ...(typeof details === 'object' && details !== null && { details: { ...details } }),
  };
}

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError';

/** Ignores a missing JSON body, but not one cut off by the timeout. */
function unlessTimeout(error: unknown): undefined {
  if (isTimeout(error)) throw error;
  return undefined;
}

/** The bearer token is stored under this key. */
const key = 'token';

export const readToken = (): string | null => localStorage.getItem(key);
export const writeToken = (token: string): void => localStorage.setItem(key, token);
export const removeToken = (): void => localStorage.removeItem(key);
