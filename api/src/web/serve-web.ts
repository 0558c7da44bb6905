import fastifyStatic from '@fastify/static';
import type { FastifyRequest } from 'fastify';
import type { App } from '../http/app-type.ts';
import type { SendPage } from './page-sender.ts';

const year = 31_536_000;

/**
 * Serves the built screens of `folder`. Every URL that a browser opens and that is not an API route gets the one page, which routes
 * it: see `isForAScreen`.
 */
export async function serveWeb(app: App, folder: string, sendPage: SendPage): Promise<void> {
  app.get('/', { schema: { hide: true } }, async (request, reply) => sendPage(request, reply));
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: true,
    index: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.header('cache-control', cachingOf(path.slice(folder.length)));
    },
  });
}

/** Screens whose path is also an API route. A browser that opens a page accepts HTML and sends no credential; an API call does not. */
const screenBehindCall =
  /^\/(adjustments|audit|notifications|rules|shared\/[^/]+|(markets|players|cases)(\/[^/]+)?|ledger\/wallets\/[^/]+)\/?$/;

/** Sends the page to a browser that opens such a path; a call continues to its route. Runs before every route. */
export function openScreensFirst(app: App, sendPage: SendPage): void {
  app.addHook('onRequest', async (request, reply) => {
    const isCall = request.headers.authorization !== undefined;
    const [path = '/'] = request.url.split('?');
    return isCall || !screenBehindCall.test(path) || !isForAScreen(request) ? undefined : sendPage(request, reply);
  });
}

/**
 * Files under `assets` have a content hash in their name; logos rarely change; the page and the service worker, which caches it for
 * use without the API, are revalidated each time.
 */
function cachingOf(path: string): string {
  if (/^[\\/]assets[\\/]/.test(path)) return `public, max-age=${year}, immutable`;
  return /(\.html|[\\/]service-worker\.js)(\.br|\.gz)?$/.test(path) ? 'no-cache' : 'public, max-age=3600';
}

/** `/payment` is an API path, except for the screen that the checkout returns to. */
const apiPath = /^\/(auth|bet|config|docs|events|healthz|log|payment(?!\/return\/)|readyz|socket\.io)(\/|$)/;

/** Whether a request without a route comes from a browser that opens a page. */
export function isForAScreen(request: FastifyRequest): boolean {
  const [path = '/'] = request.url.split('?');
  const isAsked = request.method === 'GET' || request.method === 'HEAD';
  return isAsked && !apiPath.test(path) && (request.headers.accept ?? '').includes('text/html');
}
