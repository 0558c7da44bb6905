import { getEventListeners } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterEach, expect, test, vi } from 'vitest';
import { createProxy } from './proxy.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const within = { timeout: 60_000, interval: 10 };
type Copy = {
  readonly url: string;
  readonly asked: IncomingMessage[];
  readonly server: Server;
  hang: boolean;
  drains: boolean;
  looks: number;
};

/** An api that answers with its name, and echoes on a socket. */
async function copy(name: string): Promise<Copy> {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/healthz') one.looks += 1;
    if (one.hang) return;
    if (request.url === '/healthz') response.writeHead(one.drains ? 404 : 200).end('{}');
    else {
      asked.push(request);
      request.resume().on('end', () => response.end(name));
    }
  });
  server.on('upgrade', (request, socket) => {
    asked.push(request);
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    socket.on('error', () => {});
    socket.on('end', () => socket.end());
    socket.on('data', (chunk) => socket.write(`${name} ${chunk}`));
  });
  await listening(server);
  const one: Copy = { url: addressOf(server), asked, server, hang: false, drains: false, looks: 0 };
  closers.push(() => end(server));
  return one;
}

async function openProxy(copies: readonly Copy[], answerWithinMs = 1_000) {
  const changes: string[] = [];
  const { server, close } = createProxy({
    urls: copies.map(({ url }) => url),
    onChange: (url, state) => changes.push(`${copies.findIndex((one) => one.url === url)} ${state}`),
    checkEveryMs: 20,
    answerWithinMs,
  });
  await listening(server);
  closers.push(close);
  return { url: addressOf(server), port: (server.address() as AddressInfo).port, changes };
}

const listening = (server: Server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const end = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
const textOf = async (url: string, init?: RequestInit) => (await fetch(url, init)).text();
/** Sends a request with a verbatim first line, which no browser does. */
const statusOf = (port: number, path: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    })
      .on('error', reject)
      .end();
  });

/** Opens a WebSocket, sends `hello`, and reports what comes back and when it ends. */
async function openSocket(port: number) {
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  let hasEnded = false;
  socket.on('data', (chunk) => {
    heard += chunk.toString();
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    hasEnded = true;
  });
  closers.push(async () => socket.destroy());
  socket.write('GET /socket.io/ HTTP/1.1\r\nHost: touchline.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  await expect.poll(() => heard, within).toContain('101 Switching Protocols');
  socket.write('hello');
  await expect.poll(() => heard, within).toContain('hello');
  return { heard: () => heard, hasEnded: () => hasEnded };
}

test('does not forward metrics', async () => {
  const one = await copy('a');
  const { url } = await openProxy([one]);
  const headers = { authorization: 'Bearer a-token-of-the-operator' };
  const answers = await Promise.all(
    ['/metrics', '/metrics?a=1', '/%6Detrics', '/%E0', '/'].map((path) => fetch(`${url}${path}`, { headers })),
  );
  expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 200, 200]);
  expect(one.asked.map((request) => request.url).toSorted()).toEqual(['/', '/%E0']);
});

test.each([
  ['a whole address', 'http://any.example/metrics'],
  ['another spelling of it', 'HTTPS://any.example/%6detrics'],
  ['an undecodable query', '/%6Detrics?%zz'],
])('nor by %s, which a copy reads as its metrics', async (_, path) => {
  const one = await copy('a');
  const { port } = await openProxy([one]);
  expect(await statusOf(port, path)).toBe(404);
  expect(one.asked).toEqual([]);
});

test('distributes requests over all apis', async () => {
  const { url } = await openProxy([await copy('one'), await copy('two'), await copy('three')]);
  const answers = [];
  for (let each = 0; each < 6; each += 1) answers.push(await textOf(url));
  expect(answers.toSorted()).toEqual(['one', 'one', 'three', 'three', 'two', 'two']);
});

test('appends the client address to forwarded ones; keeps host and origin', async () => {
  const one = await copy('one');
  const { url } = await openProxy([one]);
  await textOf(url, { headers: { 'x-forwarded-for': '8.8.8.8', origin: 'https://touchline.example' } });
  const headers = one.asked[0]?.headers;
  expect(headers?.['x-forwarded-for']).toBe('8.8.8.8,127.0.0.1');
  expect([headers?.host, headers?.origin]).toEqual([new URL(url).host, 'https://touchline.example']);
});

test('retries reads on another api if one died, but nothing that may have changed something', async () => {
  const [one, two] = [await copy('one'), await copy('two')];
  const urls = [one, two];
  const changes: string[] = [];
  // The next health check is far away, so the proxy has to notice by the requests.
  const { server, close } = createProxy({
    urls: urls.map(({ url }) => url),
    onChange: (url) => changes.push(url),
    checkEveryMs: 60_000,
  });
  await listening(server);
  closers.push(close);
  const url = addressOf(server);
  await Promise.all([textOf(url), textOf(url)]);
  await end(one.server);
  expect([await textOf(url), await textOf(url), await textOf(url)]).toEqual(['two', 'two', 'two']);
  const posts = await Promise.all([1, 2].map(() => fetch(url, { method: 'POST', body: '{}' })));
  expect(posts.map(({ status }) => status).toSorted()).toEqual([200, 503]);
  const refused = posts.find(({ status }) => status === 503);
  expect(await refused?.json()).toMatchObject({ code: 'unavailable' });
  expect(changes).toEqual([]);
});

test('excludes a hanging api, closes its sockets, and includes it again', async () => {
  const [one, two] = [await copy('one'), await copy('two')];
  const { url, port, changes } = await openProxy([one, two]);
  const sockets = [await openSocket(port), await openSocket(port)];
  expect(sockets.map(({ heard }) => heard().slice(-9)).toSorted()).toEqual(['one hello', 'two hello']);
  one.hang = true;
  await expect.poll(() => changes, within).toEqual(['0 down']);
  const cut = sockets.find(({ heard }) => heard().includes('one hello'));
  await expect.poll(() => cut?.hasEnded(), within).toBe(true);
  expect(sockets.map(({ hasEnded }) => hasEnded()).toSorted()).toEqual([false, true]);
  expect([await textOf(url), await textOf(url)]).toEqual(['two', 'two']);
  expect((await openSocket(port)).heard()).toContain('two hello');
  one.hang = false;
  await expect.poll(() => changes, within).toEqual(['0 down', '0 up']);
  expect((await openSocket(port)).heard()).toContain('one hello');
});

test('sends nothing new to an api that is about to close, and leaves its sockets alone', async () => {
  const [one, two] = [await copy('one'), await copy('two')];
  const { url, port, changes } = await openProxy([one, two]);
  const sockets = [await openSocket(port), await openSocket(port)];
  one.drains = true;
  await expect.poll(() => changes, within).toEqual(['0 draining']);
  expect([await textOf(url), await textOf(url), (await openSocket(port)).heard().slice(-9)]).toEqual([
    'two',
    'two',
    'two hello',
  ]);
  expect(sockets.map(({ hasEnded }) => hasEnded())).toEqual([false, false]);
  one.drains = false;
  await expect.poll(() => changes, within).toEqual(['0 draining', '0 up']);
});

test('excludes no api and closes no socket if none answers in time', async () => {
  const [one, two] = [await copy('one'), await copy('two')];
  // From the start: on a busy machine one of them may answer in time and the other not.
  for (const each of [one, two]) each.hang = true;
  const { port, changes } = await openProxy([one, two], 200);
  const sockets = [await openSocket(port), await openSocket(port)];
  await expect.poll(() => one.looks + two.looks, within).toBeGreaterThan(12);
  expect(changes).toEqual([]);
  expect(sockets.map(({ hasEnded }) => hasEnded())).toEqual([false, false]);
  two.hang = false;
  await expect.poll(() => changes, within).toEqual(['0 down']);
  await expect.poll(() => sockets.map(({ hasEnded }) => hasEnded()).toSorted(), within).toEqual([false, true]);
});

test('answers 503 if no api answers', async () => {
  const one = await copy('one');
  const { url } = await openProxy([one]);
  await end(one.server);
  expect((await fetch(url)).status).toBe(503);
});

test('attack: a guest resets an upgrade while an api refuses it', async () => {
  const one = await copy('a');
  one.server.removeAllListeners('upgrade');
  const refused: Duplex[] = [];
  one.server.on('upgrade', (_request, socket) => {
    socket.on('error', () => {});
    refused.push(socket);
  });
  const { url, port } = await openProxy([one]);
  const guest = connect(port, '127.0.0.1', () =>
    guest.write('GET /other HTTP/1.1\r\nHost: touchline.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
  );
  guest.on('error', () => {});
  await expect.poll(() => refused.length, within).toBe(1);
  guest.resetAndDestroy();
  for (const socket of refused) socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
  // An unhandled error fails the run: the proxy would have ended.
  await expect.poll(() => textOf(url), within).toBe('a');
});

test('attack: a guest sends an invalid address', async () => {
  const one = await copy('a');
  const { url, port } = await openProxy([one]);
  expect(await statusOf(port, 'http://touchline.test:99999/events')).toBe(400);
  const upgrade = connect(port, '127.0.0.1', () =>
    upgrade.write(
      'GET http://touchline.test:99999/ HTTP/1.1\r\nHost: touchline.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    ),
  );
  await new Promise((resolve) => upgrade.on('close', resolve));
  expect(await textOf(url)).toBe('a');
});

test('refuses an oversized body instead of answering 503', async () => {
  const one = await copy('a');
  const { url } = await openProxy([one]);
  const answer = await fetch(url, { method: 'POST', body: 'x'.repeat(64 * 1_024 + 1) });
  expect([answer.status, one.asked.length]).toEqual([413, 0]);
  expect(await textOf(url, { method: 'POST', body: 'x'.repeat(64 * 1_024) })).toBe('a');
});

test('keeps nothing of a health check that has ended', async () => {
  const any = vi.spyOn(AbortSignal, 'any');
  closers.push(async () => any.mockRestore());
  const one = await copy('a');
  await openProxy([one]);
  await expect.poll(() => one.looks, within).toBeGreaterThan(20);
  const [closing] = any.mock.calls[0]?.[0] ?? [];
  expect(closing && getEventListeners(closing, 'abort').length).toBeLessThan(2);
});
