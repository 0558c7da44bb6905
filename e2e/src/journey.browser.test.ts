import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoBettor, logIn, matchesOf } from './bettor.ts';
import {
  balanceSeen,
  cardOf,
  glimpsed,
  gone,
  holdablePushes,
  inSlip,
  isStillTheSamePage,
  logInAtOnce,
  logInOnScreen,
  newVisitor,
  openPage,
  priceOf,
  seen,
  sharedVisitors,
  slipOf,
  stakeOnScreen,
} from './on-screen.ts';
import { openBrowser } from './open-browser.ts';
import { type OpenProduct, openProduct } from './open-product.ts';
import type { Fixture, Sandbox } from './sandbox.ts';
import { goOn, stoppable, stopTime } from './stopped-time.ts';
import { until } from './until.ts';

// One product and one bettor for the whole file: each test goes on where the one before has stopped.
let product: OpenProduct;
let sandbox: Sandbox;
let browser: Browser;
let bettor: BrowserContext;
let page: Page;

beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct({ env: { ODDS_POLL_SECONDS: '1' } }), openBrowser()]);
  sandbox = product.sandbox;
  bettor = await newVisitor(browser, product.url);
  sharedVisitors.add(bettor);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const places = { home: 2.1, draw: 3.4, away: 3.6 };

test('a guest sees matches, and a price that changes is shown with its direction, without a reload', async () => {
  const derby = await sandbox.create(['Alpha Town', 'Beta United']);
  const guest = await openPage(await newVisitor(browser, product.url), '/games');
  await seen(priceOf(guest, derby, '1, Alpha Town Win, 2.10'), priceOf(guest, derby, '2, Beta United Win, 3.60'));
  // Out of sight nothing lights up.
  await bringIntoView(guest, derby);
  await Promise.all([
    glimpsed(guest, '▲', lightsOn(derby)),
    glimpsed(guest, '▼', lightsOn(derby)),
    sandbox.setPrices(derby, { home: 2.3, draw: 3.4, away: 3.1 }),
  ]);
  await seen(priceOf(guest, derby, '1, Alpha Town Win, 2.30'), priceOf(guest, derby, '2, Beta United Win, 3.10'));
  expect(await isStillTheSamePage(guest)).toBe(true);
  await guest.context().close();
});

test('a registration sends an email; opening its link on another device logs the first one in', async () => {
  const guest = await newVisitor(browser, product.url);
  const form = await openPage(guest, '/register');
  await form.getByLabel('Username').fill('Ada Lovelace');
  await form.getByLabel('Email').fill('ada@players.test');
  await form.getByLabel('Password', { exact: true }).fill('Analytical1!');
  await form.getByLabel('Confirm Password', { exact: true }).fill('Analytical1!');
  await Promise.all([
    glimpsed(form, 'Register Successfull, Please check your email to continue'),
    form.getByRole('button', { name: 'Register', exact: true }).click(),
  ]);
  await form.waitForURL('**/');
  const email = await sandbox.emailTo('ada@players.test');
  const link = email.links.find((each) => each.includes('/verify?token='));
  expect(link?.startsWith(product.url)).toBe(true);
  // Another device: the link verifies the address and logs no one in.
  const other = await newVisitor(browser, product.url);
  await seen((await openPage(other, link ?? '')).getByRole('heading', { name: 'Email Verified!' }));
  await balanceSeen(form, '$0.00');
  expect(await isStillTheSamePage(form)).toBe(true);
  await Promise.all([guest.close(), other.close()]);
});

test('a guest who opens the wallet logs in and returns to it', async () => {
  const guest = await newVisitor(browser, product.url);
  const door = await openPage(guest, '/my-wallet');
  await door.waitForURL('**/login?**');
  await logInOnScreen(door, { email: 'ada@players.test', password: 'Analytical1!' });
  await door.waitForURL('**/my-wallet');
  await balanceSeen(door, '$0.00');
  await door.goto('/register');
  await door.waitForURL(`${product.url}/`);
  await guest.close();
});

test('a login shows a success notice and opens Home', async () => {
  page = await openPage(bettor, '/login');
  await Promise.all([glimpsed(page, 'Logged in successfully!'), logInOnScreen(page, demoBettor)]);
  await page.waitForURL(`${product.url}/`);
  await balanceSeen(page, '$1,000.00');
});

test('a two-leg bet takes the stake, updates live, and its winnings arrive without a reload', async () => {
  const [first, second] = await twoFixtures(['Gamma City', 'Delta Rovers'], ['Epsilon FC', 'Zeta Athletic']);
  await page.getByRole('navigation').getByRole('link', { name: 'Games', exact: true }).first().click();
  await seen(priceOf(page, first, '1, Gamma City Win, 2.10'), priceOf(page, second, 'X, Draw, 3.40'));
  await bringIntoView(page, first);
  await Promise.all([glimpsed(page, '▲', lightsOn(first)), sandbox.setPrices(first, { ...places, home: 2.2 })]);

  await Promise.all([
    glimpsed(page, 'Added Gamma City Win to bet slip'),
    priceOf(page, first, '1, Gamma City Win, 2.20').click(),
  ]);
  await priceOf(page, second, 'X, Draw, 3.40').click();
  await stakeOnScreen(page, '10');
  await seen(slipOf(page).getByText('7.48'), slipOf(page).getByText('$74.80').first());
  await Promise.all([
    seen(slipOf(page).getByText('Bet placed successfully!')),
    inSlip(page, 'Place Bet · $10.00').click(),
  ]);
  await balanceSeen(page, '$990.00');
  await inSlip(page, 'Done').click();

  await sandbox.kickOff(first);
  await seen(cardOf(page, first).getByText('LIVE', { exact: true }));
  await sandbox.goal(first, 'home');
  await seen(cardOf(page, first).getByRole('img', { name: 'Score 1 to 0' }));
  await sandbox.finish(first, 2, 0);
  await sandbox.finish(second, 1, 1);
  await balanceSeen(page, '$1,064.80');
  await seen(cardOf(page, second).getByRole('img', { name: 'Score 1 to 1' }));

  await page.getByRole('navigation').getByRole('link', { name: 'Betting History' }).first().click();
  const settled = page.getByRole('region', { name: 'Settled bets' });
  await seen(settled.getByText('+$74.80'), settled.getByText('Parlay'), settled.getByText('Outcome: Gamma City Win'));
  expect(await isStillTheSamePage(page)).toBe(true);
});

test('a bet at a changed price is rejected with both prices, and accepted with one press', async () => {
  const [match] = await twoFixtures(['Eta Wanderers', 'Theta County']);
  const elsewhere = await newVisitor(browser, product.url);
  await stoppable(elsewhere);
  const tab = await logInAtOnce(elsewhere, product.url);
  const pushes = await holdablePushes(tab);
  await tab.goto('/games');
  await priceOf(tab, match, '1, Eta Wanderers Win, 2.10').click();
  await stakeOnScreen(tab, '10');
  await seen(inSlip(tab, 'Place Bet · $10.00'));
  // A page without pushes for some seconds locks betting, so the new price must arrive first.
  await stopTime(tab);
  pushes.hold();
  await sandbox.setPrices(match, { ...places, home: 1.95 });
  await until('the new price at the API', () => quoted(match, 1.95));
  await inSlip(tab, 'Place Bet · $10.00').click();
  await seen(
    slipOf(tab).getByText('The odds of Eta Wanderers Win moved from 2.10 to 1.95. Nothing was staked.'),
    inSlip(tab, 'Accept new odds · 1.95'),
  );
  await goOn(tab);
  pushes.release();
  await inSlip(tab, 'Accept new odds · 1.95').click();
  await Promise.all([
    seen(slipOf(tab).getByText('Bet placed successfully!'), slipOf(tab).getByText('$19.50')),
    inSlip(tab, 'Place Bet · $10.00').click(),
  ]);
  await balanceSeen(tab, '$1,054.80');
  await elsewhere.close();
});

test('another screen of the same bettor shows the same balance, without a reload', async () => {
  await balanceSeen(page, '$1,054.80');
  expect(await isStillTheSamePage(page)).toBe(true);
});

test('a suspended market shows a lock and an explanation', async () => {
  const [match] = await twoFixtures(['Iota Albion', 'Kappa Vale']);
  await page.getByRole('navigation').getByRole('link', { name: 'Games', exact: true }).first().click();
  await bringIntoView(page, match);
  await seen(priceOf(page, match, '1, Iota Albion Win, 2.10'));
  await sandbox.setMarket(match, 'suspended');
  await seen(cardOf(page, match).getByText('Suspended', { exact: true }));
  const locked = priceOf(page, match, '1, Iota Albion Win, 2.10, Suspended');
  await Promise.all([glimpsed(page, 'Iota Albion Win is suspended for now'), locked.click()]);
  await seen(locked.locator('svg'));
  await sandbox.setMarket(match, 'open');
  await seen(priceOf(page, match, '1, Iota Albion Win, 2.10'));
});

test('while the feed is down prices are dimmed with their age and bets are disabled', async () => {
  const [match] = await twoFixtures(['Lambda Park', 'Mu Orient']);
  await priceOf(page, match, 'X, Draw, 3.40').click();
  await stakeOnScreen(page, '10');
  await seen(inSlip(page, 'Place Bet · $10.00'));
  await sandbox.setOutage('http-500');
  await seen(cardOf(page, match).getByText(/^updated \d+ s ago$/), inSlip(page, 'Place Bet'));
  expect(await inSlip(page, 'Place Bet').isDisabled()).toBe(true);
  await sandbox.setOutage('none');
  await seen(inSlip(page, 'Place Bet · $10.00'));
  await gone(cardOf(page, match).getByText(/^updated/));
  await inSlip(page, 'Clear bet slip').click();
});

test('while the API is down the screen says that it is reconnecting, and catches up afterwards', async () => {
  const [match] = await twoFixtures(['Nu Forest', 'Xi Harriers']);
  await bringIntoView(page, match);
  await seen(priceOf(page, match, '1, Nu Forest Win, 2.10'));
  await product.api.kill('SIGKILL');
  const banner = page.getByText('Reconnecting… prices may be out of date');
  await seen(banner);
  await sandbox.setPrices(match, { ...places, home: 4.5 });
  await product.api.restart();
  await seen(priceOf(page, match, '1, Nu Forest Win, 4.50'));
  await gone(banner);
  expect(await isStillTheSamePage(page)).toBe(true);
});

test('events missed while the worker is down are processed once when it is back', async () => {
  const [match, other] = await twoFixtures(['Omicron SC', 'Pi Borough'], ['Rho Thistle', 'Sigma Celtic']);
  await priceOf(page, match, '2, Pi Borough Win, 3.60').click();
  await stakeOnScreen(page, '10');
  await inSlip(page, 'Place Bet · $10.00').click();
  await balanceSeen(page, '$1,044.80');
  await sandbox.kickOff(match);
  await seen(cardOf(page, match).getByText('LIVE', { exact: true }));
  await product.worker.kill('SIGKILL');
  await sandbox.finish(match, 0, 1);
  await sandbox.setPrices(other, { ...places, away: 9.5 });
  await product.worker.restart();
  await bringIntoView(page, other);
  await seen(priceOf(page, other, '2, Sigma Celtic Win, 9.50'));
  await balanceSeen(page, '$1,080.80');
  const paid = (await (await logIn(product.url, demoBettor)).history()).filter((bet) => bet.payout === 36);
  expect(paid.map((bet) => [bet.status, bet.stake, bet.matches.map((leg) => leg.betOutcome)])).toEqual([
    ['won', 10, ['Pi Borough Win']],
  ]);
  expect(await isStillTheSamePage(page)).toBe(true);
});

describe('the installed app', () => {
  // One returning visitor: each test continues where the one before it stopped.
  let visitor: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    await bettor.close();
    visitor = await newVisitor(browser, product.url, { serviceWorkers: 'allow' });
    sharedVisitors.add(visitor);
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
});

/**
 * In view, as what is out of sight is drawn last. At once, as a list of matches may never stand still
 * where frames are few.
 */
const bringIntoView = (on: Page, match: Fixture): Promise<void> =>
  cardOf(on, match).evaluate((card) => card.scrollIntoView({ block: 'center' }));
/** Where ▲ or ▼ stands for one second. */
const lightsOn = ({ homeTeam, awayTeam }: Fixture): string =>
  `article[aria-label="${homeTeam} vs ${awayTeam}"] .price-light`;

type TeamPair = readonly [string, string];

/** One or two new matches of the sandbox, once they are on offer. */
async function twoFixtures(one: TeamPair, other: TeamPair = one): Promise<readonly [Fixture, Fixture]> {
  const first = await sandbox.create(one);
  const second = other === one ? first : await sandbox.create(other);
  await until('the new matches on offer', async () => (await quoted(first)) && (await quoted(second)));
  return [first, second];
}

/** The price of the home win as the API has it now, when it is the one that is looked for. */
async function quoted({ homeTeam }: Fixture, price = places.home): Promise<number | undefined> {
  const row = (await matchesOf(product.url)).find(({ match }) => match.homeTeam === homeTeam);
  return row?.odds.homeWin === price ? price : undefined;
}
