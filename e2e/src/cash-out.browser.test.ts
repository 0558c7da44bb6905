import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bettor, demoBettor, logIn, matchesOf, placeWhenConfirmed } from './bettor.ts';
import { newVisitor, openPage, seen, startLoggedIn } from './on-screen.ts';
import { openBrowser } from './open-browser.ts';
import { type OpenProduct, openProduct } from './open-product.ts';
import { visitorAs } from './people.ts';
import { until } from './until.ts';

let product: OpenProduct;
let browser: Browser;
let bettor: Bettor;
beforeAll(async () => {
  const env = { ODDS_POLL_SECONDS: '1', IN_PLAY_DELAY_SECONDS: '1' };
  [product, browser] = await Promise.all([openProduct({ env }), openBrowser()]);
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
  return { fixture, bet: await placeWhenConfirmed(bettor, { stake: 10, matches }, `cash-${row.id}`) };
}

/** Presses "Cash out $…" in the dialog again if the value fell in between, as a bettor does. */
async function confirm(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  // Of a bet that ends, its result says so; the notice may be missing if the push comes before the answer.
  const done = page.getByText(/Cashed out \$\d+\.\d\d/);
  await until('the cash-out', async () => {
    if (await done.first().isVisible()) return true;
    // The dialog has no button while it waits for the answer, and is gone after it.
    const button = dialog.getByRole('button', { name: /^Cash out \$/, disabled: false });
    if (await button.isVisible()) await button.click({ timeout: 1_000 }).catch(() => undefined);
    return undefined;
  });
}

test('half of a bet is cashed out with three presses, the rest is won, and the balance follows without a reload', async () => {
  const { bet, fixture } = await place('Alpha Town', 'Beta United');
  const { balance } = await bettor.profile();
  const page = await openPage(await visitorAs(browser, product.url, bettor.session), `/history/${bet._id}`);
  await page.getByRole('button', { name: '50 %' }).click();
  await page
    .getByRole('region', { name: 'Cash out' })
    .getByRole('button', { name: /^Cash out \$/ })
    .click();
  await seen(page.getByText(/for \$5\.00 of the stake\. The other \$5\.00 stays in the bet\./));
  await confirm(page);
  await seen(page.getByText(/^Cashed out \$\d+\.\d\d for \$5\.00 of the \$10\.00 stake$/));
  const [half] = await bettor.history();
  const paid = half?.cashedOut?.paid ?? 0;
  expect(paid).toBeGreaterThan(3);
  expect((await bettor.profile()).balance).toBeCloseTo(balance + paid, 2);

  await product.sandbox.finish(fixture, 2, 0);
  await seen(page.getByText(`+$${(5 * bet.totalOdds).toFixed(2)}`));
  expect((await bettor.profile()).balance).toBeCloseTo(balance + paid + 5 * bet.totalOdds, 2);
});

test('on a phone, a bet on a match in play is cashed out whole after the delay, and its page and the ledger say so', async () => {
  const { bet, fixture } = await place('Gamma Rovers', 'Delta Albion');
  await product.sandbox.kickOff(fixture);
  await until('the match in play', async () =>
    (await matchesOf(product.url)).find(
      ({ match }) => match.homeTeam === fixture.homeTeam && Date.parse(match.commenceTime) <= Date.now(),
    ),
  );
  const phone = await newVisitor(browser, product.url, { viewport: { width: 390, height: 844 } });
  await startLoggedIn(phone, bettor.session);
  const page = await openPage(phone, '/history');
  await page
    .getByRole('region', { name: `Bet ${bet._id.slice(0, 8)}` })
    .getByRole('link', { name: 'Cash out…' })
    .click();
  await page
    .getByRole('region', { name: 'Cash out' })
    .getByRole('button', { name: /^Cash out \$/ })
    .click();
  await seen(page.getByText(/The bet ends\.$/));
  await confirm(page);
  await seen(page.getByText('Cashed out', { exact: true }), page.getByRole('region', { name: 'Ledger entries' }));
  await seen(page.getByRole('region', { name: 'Ledger entries' }).getByText('Cashed out'));
  const newest = (await bettor.history()).find(({ _id }) => _id === bet._id);
  expect(newest).toMatchObject({ status: 'cashed-out', cashedOut: { stake: 10, paid: newest?.payout } });
});

test('a bet is cashed out by itself once it is worth the amount chosen, and a notice says so on another screen', async () => {
  const { bet, fixture } = await place('Epsilon City', 'Zeta Town');
  const page = await openPage(await visitorAs(browser, product.url, bettor.session), `/history/${bet._id}`);
  await page.getByRole('button', { name: 'Cash out automatically…' }).click();
  await page.getByLabel('Cash out all of it from').fill('12');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await seen(page.getByText('Cashes out automatically once it is worth $12.00.', { exact: true }));
  await page.getByRole('link', { name: 'My Wallet' }).first().click();
  await seen(page.getByRole('heading', { level: 1, name: 'My Wallet' }));
  // Its home win becomes likely: the value jumps past the amount.
  await product.sandbox.setPrices(fixture, { home: 1.2, draw: 7, away: 13 });
  await seen(page.getByText(/^Cashed out \$1[2-9]\.\d\d$/));
  const newest = (await bettor.history()).find(({ _id }) => _id === bet._id);
  expect(newest).toMatchObject({ status: 'cashed-out', cashedOut: { stake: 10, paid: newest?.payout } });
  expect(newest?.payout).toBeGreaterThan(12);
});
