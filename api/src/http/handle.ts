import { inLanguage } from '@touchline/core/catalogues';
import {
  type Access,
  type Endpoint,
  type MessageAnswer,
  messageAnswer,
  type RefusalStatus,
  type RefusalView,
  refusalView,
  type Schema,
} from '@touchline/core/contract';
import type { Result } from '@touchline/core/result';
import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { z } from 'zod';
import type { input, output } from 'zod/v4/core';
import type { App } from './app-type.ts';
import { type Guard, keepInNoCache, requireOneOf, requireSecondFactor, requireUser, sessionOf } from './guards.ts';
import { refuse, setRetryAfter } from './refuse.ts';
import { languageOf, translatedFor } from './request-language.ts';
import type { Session, Sessions } from './sessions.ts';

type Parsed<E extends Endpoint, Name extends 'params' | 'query' | 'body'> = E extends {
  readonly [Key in Name]: infer S extends Schema;
}
  ? output<S>
  : undefined;

/** A request as its handler reads it: validated, and with the session that its endpoint requires. */
export type Asked<E extends Endpoint> = {
  readonly params: Parsed<E, 'params'>;
  readonly query: Parsed<E, 'query'>;
  readonly body: Parsed<E, 'body'>;
  /** The `Idempotency-Key`, if the endpoint accepts one and the caller sent one. */
  readonly key: string | undefined;
  readonly session: E['access'] extends 'everyone' ? undefined : Session;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

/** The body of a success. An endpoint without an answer sends its reply itself. */
type Answered<E extends Endpoint> = E extends { readonly answer: infer S extends Schema } ? input<S> : unknown;
type Refusing = Endpoint & { readonly refusals: Readonly<Record<string, RefusalStatus>> };

/** What the api decides beyond the contract: rate limits, more guards. */
type Options = Pick<RouteShorthandOptions, 'config' | 'exposeHeadRoute' | 'bodyLimit'> & {
  /** Runs after the guards of the endpoint's access. */
  readonly guards?: readonly Guard[];
};

/** An endpoint with its handler, ready to be added to the app. */
export type Route = (app: App, sessions: Sessions) => void;

/** Answers an endpoint that refuses nothing beyond what its schemas and guards do. */
export function handle<E extends Endpoint>(
  endpoint: E,
  answer: (asked: Asked<E>) => Promise<Answered<E>> | Answered<E>,
  options?: Options,
): Route {
  return (app, sessions) => addRoute(app, sessions, endpoint, options, (asked) => answer(asked as Asked<E>));
}

/**
 * Answers an endpoint that may refuse. `view` renders the refusal; the endpoint's table has the status of each code, and `statusOf`
 * the exceptions. A refusal with `retryAt` sets the header `Retry-After`.
 */
export function handleRefusing<E extends Refusing, Refusal extends { readonly code: string }>(
  endpoint: E,
  view: (refusal: Refusal) => RefusalView,
  answer: (asked: Asked<E>) => Promise<Result<Answered<E>, NoInfer<Refusal> & { readonly code: keyof E['refusals'] }>>,
  { statusOf, ...options }: Options & { readonly statusOf?: (refusal: Refusal) => RefusalStatus | undefined } = {},
): Route {
  const { refusals } = endpoint;
  return (app, sessions) =>
    addRoute(app, sessions, endpoint, options, async (asked) => {
      const answered = await answer(asked as Asked<E>);
      if (answered.ok) return answered.value;
      const { refusal } = answered;
      const status = statusOf?.(refusal) ?? refusals[refusal.code];
      if (status === undefined) throw new Error(`${endpoint.path} has no status for ${refusal.code}`);
      setRetryAfter(asked.reply, refusal);
      refuse(
        asked.reply,
        status,
        inLanguage(languageOf(asked.request), () => view(refusal)),
      );
      return asked.reply;
    });
}

/** Adds the routes of several areas, each behind the guards of its endpoint's access. */
export function addRoutes(app: App, sessions: Sessions, ...routes: readonly (readonly Route[])[]): void {
  for (const add of routes.flat()) add(app, sessions);
}

type AnyAsked = { readonly [Name in keyof Asked<Endpoint>]: unknown } & Pick<Asked<Endpoint>, 'request' | 'reply'>;

function addRoute(
  app: App,
  sessions: Sessions,
  endpoint: Endpoint,
  { guards = [], ...options }: Options = {},
  answer: (asked: AnyAsked) => unknown,
): void {
  const { method, path, access, status = 200, idempotent } = endpoint;
  app.route({
    ...options,
    method,
    url: path,
    schema: schemaOf(endpoint),
    onRequest: [...guardsOf(access, sessions), ...guards],
    handler: async (request, reply) => {
      reply.code(status);
      const body = await answer({
        params: request.params,
        query: request.query,
        body: request.body,
        key: idempotent && (request.headers as { 'idempotency-key'?: string })['idempotency-key'],
        session: access === 'everyone' ? undefined : sessionOf(request),
        request,
        reply,
      });
      if (reply.sent) return reply;
      return endpoint.answer === messageAnswer ? inLanguageOf(request, body as MessageAnswer) : body;
    },
  });
}

/** Translates what a success says, which the handler has in English. */
const inLanguageOf = (request: FastifyRequest, { message }: MessageAnswer): MessageAnswer => ({
  message: translatedFor(request, message),
});

function guardsOf(access: Access, sessions: Sessions): readonly Guard[] {
  if (access === 'everyone') return [];
  const loggedIn = [keepInNoCache, requireUser(sessions)];
  if (access === 'logged-in') return loggedIn;
  const member = [...loggedIn, requireSecondFactor];
  return access === 'member' ? member : [...member, requireOneOf(access.roles, access.refusal)];
}

function schemaOf(endpoint: Endpoint) {
  const { tag, summary, access, params, query, body, idempotent, status = 200, answer, file } = endpoint;
  return {
    tags: [tag],
    summary,
    ...(access !== 'everyone' && { security: [{ bearer: [] }] }),
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(idempotent && { headers: withIdempotencyKey }),
    response: {
      ...(answer && { [status]: answer }),
      ...(file && { [status]: describeFile(file) }),
      ...describeRefusals(endpoint.refusals ?? {}),
      ...endpoint.otherAnswers,
      '4xx': refusalView,
      '5xx': refusalView,
    },
  };
}

/** The headers of a request that may be sent twice and is to be done once. Not translated: programs send the header. */
const withIdempotencyKey = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'Idempotency-Key takes 1 to 200 visible characters')
    .optional(),
});

const describeFile = ({ description, types }: NonNullable<Endpoint['file']>) => ({
  description,
  content: Object.fromEntries(types.map((type) => [type, { schema: z.any() }])),
});

/** The codes of each status, for the API's description. */
function describeRefusals(refusals: Readonly<Record<string, RefusalStatus>>) {
  const codes = Map.groupBy(Object.keys(refusals), (code) => refusals[code]);
  return Object.fromEntries(
    [...codes].map(([status, named]) => [status, refusalView.describe(named.map((code) => `\`${code}\``).join(', '))]),
  );
}
