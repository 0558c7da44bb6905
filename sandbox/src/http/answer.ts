/**
 * A route's response. `never` keeps the caller waiting, like a hanging provider; `half` does so after half of the body; `pieces` is
 * written as fast as the caller reads.
 */
export type Answer =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  | {
      readonly kind: 'bytes';
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Uint8Array;
    }
  | { readonly kind: 'half'; readonly headers: Readonly<Record<string, string>>; readonly body: string }
  | {
      readonly kind: 'pieces';
      readonly headers: Readonly<Record<string, string>>;
      readonly pieces: () => Iterable<string>;
    }
  | { readonly kind: 'never' };

export type Asked = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** The same as it arrived, for bodies that are no text. */
  readonly bytes: Uint8Array;
  /** The address that the caller used, such as http://localhost:4010, for links in responses. */
  readonly origin: string;
  /** The values of `:name` parts of the route's path. */
  readonly part: (name: string) => string;
};

export type Route = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly run: (asked: Asked) => Answer | Promise<Answer>;
};

export const json = (status: number, value: unknown, headers: Record<string, string> = {}): Answer =>
  answer(status, JSON.stringify(value), { 'content-type': 'application/json; charset=utf-8', ...headers });

export const html = (body: string, status = 200): Answer =>
  answer(status, body, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; img-src 'self' data:; frame-src 'self'; form-action *; base-uri 'none'",
  });

/** Redirects to a page with GET after a POST. */
export const seeOther = (location: string): Answer => answer(303, '', { location });
export const nothing = (): Answer => answer(204, '', {});
export const never: Answer = { kind: 'never' };

/** Returns the body as a JSON object; null if it is not one. */
export function jsonObject(asked: Asked): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(asked.body === '' ? '{}' : asked.body);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const answer = (status: number, body: string, headers: Record<string, string>): Answer => ({
  kind: 'answer',
  status,
  headers: { 'cache-control': 'no-store', ...headers },
  body,
});
