import type { App } from './app-type.ts';
import { unstorable } from './refuse-unstorable.ts';

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
