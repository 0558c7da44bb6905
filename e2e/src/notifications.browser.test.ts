import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsOn } from './axe.ts';
import { type Bettor, demoBettor, logIn, matchesOf, placeWhenConfirmed } from './bettor.ts';
import { newVisitor, openPage, seen, startLoggedIn } from './on-screen.ts';
import { openBrowser } from './open-browser.ts';
import { type OpenProduct, openProduct } from './open-product.ts';
import { until } from './until.ts';

let product: OpenProduct;
let browser: Browser;
let bettor: Bettor;
beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct({ env: { ODDS_POLL_SECONDS: '1' } }), openBrowser()]);
  bettor = await logIn(product.url, demoBettor);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** A bet of $10 on the home team of a new match. */
async function place(homeTeam: string, awayTeam: string) {
  const { url, sandbox } = product;
  const fixture = await sandbox.create([homeTeam, awayTeam]);
  const row = await until('the match on offer', async () =>
    (await matchesOf(url)).find(({ match, odds }) => match.homeTeam === homeTeam && odds.homeWin !== '-'),
  );
  const matches = [{ matchId: row.id, betOutcome: `${homeTeam} Win`, odds: Number(row.odds.homeWin) }];
  await placeWhenConfirmed(bettor, { stake: 10, matches }, `bell-${row.id}`);
  return fixture;
}
const bell = (page: Page, text: string) => page.getByRole('link', { name: text, exact: true });

test('a result reaches the bell on another screen; what is switched off does not, and what follows does', async () => {
  const { sandbox, url } = product;
  const [first, second, third] = [
    await place('Alpha Town', 'Beta United'),
    await place('Gamma Rovers', 'Delta Albion'),
    await place('Epsilon City', 'Zeta Town'),
  ];
  const phone = await newVisitor(browser, url, { viewport: { width: 390, height: 844 } });
  await startLoggedIn(phone, bettor.session);
  const page = await openPage(phone, '/my-wallet');
  // The deposit of the demo account.
  await bell(page, 'Notifications, 1 unread').click();
  await seen(page.getByText('$1,000.00 was added to your balance.'), bell(page, 'Notifications'));
  await page.getByRole('link', { name: 'Wallet' }).click();
  await seen(page.getByRole('heading', { level: 1, name: 'My Wallet' }));

  await sandbox.finish(first, 0, 0);
  await bell(page, 'Notifications, 1 unread').click();
  await seen(page.getByRole('link', { name: /Your bet lost/ }), bell(page, 'Notifications'));
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  expect(await violationsOn(page, 'all')).toEqual([]);

  await page.getByRole('link', { name: 'Settings' }).click();
  const settled = page.getByRole('checkbox', { name: 'Settled bets, in the app' });
  await settled.uncheck();
  await until('the choice saved', async () => ((await settled.isEnabled()) ? true : undefined));
  await sandbox.finish(second, 0, 0);
  await until('both bets settled', async () =>
    (await bettor.history()).filter(({ status }) => status === 'lost').length === 2 ? true : undefined,
  );
  await sandbox.kickOff(third);
  await sandbox.goal(third, 'home');
  await bell(page, 'Notifications, 1 unread').click();
  await seen(page.getByRole('link', { name: /Goal: Epsilon City/ }));
  expect(await page.getByRole('link', { name: /Your bet/ }).allTextContents()).toHaveLength(1);
});
