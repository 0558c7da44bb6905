import type { RefusalView } from '@touchline/core/contract';
import { ok, type Result, refused } from '@touchline/core/result';
import type { Shape } from './shape.ts';
import { readToken } from './token.ts';

export { listOf } from './shape.ts';

/** Why a call brought no answer: the server said no, it took longer than 10 s, or it could not be reached. */
export type ApiFailure =
  | { readonly kind: 'refused'; readonly status: number; readonly view: RefusalView }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'network' };
export type Answer<Value> = Promise<Result<Value, ApiFailure>>;

/** One HTTP request, spelled out. Screens use `call` of an endpoint instead. */
export type HttpCall = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The call goes on when the page closes. */
  readonly keepalive?: true;
  /** Hears the headers of a success such as how many there are of a list. */
  readonly onHeaders?: (headers: Headers) => void;
};

/** Every call is given up after this long. */
export const timeoutMs = 10_000;

/**
 * Calls the API at this origin with the stored token, if there is one. Never throws: a failure is a value.
 * An expired token is renewed and the call sent once more; any other 401 that answers a token means that the session is over, and
 * `onTokenRefused` hears of it.
 */
export const request = <Value>(shape: Shape<Value>, asked: HttpCall): Answer<Value> =>
  answerTo(shape, asked, () => fetchAsUser(asked.path, () => requestOf(asked)));

/** The same without a bearer token, whoever is logged in. */
export const requestAsGuest = <Value>(shape: Shape<Value>, asked: HttpCall): Answer<Value> =>
  answerTo(shape, asked, () => fetch(asked.path, requestOf(asked)));

/** Fetches with the stored token. `request` is made anew for each try. Rejects as `fetch` does. */
export async function fetchAsUser(path: string, request: () => RequestInit): Promise<Response> {
  const token = readToken();
  const response = await fetchWith(token, path, request());
  if (response.status !== 401 || !token) return response;
  const { code } = refusalIn(await response.clone().json().catch(unlessLate));
  const renewal = code === 'session-expired' ? await renew(token) : 'over';
  if (renewal === 'unreachable') return response;
  if (renewal === 'over') {
    tellTokenRefused(token);
    return response;
  }
  const second = await fetchWith(renewal.token, path, request());
  if (second.status === 401) tellTokenRefused(renewal.token);
  return second;
}

async function answerTo<Value>(
  shape: Shape<Value>,
  { onHeaders }: HttpCall,
  send: () => Promise<Response>,
): Answer<Value> {
  try {
    const response = await send();
    const answer: unknown = await response.json().catch((broken: unknown) => unlessLate(broken));
    if (!response.ok) return refused({ kind: 'refused', status: response.status, view: refusalIn(answer) });
    onHeaders?.(response.headers);
    return read(shape, answer);
  } catch (error) {
    return refused({ kind: isLate(error) ? 'timeout' : 'network' });
  }
}

const requestOf = ({ method, body, headers, keepalive }: HttpCall): RequestInit => ({
  method,
  ...(keepalive && { keepalive }),
  signal: AbortSignal.timeout(timeoutMs),
  headers: {
    accept: 'application/json',
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

/** What became of an expired token: the next one, or none because the session is over or nobody could be asked. */
export type RenewedToken = { readonly token: string } | 'over' | 'unreachable';
let renew: (expired: string) => Promise<RenewedToken> = async () => 'over';

/** How calls get the next token when theirs has expired; without it, an expired token is the end of the session. */
export function renewTokensWith(next: typeof renew): void {
  renew = next;
}

/** Calls back with the token that the server no longer takes. Returns how to stop. */
export function onTokenRefused(listener: (token: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** To be called when the server answers a token with a 401. */
export function tellTokenRefused(token: string): void {
  for (const listener of listeners) listener(token);
}

/** The same call may go better a moment later: it did not arrive, or the server was not well. */
export const isWorthAnotherTry = (failure: ApiFailure): boolean =>
  failure.kind !== 'refused' || failure.status >= 500 || failure.status === 429;

/** A failure in words: the server's own sentence when it said one, else the fallback. */
export function failureText(failure: ApiFailure, fallback: string): string {
  switch (failure.kind) {
    case 'refused':
      return failure.view.error || fallback;
    case 'timeout':
      return 'The server took too long to answer. Please try again.';
    case 'network':
      return 'Network error. Please check your internet connection.';
  }
}

const listeners = new Set<(token: string) => void>();

function read<Value>(shape: Shape<Value>, answer: unknown): Result<Value, ApiFailure> {
  try {
    return ok(shape.parse(answer));
  } catch {
    // A success may hold an `error` instead of what was asked for.
    const { error } = refusalIn(answer);
    return refused({ kind: 'refused', status: 502, view: { code: 'answer-unreadable', error } });
  }
}

/** The refusal in the body of an answer, whatever the body is. */
export function refusalIn(answer: unknown): RefusalView {
  if (typeof answer !== 'object' || answer === null) return { code: 'unexplained', error: '' };
  const { code, error, details } = answer as Partial<Record<keyof RefusalView, unknown>>;
  return {
    code: typeof code === 'string' ? code : 'unexplained',
    error: typeof error === 'string' ? error : '',
    ...(typeof details === 'object' && details !== null && { details: { ...details } }),
  };
}

const isLate = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError';

/** An answer without a JSON body is no failure of its own; one that stopped half way because of the time limit is. */
function unlessLate(error: unknown): undefined {
  if (isLate(error)) throw error;
  return undefined;
}
