import type { LoginAnswer, TransactionView } from '@touchline/core/contract';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { answerInstead, answerReally, cutOff, holdAnswer, silentPage } from './answers.ts';
import { demoBettor, logIn } from './bettor.ts';
import { colourOf, houseColour } from './colours.ts';
import { balanceSeen, gone, narrow, openPage, seen, wide } from './on-screen.ts';
import { openBrowser } from './open-browser.ts';
import { type OpenProduct, openProduct, rarePolls } from './open-product.ts';
import { callAs, visitorAs } from './people.ts';
import { pass, stoppable, stopTime } from './stopped-time.ts';
import { until } from './until.ts';
import {
  depositPanel,
  historyPanel,
  transactionRows,
  withdrawConfirmed,
  withdrawOnScreen,
  withdrawPanel,
} from './wallet-forms.ts';

// One product for the whole file. What the real server does with money is shown by the tests of deposits and of money; here it
// answers what it really has wherever that can be had at once, and a test answers on the wire for the rest.
let product: OpenProduct;
let browser: Browser;
let session: LoginAnswer;
let bettor: BrowserContext;

beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct({ env: rarePolls }), openBrowser()]);
  ({ session } = await logIn(product.url, demoBettor));
  bettor = await visitorAs(browser, product.url, session);
  await stoppable(bettor);
});
afterEach(async () => {
  for (const page of bettor.pages()) await page.close();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test('W1 the wallet shows the balance in dollars, the history, and two tabs that switch', async () => {
  const page = await openPage(bettor, '/my-wallet');
  const available = page.getByRole('region', { name: 'Available balance' });
  await Promise.all([balanceSeen(page, '$1,000.00'), seen(available.getByText('$1,000.00', { exact: true }))]);
  await seen(historyPanel(page), depositPanel(page));
  expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Deposit', 'Withdraw']);
  expect(await withdrawPanel(page).count()).toBe(0);
  await page.getByRole('tab', { name: 'Withdraw' }).click();
  await seen(withdrawPanel(page));
  expect(await depositPanel(page).count()).toBe(0);
});

test('W2 W3 the deposit tab asks for at least $10 and offers four methods, with card as the default', async () => {
  const page = await openPage(bettor, '/deposit');
  await seen(
    page.getByRole('tab', { name: 'Deposit', selected: true }),
    page.getByText('Minimum deposit amount: $10.00', { exact: true }),
  );
  const amount = depositPanel(page).getByLabel('Amount', { exact: true });
  const attributes = ['type', 'min', 'step', 'required'].map((name) => amount.getAttribute(name));
  expect(await Promise.all(attributes)).toEqual(['number', '10', '0.01', '']);
  expect(await choicesIn(page, 'Payment Method')).toEqual([
    ['creditcard', true],
    ['ideal', false],
    ['bancontact', false],
    ['paypal', false],
  ]);
});

test('W4 a deposit must be above 0', async () => {
  const page = await openPage(bettor, '/deposit');
  const asked: string[] = [];
  page.on('request', (request) => request.url().endsWith('/payment/deposit') && asked.push(request.url()));
  for (const amount of ['', '0', '-5']) {
    await depositPanel(page).getByLabel('Amount', { exact: true }).fill(amount);
    await depositPanel(page).locator('button[type="submit"]').click();
    await seen(depositPanel(page).getByText('Please enter a valid amount', { exact: true }));
  }
  await depositPanel(page).getByLabel('Amount', { exact: true }).fill('12.345');
  await depositPanel(page).locator('button[type="submit"]').click();
  await seen(depositPanel(page).getByText('Please use at most two decimals', { exact: true }));
  await depositPanel(page).getByLabel('Amount', { exact: true }).fill('9.99');
  await gone(depositPanel(page).getByText('Please enter a valid amount', { exact: true }));
  expect(await depositPanel(page).getByLabel('Amount', { exact: true }).getAttribute('aria-invalid')).toBe('true');
  expect(asked).toEqual([]);
});

test("W5 W22 a deposit opens the payment provider's checkout", async () => {
  const page = await openPage(bettor, '/deposit');
  // A number, as the field itself reads it.
  const [sent] = await Promise.all([
    page.waitForResponse((answer) => new URL(answer.url()).pathname === '/payment/deposit'),
    depositOnScreen(page, '1e2'),
  ]);
  expect(sent.request().postDataJSON()).toEqual({ amount: 100, paymentMethod: 'creditcard' });
  await page.waitForURL(`${product.sandboxUrl}/checkout/**`);
  await seen(page.getByText('USD 100.00', { exact: true }));
});

test('W6 a failed deposit shows the reason, or only that it failed', async () => {
  const page = await openPage(bettor, '/deposit');
  await answerInstead(page, 'POST /payment/deposit', { status: 422, body: { error: 'Not on a Sunday.' } });
  await depositOnScreen(page, '25');
  await seen(depositPanel(page).getByRole('alert').getByText('Not on a Sunday.', { exact: true }));
  await answerInstead(page, 'POST /payment/deposit', { status: 400, body: {} });
  await depositOnScreen(page, '25');
  await seen(depositPanel(page).getByText('An error occurred. Please try again later.', { exact: true }));
});

test('W6 without an answer the screen says at once that the deposit failed, and retries until the bettor decides', async () => {
  const page = await openPage(bettor, '/deposit');
  await stopTime(page);
  await cutOff(page, 'POST /payment/deposit');
  await depositOnScreen(page, '25');
  await seen(depositPanel(page).getByText('An error occurred. Please try again later.', { exact: true }));
  await passUntil(page, 'Check again');
  await answerReally(page, 'POST /payment/deposit');
  await answerInstead(page, 'POST /payment/deposit', { status: 500, body: { error: 'The vault is shut.' } });
  await depositPanel(page).getByRole('button', { name: 'Check again' }).click();
  await passUntil(page, 'The vault is shut.');
});

test('W7 the withdrawal tab shows the balance, asks for an amount, and offers three methods, with bank transfer as the default', async () => {
  const page = await openPage(bettor, '/my-wallet?tab=withdraw');
  await seen(
    withdrawPanel(page).getByText('Available balance', { exact: true }),
    withdrawPanel(page).getByText('$1,000.00', { exact: true }),
  );
  expect(await choicesIn(page, 'Withdrawal Method')).toEqual([
    ['bank_transfer', true],
    ['paypal', false],
    ['crypto', false],
  ]);
  const names = ['Amount', 'Bank name', 'Account holder', 'IBAN', 'BIC (optional)', 'Description (optional)'];
  await seen(...names.map((name) => withdrawPanel(page).getByLabel(name, { exact: true })));
});

test.each([
  ['9.99', 'Amount must be at least $10'],
  ['', 'Amount must be at least $10'],
  ['10000.01', 'Amount cannot exceed $10,000'],
  ['1e5', 'Amount cannot exceed $10,000'],
  ['1000.01', 'Amount exceeds available balance'],
  ['1000.005', 'Amount exceeds available balance'],
  ['12.345', 'Please use at most two decimals'],
])('W8 a withdrawal of "%s" is not sent: %s', async (amount, sentence) => {
  const page = await openPage(bettor, '/my-wallet?tab=withdraw');
  // What exceeds the balance is known when the balance is.
  await seen(withdrawPanel(page).getByText('$1,000.00', { exact: true }));
  await withdrawPanel(page).getByLabel('Amount', { exact: true }).fill(amount);
  await withdrawPanel(page).locator('button[type="submit"]').click();
  await seen(withdrawPanel(page).getByText(sentence, { exact: true }));
  await withdrawPanel(page).getByLabel('Amount', { exact: true }).fill('1000');
  await gone(withdrawPanel(page).getByText(sentence, { exact: true }));
});

test('W9 a bank transfer requires bank, account holder and IBAN, and nothing else', async () => {
  const page = await openPage(bettor, '/my-wallet?tab=withdraw');
  await withdrawPanel(page).getByLabel('Amount', { exact: true }).fill('10');
  await withdrawPanel(page).locator('button[type="submit"]').click();
  await seen(
    withdrawPanel(page).getByText('Bank name is required', { exact: true }),
    withdrawPanel(page).getByText('Account holder name is required', { exact: true }),
    withdrawPanel(page).getByText('IBAN is required', { exact: true }),
  );
  await expect.poll(() => withdrawPanel(page).locator('[aria-invalid="true"]').count(), { timeout: 60_000 }).toBe(3);
});

test('W10 W23 a withdrawal is accepted, shows its id, and is in the history at once', async () => {
  const own = await openPage(bettor, '/my-wallet?tab=withdraw');
  const bodies: unknown[] = [];
  own.on('request', (request) => {
    if (request.url().endsWith('/payment/withdraw')) bodies.push(request.postDataJSON());
  });
  await withdrawConfirmed(own, '12.50');
  const toast = own.getByText(/^Withdrawal request submitted successfully! Transaction ID: /);
  await seen(toast, transactionRows(own).getByText('-$12.50', { exact: true }));
  const [newest] = (await callAs(product.url, session, '/payment/history')) as readonly TransactionView[];
  expect(await toast.first().textContent()).toBe(
    `Withdrawal request submitted successfully! Transaction ID: ${newest?._id}`,
  );
  await balanceSeen(own, '$987.50');
  expect(bodies.at(-1)).toMatchObject({ amount: 12.5, withdrawalMethod: 'bank_transfer', iban: expect.any(String) });
  // The toast goes; the id stays to be read and copied.
  const id = newest?._id ?? '';
  await seen(withdrawPanel(own).getByText(id, { exact: true }));
  await bettor.grantPermissions(['clipboard-read', 'clipboard-write']);
  await withdrawPanel(own).getByRole('button', { name: 'Copy the transaction ID' }).click();
  await expect.poll(() => own.evaluate('navigator.clipboard.readText()'), { timeout: 60_000 }).toBe(id);
  await transactionRows(own)
    .first()
    .getByRole('button', { name: /^Show the details of withdrawal/ })
    .click();
  await seen(transactionRows(own).getByText(id, { exact: true }));
});

test('W11 a failed withdrawal shows the reason, or that it failed', async () => {
  const page = await openPage(bettor, '/my-wallet?tab=withdraw');
  await answerInstead(page, 'POST /payment/withdraw', { status: 409, body: { error: 'The vault is shut.' } });
  await withdrawOnScreen(page, '10');
  await seen(withdrawPanel(page).getByRole('alert').getByText('The vault is shut.', { exact: true }));
  await answerInstead(page, 'POST /payment/withdraw', { status: 400, body: {} });
  await withdrawPanel(page).locator('button[type="submit"]').click();
  await seen(withdrawPanel(page).getByText('Error processing withdrawal', { exact: true }));
  await cutOff(page, 'POST /payment/withdraw');
  await withdrawPanel(page).locator('button[type="submit"]').click();
  await seen(
    withdrawPanel(page).getByText('Checking again…', { exact: true }),
    withdrawPanel(page).getByText('Error processing withdrawal', { exact: true }),
  );
});

test('W12 the history can be refreshed, and scrolls within 70% of the viewport', async () => {
  const many = Array.from({ length: 30 }, (_, place) => fictional({ reference: `REF-${place}` }));
  const page = await historyOf(many.slice(0, 1));
  await seen(
    historyPanel(page).getByRole('heading', { name: 'Transaction History' }),
    transactionRows(page).getByText('Ref: REF-0'),
  );
  await answerInstead(page, 'GET /payment/history', { body: many });
  await historyPanel(page).getByRole('button', { name: 'Refresh' }).click();
  await seen(transactionRows(page).getByText('Ref: REF-29'));
  expect(await transactionRows(page).count()).toBe(30);
  const list = historyPanel(page).getByRole('region', { name: 'Transactions' });
  const height = (await list.boundingBox())?.height ?? 0;
  expect(height).toBeGreaterThan(0);
  expect(height).toBeLessThanOrEqual(0.7 * wide.height);
  expect(await list.evaluate((element) => element.scrollHeight)).toBeGreaterThan(height);
});

test('W13 W14 a row shows type, method, time, amount and status, each status in its colour', async () => {
  const page = await historyOf([
    fictional({ type: 'deposit', status: 'completed', paymentMethod: 'creditcard', reference: 'tr_7' }),
    fictional({ type: 'withdrawal', status: 'pending', paymentMethod: 'bank_transfer', amount: 1_250.5 }),
    fictional({ type: 'refund', status: 'failed' }),
    fictional({ type: 'deposit', status: 'initiated' }),
    fictional({ type: 'withdrawal', status: 'canceled' }),
    { ...fictional({ type: 'deposit' }), status: 'On_Hold' },
  ]);
  await seen(transactionRows(page));
  const rows = async () => {
    const texts = await transactionRows(page).allInnerTexts();
    return texts.map((text) => text.split('\n').filter((line) => line.trim() !== ''));
  };
  // A row that was not drawn yet has no text.
  await expect.poll(rows, { timeout: 60_000 }).toEqual([
    ['Deposit', 'via creditcard', '+$20.00', 'Completed', 'Nov 18, 2026, 12:00', 'Ref: tr_7'],
    ['Withdrawal', 'via bank transfer', '-$1,250.50', 'Pending', 'Nov 18, 2026, 12:00'],
    ['Refund', 'via paypal', '-$20.00', 'Failed', 'Nov 18, 2026, 12:00'],
    ['Deposit', 'via paypal', '+$20.00', 'Initiated', 'Nov 18, 2026, 12:00'],
    ['Withdrawal', 'via paypal', '-$20.00', 'Canceled', 'Nov 18, 2026, 12:00'],
    ['Deposit', 'via paypal', '+$20.00', 'On hold', 'Nov 18, 2026, 12:00'],
  ]);
  const words = ['Completed', 'Failed', 'Pending', 'Initiated', 'Canceled', 'On hold'];
  const colours = words.map((word) => colourOf(transactionRows(page).getByText(word, { exact: true })));
  const [green, red, yellow] = [houseColour(page, 'pitch'), houseColour(page, 'live'), houseColour(page, 'gold')];
  expect(await Promise.all(colours)).toEqual(await Promise.all([green, red, yellow, yellow, yellow, yellow]));
  const icons = await transactionRows(page).evaluateAll((all) =>
    all.map((row) => row.querySelector('svg')?.outerHTML ?? ''),
  );
  expect(icons.map((icon) => icons.indexOf(icon))).toEqual([0, 1, 2, 0, 1, 0]);
});

test('W15 without transactions the history says so', async () => {
  const page = await historyOf([]);
  await seen(historyPanel(page).getByText('No transaction history available', { exact: true }));
});

test('W16 a history that cannot be loaded says so and offers a retry', async () => {
  const page = await silentPage(bettor);
  await answerInstead(page, 'GET /payment/history', { status: 500, body: { error: 'Out of order.' } });
  await page.goto('/my-wallet');
  await seen(historyPanel(page).getByText('Failed to load transactions. Please try again.', { exact: true }));
  await answerInstead(page, 'GET /payment/history', { body: [fictional({})] });
  await historyPanel(page).getByRole('button', { name: 'Try Again' }).click();
  await seen(transactionRows(page).getByText('+$20.00', { exact: true }));
});

test.each([
  ['a phone', narrow],
  ['a desktop', wide],
])('late answers do not move what can be pressed, on %s', async (_, size) => {
  const page = await silentPage(bettor);
  await page.setViewportSize(size);
  const placeOf = (of: Locator) => of.evaluate((shown) => Math.round(shown.getBoundingClientRect().top));
  const [events, bonus, transactions] = await Promise.all([
    holdAnswer(page, 'GET /ledger/events'),
    holdAnswer(page, 'GET /bonus'),
    holdAnswer(page, 'GET /payment/history'),
  ]);
  await page.goto('/my-wallet');
  const deposit = depositPanel(page).locator('button[type="submit"]');
  await seen(deposit);
  await page.evaluate('document.fonts.ready');
  const placeOfDeposit = await placeOf(deposit);
  bonus.release();
  transactions.release();
  const verify = page.getByRole('button', { name: 'Verify my balance' });
  await seen(verify);
  expect(await placeOf(deposit)).toBe(placeOfDeposit);
  const placeOfVerify = await placeOf(verify);
  events.release();
  await seen(page.getByRole('img', { name: /^Cash over / }));
  expect(await placeOf(verify)).toBe(placeOfVerify);

  const rows = await holdAnswer(page, 'GET /ledger/events');
  await page.goto('/statement');
  const filters = page.getByRole('region', { name: 'Filters' });
  await seen(filters);
  await page.evaluate('document.fonts.ready');
  const placeOfFilters = await placeOf(filters);
  rows.release();
  await seen(page.getByRole('img', { name: /^Cash over / }));
  expect(await placeOf(filters)).toBe(placeOfFilters);
});

test('W17 W18 a payment is being processed, then successful, and the wallet opens three seconds later', async () => {
  const page = await silentPage(bettor);
  await answerInstead(page, 'GET /payment/verify/*', verified('completed'));
  const waiting = await holdAnswer(page, 'GET /payment/verify/*');
  await page.goto('/payment/return/t-1');
  await seen(page.getByRole('heading', { name: 'Processing Payment' }), backToWallet(page));
  await stopTime(page);
  waiting.release();
  await seen(page.getByRole('heading', { name: 'Payment Successful!' }), backToWallet(page));
  await pass(page, 2_900);
  expect(new URL(page.url()).pathname).toBe('/payment/return/t-1');
  await pass(page, 200);
  await page.waitForURL('**/my-wallet');
});

test.each([
  ['failed', 'failed', 'Payment Failed'],
  ['cancelled', 'canceled', 'Payment Cancelled'],
] as const)('W19 W20 a payment that is %s leads to another try', async (status, kept, title) => {
  const page = await silentPage(bettor);
  await answerInstead(page, 'GET /payment/verify/*', verified(status, kept));
  await page.goto('/payment/return/t-1');
  await seen(page.getByRole('heading', { name: title, exact: true }), backToWallet(page));
  await page.getByRole('link', { name: 'Try Again', exact: true }).click();
  await page.waitForURL('**/deposit');
  await seen(depositPanel(page));
});

test('W21 a payment that cannot be verified shows the reason and a link to the wallet', async () => {
  const page = await silentPage(bettor);
  await answerInstead(page, 'GET /payment/verify/*', { status: 404, body: { error: 'There is no such payment.' } });
  await page.goto('/payment/return/t-1');
  await seen(
    page.getByRole('heading', { name: 'Verification Error' }),
    page.getByText('There is no such payment.', { exact: true }),
    backToWallet(page),
  );
  await page.getByRole('link', { name: 'Go to Wallet', exact: true }).click();
  await page.waitForURL('**/my-wallet');
});

test('W21 a payment without a response is checked a few more times, then called unverified', async () => {
  const page = await silentPage(bettor);
  await cutOff(page, 'GET /payment/verify/*');
  await page.goto('/payment/return/t-1');
  await seen(page.getByRole('heading', { name: 'Processing Payment' }));
  await stopTime(page);
  await passUntil(page, 'An error occurred while verifying your payment');
  await seen(page.getByRole('heading', { name: 'Verification Error' }), backToWallet(page));
});

const backToWallet = (page: Page) => page.getByRole('link', { name: 'Back to wallet', exact: true });

async function depositOnScreen(page: Page, amount: string): Promise<void> {
  await depositPanel(page).getByLabel('Amount', { exact: true }).fill(amount);
  await depositPanel(page)
    .getByRole('button', { name: /^Deposit \$/ })
    .click();
}

const choicesIn = (page: Page, legend: string): Promise<unknown> =>
  page
    .getByRole('group', { name: legend })
    .getByRole('radio')
    .evaluateAll((found) => found.map((each) => [each.getAttribute('value'), each.matches(':checked')]));

async function historyOf(
  transactions: readonly (Omit<TransactionView, 'status'> & { readonly status: string })[],
): Promise<Page> {
  const page = await silentPage(bettor);
  await answerInstead(page, 'GET /payment/history', { body: transactions });
  await page.goto('/my-wallet');
  return page;
}

/** Skips the pauses between attempts, until the last has failed. */
async function passUntil(page: Page, sentence: string): Promise<void> {
  await until(`"${sentence}"`, async () => {
    await pass(page, 1_000);
    return (await page.getByText(sentence).count()) > 0 ? true : undefined;
  });
}

const verified = (status: string, kept: TransactionView['status'] = 'completed') => ({
  body: { status, transaction: fictional({ _id: 't-1', status: kept }) },
});

let made = 0;
function fictional(wanted: Partial<TransactionView>): TransactionView {
  made += 1;
  return {
    _id: `transaction-${made}`,
    version: 2,
    userId: 'somebody',
    type: 'deposit',
    amount: 20,
    status: 'completed',
    paymentMethod: 'paypal',
    createdAt: '2026-11-18T12:00:00Z',
    updatedAt: '2026-11-18T12:00:00Z',
    ...wanted,
  };
}
