import type { App } from './app-type.ts';
import { refuse } from './refuse.ts';

/** PostgreSQL keeps neither U+0000 nor half of a pair of surrogates, so nothing we ask of people can hold one. */
export const unkeepable = {
  code: 'request-invalid',
  error: 'The request holds a character that cannot be kept.',
} as const;

/** Refuses an address that names U+0000, wherever in it; half of a pair cannot be named in one. Comes before every route. */
export function refuseUnkeepable(app: App): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.includes('%00')) refuse(reply, 400, unkeepable);
    else done();
  });
}
