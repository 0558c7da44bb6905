import * as z from 'zod/mini';
import type * as core from 'zod/v4/core';
import type { Role } from '../account/index.ts';

/** A schema of the wire, from `zod/mini`. */
export type Schema = core.$ZodType & { readonly parse: (body: unknown) => unknown };

/** A status that an endpoint may refuse with. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 503;

/** Members with one of these roles; anyone else is refused with 403 `not-allowed` and this sentence. */
type RoleAccess = { readonly roles: readonly Role[]; readonly refusal: string };

/**
 * Who may call an endpoint. `everyone`: no token is needed. `logged-in`: anyone with a session, including staff without two-factor
 * login. `member`: the same, but staff need two-factor login, and so do all who are admitted by role.
 */
export type Access = 'everyone' | 'logged-in' | 'member' | RoleAccess;

/** What api and web both know about one HTTP endpoint. */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Parameters are written as `:name`, and each has a field in `params`. */
  readonly path: `/${string}`;
  readonly access: Access;
  /** The group under which the API's description lists it. */
  readonly tag: string;
  readonly summary: string;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** Accepts an `Idempotency-Key`: sent again with the same key, the request takes effect once. */
  readonly idempotent?: true;
  /** The status of a success; 200 if absent. */
  readonly status?: 200 | 201 | 202;
  /** The JSON body of a success; absent for an endpoint that sends a `file`. */
  readonly answer?: Schema;
  /** The file that it sends, for the API's description. */
  readonly file?: { readonly description: string; readonly types: readonly string[] };
  /** Bodies of other statuses that are no refusals. */
  readonly otherAnswers?: Readonly<Record<number, Schema>>;
  /** Each code that it refuses with, besides those every endpoint has, and its status. */
  readonly refusals?: Readonly<Record<string, RefusalStatus>>;
};

/** Declares the endpoints of one area. */
export const endpoints = <const Table extends Readonly<Record<string, Endpoint>>>(table: Table): Table => table;

/** The body of a success as the caller reads it. */
export type AnswerOf<E extends Endpoint> = E extends { readonly answer: infer Answer extends Schema }
  ? z.output<Answer>
  : undefined;

type Given<Name extends string, S extends Schema> =
  object | undefined extends z.input<S>
    ? { readonly [Key in Name]?: z.input<S> }
    : object extends z.input<S>
      ? { readonly [Key in Name]?: z.input<S> }
      : { readonly [Key in Name]: z.input<S> };

/** What a call of an endpoint takes: its `params`, `query` and `body` as the schemas accept them, and the idempotency `key`. */
export type InputOf<E extends Endpoint> = (E extends { readonly params: infer S extends Schema }
  ? Given<'params', S>
  : unknown) &
  (E extends { readonly query: infer S extends Schema } ? Given<'query', S> : unknown) &
  (E extends { readonly body: infer S extends Schema } ? Given<'body', S> : unknown) &
  (E extends { readonly idempotent: true } ? { readonly key: string } : unknown);

/** A success that only says what was done. */
export const messageAnswer = z.object({ message: z.string() });
export type MessageAnswer = z.infer<typeof messageAnswer>;
