import fastifyStatic from '@fastify/static';
import type { FastifyRequest } from 'fastify';
import type { App } from '../http/app-type.ts';
import type { SendPage } from './page-sender.ts';

const year = 31_536_000;

/**
 * Serves the built screens of `folder`. Every address that a browser opens and that is not the API's is a screen's: it gets the
 * one page, whose routes are the screens' own business: see `isForAScreen`.
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

/** A screen whose address is also a call. A browser that opens a page sends no credential; whoever calls sends one. */
const screenBehindCall = /^\/(audit|(markets|players)(\/[^/]+)?|ledger\/wallets\/[^/]+)\/?$/;

/** Lets a browser that opens such an address have the page; a call goes on to its route. Comes before every route. */
export function openScreensFirst(app: App, sendPage: SendPage): void {
  app.addHook('onRequest', async (request, reply) => {
    const isCall = request.headers.authorization !== undefined;
    const [path = '/'] = request.url.split('?');
    return isCall || !screenBehindCall.test(path) || !isForAScreen(request) ? undefined : sendPage(request, reply);
  });
}

/**
 * Vite puts a hash of the content into every name under `assets`; logos seldom change; the page, and the service worker that
 * keeps it for when the API is away, are asked for each time.
 */
function cachingOf(path: string): string {
  if (/^[\\/]assets[\\/]/.test(path)) return `public, max-age=${year}, immutable`;
  return /(\.html|[\\/]service-worker\.js)(\.br|\.gz)?$/.test(path) ? 'no-cache' : 'public, max-age=3600';
}

/** A payment is called under `/payment`; what comes back from the checkout is a screen. */
const apiPath = /^\/(auth|bet|config|docs|events|healthz|payment(?!\/return\/)|readyz|socket\.io)(\/|$)/;

/** Whether an address that is nobody's is one that a browser opens. */
export function isForAScreen(request: FastifyRequest): boolean {
  const [path = '/'] = request.url.split('?');
  const isAsked = request.method === 'GET' || request.method === 'HEAD';
  return isAsked && !apiPath.test(path) && (request.headers.accept ?? '').includes('text/html');
}
