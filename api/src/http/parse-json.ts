import type { App } from './app-type.ts';
import { unkeepable } from './refuse-unkeepable.ts';

/**
 * Takes JSON and nothing else, and no text that cannot be kept. An empty body is none, whatever type it is said to have: clients
 * put their usual header on calls without one.
 */
export function parseJsonOnly(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') done(null);
    else if (holdsUnkeepable(body)) done(new UnkeepableText(unkeepable.error));
    else void parse(request, body, done);
  });
}

/** U+0000, and half of a pair of surrogates: JSON can name them, but only by their number. */
const byNumber = /\\u0000|\\ud[89ab][0-9a-f]{2}(?!\\ud[c-f])|(?<!\\ud[89ab][0-9a-f]{2})\\ud[c-f]/i;

// A backslash that is itself escaped begins nothing.
const holdsUnkeepable = (json: string): boolean => json.includes('\\u') && byNumber.test(json.replaceAll('\\\\', '  '));

class UnkeepableText extends Error {
  readonly statusCode = 400;
}
