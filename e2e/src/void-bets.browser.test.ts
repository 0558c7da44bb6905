import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bettor, demoBettor, logIn, matchesOf, placeWhenConfirmed } from './bettor.ts';
import { glimpsed, inSlip, openPage, seen, slipOf, stakeOnScreen } from './on-screen.ts';
import { openBrowser } from './open-browser.ts';
import { type OpenProduct, openProduct } from './open-product.ts';
import { demoAdmin, newAdmin, visitorAs } from './people.ts';
import { until } from './until.ts';

let product: OpenProduct;
let browser: Browser;
let bettor: Bettor;
beforeAll(async () => {
  // What moves more than a dollar needs a second admin.
  const env = { ODDS_POLL_SECONDS: '1', FOUR_EYES_DOLLARS: '1' };
  [product, browser] = await Promise.all([openProduct({ env }), openBrowser()]);
  bettor = await logIn(product.url, demoBettor);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const reason = 'A price of 21.0 was shown for 2.1';

test("a goal notifies its bettors; one admin proposes to void bets taken at a wrong price, another confirms, and the bettor's open page says why", async () => {
  const { url, sandbox } = product;
  const fixture = await sandbox.create(['Alpha Town', 'Beta United']);
  const row = await until('the match on offer', async () =>
    (await matchesOf(url)).find(
      ({ match, odds }) =>
        match.homeTeam === fixture.homeTeam && match.awayTeam === fixture.awayTeam && odds.homeWin !== '-',
    ),
  );
  const matches = [{ matchId: row.id, betOutcome: `${fixture.homeTeam} Win`, odds: 2.1 }];
  const { _id: betId, createdAt } = await placeWhenConfirmed(bettor, { stake: 10, matches }, 'wrong-price');
  const { balance } = await bettor.profile();
  const [watching, one, other] = await Promise.all([
    visitorAs(browser, url, bettor.session),
    visitorAs(browser, url, (await logIn(url, demoAdmin)).session),
    visitorAs(browser, url, await newAdmin(product, 'Cleo Second')),
  ]);
  const bet = await openPage(watching, `/history/${betId}`);
  await seen(bet.getByRole('heading', { level: 1 }));

  const notice = glimpsed(bet, 'Goal: Alpha TownAlpha Town 1:0 Beta UnitedYou have Alpha Town WinSee the match');
  await sandbox.kickOff(fixture);
  await sandbox.goal(fixture, 'home');
  await notice;

  const first = await openPage(one, '/markets?search=Alpha%20Town');
  await first.getByRole('link', { name: 'Alpha Town – Beta United' }).click();
  await fillWindow(first, createdAt);
  await seen(first.getByText('1 bet is settled.'), first.getByText('Open bets can pay $11.00 less at most.'));
  await seen(
    first.getByText('Decides $21.00 in stakes and payouts.'),
    first.getByText(
      'You have decided $0.00 alone in the last 24 hours; the limit is $1.00. A second admin must confirm.',
    ),
  );
  await first.getByLabel('Reason').fill(reason);
  await first.getByRole('button', { name: 'Propose voiding them' }).click();
  await seen(first.getByRole('dialog', { name: 'Awaiting a second admin' }));
  await first.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
  await seen(first.getByText('You proposed this, so another admin must confirm it.'));
  expect((await bettor.profile()).balance).toBe(balance);

  const second = await openPage(other, `/markets/${row.id}`);
  await second.getByRole('button', { name: 'Confirm' }).click();
  await second.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await seen(second.getByRole('region', { name: 'Void bets' }).getByText(reason));

  await seen(bet.getByText(`Reason: ${reason}`));
  expect((await bettor.profile()).balance).toBeCloseTo(balance + 10, 2);
});

test("when an admin closes all betting, a bettor's open page locks its prices and the slip says why, until betting reopens", async () => {
  const { url, sandbox } = product;
  const { homeTeam } = await sandbox.create(['Gamma Rovers', 'Delta Albion']);
  const row = await until('the match on offer', async () =>
    (await matchesOf(url)).find(({ match, odds }) => match.homeTeam === homeTeam && odds.homeWin !== '-'),
  );
  const [betting, admin] = await Promise.all([
    visitorAs(browser, url, bettor.session),
    visitorAs(browser, url, (await logIn(url, demoAdmin)).session),
  ]);
  const page = await openPage(betting, `/match/${row.id}`);
  await page.getByRole('button', { name: new RegExp(`${homeTeam} Win`) }).click();
  await stakeOnScreen(page, '10');
  await seen(inSlip(page, 'Place Bet · $10.00'));

  const markets = await openPage(admin, '/markets');
  await markets.getByRole('button', { name: 'Close betting' }).click();
  const closing = markets.getByRole('dialog', { name: 'Close all betting?' });
  await closing.getByLabel('Reason').fill('The feed is wrong');
  await closing.getByRole('button', { name: 'Close betting' }).click();
  await seen(markets.getByText('All betting is closed'), page.getByText('Betting closed'));
  await seen(slipOf(page).getByText('Betting is closed for now. Your selections stay here.'));
  expect(await inSlip(page, 'Place Bet').isDisabled()).toBe(true);

  await markets.getByRole('button', { name: 'Open all betting' }).click();
  const opening = markets.getByRole('dialog', { name: 'Open all betting?' });
  await opening.getByLabel('Reason').fill('The feed is right');
  await opening.getByRole('button', { name: 'Open betting' }).click();
  await seen(markets.getByText('Betting is open.'), inSlip(page, 'Place Bet · $10.00'));
});

/** A period of the one second in which the bet was placed. */
async function fillWindow(page: Page, createdAt: string): Promise<void> {
  // The browser omits zero seconds in a time field.
  const second = createdAt.slice(0, 19).replace(/:00$/, '');
  await page.getByRole('button', { name: 'Void bets by time' }).click();
  await page.getByLabel('Placed from').fill(second);
  await page.getByLabel('Placed until (this second included)').fill(second);
  await page.getByRole('button', { name: 'Preview changes' }).click();
}
