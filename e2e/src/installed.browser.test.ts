import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newVisitor, openPage, seen } from './on-screen.ts';
import { openBrowser } from './open-browser.ts';
import { type OpenProduct, openProduct } from './open-product.ts';

// One visitor who comes back: each test goes on where the one before has stopped.
let product: OpenProduct;
let browser: Browser;
let visitor: BrowserContext;
let page: Page;

beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), openBrowser()]);
  visitor = await newVisitor(browser, product.url);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const cards = () => page.locator('main article[data-match]');

test('the app can be installed', async () => {
  page = await openPage(visitor, '/');
  await seen(cards());
  const devTools = await visitor.newCDPSession(page);
  const { errors } = await devTools.send('Page.getAppManifest');
  const { installabilityErrors } = await devTools.send('Page.getInstallabilityErrors');
  const others = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito');
  expect([errors, others]).toEqual([[], []]);
});

test('the first visit caches the page and its files, but no API response', async () => {
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  const kept = (await page.evaluate(
    `caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys()))))
      .then((lists) => lists.flat().map(({ url }) => new URL(url).pathname))`,
  )) as readonly string[];
  expect(kept).toEqual(expect.arrayContaining(['/', '/theme.js', expect.stringMatching(/^\/assets\/.*\.js$/)]));
  expect(
    kept.filter((path) => !/^\/($|assets\/|leagues\/|theme\.js|favicon\.svg|placeholder-league\.jpg)/.test(path)),
  ).toEqual([]);
});

test('with the API down the app still opens and says that it cannot reach Touchline', async () => {
  await page.close();
  await product.api.kill('SIGKILL');
  page = await openPage(visitor, '/');
  await seen(page.getByRole('heading', { name: 'Upcoming Matches' }));
  await seen(page.getByText('Touchline cannot be reached.'), page.getByText(/^Error: Network error/));
});

test('a screen whose code was never loaded says so', async () => {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Games' }).first().click();
  await seen(page.getByText('This screen could not be loaded'));
});

test('recovers when the API is back', async () => {
  await product.api.restart();
  await seen(cards(), page.getByRole('heading', { name: 'Games' }));
  await page.getByText('Touchline cannot be reached.').waitFor({ state: 'hidden' });
});
