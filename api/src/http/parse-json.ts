import type { App } from './app-type.ts';

/**
 * Takes JSON and nothing else. A text with U+0000 is refused at the door: PostgreSQL cannot keep one, so nothing we ask of people
 * can hold it. An empty body is none, whatever type it is said to have: clients put their usual header on calls without one.
 */
export function parseJsonOnly(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') done(null);
    else if (body.includes('\\u0000')) done(new UnkeepableText('The request holds a character that cannot be kept.'));
    else void parse(request, body, done);
  });
}

class UnkeepableText extends Error {
  readonly statusCode = 400;
}
