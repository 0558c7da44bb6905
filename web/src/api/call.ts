import type { AnswerOf, Endpoint, InputOf } from '@touchline/core/contract';
import { type Message, t } from '@touchline/core/language';
import { fromPromise } from 'xstate';
import { type Answer, type ApiFailure, failureText, type HttpCall, request, requestAsGuest } from './client.ts';
import type { Shape } from './shape.ts';

/**
 * An endpoint with an answer checked by hand. Home uses these, because the contract's tables bring the schema library with them:
 * `const me: LightEndpoint<typeof accountEndpoints.me> = { method: 'GET', path: '/auth/me', light: profileView }`.
 */
export type LightEndpoint<E extends Endpoint, Value = AnswerOf<E>> = Readonly<Pick<E, 'method' | 'path'>> & {
  readonly light: Shape<Value>;
  /** Never set: carries the endpoint's type. */
  readonly endpoint?: E;
};

type Input<E extends Endpoint> = object extends InputOf<E> ? [input?: InputOf<E>] : [input: InputOf<E>];

/** Calls an endpoint as the logged-in user, or to log in. Nothing is thrown: a failure is a value. */
export const call = <E extends Endpoint, Value = AnswerOf<E>>(
  endpoint: E | LightEndpoint<E, Value>,
  ...[input]: Input<E>
): Answer<Value> => requestFor(endpoint)(shapeOf(endpoint), httpCall(endpoint, input));

/** Calls an endpoint and reads its answer with a shape of the caller's own. `onHeaders` receives the headers of a success. */
export const callAs = <E extends Endpoint, Value>(
  endpoint: E,
  input: InputOf<E>,
  shape: Shape<Value>,
  onHeaders?: (headers: Headers) => void,
): Answer<Value> => request(shape, { ...httpCall(endpoint, input), ...(onHeaders && { onHeaders }) });

/** Calls an endpoint as an actor of a machine: its output is the answer, its error a `CallFailed`. */
export const remote = <E extends Endpoint, Value = AnswerOf<E>>(endpoint: E | LightEndpoint<E, Value>) =>
  fromPromise<Value, InputOf<E>>(({ input }) =>
    orThrow(requestFor(endpoint)(shapeOf(endpoint), httpCall(endpoint, input))),
  );

/**
 * An endpoint that logs in has 401s of its own. They say nothing about the token in this browser: another tab, or another part of this
 * page, may have logged in since.
 */
const requestFor = (endpoint: Pick<Endpoint, 'method'> & Partial<Endpoint>): typeof request =>
  endpoint.access === 'everyone' && Object.values(endpoint.refusals ?? {}).includes(401) ? requestAsGuest : request;

/** Resolves with the value of a call, or rejects with `CallFailed`. */
export async function orThrow<Value>(answer: Answer<Value>): Promise<Value> {
  const answered = await answer;
  if (!answered.ok) throw new CallFailed(answered.refusal);
  return answered.value;
}

/** Why an actor that calls the API has no output. */
export class CallFailed extends Error {
  readonly failure: ApiFailure;
  constructor(failure: ApiFailure) {
    super(failure.kind);
    this.failure = failure;
  }
}

/** The failure in the error of an actor; `undefined` when the error is a fault of this page. */
export const failureIn = (error: unknown): ApiFailure | undefined =>
  error instanceof CallFailed ? error.failure : undefined;

/** Whether an actor failed because there is no such thing. A malformed id in the address counts: no thing can have it. */
export function isNotFound(error: unknown): boolean {
  const failure = failureIn(error);
  return failure?.kind === 'refused' && (failure.status === 404 || failure.status === 400);
}

/** What to show when a call fails: instead of the server's sentence if it sends none, or rendered from the failure. */
export type Fallback = string | ((failure: ApiFailure | undefined) => string);

/** The sentence to show for the error of an actor: the server's own, else the fallback. A fallback function always decides. */
export function errorText(error: unknown, fallback: Fallback): string {
  const failure = failureIn(error);
  if (typeof fallback === 'function') return fallback(failure);
  return failure ? failureText(failure, fallback) : fallback;
}

type ActorFailed = { readonly event: { readonly type: string; readonly error?: unknown } };

/** Takes the reason why an actor failed into a machine's context: `assign(messageOf(fallback))`. */
export const messageOf =
  (fallback: Message) =>
  ({ event }: ActorFailed) => ({ message: errorText(event.error, t(fallback)) });

/** For a change that is not repeated by itself: only a refusal is certain, so anything else is reported as `unconfirmed`. */
export const unlessRefused =
  (unconfirmed: string): Fallback =>
  (failure) =>
    failure?.kind === 'refused' ? failureText(failure, unconfirmed) : unconfirmed;

/** The path of an endpoint with its parameters and its query. */
export function pathOf({ path }: Pick<Endpoint, 'path'>, { params, query }: CallInput = {}): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])));
  const search = new URLSearchParams(
    Object.entries(query ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  return search.size === 0 ? filled : `${filled}?${search}`;
}

/** An `InputOf` any endpoint. */
type CallInput = {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly key?: string;
};

// `InputOf` any endpoint is a `CallInput`: TypeScript does not resolve that for an open type parameter.
function httpCall(endpoint: Pick<Endpoint, 'method' | 'path'>, given: unknown): HttpCall {
  const input = (given ?? {}) as CallInput;
  const { body, key } = input;
  return {
    method: endpoint.method,
    path: pathOf(endpoint, input),
    ...(body !== undefined && { body }),
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  };
}

// An endpoint's answer parses to `AnswerOf` it: TypeScript does not follow that through the union.
const shapeOf = <E extends Endpoint, Value>(endpoint: E | LightEndpoint<E, Value>) =>
  ('light' in endpoint ? endpoint.light : endpoint.answer) as Shape<Value>;
