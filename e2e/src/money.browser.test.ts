import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { LoginAnswer } from '@touchline/core/contract';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holdAnswer } from './answers.ts';
import { demoBettor, logIn, matchesOf, matchOnOffer } from './bettor.ts';
import { atBank, endCheckout, goToCheckout } from './checkout.ts';
import {
  balanceSeen,
  gone,
  inSlip,
  isStillTheSamePage,
  openPage,
  priceOf,
  seen,
  slipOf,
  stakeOnScreen,
} from './on-screen.ts';
import { openBrowser } from './open-browser.ts';
import { type OpenProduct, openProduct } from './open-product.ts';
import { callAs, demoAdmin, newAdmin, newBettor, requestWithdrawal, visitorAs } from './people.ts';
import { allIsWell, proveMoney } from './prove-money.ts';
import type { Fixture } from './sandbox.ts';
import { until } from './until.ts';
import { holding, transactionRows, withdrawConfirmed, withdrawOnScreen, withdrawPanel } from './wallet-forms.ts';

// One product for the whole file; Bonnie's tests go on where the one before has stopped. The bonus has to be wagered once.
let product: OpenProduct;
let browser: Browser;
let bonnie: LoginAnswer;
let bettor: BrowserContext;
let wallet: Page;
let adminPage: Page;

beforeAll(async () => {
  const env = { BONUS_MAX_DOLLARS: '20', BONUS_WAGERING: '1' };
  [product, browser] = await Promise.all([openProduct({ env }), openBrowser()]);
  bonnie = await newBettor(product, 'Bonnie Bonus');
  bettor = await visitorAs(browser, product.url, bonnie);
  const admin = await visitorAs(browser, product.url, (await logIn(product.url, demoAdmin)).session);
  adminPage = await openPage(admin, '/transactions');
  wallet = await openPage(bettor, '/my-wallet');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test('a first deposit grants a bonus, which is staked after cash, gets its share of winnings, and becomes cash when wagered', async () => {
  const match = await onOffer(['Alpha Town', 'Beta United']);
  const page = await bettor.newPage();
  await goToCheckout(page, '20');
  await endCheckout(page, 'paid');
  const terms = wallet.getByRole('region', { name: 'Bonus terms and progress' });
  await Promise.all([balanceSeen(wallet, '$20.00'), seen(holding(wallet, 'Bonus', '$20.00'))]);
  await seen(terms.getByRole('heading', { name: 'Bonus of $20.00' }), terms.getByText('of $20.00 wagered'));

  await betOnScreen(page, match, '30');
  await Promise.all([balanceSeen(wallet, '$0.00'), seen(holding(wallet, 'Bonus', '$10.00'))]);
  await product.sandbox.kickOff(match);
  await until('the kick-off to be known', async () => {
    const row = (await matchesOf(product.url)).find(({ match: { homeTeam } }) => homeTeam === match.homeTeam);
    return row && Date.parse(row.match.commenceTime) <= Date.now() ? true : undefined;
  });
  await product.sandbox.finish(match, 1, 0);
  const player = await logIn(product.url, { ...demoBettor, email: bonnie.user.email });
  await until('the result', async () => ((await player.history())[0]?.status === 'won' ? true : undefined), {
    withinMs: 60_000,
  });
  // $63.00 at 2.10: a third of the stake was bonus, so $21.00 go to it; with them all $31.00 become cash.
  await Promise.all([balanceSeen(wallet, '$73.00'), seen(holding(wallet, 'Bonus', '$0.00'))]);
  await gone(terms);
  expect(await isStillTheSamePage(wallet)).toBe(true);
  await page.close();
});

test('a withdrawal that an admin approves is paid on both screens, without a reload', async () => {
  await wallet.getByRole('tab', { name: 'Withdraw' }).click();
  await withdrawConfirmed(wallet, '50');
  await Promise.all([balanceSeen(wallet, '$23.00'), seen(holding(wallet, 'Pending withdrawal', '$50.00'))]);
  await seen(transactionRows(wallet).first().getByText('Pending', { exact: true }));

  await decideOn(adminPage, '$50.00', 'Approve');
  await adminPage.getByRole('dialog').getByLabel('Payout reference (optional)').fill('BANK-77');
  await adminPage.getByRole('dialog').getByRole('button', { name: 'Approve $50.00' }).click();
  await Promise.all([
    seen(rowWith(adminPage, '$50.00').getByText('Completed', { exact: true })),
    seen(transactionRows(wallet).first().getByText('Completed', { exact: true })),
    seen(transactionRows(wallet).first().getByText('Ref: BANK-77', { exact: true })),
    seen(holding(wallet, 'Pending withdrawal', '$0.00')),
  ]);
  await balanceSeen(wallet, '$23.00');
  expect([await isStillTheSamePage(wallet), await isStillTheSamePage(adminPage)]).toEqual([true, true]);
});

test('a rejected withdrawal is returned with the reason, without a reload', async () => {
  const home = await openPage(adminPage.context(), '/');
  const figure = home
    .getByRole('region', { name: 'Waiting for you' })
    .getByRole('listitem')
    .filter({
      has: home.getByRole('link', { name: 'Withdrawals', exact: true }),
    });
  await seen(figure.getByText('None waiting', { exact: true }));
  await wallet.getByRole('button', { name: 'Make another withdrawal' }).click();
  await withdrawOnScreen(wallet, '20');
  // An admin's Home shows the withdrawal by itself, and leads to it.
  await seen(figure.getByText('$20.00', { exact: true }));
  expect(await isStillTheSamePage(home)).toBe(true);
  await figure.getByRole('link').click();
  await seen(rowWith(home, '$20.00', 'Withdrawal'));
  await home.close();
  await Promise.all([balanceSeen(wallet, '$3.00'), seen(holding(wallet, 'Pending withdrawal', '$20.00'))]);

  const reason = 'The bank details could not be verified.';
  await decideOn(adminPage, '$20.00', 'Reject', 'Withdrawal');
  await adminPage.getByRole('dialog').getByRole('button', { name: reason }).click();
  await adminPage.getByRole('dialog').getByRole('button', { name: 'Reject $20.00' }).click();
  await Promise.all([
    seen(rowWith(adminPage, '$20.00', 'Withdrawal').getByText('Canceled', { exact: true })),
    seen(transactionRows(wallet).first().getByText('Canceled', { exact: true })),
    seen(transactionRows(wallet).first().getByText(reason, { exact: true })),
    balanceSeen(wallet, '$23.00'),
    seen(holding(wallet, 'Pending withdrawal', '$0.00')),
  ]);
  expect([await isStillTheSamePage(wallet), await isStillTheSamePage(adminPage)]).toEqual([true, true]);
});

test('when two admins decide at the same moment, one decision counts and the other admin sees it', async () => {
  const id = await requestWithdrawal(product.url, bonnie, 11);
  const second = await visitorAs(browser, product.url, await newAdmin(product, 'Second Admin'));
  const other = await openPage(second, '/transactions');
  const approval = await holdAnswer(adminPage, `POST /payment/withdraw/process/${id}`);
  const rejection = await holdAnswer(other, `POST /payment/withdraw/cancel/${id}`);
  await decideOn(adminPage, '$11.00', 'Approve');
  await decideOn(other, '$11.00', 'Reject');
  await adminPage.getByRole('dialog').getByRole('button', { name: 'Approve $11.00' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Reject $11.00' }).click();
  approval.release();
  rejection.release();
  const refusals = await until('one refusal', async () => {
    const texts = [adminPage, other].map((page) => page.getByRole('dialog').getByRole('alert').allTextContents());
    const all = (await Promise.all(texts)).flat();
    return all.length > 0 ? all : undefined;
  });
  expect(refusals).toEqual([
    expect.stringMatching(/^Failed to (process withdrawal: .*rejected|cancel withdrawal: .*approved)/),
  ]);
  // The one who decided may still wait for the answer.
  const loser = (await adminPage.getByRole('dialog').getByRole('alert').count()) > 0 ? adminPage : other;
  await loser.getByRole('dialog', { name: 'Already decided' }).getByRole('button', { name: 'Close' }).click();
  const status =
    (await rowWith(adminPage, '$11.00')
      .getByText(/^(Completed|Canceled)$/)
      .textContent()) ?? '';
  await seen(
    rowWith(other, '$11.00').getByText(status, { exact: true }),
    transactionRows(wallet).first().getByText(status, { exact: true }),
  );

  const next = await requestWithdrawal(product.url, bonnie, 10);
  await decideOn(adminPage, '$10.00', 'Approve');
  await decideOn(other, '$10.00', 'Reject');
  await other.getByRole('dialog').getByRole('button', { name: 'Reject $10.00' }).click();
  await seen(
    adminPage.getByRole('dialog', { name: 'Already decided' }).getByText('Second Admin was first', { exact: false }),
    adminPage.getByRole('dialog').getByText('canceled', { exact: true }),
  );
  await adminPage.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  expect(next).not.toBe(id);
  await second.close();
});

test('a chargeback takes the balance below zero on open screens, and bets and withdrawals are rejected', async () => {
  const match = await onOffer(['Gamma City', 'Delta Rovers']);
  const charlie = await newBettor(product, 'Charlie Chargeback');
  const visitor = await visitorAs(browser, product.url, charlie);
  const open = await openPage(visitor, '/my-wallet?tab=withdraw');
  const page = await visitor.newPage();
  const payment = await goToCheckout(page, '30');
  await endCheckout(page, 'paid');
  await balanceSeen(open, '$30.00');
  await betOnScreen(page, match, '25');
  await balanceSeen(open, '$5.00');

  await atBank(product, payment, 'chargeback');
  await Promise.all([
    balanceSeen(open, '-$25.00'),
    seen(holding(open, 'Bonus', '$0.00')),
    seen(transactionRows(open).first().getByText('Refund', { exact: true })),
    seen(transactionRows(open).first().getByText('-$30.00', { exact: true })),
  ]);
  await withdrawOnScreen(open, '10');
  await seen(withdrawPanel(open).getByText('Amount exceeds available balance', { exact: true }));
  await expect(requestWithdrawal(product.url, charlie, 10)).rejects.toThrow('Amount exceeds available balance');

  await inSlip(page, 'Done').click();
  await priceOf(page, match, 'X, Draw, 3.40').click();
  await stakeOnScreen(page, '10');
  await seen(slipOf(page).getByText('Your balance is -$25.00'), inSlip(page, 'Deposit $35.00 to bet'));
  const row = (await matchesOf(product.url)).find((each) => each.match.homeTeam === match.homeTeam);
  const matches = [{ matchId: row?.id, betOutcome: 'Draw', odds: 3.4 }];
  await expect(
    callAs(product.url, charlie, '/bet', {
      key: crypto.randomUUID(),
      body: { stake: 10, matches, oddsPolicy: 'any' },
    }),
  ).rejects.toThrow('Your balance of -$25.00 is $35.00 short of this stake. Nothing was staked.');
  expect(await isStillTheSamePage(open)).toBe(true);
  await visitor.close();
});

test('a balance that two admins and the operator adjust changes on open screens, with a notification', async () => {
  const dora = await newBettor(product, 'Dora Adjusted');
  const player = await visitorAs(browser, product.url, dora);
  const open = await openPage(player, '/my-wallet');
  await balanceSeen(open, '$0.00');
  const sheet = await openPage(adminPage.context(), `/players/${dora.user.id}`);
  await sheet.getByRole('button', { name: 'Adjust the balance…' }).click();
  const dialog = sheet.getByRole('dialog');
  await dialog.getByLabel('Amount').fill('12.5');
  await dialog.getByLabel('Reason').fill('Waited a day for an answer.');
  await dialog.getByRole('button', { name: 'Request the adjustment' }).click();
  await gone(dialog);

  const second = await visitorAs(browser, product.url, await newAdmin(product, 'Third Admin'));
  const list = await openPage(second, '/adjustments');
  await list.getByRole('button', { name: 'Approve the adjustment' }).click();
  await list.getByRole('dialog').getByRole('button', { name: 'Approve +$12.50' }).click();
  await seen(list.getByText('Approved, not posted', { exact: true }));
  await balanceSeen(open, '$0.00');

  const command = join(import.meta.dirname, '../../launch/src/ledger.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [command, 'post-adjustments'], {
    env: { ...process.env, MIGRATION_DATABASE_URL: product.ownerUrl },
  });
  expect(stdout).toMatch(
    /^Posted \$12\.50 for Dora Adjusted \(courtesy\), requested by Demo Admin, approved by Third Admin: /,
  );
  await Promise.all([
    balanceSeen(open, '$12.50'),
    seen(open.getByRole('link', { name: 'Notifications, 1 unread' })),
    seen(list.getByText('Posted', { exact: true })),
  ]);
  expect([await isStillTheSamePage(open), await isStillTheSamePage(list)]).toEqual([true, true]);
  await Promise.all([player.close(), second.close(), sheet.close()]);
});

test('afterwards no cent is lost, every balance equals its replay, and each completed payment has one entry', async () => {
  expect(await proveMoney(product)).toEqual(allIsWell);
});

// A row's expanded detail is a row with an id.
const rowWith = (page: Page, amount: string, type = 'Withdrawal') =>
  page.locator('tbody tr:not([id])').filter({ hasText: type }).filter({ hasText: amount });

/** From the word that something is new to the question whether it is meant. */
async function decideOn(
  page: Page,
  amount: string,
  decision: 'Approve' | 'Reject',
  type = 'Withdrawal',
): Promise<void> {
  const news = page.getByRole('button', { name: /^\d+ new withdrawals?$/ });
  const row = rowWith(page, amount, type);
  await until(`${amount} on the list`, async () => {
    if ((await row.count()) > 0) return true;
    // The notice disappears when the list reloads, perhaps before the click.
    await news.click({ timeout: 2_000 }).catch(() => {});
    return undefined;
  });
  await row.click();
  await page.getByRole('button', { name: decision, exact: true }).click();
  await seen(page.getByRole('dialog'));
}

async function betOnScreen(page: Page, match: Fixture, stake: string): Promise<void> {
  await page.goto(`/games?tab=upcoming&league=${match.sportKey}`);
  await priceOf(page, match, `1, ${match.homeTeam} Win, 2.10`).click();
  await stakeOnScreen(page, stake);
  await Promise.all([
    seen(slipOf(page).getByText('Bet placed successfully!')),
    inSlip(page, `Place Bet · $${stake}.00`).click(),
  ]);
}

async function onOffer(teams: readonly [string, string]): Promise<Fixture> {
  const match = await product.sandbox.create(teams);
  await matchOnOffer(product.url, match.homeTeam);
  return match;
}
