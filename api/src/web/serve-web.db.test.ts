import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';

let api: TestApp;
let folder: string;
const head = '<!doctype html><head><title>Touchline</title>';
const built = `${head}</head>`;
const notice = 'The calendar runs fast. </script><b>';
let page = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchline-web-'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, 'leagues'));
  await writeFile(join(folder, 'index.html'), built);
  await writeFile(join(folder, 'assets', 'main-4f2a.js'), 'export {};');
  await writeFile(join(folder, 'leagues', 'soccer_epl.png'), 'png');
  await writeFile(join(folder, 'service-worker.js'), 'self;');
  await writeFile(join(folder, 'service-worker.js.br'), 'brotli');
  await writeFile(join(folder, 'manifest.webmanifest'), '{}');
  api = await buildTestApp({ webFolder: folder, feedNotice: notice });
  page = (await open('/')).body;
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

const open = (url: string, accept = 'text/html,application/xhtml+xml,*/*;q=0.8') =>
  api.app.inject({ method: 'GET', url, headers: { accept } });

describe('the screens', () => {
  test.each([
    '/',
    '/games',
    '/history',
    '/ledger',
    '/ledger/wallets/42',
    '/markets',
    '/markets/42',
    '/players',
    '/players/42',
    '/cases',
    '/cases/42',
    '/reconciliation',
    '/adjustments?user=42',
    '/audit',
    '/notifications',
    '/rules',
    '/rules?version=1',
    '/shared/ABCDEFGH23',
    '/statement',
    '/verify?token=x',
    '/payment/return/42',
    '/bets-of-others',
    '/no-such-screen',
  ])('%s opens the page, which is revalidated each time', async (url) => {
    const answer = await open(url);
    expect([answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([200, page, 'no-cache']);
  });

  test('the page embeds the settings of the API, and a notice cannot become markup', async () => {
    const config = (await api.app.inject('/config')).json();
    expect(config).toMatchObject({ notice });
    const [, json = ''] = /<script id="config" type="application\/json">([^<]*)<\/script><\/head>$/.exec(page) ?? [];
    expect([page.startsWith(head), JSON.parse(json)]).toEqual([true, config]);
  });

  test('sends the page compressed if accepted, and 304 if unchanged', async () => {
    const ask = (headers: Record<string, string>) => api.app.inject({ method: 'GET', url: '/', headers });
    const packed = await ask({ 'accept-encoding': 'gzip, deflate, br' });
    const zipped = await ask({ 'accept-encoding': 'gzip' });
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(page);
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(page);
    expect([packed.headers['content-encoding'], packed.headers['vary']]).toEqual(['br', 'accept-encoding']);
    const again = await ask({ 'if-none-match': String(packed.headers['etag']) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  test('what has a hash in its name is kept for ever, a logo for an hour', async () => {
    const caching = async (url: string) => (await open(url, '*/*')).headers['cache-control'];
    expect(await caching('/assets/main-4f2a.js')).toBe('public, max-age=31536000, immutable');
    expect(await caching('/leagues/soccer_epl.png')).toBe('public, max-age=3600');
  });

  test('revalidates the service worker each time, and sends files as the build compressed them', async () => {
    const ask = (url: string) => api.app.inject({ method: 'GET', url, headers: { 'accept-encoding': 'gzip, br' } });
    const worker = await ask('/service-worker.js');
    const { headers } = worker;
    expect([headers['cache-control'], headers['content-encoding'], headers['content-type'], worker.body]).toEqual([
      'no-cache',
      'br',
      'application/javascript; charset=utf-8',
      'brotli',
    ]);
    expect((await ask('/manifest.webmanifest')).headers['content-type']).toMatch('application/manifest+json');
  });

  test.each([
    ['a script of an older build', '/assets/main-0000.js', '*/*'],
    ['a missing picture', '/leagues/none.png', 'image/avif,image/webp,*/*'],
    ['a call of the API that does not exist', '/events/none', 'text/html'],
    ['a call about payments that does not exist', '/payment/none', 'text/html'],
    ['a call that wants JSON', '/games', 'application/json'],
  ])('%s is not answered with the page', async (_what, url, accept) => {
    const answer = await open(url, accept);
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      { code: 'not-found', error: `GET ${url} does not exist.` },
    ]);
  });

  test('answers a path that is both a screen and a call as a call if a credential or JSON is requested', async () => {
    const ask = (headers: Record<string, string>) =>
      api.app.inject({ method: 'GET', url: `/ledger/wallets/${crypto.randomUUID()}`, headers });
    const answers = [
      await ask({ accept: 'text/html', authorization: 'Bearer none' }),
      await ask({ accept: 'application/json' }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401]);
  });

  test('nothing outside the folder is served', async () => {
    const answers = await Promise.all(
      ['/../package.json', '/%2e%2e/package.json', '/assets/..%2f..%2fx'].map((url) => open(url, '*/*')),
    );
    expect(answers.map((answer) => answer.statusCode >= 400)).toEqual([true, true, true]);
  });
});

test('scripts and connections are allowed from this address only, and frames not at all', async () => {
  const { headers } = await open('/');
  const policy = Object.fromEntries(
    String(headers['content-security-policy'])
      .split(';')
      .map((directive) => directive.trim().split(/ (.*)/s)),
  );
  expect(policy).toEqual({
    'default-src': "'self'",
    'script-src': "'self'",
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': "'self' ws://touchline.test",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  });
});

test('a folder without built screens stops the start with a sentence', async () => {
  await expect(buildTestApp({ webFolder: join(folder, 'assets') })).rejects.toThrow(/there are no built screens in/);
});

test('the description of the API opens under the content policy', async () => {
  const answer = await open('/docs/');
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const policies = [answer, await open('/')].map(({ headers }) => headers['content-security-policy']);
  expect(policies[0]).toBe(policies[1]);
});
