import { cacheOf, isAway, outdated, type ShellFiles, wayOf } from './caching.ts';

// Keeps what opens the app without the API. A build brings its own copy of this file, with the list of its files.
declare const self: ServiceWorkerGlobalScope;
declare const __SHELL__: ShellFiles;

const shell = __SHELL__;
const page = '/';

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOtherBuilds().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const way = wayOf(event.request, shell, self.location.origin);
  if (way === 'page') event.respondWith(openPage(event.request));
  if (way === 'file') event.respondWith(giveFile(event.request));
});

/** All or nothing. The page must be this build's: while the server is being replaced it may be the other one's. */
async function keepShell(): Promise<void> {
  const cache = await caches.open(cacheOf(shell));
  const answer = await fetch(page, { cache: 'no-store', headers: { accept: 'text/html' } });
  const text = await answer.clone().text();
  if (!answer.ok || !text.includes(shell.entry)) throw new Error('the server serves another build');
  await cache.addAll(
    shell.files.map((file) => (file.startsWith('/assets/') ? file : new Request(file, { cache: 'reload' }))),
  );
  await cache.put(page, answer);
}

async function forgetOtherBuilds(): Promise<void> {
  const names = outdated(await caches.keys(), shell);
  await Promise.all(names.map((name) => caches.delete(name)));
}

async function openPage(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request);
    return isAway(answer.status) ? ((await keptPage()) ?? answer) : answer;
  } catch (failure) {
    const kept = await keptPage();
    if (kept) return kept;
    throw failure;
  }
}

const keptPage = async (): Promise<Response | undefined> => (await caches.open(cacheOf(shell))).match(page);

async function giveFile(request: Request): Promise<Response> {
  const cache = await caches.open(cacheOf(shell));
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.status === 200) await cache.put(request, answer.clone());
  return answer;
}
