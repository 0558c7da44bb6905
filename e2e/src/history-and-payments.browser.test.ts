import { type BetView, depositAnswer, type LoginAnswer } from '@touchline/core/contract';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { answerInstead, silentPage } from './answers.ts';
import { type Bettor, demoBettor, logIn, matchesOf, matchOnOffer, placeWhenConfirmed } from './bettor.ts';
import { atBank } from './checkout.ts';
import { colourOf, houseColour } from './colours.ts';
import { gone, openPage, priceOf, seen, slipOf, stakeOnScreen } from './on-screen.ts';
import { openBrowser } from './open-browser.ts';
import { type OpenProduct, openProduct, rarePolls } from './open-product.ts';
import { callAs, demoAdmin, newBettor, requestWithdrawal, visitorAs } from './people.ts';
import type { Fixture } from './sandbox.ts';
import { until } from './until.ts';

// One product for the whole file: a bettor with a won, a lost and an open bet, and an admin with transactions of several kinds.
let product: OpenProduct;
let browser: Browser;
let demo: Bettor;
let bettor: BrowserContext;
let adminSession: LoginAnswer;
let admin: BrowserContext;
let bets: { readonly won: BetView; readonly lost: BetView; readonly open: BetView };

beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct({ env: rarePolls }), openBrowser()]);
  demo = await logIn(product.url, demoBettor);
  adminSession = (await logIn(product.url, demoAdmin)).session;
  [bettor, admin] = await Promise.all([
    visitorAs(browser, product.url, demo.session),
    visitorAs(browser, product.url, adminSession),
  ]);
  bets = await threeBets();
});
afterEach(async () => {
  for (const page of [...bettor.pages(), ...admin.pages()]) await page.close();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const short = (id: string) => `${id.slice(0, 8)}...`;
const cardOf = (page: Page, { _id }: BetView) => page.getByRole('region', { name: `Bet ${short(_id)}`, exact: true });

test('H1 a bet shows the start of its id, its status, when it was placed and its stake', async () => {
  const page = await openPage(bettor, '/history');
  for (const [bet, status, stake] of [
    [bets.won, 'Won', '$10.00'],
    [bets.lost, 'Lost', '$20.00'],
    [bets.open, 'Pending', '$5.00'],
  ] as const) {
    const card = cardOf(page, bet);
    await seen(card.getByText(short(bet._id), { exact: true }), card.getByText(status, { exact: true }));
    await seen(card.getByText(stake, { exact: true }));
    expect(await card.locator('header time').textContent()).toBe(dateText(bet.createdAt));
  }
});

test('H2 a won bet shows its payout in green, a lost one its stake in red, an open one its potential payout in yellow', async () => {
  const page = await openPage(bettor, '/history');
  const figures = [
    // A screen reader hears the status first.
    cardOf(page, bets.won).getByText('Won, +$21.00', { exact: true }),
    cardOf(page, bets.lost).getByText('Lost, -$20.00', { exact: true }),
    cardOf(page, bets.open).getByText('Pending, Potential: $35.70', { exact: true }),
  ];
  await seen(...figures);
  const [green, red, yellow] = [houseColour(page, 'pitch'), houseColour(page, 'live'), houseColour(page, 'gold')];
  expect(await Promise.all(figures.map(colourOf))).toEqual(await Promise.all([green, red, yellow]));
});

test('H2 statuses are case-insensitive, and an unknown one hides no bet', async () => {
  const page = await silentPage(bettor);
  const legs = ({ matches }: BetView, status: string) => matches.map((leg) => ({ ...leg, status }));
  await answerInstead(page, 'GET /bet/history', {
    body: [
      { ...bets.won, status: 'WON', matches: legs(bets.won, 'Won') },
      { ...bets.lost, status: 'Lost', matches: legs(bets.lost, 'LOST') },
      { ...bets.open, status: 'paused', matches: legs(bets.open, 'abandoned') },
    ],
  });
  await page.goto('/history');
  await seen(
    cardOf(page, bets.won).getByText('Won, +$21.00', { exact: true }),
    cardOf(page, bets.lost).getByText('Lost, -$20.00', { exact: true }),
    cardOf(page, bets.open).getByText('Pending, Potential: $35.70', { exact: true }),
    cardOf(page, bets.lost).getByRole('listitem').getByText('Lost', { exact: true }),
    cardOf(page, bets.open).getByRole('listitem').first().getByText('Pending', { exact: true }),
  );
});

test('H3 H4 a bet lists its matches and its total odds; only one with several matches is a parlay', async () => {
  const page = await openPage(bettor, '/history');
  const card = cardOf(page, bets.open);
  await seen(card.getByRole('listitem'));
  expect(await card.getByRole('listitem').count()).toBe(2);
  for (const [place, { outcome, odds }] of [
    { outcome: 'Outcome: Epsilon FC Win', odds: '2.10' },
    { outcome: 'Outcome: Draw', odds: '3.40' },
  ].entries()) {
    const leg = card.getByRole('listitem').nth(place);
    const id = bets.open.matches[place]?.matchId ?? '';
    await seen(...[outcome, odds, short(id), 'Pending'].map((text) => leg.getByText(text, { exact: true })));
  }
  await seen(card.getByText('Total Odds', { exact: true }), card.getByText('7.14', { exact: true }));
  await seen(cardOf(page, bets.won).getByRole('listitem').getByText('Won', { exact: true }));
  await seen(cardOf(page, bets.lost).getByRole('listitem').getByText('Lost', { exact: true }));
  const parlays = [bets.open, bets.won, bets.lost].map((bet) => cardOf(page, bet).getByText('Parlay').count());
  expect(await Promise.all(parlays)).toEqual([1, 0, 0]);
});

test('H5 a history without bets says so', async () => {
  const newcomer = await visitorAs(browser, product.url, await newBettor(product, 'Nora Newcomer'));
  const page = await openPage(newcomer, '/history');
  await seen(page.getByText('No betting history found.', { exact: true }));
  await newcomer.close();
});

test('H6 a history that cannot be loaded shows the reason, or that it failed, and a retry', async () => {
  const page = await silentPage(bettor);
  await answerInstead(page, 'GET /bet/history', { status: 500, body: { error: 'Out of order.' } });
  await page.goto('/history');
  await seen(page.getByText('Error: Out of order.', { exact: true }));
  await answerInstead(page, 'GET /bet/history', { status: 500, body: {} });
  await page.getByRole('button', { name: 'Try Again' }).click();
  await seen(page.getByText('Error: Failed to fetch bet history', { exact: true }));
  await answerInstead(page, 'GET /bet/history', { body: [bets.won] });
  await page.getByRole('button', { name: 'Try Again' }).click();
  await seen(cardOf(page, bets.won));
});

test('H6 a history shows an error that comes in place of bets', async () => {
  const page = await silentPage(bettor);
  await answerInstead(page, 'GET /bet/history', { body: { error: 'Not just now.' } });
  await page.goto('/history');
  await seen(page.getByText('Error: Not just now.', { exact: true }));
});

test('H7 the page of a bet shows its whole timeline, down to the ledger entries', async () => {
  const page = await openPage(bettor, '/history');
  await cardOf(page, bets.won)
    .getByRole('link', { name: /^Details/ })
    .click();
  await page.waitForURL(`**/history/${bets.won._id}`);
  const selections = page.getByRole('region', { name: 'Selections' });
  await seen(
    selections.getByText('Price seen', { exact: true }),
    selections.getByText('Price accepted', { exact: true }),
  );
  expect(await selections.getByText('2.10', { exact: true }).count()).toBe(3);
  const steps = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem');
  await seen(steps.getByText('+$21.00', { exact: true }));
  const titles = await steps.locator('p:first-child > span:first-child').allTextContents();
  // The provider's kick-offs are whole seconds: an immediate one may precede the bet.
  const kickOff = 'Kick-off: Alpha Town vs Beta United';
  expect(titles).toEqual(expect.arrayContaining([kickOff, '2:0 in Alpha Town vs Beta United']));
  // A poll may see the first goal before the second.
  expect(titles.filter((step) => step !== kickOff && !/^\d:\d in /.test(step))).toEqual([
    'Placed: $10.00 at 2.10',
    'Stake taken: $10.00',
    'Result: Alpha Town vs Beta United, 2:0',
    'Alpha Town Win: Won',
    'Winnings paid: $21.00',
  ]);
  const entries = page.getByRole('region', { name: 'Ledger entries' });
  await seen(entries.getByText('Stake taken', { exact: true }), entries.getByText('Winnings paid', { exact: true }));
});

test("D1 D4 the admin's list has all users' transactions, newest first, and Refresh reloads it", async () => {
  const id = await requestWithdrawal(product.url, demo.session, 11);
  const page = await openPage(admin, '/transactions');
  await seen(page.getByRole('heading', { name: 'Transaction Management' }), rowOf(page, id));
  const row = rowOf(page, id);
  await seen(
    ...['Withdrawal', 'Pending', '$11.00', 'Demo Bettor'].map((text) => row.getByText(text, { exact: true })),
    row.locator(`[title="${id}"]`),
    row.locator(`[title="${demo.session.user.id}"]`),
  );
  expect(await row.locator('svg').count()).toBeGreaterThan(2);
  expect(await row.locator('time').first().getAttribute('datetime')).toBe(
    (await allTransactions()).find(({ _id }) => _id === id)?.createdAt,
  );
  // The beginning of both ids can be read in the row, and the status has a sign beside its word.
  await seen(row.getByText(id.slice(0, 8)), row.getByText(demo.session.user.id.slice(0, 8)));
  await seen(row.getByText('Pending', { exact: true }).locator('svg'));
});

test('D1 D6 Refresh fetches a transaction that another user began since', async () => {
  const page = await silentPage(admin);
  await page.goto('/transactions');
  await seen(page.locator('tbody tr'));
  const theirs = await newBettor(product, 'Olga Other');
  const body = { amount: 16, paymentMethod: 'creditcard' };
  const begun = await callAs(product.url, theirs, '/payment/deposit', { body, key: 'of-another' });
  const { transactionId } = depositAnswer.parse(begun);
  expect(await rowOf(page, transactionId).count()).toBe(0);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await seen(rowOf(page, transactionId).getByText('Olga Other', { exact: true }));
  // Only a pending withdrawal is decided.
  const details = await openRow(page, transactionId);
  const decisions = ['Reject', 'Approve'].map((name) => details.getByRole('button', { name }).count());
  expect(await Promise.all(decisions)).toEqual([0, 0]);
});

test('D2 D3 filters and sorting expand and collapse, change the request, and are part of the address', async () => {
  await requestWithdrawal(product.url, demo.session, 12);
  const page = await openPage(admin, '/transactions');
  const panel = page.getByRole('region', { name: 'Filters & Sorting' });
  await panel.getByRole('button', { name: /^Filters & Sorting/ }).click();
  const statuses = panel.getByRole('group', { name: 'Status' }).getByRole('button');
  await seen(statuses);
  expect(await statuses.allTextContents()).toEqual(['Initiated', 'Pending', 'Completed', 'Failed', 'Canceled']);
  await panel.getByRole('button', { name: /^Filters & Sorting/ }).click();
  await gone(statuses);
  await panel.getByRole('button', { name: /^Filters & Sorting/ }).click();

  const asked = (search: string) =>
    page.waitForResponse((response) => new URL(response.url()).pathname + new URL(response.url()).search === search);
  const pending = asked('/payment/all?status=pending');
  await statuses.getByText('Pending').click();
  await pending;
  await page.waitForURL('**/transactions?status=pending');
  const sorted = asked('/payment/all?status=pending&sort=amount');
  await page.getByRole('columnheader', { name: 'Amount' }).getByRole('button').click();
  await sorted;
  await page.waitForURL('**/transactions?status=pending&sort=amount');
  await until('the larger one on top', async () => {
    const amounts = await page.locator('tbody tr').allInnerTexts();
    return amounts[0]?.includes('$12.00') && amounts[1]?.includes('$11.00') ? true : undefined;
  });
  await page.goBack();
  await page.waitForURL('**/transactions?status=pending');
  await page.goto('/transactions?status=failed');
  await seen(page.getByText('No transactions found', { exact: true }));
});

test('D5 a row expands to its payment method, dates and metadata', async () => {
  const id = await requestWithdrawal(product.url, demo.session, 13);
  const page = await openPage(admin, '/transactions');
  const details = await openRow(page, id);
  const facts = await details.locator('dl > div').allInnerTexts();
  const named = new Map(facts.map((fact) => [fact.split('\n')[0], fact]));
  expect([...named.keys()]).toEqual(['Payment method', 'Created', 'Updated', 'Transaction ID', 'User ID', 'Paid to']);
  expect(facts).toContainEqual(expect.stringMatching(/^Payment method\s+Bank transfer$/));
  expect(facts).toContainEqual(expect.stringMatching(/^Paid to\s+NL•• .* 00$/));
  // The row shortens both ids; here they can be read and copied.
  const userId = demo.session.user.id;
  await seen(details.getByText(id, { exact: true }), details.getByText(userId, { exact: true }));
  await admin.grantPermissions(['clipboard-read', 'clipboard-write']);
  await details.getByRole('button', { name: 'Copy the user ID' }).click();
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()'), { timeout: 60_000 }).toBe(userId);
});

test('D6 only a pending withdrawal can be decided, and the list reloads afterwards', async () => {
  const id = await requestWithdrawal(product.url, demo.session, 14);
  const page = await openPage(admin, '/transactions');
  const details = await openRow(page, id);
  await seen(details.getByRole('button', { name: 'Reject' }), details.getByRole('button', { name: 'Approve' }));
  const again = page.waitForResponse((response) => response.url().includes('/payment/all'));
  await details.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve $14.00' }).click();
  await again;
  await seen(rowOf(page, id).getByText('Completed', { exact: true }));
  await gone(details.getByRole('button', { name: 'Approve' }));
  expect(await details.getByRole('button', { name: 'Reject' }).count()).toBe(0);
});

test('D7 D8 an empty list of transactions says so, and one that cannot be loaded offers a retry', async () => {
  const page = await silentPage(admin);
  await answerInstead(page, 'GET /payment/all', { status: 500, body: { error: 'Out of order.' } });
  await page.goto('/transactions');
  await seen(page.getByText('Failed to load transactions. Please try again.', { exact: true }));
  await answerInstead(page, 'GET /payment/all', { body: [] });
  await page.getByRole('button', { name: 'Try Again' }).click();
  await seen(page.getByText('No transactions found', { exact: true }));
});

test.each([
  ['Approve', 'process'],
  ['Reject', 'cancel'],
] as const)('D9 %s says why it failed', async (button, call) => {
  const id = await requestWithdrawal(product.url, demo.session, 15);
  const page = await openPage(admin, '/transactions');
  await answerInstead(page, `POST /payment/withdraw/${call}/${id}`, {
    status: 500,
    body: { error: 'The bank is shut.' },
  });
  const details = await openRow(page, id);
  await details.getByRole('button', { name: button }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `${button} $15.00` })
    .click();
  await seen(page.getByRole('dialog').getByText(`Failed to ${call} withdrawal: The bank is shut.`, { exact: true }));
});

test('a deposit paid twice over waits for an admin, who finds it by its flag and credits the paid amount', async () => {
  const body = { amount: 21, paymentMethod: 'ideal' };
  const { transactionId, checkoutUrl } = depositAnswer.parse(
    await callAs(product.url, demo.session, '/payment/deposit', { body, key: 'twice' }),
  );
  await atBank(product, checkoutUrl.split('/').at(-1) ?? '', 'pay-other', { value: '38.64' });
  const { balance: before } = await demo.profile();
  const page = await openPage(admin, '/transactions?flag=amount-differs%2Cpaid-after-close');
  await until('the deposit to be flagged', async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    return (await rowOf(page, transactionId).count()) > 0 ? true : undefined;
  });
  const details = await openRow(page, transactionId);
  await seen(details.getByText('Another amount was paid', { exact: true }));
  await details.getByRole('button', { name: 'Credit…' }).click();
  const dialog = page.getByRole('dialog');
  await seen(dialog.getByText('€19.32'), dialog.getByText('€38.64', { exact: true }));
  await dialog.getByRole('button', { name: /^You paid a different amount/ }).click();
  await dialog.getByRole('button', { name: 'Credit $42.00' }).click();
  // It waits for no decision any more, so it leaves the list.
  await gone(rowOf(page, transactionId));
  expect((await demo.profile()).balance).toBeCloseTo(before + 42, 2);
});

test('the provider refunds a deposit that an admin returns, and admin and bettor see it', async () => {
  const body = { amount: 23, paymentMethod: 'ideal' };
  const { transactionId, checkoutUrl } = depositAnswer.parse(
    await callAs(product.url, demo.session, '/payment/deposit', { body, key: 'given-back' }),
  );
  const theirs = await openPage(bettor, '/my-wallet');
  await atBank(product, checkoutUrl.split('/').at(-1) ?? '', 'pay-other', { value: '40.00' });
  const page = await openPage(admin, `/transactions?user=${transactionId}`);
  await until('the deposit to be flagged', async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    return (await rowOf(page, transactionId).getByText('1 flag').count()) > 0 ? true : undefined;
  });
  const details = await openRow(page, transactionId);
  await details.getByRole('button', { name: 'Refund…' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^You paid a different amount/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Refund deposit' }).click();
  const row = theirs.getByRole('listitem').filter({ hasText: 'You paid a different amount, so it is refunded.' });
  await row.getByRole('button', { name: /^Show the details of deposit/ }).click();
  // No page is loaded again: the worker asked, and both hear of it.
  const refund = /^€40\.00 (is being refunded|is on its way|was refunded) \(re_/;
  await seen(details.getByText(refund), row.getByText(refund));
});

test("when an admin excludes a player, the player's open slip takes no bet any more and says why", async () => {
  const slip = await openPage(bettor, `/games?league=${await leagueOf('Epsilon FC')}`);
  await priceOf(slip, { homeTeam: 'Epsilon FC', awayTeam: 'Zeta Athletic' }, '1, Epsilon FC Win, 2.10').click();
  await stakeOnScreen(slip, '1');
  const page = await openPage(admin, '/players');
  await page.getByRole('combobox', { name: 'Player' }).fill(demo.session.user.email);
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: 'Exclude the player…' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Chases losses every night.');
  await page.getByRole('dialog').getByRole('button', { name: 'Exclude for 30 days' }).click();
  await seen(page.getByRole('region', { name: 'State' }).getByText('Excluded by the operator', { exact: true }));
  await seen(page.getByRole('region', { name: 'Admin decisions' }).getByText('Chases losses every night.'));
  await seen(slipOf(slip).getByText(/We have excluded you from betting and depositing until/));
  expect(
    await slipOf(slip)
      .getByRole('button', { name: /^Place bet/i })
      .isDisabled(),
  ).toBe(true);
});

const leagueOf = async (homeTeam: string): Promise<string> =>
  (await matchesOf(product.url)).find(({ match }) => match.homeTeam === homeTeam)?.league.key ?? '';

const rowOf = (page: Page, id: string): Locator =>
  page.locator('tbody tr').filter({ has: page.locator(`[title="${id}"]`) });

async function openRow(page: Page, id: string): Promise<Locator> {
  // Anywhere in the row will do.
  await rowOf(page, id).click();
  const details = page.locator('tbody tr').filter({ hasText: 'Payment method' });
  await seen(details);
  return details;
}

type Listed = { readonly _id: string; readonly createdAt: string };
const allTransactions = async () => (await callAs(product.url, adminSession, '/payment/all')) as readonly Listed[];

async function threeBets() {
  const { sandbox } = product;
  const [first, second, third, fourth] = await Promise.all([
    sandbox.create(['Alpha Town', 'Beta United']),
    sandbox.create(['Gamma City', 'Delta Rovers']),
    sandbox.create(['Epsilon FC', 'Zeta Athletic']),
    sandbox.create(['Eta Wanderers', 'Theta County']),
  ]);
  const won = await placed(10, [[first, 'Alpha Town Win', 2.1]]);
  const lost = await placed(20, [[second, 'Gamma City Win', 2.1]]);
  const open = await placed(5, [
    [third, 'Epsilon FC Win', 2.1],
    [fourth, 'Draw', 3.4],
  ]);
  await Promise.all([sandbox.kickOff(first), sandbox.kickOff(second)]);
  await until('both matches to be live', async () => {
    const rows = (await matchesOf(product.url)).filter(({ match }) => isOneOf(match.homeTeam, [first, second]));
    return rows.every(({ match }) => Date.parse(match.commenceTime) <= Date.now()) ? true : undefined;
  });
  await Promise.all([sandbox.finish(first, 2, 0), sandbox.finish(second, 0, 1)]);
  await until('both results', async () => {
    const statuses = (await demo.history()).map((bet) => bet.status);
    return statuses.filter((status) => status !== 'pending').length === 2 ? true : undefined;
  });
  return { won, lost, open };
}

const isOneOf = (homeTeam: string, fixtures: readonly Fixture[]): boolean =>
  fixtures.some((fixture) => fixture.homeTeam === homeTeam);

async function placed(stake: number, legs: readonly (readonly [Fixture, string, number])[]): Promise<BetView> {
  const matches = await Promise.all(
    legs.map(async ([{ homeTeam }, betOutcome, odds]) => {
      const { id: matchId } = await matchOnOffer(product.url, homeTeam);
      return { matchId, betOutcome, odds };
    }),
  );
  return placeWhenConfirmed(demo, { stake, matches }, `bet-of-${stake}`);
}

const dateText = (iso: string): string =>
  new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  }).format(new Date(iso));
