import { schemaText } from '@touchline/core/language';
import type { App } from './app-type.ts';
import { refuse } from './refuse.ts';

/** PostgreSQL stores neither U+0000 nor lone surrogates. */
const unstorable = {
  code: 'request-invalid',
  error: schemaText('The request contains a character that cannot be stored.'),
} as const;

/**
 * Accepts only JSON, and only text that PostgreSQL can store. An empty body counts as none, whatever its content type: clients send
 * their usual header on calls without a body.
 */
export function parseJsonOnly(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') done(null);
    else if (holdsUnstorable(body)) done(new UnstorableText(unstorable.error));
    else void parse(request, body, done);
  });
}

/** Escapes of U+0000 and of lone surrogates. */
const byNumber = /\\u0000|\\ud[89ab][0-9a-f]{2}(?!\\ud[c-f])|(?<!\\ud[89ab][0-9a-f]{2})\\ud[c-f]/i;

// An escaped backslash starts no escape.
const holdsUnstorable = (json: string): boolean => json.includes('\\u') && byNumber.test(json.replaceAll('\\\\', '  '));

class UnstorableText extends Error {
  readonly statusCode = 400;
}

/** Refuses a URL with U+0000. Runs before every route. */
export function refuseUnstorable(app: App): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.includes('%00')) refuse(reply, 400, unstorable);
    else done();
  });
}
