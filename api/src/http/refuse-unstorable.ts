import { schemaText } from '@touchline/core/language';
import type { App } from './app-type.ts';
import { refuse } from './refuse.ts';

/** PostgreSQL stores neither U+0000 nor lone surrogates. */
export const unstorable = {
  code: 'request-invalid',
  error: schemaText('The request contains a character that cannot be stored.'),
} as const;

/** Refuses a URL with U+0000. Runs before every route. */
export function refuseUnstorable(app: App): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.includes('%00')) refuse(reply, 400, unstorable);
    else done();
  });
}
