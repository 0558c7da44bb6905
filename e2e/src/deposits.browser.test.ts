import type { LoginAnswer } from '@touchline/core/contract';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { demoBettor, logIn } from './bettor.ts';
import { atBank, endCheckout, goToCheckout, payAndCloseTab } from './checkout.ts';
import {
  balanceSeen,
  glimpsed,
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
import { type OpenProduct, openProduct, rarePolls } from './open-product.ts';
import { visitorAs } from './people.ts';
import { allIsWell, proveMoney } from './prove-money.ts';
import { depositPanel, transactionRows } from './wallet-forms.ts';
import { openWebhookRelay, type WebhookRelay } from './webhook-relay.ts';

// One product and one bettor for the whole file; each deposit that is paid adds to what was there. No bonus, so that the
// balance follows from the deposits alone.
let product: OpenProduct;
let browser: Browser;
let bettor: BrowserContext;
let session: LoginAnswer;
let relay: WebhookRelay;
let credited = 0;

beforeAll(async () => {
  relay = await openWebhookRelay();
  const env = { ...rarePolls, BONUS_PERCENT: '0', WEBHOOK_URL: relay.url, DEPOSIT_SWEEP_SECONDS: '2' };
  [product, browser] = await Promise.all([openProduct({ env }), openBrowser()]);
  relay.connectTo(product.url);
  ({ session } = await logIn(product.url, demoBettor));
  bettor = await visitorAs(browser, product.url, session);
});
afterEach(async () => {
  for (const page of bettor.pages()) await page.close();
});
afterAll(async () => {
  relay?.close();
  await browser?.close();
  await product?.stop();
});

const balance = () => `$${(1_000 + credited).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
const euro = { creditcard: false, ideal: true, bancontact: true, paypal: false } as const;
const endings = [
  ['paid', 'Payment Successful!', 'Completed'],
  ['failed', 'Payment Failed', 'Failed'],
  ['canceled', 'Payment Cancelled', 'Canceled'],
  ['expired', 'Payment Cancelled', 'Canceled'],
  ['open', 'Processing Payment', 'Initiated'],
] as const;

test.each(['creditcard', 'ideal', 'bancontact', 'paypal'] as const)(
  'a deposit by %s has the outcome chosen on the payment page, and only a paid one is credited',
  async (method) => {
    const page = await bettor.newPage();
    for (const [ending, title, status] of endings) {
      await goToCheckout(page, '25', method);
      await seen(page.getByText(euro[method] ? 'EUR 23.00' : 'USD 25.00', { exact: true }));
      // After a payment that succeeded the title stays for three seconds.
      await Promise.all([glimpsed(page, title, 'h1'), endCheckout(page, ending)]);
      if (ending === 'paid') credited += 25;
      await balanceSeen(page, balance());
      // After a payment that succeeded the page leads there by itself, before or after a press.
      if (ending !== 'paid') await page.getByRole('link', { name: 'Back to wallet' }).click();
      await page.waitForURL('**/my-wallet');
      const newest = transactionRows(page).first();
      await seen(newest.getByText(status, { exact: true }), newest.getByText(`via ${method}`, { exact: true }));
    }
  },
);

test.each([
  ['desktop', { width: 1440, height: 900 }, '12'],
  ['phone', { width: 390, height: 844 }, '10.40'],
])(
  'on a %s, a stake above the balance leads through a deposit of what is missing back to the slip',
  async (device, size, missing) => {
    // The next match of the calendar may kick off on the way.
    const match = await product.sandbox.create([`${device} Town`, `${device} United`]);
    const page = await openPage(bettor, '/games');
    await page.setViewportSize(size);
    const stake = (1_000 + credited + Number(missing)).toFixed(2);
    await priceOf(page, match, `1, ${match.homeTeam} Win, 2.10`).click();
    if (size.width < 1_000)
      await page
        .getByRole('button', { name: /^Bet Slip/ })
        .first()
        .click();
    await stakeOnScreen(page, stake);
    const amount = Number(missing).toFixed(2);
    await inSlip(page, `Deposit $${amount} to bet`).click();
    await depositPanel(page)
      .getByRole('button', { name: `Deposit $${amount}` })
      .click();
    await page.waitForURL('**/checkout/**');
    await endCheckout(page, 'paid');
    await page.waitForURL('**/games');
    const field = slipOf(page).getByLabel('Your Stake');
    await expect.poll(() => field.inputValue()).toBe(stake);
    await seen(slipOf(page).getByRole('button', { name: /^(Place Bet · |Accept new odds)/ }));
    credited += Number(missing);
    await inSlip(page, 'Clear bet slip').click();
  },
);

test('a deposit abandoned on the payment page can be continued from the wallet, and is credited automatically', async () => {
  const left = await bettor.newPage();
  const payment = await goToCheckout(left, '25', 'paypal');
  await left.close();
  const page = await openPage(bettor, '/my-wallet');
  const other = await openPage(bettor, '/my-wallet');
  const wayOn = (from: Page) =>
    transactionRows(from).first().getByRole('link', { name: 'Continue payment of $25.00 via paypal' });
  await seen(
    transactionRows(page)
      .first()
      .getByText(/^Not paid yet\. You can pay until /),
    wayOn(other),
  );
  await wayOn(page).click();
  await page.waitForURL(`${product.sandboxUrl}/checkout/${payment}`);
  await Promise.all([glimpsed(page, 'Payment Successful!', 'h1'), endCheckout(page, 'paid')]);
  credited += 25;
  await Promise.all([balanceSeen(other, balance()), gone(wayOn(other))]);
  await seen(transactionRows(other).first().getByText('Completed', { exact: true }));
  expect(await isStillTheSamePage(other)).toBe(true);

  // Who kept the address of a payment that is over is led back, and reads here what became of it.
  await page.goto(`${product.sandboxUrl}/checkout/${payment}`);
  await Promise.all([
    glimpsed(page, 'Payment Successful!', 'h1'),
    page.getByRole('link', { name: 'Back to the shop' }).click(),
  ]);
  await balanceSeen(other, balance());
});

test('an open screen stops offering a payment page that has expired', async () => {
  const left = await bettor.newPage();
  const payment = await goToCheckout(left, '25', 'paypal');
  await endCheckout(left, 'open');
  const wayOn = left.getByRole('link', { name: /^Continue payment of \$25\.00/ });
  await seen(wayOn, left.getByText(/^Your payment of \$25\.00 is not finished yet\./));
  await atBank(product, payment, 'status', { status: 'expired' });
  await seen(
    left.getByRole('heading', { name: 'Payment Cancelled' }),
    left.getByText('The payment expired before it was paid.', { exact: true }),
  );
  await gone(wayOn);
});

test('the charge in euros and its rate are shown before the payment', async () => {
  const page = await openPage(bettor, '/deposit');
  await depositPanel(page).getByLabel('Amount', { exact: true }).fill('25');
  await depositPanel(page).locator('label:has(input[value="ideal"])').click();
  const charge = depositPanel(page).locator('dl');
  await seen(charge.getByText('€23.00', { exact: true }), charge.getByText(/1 USD = 0\.92 EUR|\$1(\.00)? = €0\.92/));
});

test('a card declined for insufficient funds says so on the return page and in the history', async () => {
  const page = await bettor.newPage();
  await goToCheckout(page, '25');
  await page.getByLabel('A card fails for').selectOption('insufficient_funds');
  await endCheckout(page, 'failed');
  const reason = 'The card has insufficient funds.';
  await seen(page.getByRole('heading', { name: 'Payment Failed' }), page.getByText(reason, { exact: true }));
  await page.getByRole('link', { name: 'Back to wallet' }).click();
  await seen(transactionRows(page).first().getByText(reason, { exact: true }));
});

test('a pending payment succeeds as soon as the bank confirms it, without a reload', async () => {
  const page = await bettor.newPage();
  const payment = await goToCheckout(page, '25', 'bancontact');
  await endCheckout(page, 'pending');
  await seen(page.getByRole('heading', { name: 'Processing Payment' }));
  await markedOnce(page);
  await Promise.all([
    glimpsed(page, 'Payment Successful!', 'h1'),
    atBank(product, payment, 'status', { status: 'paid' }),
  ]);
  credited += 25;
  await Promise.all([page.waitForURL('**/my-wallet'), balanceSeen(page, balance())]);
  expect(await isStillTheSamePage(page)).toBe(true);
});

test('a payer who closes the tab is credited by the webhook, and another open screen updates', async () => {
  const other = await openPage(bettor, '/my-wallet');
  await balanceSeen(other, balance());
  const page = await bettor.newPage();
  await goToCheckout(page, '25', 'ideal');
  await payAndCloseTab(page);
  credited += 25;
  await balanceSeen(other, balance());
  await seen(transactionRows(other).first().getByText('Completed', { exact: true }));
  expect([await isStillTheSamePage(other), relay.lost]).toEqual([true, []]);
});

test('when the webhook is lost too, the sweep credits the deposit, and the open screen updates', async () => {
  const other = await openPage(bettor, '/my-wallet');
  await balanceSeen(other, balance());
  relay.lose();
  const page = await bettor.newPage();
  const payment = await goToCheckout(page, '25', 'paypal');
  await payAndCloseTab(page);
  credited += 25;
  await balanceSeen(other, balance());
  await seen(transactionRows(other).first().getByText('Completed', { exact: true }));
  // The provider may have reported other payments too, or this one again.
  expect([await isStillTheSamePage(other), relay.lost.includes(payment)]).toEqual([true, true]);
  relay.deliver();
});

test('afterwards no cent is lost, every balance equals its replay, and each completed deposit is credited once', async () => {
  expect(await proveMoney(product)).toEqual(allIsWell);
});

const markedOnce = (page: Page) => page.evaluate("document.documentElement.setAttribute('data-opened', 'once')");
