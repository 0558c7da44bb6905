import { cacheOf, isUnavailable, outdatedCaches, type ShellFiles, strategyOf } from './caching.ts';
import { openPush, showPush } from './show-push.ts';

// Caches what is needed to open the app without the server, and shows push messages. Each build has its own copy of this file, with its list of files.
declare const self: ServiceWorkerGlobalScope;
declare const __SHELL__: ShellFiles;

const shell = __SHELL__;
const page = '/';

self.addEventListener('install', (event) => {
  event.waitUntil(cacheShell().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(deleteOtherCaches().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const strategy = strategyOf(event.request, shell, self.location.origin);
  if (strategy === 'page') event.respondWith(openPage(event.request));
  if (strategy === 'file') event.respondWith(answerFile(event.request));
});

self.addEventListener('push', (event) => {
  event.waitUntil(showPush(self.registration, event.data?.text()));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPush(self.clients, self.location.origin, event.notification.data));
});

/** Caches all files or none. During a deployment the server may serve another build's page; then it fails and is retried later. */
async function cacheShell(): Promise<void> {
  const cache = await caches.open(cacheOf(shell));
  const answer = await fetch(page, { cache: 'no-store', headers: { accept: 'text/html' } });
  const text = await answer.clone().text();
  if (!answer.ok || !text.includes(shell.entry)) throw new Error('the server serves another build');
  await cache.addAll(
    shell.files.map((file) => (file.startsWith('/assets/') ? file : new Request(file, { cache: 'reload' }))),
  );
  await cache.put(page, answer);
}

async function deleteOtherCaches(): Promise<void> {
  const names = outdatedCaches(await caches.keys(), shell);
  await Promise.all(names.map((name) => caches.delete(name)));
}

async function openPage(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request);
    return isUnavailable(answer.status) ? ((await cachedPage()) ?? answer) : answer;
  } catch (failure) {
    const cached = await cachedPage();
    if (cached) return cached;
    throw failure;
  }
}

const cachedPage = async (): Promise<Response | undefined> => (await caches.open(cacheOf(shell))).match(page);

async function answerFile(request: Request): Promise<Response> {
  const cache = await caches.open(cacheOf(shell));
  const cached = await cache.match(request);
  if (cached) return cached;
  const answer = await fetch(request);
  if (answer.status === 200) await cache.put(request, answer.clone());
  return answer;
}
