import { matchHistory } from '@touchline/core/contract';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bettor, demoBettor, logIn, matchesOf, placeWhenConfirmed } from './bettor.ts';
import { cardOf, inSlip, newVisitor, priceOf, seen, slipOf, startLoggedIn } from './on-screen.ts';
import { openBrowser } from './open-browser.ts';
import { type OpenProduct, openProduct } from './open-product.ts';
import { openTab, type RawTab } from './raw-tab.ts';
import type { Fixture } from './sandbox.ts';
import { until } from './until.ts';

// One match from its first price to its settlement, on its own page.
let product: OpenProduct;
let browser: Browser;
let visitor: BrowserContext;
let bettor: Bettor;
let fixture: Fixture;
let page: Page;
let id: string;
let line: Awaited<ReturnType<typeof cuttable>>;

beforeAll(async () => {
  const env = { ODDS_POLL_SECONDS: '1', IN_PLAY_DELAY_SECONDS: '0' };
  [product, browser] = await Promise.all([openProduct({ env }), openBrowser()]);
  bettor = await logIn(product.url, demoBettor);
  visitor = await newVisitor(browser, product.url);
  visitor.setDefaultTimeout(60_000);
  await startLoggedIn(visitor, bettor.session);
  fixture = await product.sandbox.create(['Alpha City', 'Beta Town']);
  page = await visitor.newPage();
  line = await cuttable(page);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** At one all, with little left to play. */
const late = { home: 3.4, draw: 2.2, away: 2.8 };
const timeline = () => page.getByRole('region', { name: 'Timeline' });
const lines = () => page.getByRole('img', { name: /^Prices over time: Alpha City from/ });
/** The drawn line of the home team. */
const homeLine = async () => (await lines().locator('path.stroke-pitch').getAttribute('d')) ?? '';
const historyOf = async () => matchHistory.parse(await (await fetch(`${product.url}/events/${id}/history`)).json());
const matchNow = async () => (await matchesOf(product.url)).find((match) => match.id === id);

test('a card links to its match page, where a moving price lights up, joins the chart, and can be selected', async () => {
  await page.goto('/games');
  const link = cardOf(page, fixture).getByRole('link', { name: /Alpha City/ });
  await link.press('Enter');
  await page.waitForURL('**/match/*');
  id = page.url().split('/').at(-1) ?? '';
  await seen(lines(), timeline().getByText('First prices'), priceOf(page, fixture, '1, Alpha City Win, 2.10'));
  expect(await page.title()).toBe('Alpha City vs Beta Town · Touchline');
  const before = await homeLine();
  const button = cardOf(page, fixture).getByRole('button', { name: /^1, / });
  await product.sandbox.setPrices(fixture, { home: 2.3, draw: 3.4, away: 3.2 });
  await seen(priceOf(page, fixture, '1, Alpha City Win, 2.30'));
  expect(await button.locator('.price-light').getAttribute('data-move')).toBe('rise');
  await until('a longer line', async () => ((await homeLine()) === before ? undefined : true));
  await seen(page.getByRole('img', { name: /Alpha City from 2.10 to 2.30/ }));
  await button.press('Enter');
  await seen(
    inSlip(page, 'Remove Alpha City Win'),
    slipOf(page).getByRole('link', { name: 'Alpha City vs Beta Town' }),
  );
});

test('a goal updates score and timeline at once, and events missed while disconnected are caught up', async () => {
  await product.sandbox.kickOff(fixture);
  await seen(cardOf(page, fixture).getByText('LIVE', { exact: true }));
  await product.sandbox.goal(fixture, 'home');
  await seen(page.getByRole('img', { name: 'Score 1 to 0' }), timeline().getByText('Goal: Alpha City'));
  line.cut();
  await seen(page.getByText(/Reconnecting/));
  await product.sandbox.goal(fixture, 'away');
  await until('the second goal', async () => ((await matchNow())?.score?.away === 1 ? true : undefined));
  line.repair();
  await seen(page.getByRole('img', { name: 'Score 1 to 1' }), timeline().getByText('Goal: Beta Town'));
});

test('a screen behind another tab shows the current state when it becomes visible', async () => {
  const games = await openTab(browser, `${product.url}/games`);
  const words = `document.querySelector('[data-match="${id}"] button .sr-only')?.textContent ?? ''`;
  await until('the card', async () => ((await games.read<string>(words)) === '' ? undefined : true));
  await hidden(games);
  await product.sandbox.setPrices(fixture, late);
  await until('the price in the database', async () =>
    (await historyOf()).prices.h2h.at(-1)?.prices[0] === 3.4 ? true : undefined,
  );
  await games.show();
  await until('the newest price on the card', async () =>
    (await games.read<string>(words)).startsWith('1, Alpha City Win, 3.40') ? true : undefined,
  );
  await games.close();
});

test('a settled bet shows a notice, and is counted in the title of a hidden tab', async () => {
  await product.sandbox.setPrices(fixture, late);
  const match = await until('a price to bet at', async () => {
    const found = await matchNow();
    return found?.markets.h2h === 'open' && found.odds.draw === 2.2 ? found : undefined;
  });
  const leg = { matchId: id, betOutcome: 'Draw', odds: Number(match.odds.draw) };
  const bet = await placeWhenConfirmed(bettor, { stake: 10, matches: [leg], oddsPolicy: 'any' }, crypto.randomUUID());
  const behind = await openTab(browser, `${product.url}/match/${id}`);
  // A tab is there before its page is, and what is stored then is stored nowhere.
  await until('the page of the tab', async () =>
    (await behind.read('location.pathname')) === `/match/${id}` ? true : undefined,
  );
  await behind.read(
    `for (const [name, value] of Object.entries(${JSON.stringify(stored())})) localStorage.setItem(name, value)`,
  );
  await behind.read('location.reload()');
  const balance = `document.querySelector('header')?.textContent.includes('$990.00') ?? false`;
  await until('the bettor', async () => ((await behind.read<boolean>(balance)) ? true : undefined));
  await hidden(behind);
  const hasNotice = `[...document.querySelectorAll('[role=status]')].some((each) =>
    each.textContent.includes('won+$22.00') && each.querySelector('a[href="/history/${bet._id}"]') !== null)`;
  await product.sandbox.finish(fixture, 1, 1);
  const titleIs = (title: string) =>
    until(`the title ${title}`, async () => ((await behind.read('document.title')) === title ? true : undefined));
  await titleIs('(1) Alpha City vs Beta Town · Touchline');
  // A notice goes after four seconds: the page itself looks out for it.
  await behind.read(
    `new MutationObserver(() => { window.isShown ||= ${hasNotice} }).observe(document, { subtree: true, childList: true })`,
  );
  await behind.show();
  await titleIs('Alpha City vs Beta Town · Touchline');
  await until('the notice', async () => ((await behind.read<boolean>('window.isShown')) ? true : undefined));
  await behind.close();
  // The other tab showed it too, and is still on the match page.
  await seen(timeline().getByText('Full time'), timeline().getByText('Bets settled'));
  await page.goto(`/history/${bet._id}`);
  await page.getByRole('main').getByRole('link', { name: 'Alpha City vs Beta Town' }).press('Enter');
  await page.waitForURL(`**/match/${id}`);
  await seen(cardOf(page, fixture).getByText('FT', { exact: true }), timeline().getByText('Full time'));
});

const stored = () => ({ auth: JSON.stringify(bettor.session), token: bettor.session.accessToken });

/** Resolves when the page itself knows that its tab is hidden. */
async function hidden(tab: RawTab): Promise<void> {
  await tab.hide();
  await until('the tab to be hidden', async () =>
    (await tab.read('document.visibilityState')) === 'hidden' ? true : undefined,
  );
}

/** A page's connection, which can be cut and repaired. Call this before the page opens. */
async function cuttable(page: Page): Promise<{ cut(): void; repair(): void }> {
  const lines = new Set<{ close(): Promise<void> }>();
  let isCut = false;
  await page.routeWebSocket(/socket\.io/, (socket) => {
    if (isCut) return void socket.close();
    socket.connectToServer();
    lines.add(socket);
  });
  return {
    cut: () => {
      isCut = true;
      for (const line of lines) void line.close();
    },
    repair: () => {
      isCut = false;
    },
  };
}
