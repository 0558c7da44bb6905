import { readFileSync } from 'node:fs';
import type { MatchRow } from '@touchline/core/contract';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answerInstead, answerReally, cutOff, holdAnswer } from './answers.ts';
import { type Bettor, demoBettor, logIn, matchesOf } from './bettor.ts';
import { writtenIn } from './colours.ts';
import { focusSeen, hasFocus, tabTo } from './keyboard.ts';
import {
  balanceSeen,
  cardOf,
  countedHand,
  devices,
  glimpsed,
  gone,
  inSlip,
  newVisitor,
  openPage,
  priceOf,
  seen,
  slipOf,
  stakeOnScreen,
  startLoggedIn,
  textsOf,
} from './on-screen.ts';
import { openBrowser } from './open-browser.ts';
import { type OpenProduct, openProduct } from './open-product.ts';
import type { Fixture } from './sandbox.ts';
import { pass, staysFor, stoppable, stopTime } from './stopped-time.ts';
import { until } from './until.ts';

// One product for the whole file, with matches of its own in one league, which start when all of it is long over but early enough
// for prices to be asked for at every tick. Each test has a tab of its own, which begins with an empty slip; prices of a match are
// moved only by the test that has it to itself.
let product: OpenProduct;
let browser: Browser;
let bettor: Bettor;
let visitor: BrowserContext;
let alpha: Fixture;
let gamma: Fixture;
let moving: Fixture;
let leaving: Fixture;
let starting: Fixture;
let epsilon: Fixture;

const laterMs = 50 * 60_000;

beforeAll(async () => {
  [product, browser] = await Promise.all([
    openProduct({ env: { ODDS_POLL_SECONDS: '1', IN_PLAY_BETTING: 'closed' } }),
    openBrowser(),
  ]);
  bettor = await logIn(product.url, demoBettor);
  alpha = await product.sandbox.create(['Alpha City', 'Beta Town'], { kickoffInMs: laterMs });
  const { sportKey } = alpha;
  const create = (home: string, away: string) =>
    product.sandbox.create([home, away], { kickoffInMs: laterMs, sportKey });
  gamma = await create('Gamma Rovers', 'Delta United');
  moving = await create('Moving Athletic', 'Steady Forest');
  leaving = await create('Leaving Albion', 'Staying Vale');
  starting = await create('Starting Orient', 'Waiting Park');
  epsilon = await create('Epsilon Park', 'Zeta Vale');
  await Promise.all([alpha, gamma, moving, leaving, starting, epsilon].map(onOffer));
  visitor = await newBettor();
});
afterEach(async () => {
  for (const page of visitor.pages()) {
    // Leave the document first, so that the tab stores no late change of its slip into the next test.
    await page.goto('about:blank');
    await page.close();
  }
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test('B1 B2 the slip opens and closes by its button, which shows the count, and an empty slip says what to do', async () => {
  const page = await openGames();
  const button = slipButton(page, '0 selections');
  await seen(button);
  expect(await textsOf(button)).toEqual([['Bet Slip, 0 selections', 'Bet Slip', '0']]);
  expect(await button.getAttribute('aria-expanded')).toBe('false');
  await button.click();
  await seen(
    slipOf(page).getByText('Your bet slip is empty', { exact: true }),
    slipOf(page).getByText('Select some odds to start betting', { exact: true }),
  );
  expect(await button.getAttribute('aria-expanded')).toBe('true');
  await button.click();
  await gone(slipOf(page));

  await price(page, alpha, '1, Alpha City Win, 2.10').click();
  await price(page, gamma, 'X, Draw, 3.40').click();
  const full = slipButton(page, '2 selections');
  await seen(full, inSlip(page, 'Remove Draw'));
  expect(await textsOf(full)).toEqual([['Bet Slip, 2 selections', 'Bet Slip', '2']]);
  expect(await textsOf(slipOf(page).locator('header'))).toEqual([['Bet Slip', '2']]);
  await full.click();
  await gone(slipOf(page));
});

test('B3 adding a selection opens the slip and shows a notice for three seconds', async () => {
  const stopped = await newBettor();
  await stoppable(stopped);
  const page = await openGames(stopped);
  await seen(price(page, alpha, '1, Alpha City Win, 2.10'));
  await stopTime(page);
  await price(page, alpha, '1, Alpha City Win, 2.10').click();
  await seen(slipOf(page));
  await staysFor(page, page.getByText('Added Alpha City Win to bet slip', { exact: true }), 3_000);
  await stopped.close();
});

test('B4 outcomes are named by team, Draw, and Over or Under with the line', async () => {
  const row = await until('a match with a line that does not start during the test', async () => {
    const withLine = (await matchesOf(product.url)).filter((each) => each.odds.overUnder && isLongToCome(each));
    return withLine.sort((a, b) => kickoffOf(a) - kickoffOf(b))[0];
  });
  const page = await openGames(visitor, { path: '/games?tab=upcoming' });
  const point = row.odds.overUnder?.point;
  for (const [label, outcome] of [
    ['1', `${row.match.homeTeam} Win`],
    ['X', 'Draw'],
    ['2', `${row.match.awayTeam} Win`],
    [`Over ${point}`, `Over ${point}`],
    [`Under ${point}`, `Under ${point}`],
  ] as const) {
    await Promise.all([
      glimpsed(page, `Added ${outcome} to bet slip`),
      seen(inSlip(page, `Remove ${outcome}`)),
      // By its id: the same two teams may meet again soon.
      page
        .locator(`article[data-match="${row.id}"]`)
        .getByRole('button', { name: new RegExp(`^${label},`) })
        .click(),
    ]);
    expect((await textsOf(rows(page)))[0]?.slice(0, 2)).toEqual([
      outcome,
      `${row.match.homeTeam} vs ${row.match.awayTeam}`,
    ]);
  }
});

test('B5 B7 a selection shows match, outcome and odds; another outcome replaces it; its button removes it', async () => {
  const page = await openGames();
  await price(page, alpha, '1, Alpha City Win, 2.10').click();
  await price(page, gamma, 'X, Draw, 3.40').click();
  await seen(inSlip(page, 'Remove Draw'));
  expect(await textsOf(rows(page))).toEqual([
    ['Alpha City Win', 'Alpha City vs Beta Town', '2.10'],
    ['Draw', 'Gamma Rovers vs Delta United', '3.40'],
  ]);
  await price(page, alpha, '2, Beta Town Win, 3.60').click();
  await seen(inSlip(page, 'Remove Beta Town Win'));
  expect((await textsOf(rows(page))).sort()).toEqual([
    ['Beta Town Win', 'Alpha City vs Beta Town', '3.60'],
    ['Draw', 'Gamma Rovers vs Delta United', '3.40'],
  ]);
  await inSlip(page, 'Remove Draw').click();
  await gone(inSlip(page, 'Remove Draw'));
  await seen(slipButton(page, '1 selection'));
  await inSlip(page, 'Remove Beta Town Win').click();
  await seen(slipOf(page).getByText('Your bet slip is empty', { exact: true }));
});

test('B6 a selection whose match has no name is named by the start of its id', async () => {
  const { id } = await onOffer(alpha);
  const kept = { entries: [{ matchId: id, betOutcome: 'Alpha City Win', odds: '2.1' }], attempt: null };
  const page = await openGames(visitor, { kept: JSON.stringify(kept) });
  await slipButton(page, '1 selection').click();
  await seen(slipOf(page).getByText(`Match ${id.slice(0, 6)}`, { exact: true }));
});

test('B8 B9 odds multiply, winnings are stake times odds, and the stake is an amount of dollars and cents', async () => {
  const page = await openGames();
  await price(page, alpha, '1, Alpha City Win, 2.10').click();
  await price(page, gamma, 'X, Draw, 3.40').click();
  const stake = slipOf(page).getByLabel('Your Stake', { exact: true });
  expect(
    await stake.evaluate((input) => ({
      type: input.getAttribute('type'),
      min: input.getAttribute('min'),
      step: input.getAttribute('step'),
      placeholder: input.getAttribute('placeholder'),
      before: input.previousElementSibling.textContent,
    })),
  ).toEqual({ type: 'number', min: '0', step: '0.01', placeholder: 'Enter amount', before: '$' });
  await sumsAre(page, '7.14', '$0.00');
  await stake.fill('10');
  await sumsAre(page, '7.14', '$71.40');
  await stake.press('ArrowUp');
  await sumsAre(page, '7.14', '$71.47');
  expect(await stake.inputValue()).toBe('10.01');
  await stake.fill('0');
  await stake.press('ArrowDown');
  expect(await stake.inputValue()).toBe('0');
});

test('B8 total odds round half a hundredth up beside the winnings that the exact odds pay', async () => {
  const { sandbox } = product;
  await sandbox.setPrices(gamma, { home: 2.1, draw: 3.4, away: 2.35 });
  await sandbox.setPrices(leaving, { home: 1.53, draw: 3.4, away: 3.6 });
  const page = await openGames();
  await price(page, gamma, '2, Delta United Win, 2.35').click();
  await price(page, leaving, '1, Leaving Albion Win, 1.53').click();
  await stakeOnScreen(page, '100');
  await sumsAre(page, '3.60', '$359.55');
  await sandbox.setPrices(gamma, { home: 2.1, draw: 3.4, away: 3.6 });
  await sandbox.setPrices(leaving, { home: 2.1, draw: 3.4, away: 3.6 });
  await Promise.all([gamma, leaving].map(onOffer));
});

test('B10 Place Bet is disabled without selections, without a stake, and while a bet is being placed', async () => {
  const page = await openGames();
  await slipButton(page, '0 selections').click();
  expect(await inSlip(page, 'Place Bet').isDisabled()).toBe(true);
  await price(page, alpha, '1, Alpha City Win, 2.10').click();
  await seen(slipOf(page).getByLabel('Your Stake'));
  expect(await inSlip(page, 'Place Bet').isDisabled()).toBe(true);
  for (const nothing of ['0', '-5']) {
    await stakeOnScreen(page, nothing);
    await seen(inSlip(page, 'Place Bet'));
    expect(await inSlip(page, 'Place Bet').isDisabled()).toBe(true);
  }
  await stakeOnScreen(page, '1');
  await seen(inSlip(page, 'Place Bet · $1.00').and(page.locator(':enabled')));
  const waiting = await holdAnswer(page, 'POST /bet');
  await inSlip(page, 'Place Bet · $1.00').click();
  const busy = inSlip(page, 'Placing Bet...');
  await seen(busy);
  expect([await busy.isDisabled(), await busy.getAttribute('aria-busy')]).toEqual([true, 'true']);
  expect(await slipOf(page).getByLabel('Your Stake').isDisabled()).toBe(true);
  await Promise.all([isPlaced(page), waiting.release()]);
});

test('B11 B17 a stake that is not a number counts as 0, and a stake must be above 0', async () => {
  const page = await openGames();
  await price(page, alpha, '1, Alpha City Win, 2.10').click();
  const stake = slipOf(page).getByLabel('Your Stake');
  await stake.fill('10');
  await sumsAre(page, '2.10', '$21.00');
  await stake.press('ControlOrMeta+a');
  await stake.press('e');
  await sumsAre(page, '2.10', '$0.00');
  expect(await inSlip(page, 'Place Bet').isDisabled()).toBe(true);
  const why = 'Please enter a valid stake amount';
  expect(await descriptionOf(inSlip(page, 'Place Bet'))).toBe(why);
  await stake.fill('1e2');
  await sumsAre(page, '2.10', '$210.00');
  await seen(inSlip(page, 'Place Bet · $100.00').and(page.locator(':enabled')));
  await stake.fill('12.345');
  await sumsAre(page, '2.10', '$25.91');
  await seen(inSlip(page, 'Place Bet · $12.34').and(page.locator(':enabled')));
  expect(await descriptionOf(stake)).toBe('Stakes are in whole cents: $12.34.');
  await stake.fill('0');
  await seen(slipOf(page).getByText(why, { exact: true }).and(page.locator('p')));
  expect([await descriptionOf(stake), await stake.getAttribute('aria-invalid')]).toEqual([why, 'true']);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.method()));
  await stake.press('Enter');
  await seen(slipOf(page).getByText(why, { exact: true }));
  expect(sent).not.toContain('POST');
});

test('B12 the clear button empties the slip', async () => {
  const page = await openGames();
  await price(page, alpha, '1, Alpha City Win, 2.10').click();
  await price(page, gamma, 'X, Draw, 3.40').click();
  await stakeOnScreen(page, '10');
  await inSlip(page, 'Clear bet slip').click();
  await seen(slipOf(page).getByText('Your bet slip is empty', { exact: true }), slipButton(page, '0 selections'));
  await price(page, alpha, '1, Alpha City Win, 2.10').click();
  await seen(inSlip(page, 'Remove Alpha City Win'));
  expect(await slipOf(page).getByLabel('Your Stake').inputValue()).toBe('');
});

test('B13 B21 placing a bet shows a notice, reduces the balance, empties the slip and resets the stake to 0', async () => {
  const [before, bets] = await Promise.all([bettor.profile(), bettor.history()]);
  const page = await openGames();
  await balanceSeen(page, dollars(before.balance));
  await price(page, alpha, '1, Alpha City Win, 2.10').click();
  await price(page, gamma, 'X, Draw, 3.40').click();
  await stakeOnScreen(page, '2.5');
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'POST' && new URL(request.url()).pathname === '/bet'),
    isPlaced(page),
    inSlip(page, 'Place Bet · $2.50').click(),
  ]);
  const [first, second] = [await onOffer(alpha), await onOffer(gamma)];
  expect([sent.headers()['authorization'], sent.postDataJSON()]).toEqual([
    `Bearer ${bettor.session.accessToken}`,
    expect.objectContaining({
      stake: 2.5,
      matches: [
        { matchId: first.id, betOutcome: 'Alpha City Win', odds: 2.1 },
        { matchId: second.id, betOutcome: 'Draw', odds: 3.4 },
      ],
    }),
  ]);
  await seen(slipButton(page, '0 selections'));
  await balanceSeen(page, dollars(before.balance - 2.5));
  const [bet, ...rest] = await bettor.history();
  expect([bet?.stake, bet?.totalOdds, bet?.matches.map((leg) => leg.betOutcome)]).toEqual([
    2.5,
    7.14,
    ['Alpha City Win', 'Draw'],
  ]);
  expect(rest.length).toBe(bets.length);
  await price(page, alpha, '1, Alpha City Win, 2.10').click();
  await sumsAre(page, '2.10', '$0.00');
  expect(await slipOf(page).getByLabel('Your Stake').inputValue()).toBe('');
  expect(await inSlip(page, 'Place Bet').isDisabled()).toBe(true);
});

test("B14 a refused bet shows the server's reason, or that it failed when there is none, and keeps the slip", async () => {
  const page = await openGames();
  await price(page, alpha, '1, Alpha City Win, 2.10').click();
  await stakeOnScreen(page, '0.05');
  // The banner goes after five seconds, which the words of the answer may take to be read.
  const refusals = slipOf(page).getByRole('alert');
  const [refusal, message] = await Promise.all([
    page.waitForResponse((answer) => new URL(answer.url()).pathname === '/bet'),
    refusals.textContent(),
    inSlip(page, 'Place Bet · $0.05').click(),
  ]);
  const { error } = (await refusal.json()) as { readonly error: string };
  expect(error).toMatch(/^[A-Z].* .*\w/);
  expect(message).toContain(error);

  await answerInstead(page, 'POST /bet', { status: 400 });
  await Promise.all([
    seen(refusals.getByText('Failed to place bet', { exact: true })),
    inSlip(page, 'Place Bet · $0.05').click(),
  ]);
  expect(await textsOf(rows(page))).toEqual([['Alpha City Win', 'Alpha City vs Beta Town', '2.10']]);
});

test('B14 a bet without an answer says that it failed and may be placed, and the retry uses the same key', async () => {
  const bets = await bettor.history();
  const page = await openGames();
  await price(page, alpha, '1, Alpha City Win, 2.10').click();
  await stakeOnScreen(page, '4');
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/bet')) keys.push(request.headers()['idempotency-key']);
  });
  const unknown = slipOf(page).getByText('We do not know yet whether your bet was placed.', { exact: true });
  const failed = slipOf(page).getByRole('alert');
  await answerInstead(page, 'POST /bet', { status: 503, body: { code: 'away', error: 'We are out of order.' } });
  await Promise.all([
    seen(failed.getByText('We are out of order.', { exact: true }), unknown),
    inSlip(page, 'Place Bet · $4.00').click(),
  ]);
  await seen(inSlip(page, 'Ask again').and(page.locator(':enabled')));
  await answerInstead(page, 'POST /bet', { status: 500 });
  await Promise.all([
    seen(failed.getByText('Failed to place bet', { exact: true }), unknown),
    inSlip(page, 'Ask again').click(),
  ]);
  await seen(inSlip(page, 'Ask again').and(page.locator(':enabled')));
  await answerReally(page, 'POST /bet');
  await Promise.all([isPlaced(page), inSlip(page, 'Ask again').click()]);
  expect([keys.length, new Set(keys).size]).toEqual([5, 1]);
  expect((await bettor.history()).length).toBe(bets.length + 1);
});

test('B14 B16 a bet without an answer is placed once, with the same slip open in two tabs and one of them reloaded', async () => {
  const bets = await bettor.history();
  const keys: (string | undefined)[] = [];
  const [one, other] = [await openGames(), await openGames()];
  for (const page of [one, other]) {
    await cutOff(page, 'POST /bet');
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/bet'))
        keys.push(request.headers()['idempotency-key']);
    });
  }
  await price(one, alpha, '1, Alpha City Win, 2.10').click();
  await stakeOnScreen(one, '4');
  await other.reload();
  await slipButton(other, '1 selection').click();
  await seen(inSlip(other, 'Place Bet · $4.00'));
  await inSlip(one, 'Place Bet · $4.00').click();
  const unknown = (page: Page) =>
    slipOf(page).getByText('We do not know yet whether your bet was placed.', { exact: true });
  await seen(unknown(one), unknown(other));
  await answerReally(one, 'POST /bet');
  await one.reload();
  await slipButton(one, 'one bet not confirmed').click();
  await isPlaced(one);
  await seen(slipOf(other).getByText('Your bet slip is empty', { exact: true }));
  expect([new Set(keys).size, (await bettor.history()).length]).toEqual([1, bets.length + 1]);
});

test('B15 banners disappear after five seconds, or when dismissed', async () => {
  const stopped = await newBettor();
  await stoppable(stopped);
  const page = await openGames(stopped);
  await price(page, alpha, '1, Alpha City Win, 2.10').click();
  await stakeOnScreen(page, '1');
  await seen(inSlip(page, 'Place Bet · $1.00'));
  await answerInstead(page, 'POST /bet', { status: 400 });
  await stopTime(page);
  const failed = slipOf(page).getByRole('alert').getByText('Failed to place bet', { exact: true });
  await inSlip(page, 'Place Bet · $1.00').click();
  await seen(failed);
  await staysFor(page, failed, 5_000);
  // No heartbeat came in those five seconds: the next one makes the prices current, and a moment later presses count again.
  await seen(inSlip(page, 'Place Bet · $1.00'));
  await pass(page, 1_000);
  await inSlip(page, 'Place Bet · $1.00').click();
  await seen(failed);
  await inSlip(page, 'Dismiss').click();
  await gone(failed);

  await answerReally(page, 'POST /bet');
  const placed = slipOf(page).getByText('Bet placed successfully!', { exact: true });
  await inSlip(page, 'Place Bet · $1.00').click();
  await seen(placed);
  await staysFor(page, placed, 5_000);
  await seen(slipOf(page).getByRole('region', { name: 'Receipt' }));
  await stopped.close();
});

test('B16 the slip is still there after a reload', async () => {
  const page = await openGames();
  await price(page, alpha, '1, Alpha City Win, 2.10').click();
  await price(page, gamma, 'X, Draw, 3.40').click();
  await seen(slipButton(page, '2 selections'));
  await stakeOnScreen(page, '7.50');
  await page.reload();
  await slipButton(page, '2 selections').click();
  await seen(inSlip(page, 'Remove Draw'));
  expect(await slipOf(page).getByLabel('Your Stake').inputValue()).toBe('7.50');
  expect(await textsOf(rows(page))).toEqual([
    ['Alpha City Win', 'Alpha City vs Beta Town', '2.10'],
    ['Draw', 'Gamma Rovers vs Delta United', '3.40'],
  ]);
  await seen(cardOf(page, alpha).getByRole('button', { name: '1, Alpha City Win, 2.10', pressed: true }));
});

test('B18 changed odds show the old and new price, and are accepted as the bettor has chosen', async () => {
  const page = await openGames();
  const policy = slipOf(page).getByLabel('When the odds move');
  const moveTo = (odds: number) => product.sandbox.setPrices(moving, { home: odds, draw: 3.4, away: 3.6 });
  const row = rows(page);
  await seen(cardOf(page, moving));
  await price(page, moving, '1, Moving Athletic Win, 2.10').click();
  await stakeOnScreen(page, '10');
  await seen(policy);
  expect(await policy.locator('option').allTextContents()).toEqual([
    'Ask me about every change',
    'Accept better odds',
    'Accept any odds',
  ]);

  await policy.selectOption({ label: 'Ask me about every change' });
  await moveTo(2.3);
  await inSlip(page, 'Accept new odds · 2.30').waitFor();
  expect(await row.textContent()).toContain('was 2.10up to 2.30▲');
  await writtenIn(row.getByText('up to'), 'pitch');
  await seen(slipOf(page).getByText('Total odds moved from 2.10 to 2.30.', { exact: true }));
  await inSlip(page, 'Accept new odds · 2.30').click();
  await inSlip(page, 'Place Bet · $10.00').waitFor();
  expect(await textsOf(row)).toEqual([['Moving Athletic Win', 'Moving Athletic vs Steady Forest', '2.30']]);

  await policy.selectOption({ label: 'Accept better odds' });
  await moveTo(2.5);
  await seen(row.getByText(', accepted'));
  expect(await row.textContent()).toContain('was 2.30up to 2.50▲, accepted');
  await sumsAre(page, '2.50', '$25.00');
  await seen(inSlip(page, 'Place Bet · $10.00'));

  await moveTo(1.9);
  await inSlip(page, 'Accept new odds · 1.90').waitFor();
  expect(await row.textContent()).toContain('was 2.30down to 1.90▼');
  await writtenIn(row.getByText('down to'), 'live');
  await policy.selectOption({ label: 'Accept any odds' });
  await Promise.all([isPlaced(page), inSlip(page, 'Place Bet · $10.00').click()]);
  expect((await bettor.history())[0]?.matches.map((leg) => leg.odds)).toEqual([1.9]);
});

test('B19 suspended and started selections are marked, and one press removes them all', async () => {
  const page = await openGames();
  await price(page, alpha, '1, Alpha City Win, 2.10').click();
  await price(page, leaving, '1, Leaving Albion Win, 2.10').click();
  await price(page, starting, '1, Starting Orient Win, 2.10').click();
  await stakeOnScreen(page, '10');
  await seen(inSlip(page, 'Place Bet · $10.00'));
  await product.sandbox.setMarket(leaving, 'suspended');
  await product.sandbox.kickOff(starting);
  const lost = (text: string) => rows(page).filter({ hasText: text });
  await seen(
    lost('Leaving Albion Win').getByText('Suspended just now. Remove it or wait.', { exact: true }),
    lost('Starting Orient Win').getByText('The match has kicked off and is closed for betting.', { exact: true }),
    slipOf(page).getByText('2 selections cannot be bet on.'),
  );
  expect(await inSlip(page, 'Place Bet').isDisabled()).toBe(true);
  await inSlip(page, 'Remove 2 unavailable').click();
  await seen(inSlip(page, 'Place Bet · $10.00'));
  expect(await textsOf(rows(page))).toEqual([['Alpha City Win', 'Alpha City vs Beta Town', '2.10']]);
});

test('B20 a bet can be placed with the keyboard alone', async () => {
  const page = await openGames(visitor, { path: '/' });
  const press = async (key: string) => {
    await page.keyboard.press(key);
    await focusSeen(page);
  };
  const enterBySearch = async (words: string, place: string) => {
    await page.keyboard.press('/');
    await focused(page.getByRole('combobox', { name: 'Search for Games...' }));
    await focusSeen(page);
    await page.keyboard.type(words);
    await seen(page.getByRole('option', { name: place, selected: true }));
    await page.keyboard.press('Enter');
  };
  const focused = (wanted: Locator) => until('the focus', async () => ((await hasFocus(wanted)) ? true : undefined));

  await seen(page.getByRole('article'));
  await press('Tab');
  expect(await hasFocus(page.getByRole('link', { name: 'Skip to the content' }))).toBe(true);
  await page.keyboard.press('Enter');
  await focused(page.getByRole('main'));
  await press('Tab');
  expect(await hasFocus(page.getByRole('main').getByRole('link').first())).toBe(true);

  for (const [fixture, words, outcome] of [
    [alpha, 'alpha city', '1, Alpha City Win, 2.10'],
    [gamma, 'gamma', 'X, Draw, 3.40'],
  ] as const) {
    await enterBySearch(words, `${fixture.homeTeam} vs ${fixture.awayTeam}`);
    await focused(cardOf(page, fixture));
    await focusSeen(page);
    await tabTo(page, priceOf(page, fixture, outcome));
    await press('Enter');
    await seen(cardOf(page, fixture).getByRole('button', { name: outcome, pressed: true }));
  }
  await enterBySearch('bet slip', 'Bet Slip');
  await focused(slipOf(page));
  await focusSeen(page);
  await tabTo(page, slipOf(page).getByLabel('Your Stake'));
  await page.keyboard.type('3');
  await tabTo(page, inSlip(page, 'Place Bet · $3.00'));
  await Promise.all([isPlaced(page), page.keyboard.press('Enter')]);
  const receipt = slipOf(page).getByRole('region', { name: 'Receipt' });
  await focused(receipt);
  await tabTo(page, receipt.getByRole('link', { name: 'Follow it' }));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/history/*');
  await seen(page.getByRole('main').getByText('Alpha City vs Beta Town').first());
  expect((await bettor.history())[0]?.stake).toBe(3);
});

/** From the first selection to the placed bet; on a phone the slip is a bar that is pressed once. */
const mostClicks = {
  phone: { singles: 5, accumulator: 5, trixie: 6, builder: 7 },
  desktop: { singles: 4, accumulator: 4, trixie: 5, builder: 6 },
};

describe.each(devices)('on a %s', (device, viewport) => {
  let hand: ReturnType<typeof countedHand>;
  let page: Page;
  beforeEach(async () => {
    hand = countedHand();
    const person = await newBettor({ viewport });
    page = await openGames(person);
  });

  const openSlip = async (selections: number) => {
    const bar = slipOf(page).getByRole('button', { name: new RegExp(`^Bet Slip, ${selections}`) });
    if (device === 'phone') await hand.click(bar);
  };
  const isWithin = (clicks: number, fields: number) => {
    console.info(`${expect.getState().currentTestName}: ${hand.counts.clicks} clicks, ${hand.counts.fields} fields.`);
    expect(hand.counts.clicks).toBeLessThanOrEqual(clicks);
    expect(hand.counts.fields).toBeLessThanOrEqual(fields);
  };
  const most = mostClicks[device];
  /** Placed by `press` and not there before, the newest first. */
  const placedBy = async (press: () => Promise<unknown>) => {
    const known = new Set((await bettor.history()).map(({ _id }) => _id));
    await press();
    await seen(slipOf(page).getByRole('region', { name: 'Receipt' }));
    return (await bettor.history()).filter(({ _id }) => !known.has(_id));
  };

  test('two selections are two singles with stakes of their own within a few clicks, on one receipt', async () => {
    await hand.click(price(page, alpha, '1, Alpha City Win, 2.10'));
    await hand.click(price(page, gamma, 'X, Draw, 3.40'));
    await openSlip(2);
    await hand.click(inSlip(page, 'Singles'));
    await hand.fill(slipOf(page).getByLabel('Stake per Bet'), '10');
    await hand.fill(slipOf(page).getByLabel('Draw: Stake'), '2.50');
    const placed = await placedBy(() => hand.click(inSlip(page, 'Place 2 Bets · $12.50')));
    const receipt = slipOf(page).getByRole('region', { name: 'Receipt' });
    await seen(
      receipt.getByRole('link', { name: 'Single: Alpha City Win' }),
      receipt.getByRole('link', { name: 'Single: Draw' }),
      receipt.getByText('$29.50', { exact: true }),
    );
    expect(placed.map(({ stake }) => stake).toSorted((a, b) => a - b)).toEqual([2.5, 10]);
    isWithin(most.singles, 2);
  });

  test('two selections are an accumulator within a few clicks', async () => {
    await hand.click(price(page, alpha, '1, Alpha City Win, 2.10'));
    await hand.click(price(page, gamma, 'X, Draw, 3.40'));
    await openSlip(2);
    await hand.click(inSlip(page, '$10'));
    await sumsAre(page, '7.14', '$71.40');
    const [bet] = await placedBy(() => hand.click(inSlip(page, 'Place Bet · $10.00')));
    expect(bet).toMatchObject({ stake: 10, totalOdds: 7.14, potentialPayout: 71.4 });
    isWithin(most.accumulator, 0);
  });

  test('three selections are a Trixie within a few clicks, and its page shows what each line needs', async () => {
    await hand.click(price(page, alpha, '1, Alpha City Win, 2.10'));
    await hand.click(price(page, gamma, '1, Gamma Rovers Win, 2.10'));
    await hand.click(price(page, epsilon, '1, Epsilon Park Win, 2.10'));
    await openSlip(3);
    await hand.click(inSlip(page, 'System'));
    await hand.fill(slipOf(page).getByLabel('Stake per Line'), '5');
    // 3 × 2.10² + 2.10³ = 22.491 times the stake of a line.
    await seen(
      slipOf(page).getByText('Trixie', { exact: true }),
      slipOf(page).getByText('from $22.05', { exact: true }),
      slipOf(page).getByText('$112.45', { exact: true }),
    );
    await hand.click(inSlip(page, 'Place Bet · $20.00'));
    await seen(slipOf(page).getByText('4 lines × $5.00', { exact: true }));
    isWithin(most.trixie, 1);
    await slipOf(page).getByRole('link', { name: 'Follow it' }).click();
    await seen(
      page.getByRole('heading', { name: 'Trixie: Alpha City Win + Gamma Rovers Win + Epsilon Park Win' }),
      page.getByText('Still possible: from $0.00 to $112.45.', { exact: true }),
      page.getByRole('listitem').filter({ hasText: 'Alpha City Win + Gamma Rovers Win' }).getByText('$22.05'),
    );
  });

  test('why a system cannot be placed is in view beside the button', async () => {
    await price(page, alpha, '1, Alpha City Win, 2.10').click();
    await price(page, gamma, '1, Gamma Rovers Win, 2.10').click();
    await price(page, epsilon, '1, Epsilon Park Win, 2.10').click();
    await openSlip(3);
    await inSlip(page, 'System').click();
    await slipOf(page).getByLabel('Stake per Line').fill('5');
    await answerInstead(page, 'POST /bets', { status: 409, body: { code: 'excluded', error: 'You take a time-out.' } });
    await inSlip(page, 'Place Bet · $20.00').click();
    await inView(slipOf(page).getByText('You take a time-out.', { exact: true }));
    await inSlip(page, 'Doubles × 3').click();
    await inView(slipOf(page).getByText('Choose at least two lines.', { exact: true }));
    // On a phone held sideways there is room for the button alone.
    await page.setViewportSize({ width: 844, height: 390 });
    await inView(inSlip(page, 'Place Bet'));
  });

  test('two selections of one match are a bet builder with a price of its own within a few clicks', async () => {
    const { id } = await onOffer(gamma);
    await page.goto(`/match/${id}`);
    await hand.click(page.getByRole('button', { name: 'Build a bet' }));
    const builder = page.getByRole('region', { name: 'Bet builder' });
    await hand.click(builder.getByRole('button', { name: /^Draw, / }));
    await hand.click(builder.getByRole('button', { name: /^Under 2\.5, \d/ }));
    const add = builder.getByRole('button', { name: /^Add to bet slip · / });
    await seen(add);
    const odds = Number((await add.textContent())?.split(' · ')[1]);
    // Fewer than three goals make a draw likelier: together they pay far less than the product of both, which is above 6.
    expect(odds).toBeGreaterThan(3.4);
    expect(odds).toBeLessThan(6);
    await hand.click(add);
    await openSlip(1);
    await seen(inSlip(page, 'Remove Builder: Draw + Under 2.5'));
    await hand.click(inSlip(page, '$10'));
    const [bet] = await placedBy(() => hand.click(inSlip(page, 'Place Bet · $10.00')));
    await seen(slipOf(page).getByText(dollars(Math.floor(1_000 * odds + 1e-6) / 100), { exact: true }));
    expect(bet).toMatchObject({ stake: 10, totalOdds: odds, matches: [{ betOutcome: 'Builder: Draw + Under 2.5' }] });
    isWithin(most.builder, 0);
  });

  test('a booking code loads the slip elsewhere; a bet is shared with someone without an account, and repeated', async () => {
    await price(page, alpha, '1, Alpha City Win, 2.10').click();
    await price(page, gamma, 'X, Draw, 3.40').click();
    await openSlip(2);
    await inSlip(page, 'Get a booking code').click();
    const code = await slipOf(page)
      .getByText(/^[A-Z0-9]{7}$/)
      .textContent();

    const other = await openGames(await newBettor({ viewport }), { path: '/games' });
    await other
      .getByRole('button', { name: /^Bet Slip, 0/ })
      .first()
      .click();
    await slipOf(other)
      .getByLabel('Booking code')
      .fill(code ?? '');
    await inSlip(other, 'Load').click();
    await stakeOnScreen(other, '3');
    await inSlip(other, 'Place Bet · $3.00').click();
    await slipOf(other).getByRole('link', { name: 'Follow it' }).click();
    const [bet] = await bettor.history();
    expect(bet).toMatchObject({ stake: 3, totalOdds: 7.14 });

    await other.getByRole('button', { name: 'Share', exact: true }).click();
    const link = await other.getByText(/\/shared\/[A-Z0-9]+$/).textContent();
    const friend = await openPage(await newVisitor(browser, product.url, { viewport }), link ?? '');
    await seen(friend.getByText('Outcome: Alpha City Win'), friend.getByText('7.14'));
    expect(await friend.getByText('$3.00').count()).toBe(0);
    const [download] = await Promise.all([
      friend.waitForEvent('download'),
      friend.getByRole('button', { name: 'Save as picture' }).click(),
    ]);
    const picture = readFileSync(await download.path());
    // The width and height of a PNG, from its header.
    expect([picture.toString('latin1', 1, 4), picture.readUInt32BE(16), picture.readUInt32BE(20) > 400]).toEqual([
      'PNG',
      1_200,
      true,
    ]);

    await other.getByRole('button', { name: 'Bet on this again' }).click();
    await stakeOnScreen(other, '4');
    await inSlip(other, 'Place Bet · $4.00').click();
    await seen(slipOf(other).getByText('Your bet is booked', { exact: true }));
    expect((await bettor.history())[0]).toMatchObject({ stake: 4, totalOdds: 7.14 });
  });
});

/** So wide that the open slip lies on no match. */
const veryWide = { width: 2200, height: 1000 };

/** A browser of the bettor who has money. A reload keeps the slip, a new tab begins without. */
async function newBettor({ viewport = veryWide } = {}): Promise<BrowserContext> {
  const context = await newVisitor(browser, product.url, { viewport });
  await context.addInitScript(() => {
    if (sessionStorage.getItem('begun')) return;
    sessionStorage.setItem('begun', 'yes');
    for (const key of ['slip', 'oddsPolicy']) localStorage.removeItem(key);
  });
  await startLoggedIn(context, bettor.session);
  return context;
}

type Visit = { readonly path?: string; readonly kept?: string };

/** The matches of the file's league in a new tab, with a slip kept from an earlier visit if there is one. */
async function openGames(
  context = visitor,
  { path = `/games?tab=upcoming&league=${alpha.sportKey}`, kept }: Visit = {},
) {
  const page = await context.newPage();
  if (kept) await page.addInitScript((slip) => localStorage.setItem('slip', slip), kept);
  await page.goto(path);
  return page;
}

const price = priceOf;
const slipButton = (page: Page, count: string): Locator =>
  page.getByRole('banner').getByRole('button', { name: `Bet Slip, ${count}`, exact: true });
const rows = (page: Page): Locator => slipOf(page).getByRole('listitem');
const dollars = (amount: number): string => `$${amount.toFixed(2).replace(/\B(?=(\d{3})+\.)/, ',')}`;

/** Begun before the press: the banner goes after five seconds. */
const isPlaced = (page: Page): Promise<void> =>
  seen(slipOf(page).getByText('Bet placed successfully!', { exact: true }));

/** Resolves when Total Odds and Potential Winnings are these. */
async function sumsAre(page: Page, odds: string, winnings: string): Promise<void> {
  const figure = (name: string) => slipOf(page).locator('dt', { hasText: name }).locator('+ dd');
  await seen(
    figure('Total Odds').getByText(odds, { exact: true }),
    figure('Potential Winnings').getByText(winnings, { exact: true }),
  );
}

/** What a screen reader says of it beside its name. */
const descriptionOf = (locator: Locator): Promise<string | null> =>
  locator.evaluate((element) => {
    const id = element.getAttribute('aria-describedby');
    return id === null ? null : element.ownerDocument.getElementById(id).textContent;
  });

const kickoffOf = ({ match }: MatchRow): number => Date.parse(match.commenceTime);
const isLongToCome = (row: MatchRow): boolean => kickoffOf(row) > Date.now() + 5 * 60_000;

/** The match as the API has it, once it has. */
const onOffer = ({ homeTeam }: Fixture): Promise<MatchRow> =>
  until(`${homeTeam} on offer`, async () =>
    (await matchesOf(product.url)).find((row) => row.match.homeTeam === homeTeam && row.odds.homeWin === 2.1),
  );

/** Waits until one of these lies in the window, with nothing over it. */
const inView = (texts: Locator): Promise<true> =>
  until('a text that nothing covers', async () => {
    const isSeen = await texts.evaluateAll((all) =>
      all.some((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        return one.contains(one.ownerDocument.elementFromPoint(left + width / 2, top + height / 2));
      }),
    );
    return isSeen || undefined;
  });
