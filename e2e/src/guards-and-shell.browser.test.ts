import { configView, matchEndpoints } from '@touchline/core/contract';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { answerInstead, answerReally, holdAnswer, silentPage } from './answers.ts';
import { demoBettor, logIn } from './bettor.ts';
import {
  balanceSeen,
  cardOf,
  glimpsed,
  gone,
  holdablePushes,
  isStillTheSamePage,
  logInOnScreen,
  newVisitor,
  openPage,
  seen,
  slipOf,
  wide,
} from './on-screen.ts';
import { openBrowser } from './open-browser.ts';
import { type OpenProduct, openProduct, rarePolls } from './open-product.ts';
import { demoAdmin, demoAuditor, visitorAs } from './people.ts';
import { pass, stoppable, stopTime } from './stopped-time.ts';
import { until } from './until.ts';

// One product for the whole file, and a browser each for a guest, the demo bettor and the demo admin.
let product: OpenProduct;
let browser: Browser;
let guest: BrowserContext;
let bettor: BrowserContext;
let admin: BrowserContext;

beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct({ env: rarePolls }), openBrowser()]);
  const [ofBettor, ofAdmin] = await Promise.all([logIn(product.url, demoBettor), logIn(product.url, demoAdmin)]);
  guest = await newVisitor(browser, product.url);
  await stoppable(guest);
  [bettor, admin] = await Promise.all([
    visitorAs(browser, product.url, ofBettor.session),
    visitorAs(browser, product.url, ofAdmin.session),
  ]);
});
afterEach(async () => {
  for (const page of [...guest.pages(), ...bettor.pages(), ...admin.pages()]) await page.close();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Of what follows a press a moment later. */
const patiently = { timeout: 60_000 } as const;
const titled = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const at = (path: string) => (url: URL) => url.pathname + url.search === path;
const menuOf = (page: Page) =>
  page.getByRole('complementary').getByRole('navigation', { name: 'Main' }).getByRole('link');
const inBar = (page: Page, role: 'link' | 'button', name: string | RegExp) =>
  page.getByRole('banner').getByRole(role, { name, exact: true });
const loginLink = (page: Page) => inBar(page, 'link', 'Login');
const toast = (page: Page, words: string) => page.locator('[data-rht-toaster]').getByText(words, { exact: true });
const leagueList = (page: Page) => page.getByRole('region', { name: 'Available Leagues' });

test("G1 G2 every route opens its screen and sets the tab's title", async () => {
  const routes: readonly (readonly [who: BrowserContext, rows: readonly (readonly [string, string, string])[]])[] = [
    [
      guest,
      [
        ['/', 'Upcoming Matches', 'Touchline'],
        ['/games', 'Games', 'Games · Touchline'],
        ['/login', 'Welcome back', 'Log in · Touchline'],
        ['/register', 'Get started now', 'Register · Touchline'],
        ['/forgot-password', 'Forgot password', 'Forgot password · Touchline'],
        ['/verify?token=none', 'Verification Failed', 'Verify email · Touchline'],
        ['/reset-password?token=none', 'Reset password', 'Reset password · Touchline'],
        ['/resend-verification', 'Verify your email', 'Verify your email · Touchline'],
        ['/support', 'Support', 'Support · Touchline'],
      ],
    ],
    [
      bettor,
      [
        ['/my-wallet', 'My Wallet', 'My Wallet · Touchline'],
        ['/deposit', 'My Wallet', 'Deposit · Touchline'],
        ['/history', 'Betting History', 'Betting History · Touchline'],
        ['/profile', 'Profile', 'Profile · Touchline'],
        ['/payment/return/none', 'Verification Error', 'Payment · Touchline'],
      ],
    ],
    [admin, [['/transactions', 'Transaction Management', 'Transactions · Touchline']]],
  ];
  for (const [who, rows] of routes) {
    const page = await who.newPage();
    for (const [path, heading, title] of rows) {
      await page.goto(path);
      await seen(titled(page, heading));
      await expect
        .poll(async () => [path, at(path)(new URL(page.url())), await page.title()], patiently)
        .toEqual([path, true, title]);
    }
  }
});

test('attack: a bet that staff place from a working slip is rejected', async () => {
  const page = await openPage(admin, '/games');
  const match = page.getByRole('article').first();
  await seen(match.getByText(/^1, .+ Win, /));
  expect([await match.getByRole('button').count(), await inBar(page, 'button', /^Bet Slip/).count()]).toEqual([0, 0]);
  await match.getByRole('link').click();
  const market = page.getByRole('region', { name: 'Match winner' });
  await seen(market.getByText(/^X, Draw, /));
  expect(await market.getByRole('button').count()).toBe(0);
});

test('G3 a guest who opens a protected screen logs in and returns to it', async () => {
  const page = await guest.newPage();
  for (const path of ['/my-wallet', '/history', '/profile', '/payment/return/none', '/transactions', '/deposit']) {
    await page.goto(path);
    await page.waitForURL(at(`/login?from=${encodeURIComponent(path)}`));
  }
  const visitor = await newVisitor(browser, product.url);
  const door = await openPage(visitor, '/history?show=won');
  await logInOnScreen(door, demoBettor);
  await door.waitForURL(at('/history?show=won'));
  await seen(titled(door, 'Betting History'));
  await visitor.close();
});

test("G4 a logged-in user is redirected from the guests' screens", async () => {
  const page = await bettor.newPage();
  for (const path of [
    '/login',
    '/register',
    '/forgot-password',
    '/verify',
    '/verify?token=none',
    '/reset-password?token=none',
  ]) {
    await page.goto(path);
    await page.waitForURL(at('/'));
    await seen(titled(page, 'Upcoming Matches'));
  }
  await page.goto('/login?from=%2Fhistory');
  await page.waitForURL(at('/history'));
  await page.goto('/login?from=%2F%2Fexample.org%2F');
  await page.waitForURL(at('/'));
});

test('G5 payments admin is for admins only, on the screen and at the server', async () => {
  const page = await openPage(bettor, '/transactions');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await seen(page.getByText('This page is for admins.', { exact: true }));
  await page.reload();
  await seen(page.getByText('This page is for admins.', { exact: true }));
  expect(asked.filter((path) => path.startsWith('/payment'))).toEqual([]);
  const { session } = await logIn(product.url, demoBettor);
  const unknownId = 'b1946ac9-2492-4347-8d6b-27e5c1a0f6e1';
  const statuses = async (headers: Readonly<Record<string, string>>) => {
    const answers = [
      await fetch(`${product.url}/payment/all`, { headers }),
      await fetch(`${product.url}/payment/withdraw/process/${unknownId}`, { method: 'POST', headers }),
      await fetch(`${product.url}/payment/withdraw/cancel/${unknownId}`, { method: 'POST', headers }),
    ];
    return answers.map(({ status }) => status);
  };
  expect(await statuses({ authorization: `Bearer ${session.accessToken}` })).toEqual([403, 403, 403]);
  expect(await statuses({})).toEqual([401, 401, 401]);
});

test('G6 an unknown address says so and links back', async () => {
  const page = await openPage(guest, '/no/such/page');
  await seen(titled(page, 'There is no page at this address'));
  await page.getByRole('main').getByRole('link', { name: 'Go to the matches', exact: true }).click();
  await page.waitForURL(at('/'));
});

test('G7 a screen that fails to render says so and links back', async () => {
  // The code of one screen is another on the way; a kept copy of it would hide that.
  const visitor = await newVisitor(browser, product.url, { serviceWorkers: 'block' });
  const page = await visitor.newPage();
  await page.route(/\/assets\/games-screen-[^/]+\.js$/, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: "export const GamesScreen = () => { throw new Error('Broken on purpose'); };",
    }),
  );
  await page.goto('/games');
  await seen(titled(page, 'Unexpected Application Error!'));
  await page.getByRole('link').click();
  await page.waitForURL(at('/'));
  await seen(titled(page, 'Upcoming Matches'));
  await visitor.close();
});

test('G8 G9 G12 G16 G20 a guest has the logo, two menu entries, the leagues, the bonus promotion, login and registration', async () => {
  const page = await openPage(guest, '/games');
  expect(await until('the menu', () => entriesOf(page, 2))).toEqual([
    ['Home', '/'],
    ['Games', '/games'],
  ]);
  const answer = await fetch(`${product.url}/events/leagues`);
  const leagues = matchEndpoints.leagues.answer.parse(await answer.json());
  const rows = leagueList(page).getByRole('listitem');
  await seen(rows);
  expect(
    await rows.evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll('span span')].map((part) => part.textContent)),
    ),
  ).toEqual(leagues.map(({ title, group }) => [title, group]));
  await until('the logo of every league', async () => {
    const drawn = await rows
      .locator('img')
      .evaluateAll((images) => images.map((image) => [image.getAttribute('src'), image.naturalWidth > 0]));
    return drawn.every(([, isDrawn]) => isDrawn) ? drawn.map(([src]) => src) : undefined;
  }).then((sources) => expect(sources).toEqual(leagues.map(({ key }) => `/leagues/${key}.png`)));

  const promo = page.getByRole('region', { name: 'Bonus', exact: true });
  const { brand } = configView.parse(await (await fetch(`${product.url}/config`)).json());
  expect(await promo.getByRole('paragraph').textContent()).toBe(
    `Join ${brand} Today - Get 100% bonus on your first deposit!`,
  );
  await page.getByRole('complementary').getByRole('link', { name: 'Touchline, home' }).click();
  await page.waitForURL(at('/'));
  await promo.getByRole('link', { name: 'Register Now', exact: true }).click();
  await page.waitForURL(at('/register'));
  await loginLink(page).click();
  await page.waitForURL(at('/login'));
  await inBar(page, 'link', 'Register').click();
  await page.waitForURL(at('/register'));
  expect(await page.getByRole('button', { name: 'Logout' }).count()).toBe(0);
  expect(await isStillTheSamePage(page)).toBe(true);
});

test('G12 G16 on a phone a guest has the leagues and the bonus promotion below the matches', async () => {
  const phone = await newVisitor(browser, product.url, { viewport: { width: 390, height: 844 } });
  const page = await openPage(phone, '/');
  const first = leagueList(page).getByRole('link').first();
  await first.scrollIntoViewIfNeeded();
  const promo = page.getByRole('region', { name: 'Bonus', exact: true });
  await seen(first, promo);
  expect([await leagueList(page).count(), await promo.count()]).toEqual([1, 1]);
  const [matches, leagues] = [await edgesOf(page.getByRole('main')), await edgesOf(leagueList(page))];
  expect(leagues.top).toBeGreaterThanOrEqual(matches.bottom);
  // The last of it is not under the bar at the bottom.
  await promo.getByRole('link', { name: 'Register Now', exact: true }).click();
  await page.waitForURL(at('/register'));
  await phone.close();
});

test('a screen opens at its top, wherever the last one was scrolled to', async () => {
  const phone = await newVisitor(browser, product.url, { viewport: { width: 390, height: 844 } });
  const page = await openPage(phone, '/support');
  const scrolled = () => page.evaluate<number>('scrollY');
  await page.getByRole('button', { name: 'Send message' }).scrollIntoViewIfNeeded();
  expect(await scrolled()).toBeGreaterThan(0);
  await page
    .getByRole('navigation')
    .getByRole('link', { name: 'Login', exact: true })
    .filter({ visible: true })
    .click();
  await seen(page.getByRole('heading', { name: 'Welcome back' }));
  expect(await scrolled()).toBe(0);
  await phone.close();
});

test('G10 G11 the menus of a bettor and of an admin', async () => {
  const [of, adminPage] = await Promise.all([openPage(bettor, '/'), openPage(admin, '/')]);
  expect(await until('the menu of a bettor', () => entriesOf(of, 5))).toEqual([
    ['Home', '/'],
    ['Games', '/games'],
    ['My Wallet', '/my-wallet'],
    ['Betting History', '/history'],
    ['Profile', '/profile'],
  ]);
  const adminEntries = await until('the menu of an admin', () => entriesOf(adminPage));
  expect(adminEntries).toEqual([
    ['Home', '/'],
    ['Transactions', '/transactions'],
    ['Markets', '/markets'],
    ['Audit log', '/audit'],
  ]);
  expect(await leagueList(of).count()).toBe(0);
  expect(await of.getByRole('region', { name: 'Bonus', exact: true }).count()).toBe(0);
});

test('G13 G14 G15 the leagues show loading, empty and failed states', async () => {
  const page = await guest.newPage();
  await answerInstead(page, 'GET /events/leagues', { body: [] });
  const waiting = await holdAnswer(page, 'GET /events/leagues');
  await page.goto('/');
  await seen(leagueList(page).getByText('Loading leagues...', { exact: true }));
  waiting.release();
  await seen(leagueList(page).getByText('No leagues available', { exact: true }));
  expect(await toast(page, 'Failed to fetch leagues').count()).toBe(0);
  await answerInstead(page, 'GET /events/leagues', { status: 500 });
  await Promise.all([glimpsed(page, 'Failed to fetch leagues'), page.reload()]);
  await seen(leagueList(page).getByText('No leagues available', { exact: true }));
});

test('G17 G22 the session is stored as user and token, survives a reload, and Logout ends it', async () => {
  const visitor = await newVisitor(browser, product.url);
  const page = await openPage(visitor, '/login');
  await logInOnScreen(page, demoBettor);
  await page.waitForURL(at('/'));
  const stored = await storedIn(page);
  const { user } = (await logIn(product.url, demoBettor)).session;
  expect(stored).toEqual({
    auth: { user, accessToken: stored.token },
    token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  });
  await page.reload();
  await balanceSeen(page, '$1,000.00');
  expect(await storedIn(page)).toEqual(stored);

  await page.goto('/history');
  await page.getByRole('complementary').getByRole('button', { name: 'Logout', exact: true }).click();
  await page.waitForURL(at('/'));
  await seen(loginLink(page));
  expect(await storedIn(page)).toEqual({ auth: null, token: null });
  await until('the server to know', async () => {
    const answer = await fetch(`${product.url}/auth/me`, { headers: { authorization: `Bearer ${stored.token}` } });
    return answer.status === 401 ? true : undefined;
  });
  await page.reload();
  await seen(loginLink(page));
  await visitor.close();
});

test('G18 the search finds teams, leagues and screens, by mouse and by keyboard', async () => {
  const derby = await product.sandbox.create(['Örebro Town', 'Åland United']);
  const page = await openPage(guest, `/games?league=${derby.sportKey}`);
  await seen(cardOf(page, derby));
  const found = page.getByRole('listbox', { name: 'Results' }).getByRole('option');
  await inBar(page, 'button', 'Search for Games...').click();
  const words = page.getByRole('combobox', { name: 'Search for Games...' });
  await words.fill('orebro');
  await seen(found.filter({ hasText: 'Örebro Town vs Åland United' }));
  const groups = page.getByRole('listbox', { name: 'Results' }).getByRole('group');
  await expect.poll(() => groups.count(), patiently).toBe(1);
  await seen(groups.getByText(/^(Today|Tomorrow), \d\d:\d\d$/), found.filter({ hasText: '2.10' }));
  await words.press('Enter');
  await page.waitForURL('**/match/*');
  await seen(cardOf(page, derby));
  for (const [typed, name, path] of [
    ['serie', 'Serie A', '/games?league=soccer_italy_serie_a'],
    ['supp', 'Support', '/support'],
    ['hom', 'Home', '/'],
  ] as const) {
    await page.keyboard.press('Control+k');
    await words.fill(typed);
    await found.filter({ hasText: name }).click();
    await page.waitForURL(at(path));
  }
  await page.keyboard.press('/');
  await words.fill('no such team');
  await seen(page.getByText('No results. Try a team or a league.', { exact: true }));
  await words.press('Escape');
  await gone(words);
});

test('G18 a price is reached from any page in at most five steps of the keyboard', async () => {
  const derby = await product.sandbox.create(['Ystad Town', 'Tranås United']);
  const page = await openPage(guest, `/games?league=${derby.sportKey}`);
  await seen(cardOf(page, derby));
  const steps = [
    () => page.keyboard.press('/'),
    () => page.keyboard.type('ystad'),
    () => page.keyboard.press('ArrowRight'),
    () => page.keyboard.press('Enter'),
  ];
  const option = page.getByRole('option', { name: '1, Ystad Town Win, 2.10', exact: true });
  for (const [at, step] of steps.entries()) {
    await step();
    if (at === 1) await seen(option);
    if (at === 2) await expect.poll(() => option.getAttribute('aria-selected'), patiently).toBe('true');
  }
  await seen(slipOf(page).getByText('Ystad Town Win', { exact: true }));
  console.info(`A price is reached in ${steps.length} steps of the keyboard.`);
  expect(steps.length).toBeLessThanOrEqual(5);
  await slipOf(page).getByRole('button', { name: 'Clear bet slip' }).click();
});

test('G18 an admin finds players, an auditor also events and wallets', async () => {
  const { session } = await logIn(product.url, demoAuditor);
  const auditor = await visitorAs(browser, product.url, session);
  for (const [who, shown, path] of [
    [admin, 'bettor@touchline.test', '**/players/*'],
    [auditor, 'Wallet of', '**/ledger/wallets/*'],
  ] as const) {
    const page = await openPage(who, '/');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search for Games...' }).fill('bettor@touchline');
    const found = page.getByRole('listbox', { name: 'Results' }).getByRole('option');
    await found.filter({ hasText: shown }).first().click();
    await page.waitForURL(path);
  }
  await auditor.close();
});

test('a starred team comes first on Home, and is kept with the account', async () => {
  const derby = await product.sandbox.create(['Falun Town', 'Gävle United']);
  const page = await openPage(bettor, `/games?league=${derby.sportKey}`);
  await cardOf(page, derby).getByRole('link').click();
  const star = (from: Page) => from.getByRole('button', { name: 'Favourite: Falun Town', exact: true });
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
  await star(page).click();
  await seen(star(page).and(page.locator('[aria-pressed="true"]')));
  await saved;
  const { session } = await logIn(product.url, demoBettor);
  const elsewhere = await visitorAs(browser, product.url, session);
  const other = await openPage(elsewhere, '/');
  const section = other.getByRole('region', { name: 'Favourites', exact: true });
  await seen(section.getByRole('article', { name: 'Falun Town vs Gävle United' }));
  await section.getByRole('link', { name: 'All favourites' }).click();
  await other.waitForURL(at('/games?league=favourites'));
  await expect.poll(() => other.getByRole('article').count(), patiently).toBe(1);
  await cardOf(other, derby).getByRole('link').click();
  const removed = other.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
  await star(other).click();
  await removed;
  await elsewhere.close();
});

test('G19 the top bar of a bettor: the slip with its count, the balance, the avatar, name and e-mail', async () => {
  const page = await openPage(bettor, '/');
  await balanceSeen(page, '$1,000.00');
  await seen(inBar(page, 'button', 'Bet Slip, 0 selections'));
  const who = inBar(page, 'link', 'Profile of Demo Bettor');
  await seen(who.getByText('DE', { exact: true }), who.getByText('Demo Bettor', { exact: true }));
  await seen(who.getByText(demoBettor.email, { exact: true }));
  await page
    .getByRole('article')
    .filter({ hasNotText: 'LIVE' })
    .getByRole('button', { name: /^1, .*\d$/ })
    .first()
    .click();
  const slip = inBar(page, 'button', 'Bet Slip, 1 selection');
  await seen(slip.getByText('1', { exact: true }));
  expect([await loginLink(page).count(), await inBar(page, 'link', 'Register').count()]).toEqual([0, 0]);
  await page.setViewportSize({ width: 1_024, height: 768 });
  await seen(who.getByText('Demo Bettor', { exact: true }), who.getByText(demoBettor.email, { exact: true }));
  const beside = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  const bar = page.getByRole('banner');
  const outside = await bar.evaluate((head) => {
    const { right } = head.getBoundingClientRect();
    return [...head.children].filter((child) => child.getBoundingClientRect().right > right).length;
  });
  expect(Number(await page.evaluate(beside))).toBeLessThanOrEqual(0);
  expect(outside).toBe(0);
  await page.setViewportSize({ width: 844, height: 390 });
  const place = slipOf(page).locator('button[type="submit"]');
  const isInReach = () =>
    place.evaluate((button) => {
      const { left, bottom } = button.getBoundingClientRect();
      return button.contains(button.ownerDocument.elementFromPoint(left + 20, bottom - 4));
    });
  await until('the button of the slip on a phone held sideways', async () => (await isInReach()) || undefined);
  await page.setViewportSize({ width: 320, height: 640 });
  await balanceSeen(page, '$1,000.00');
  expect(Number(await page.evaluate(beside))).toBeLessThanOrEqual(0);
});

test('G21 toasts come at the bottom right, and those of selections replace each other', async () => {
  const page = await openPage(guest, '/games?tab=upcoming');
  const prices = page.getByRole('article').getByRole('button', { name: /^[12], .*\d$/ });
  await until('prices of several matches', async () => ((await prices.count()) >= 8 ? true : undefined));
  await stopTime(page);
  const toasts = page.locator('[data-rht-toaster] [role="status"]');
  // The slip opens over the prices, so they are pressed where they are, all in one go.
  await prices.evaluateAll((buttons) => {
    for (const button of buttons.slice(0, 24)) button.click();
  });
  await seen(page.getByRole('banner').getByRole('button', { name: /^Bet Slip, (?:[2-9]|\d\d) selections/ }), toasts);
  await expect.poll(() => toasts.count()).toBe(1);
  // A toast grows into its place.
  await until('the toasts beside the open slip', async () => {
    const [toast, slip] = [await edgesOf(toasts.first()), await edgesOf(slipOf(page))];
    return (toast.right <= slip.left && toast.right > slip.left - 64 && toast.bottom > wide.height - 64) || undefined;
  });
  await page.getByRole('button', { name: 'Close bet slip' }).click();
  await until('the toasts at the bottom right', async () => {
    const { left, bottom, right } = await edgesOf(toasts.first());
    return (left > wide.width / 2 && right > wide.width - 64 && bottom > wide.height - 64) || undefined;
  });
});

test.each([
  [390, 844],
  [820, 1180],
])(
  'G21 at %i px a toast lies neither on the open sheet of the slip nor on the bar with the ways in',
  async (width, height) => {
    // A new visitor's slip is empty.
    const visitor = await newVisitor(browser, product.url, { viewport: { width, height } });
    await stoppable(visitor);
    const page = await visitor.newPage();
    const pushes = await holdablePushes(page);
    await page.goto('/');
    const price = page.getByRole('article').getByRole('button', { name: /^1, .*\d$/ });
    await seen(price);
    // A price that moves or closes has a note on the slip, so that its edge moves while it is measured.
    pushes.hold();
    await stopTime(page);
    await price.first().click();
    const toast = page.locator('[data-rht-toaster] [role="status"]').first();
    const isBetween = async () => {
      const [bar, here, sheet] = [
        await edgesOf(page.locator('header').first()),
        await edgesOf(toast),
        await edgesOf(slipOf(page)),
      ];
      return (here.top >= bar.bottom && here.bottom <= sheet.top && sheet.top - here.bottom < 64) || undefined;
    };
    const slip = slipOf(page).getByRole('button', { name: /^Bet Slip, 1 selection/ });
    await seen(toast, slip);
    await until('the toast above the slip that is a bar', isBetween);
    await slip.click();
    await seen(slipOf(page).getByRole('button', { name: 'Log in to place this bet' }));
    await until('the toast above the open sheet', isBetween);
    // Long names need two lines, below the operator's notice and the header.
    await toast.evaluate((text) => {
      text.textContent = 'Added Wolverhampton Wanderers or Borussia Mönchengladbach to bet slip';
    });
    await until('a toast of two lines above the open sheet', isBetween);
    await visitor.close();
  },
);

test('G23 a login or logout in one tab applies to the others', async () => {
  const visitor = await newVisitor(browser, product.url);
  const [one, other] = [await openPage(visitor, '/login'), await openPage(visitor, '/my-wallet')];
  await other.waitForURL(at('/login?from=%2Fmy-wallet'));
  await logInOnScreen(one, demoBettor);
  await Promise.all([one.waitForURL(at('/')), other.waitForURL(at('/my-wallet'))]);
  await Promise.all([balanceSeen(one, '$1,000.00'), balanceSeen(other, '$1,000.00')]);
  await one.getByRole('complementary').getByRole('button', { name: 'Logout', exact: true }).click();
  await Promise.all([seen(loginLink(one)), other.waitForURL(at('/login?from=%2Fmy-wallet'))]);
  expect([await isStillTheSamePage(one), await isStillTheSamePage(other)]).toEqual([true, true]);
  await visitor.close();
});

test('G24 a profile that cannot be loaded shows the reason and a retry', async () => {
  const page = await bettor.newPage();
  await answerInstead(page, 'GET /auth/me', { status: 503, body: { code: 'away', error: 'The clerk is out' } });
  await Promise.all([glimpsed(page, 'Failed to fetch user profile: The clerk is out'), page.goto('/')]);
  await page.evaluate("localStorage.removeItem('token')");
  await Promise.all([
    glimpsed(page, 'Failed to fetch user profile: No authentication token found'),
    inBar(page, 'button', 'Load balance').click(),
  ]);
  await answerReally(page, 'GET /auth/me');
  await page.goto('/');
  await balanceSeen(page, '$1,000.00');
});

test('G25 a request without an answer within ten seconds is aborted, and the screen says so', async () => {
  const page = await silentPage(guest);
  await holdAnswer(page, 'GET /events');
  await holdAnswer(page, 'POST /auth/login');
  await page.goto('/login');
  await seen(titled(page, 'Welcome back'));
  await stopTime(page);
  await Promise.all([
    page.waitForRequest((request) => new URL(request.url()).pathname === '/auth/login' && request.method() === 'POST'),
    logInOnScreen(page, demoBettor),
  ]);
  const pressed = page.getByRole('button', { name: 'Log in', exact: true });
  await until('the login to be on its way', async () => ((await pressed.isDisabled()) ? true : undefined));
  await pass(page, 9_900);
  expect(await pressed.isDisabled()).toBe(true);
  await pass(page, 200);
  await seen(
    page.getByRole('alert').getByText('Network error. Please check your internet connection.', { exact: true }),
  );

  // The words are on the screen while its code is fetched as well: the ten seconds begin with the call.
  await Promise.all([
    page.waitForRequest(
      (request) => new URL(request.url()).pathname === '/events' && request.resourceType() !== 'document',
    ),
    page.getByRole('complementary').getByRole('link', { name: 'Games', exact: true }).click(),
  ]);
  await seen(page.getByText('Loading matches...', { exact: true }));
  await pass(page, 9_900);
  await seen(page.getByText('Loading matches...', { exact: true }));
  await pass(page, 200);
  await seen(page.getByText('Error: The server took too long to answer. Please try again.', { exact: true }));
});

const unknownId = 'b1946ac9-2492-4347-8d6b-27e5c1a0f6e1';
type Wire = { readonly status: number; readonly body: unknown };

/** A call as any client may make it. */
async function wire(asked: string, token?: string, body?: object): Promise<Wire> {
  const [method = '', path = ''] = asked.split(' ');
  const answer = await fetch(`${product.url}${path}`, {
    method,
    headers: {
      accept: 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}

test('G26 public endpoints answer with the documented fields', async () => {
  const [events, leagues] = [await wire('GET /events'), await wire('GET /events/leagues')];
  expect(events).toMatchObject({ status: 200, body: expect.arrayContaining([expect.anything()]) });
  expect((events.body as readonly unknown[])[0]).toMatchObject({
    id: expect.any(String),
    match: { homeTeam: expect.any(String), awayTeam: expect.any(String), commenceTime: expect.any(String) },
    league: { title: expect.any(String), key: expect.any(String) },
    odds: { homeWin: expect.anything(), draw: expect.anything(), awayWin: expect.anything() },
  });
  const overUnder = { point: expect.any(Number), over: expect.any(Number), under: expect.any(Number) };
  expect(events.body).toContainEqual(expect.objectContaining({ odds: expect.objectContaining({ overUnder }) }));
  expect((leagues.body as readonly unknown[])[0]).toEqual({
    key: expect.any(String),
    title: expect.any(String),
    group: expect.any(String),
  });
  expect(await wire('POST /auth/login', undefined, demoBettor)).toMatchObject({
    status: 200,
    body: { accessToken: expect.any(String), user: { email: demoBettor.email, name: 'Demo Bettor', role: 'bettor' } },
  });
  const newcomer = { email: 'wire@players.test', name: 'Wire', password: demoBettor.password };
  expect(await wire('POST /auth/register', undefined, newcomer)).toMatchObject({ status: 201 });
  expect(await wire('POST /auth/register', undefined, { ...newcomer, name: 'W' })).toMatchObject({
    status: 400,
    body: { error: 'Username must be at least 3 characters' },
  });
  expect(await wire('GET /auth/verify?token=none')).toMatchObject({ status: 422, body: { error: expect.any(String) } });
  expect(await wire('POST /auth/forgot-password', undefined, { email: newcomer.email })).toMatchObject({ status: 200 });
  expect(await wire('POST /auth/reset-password', undefined, { token: 'none', password: 'Wire-2026!' })).toMatchObject({
    status: 422,
    body: { error: expect.any(String) },
  });
});

test('G27 bettor endpoints require the bearer token and answer with the documented fields', async () => {
  const { accessToken } = (await logIn(product.url, demoBettor)).session;
  const calls: readonly (readonly [string, object | undefined, Wire])[] = [
    ['GET /auth/me', undefined, { status: 200, body: expect.objectContaining({ balance: 1000, name: 'Demo Bettor' }) }],
    ['GET /payment/history', undefined, { status: 200, body: expect.any(Array) }],
    ['GET /bet/history', undefined, { status: 200, body: expect.any(Array) }],
    [
      'POST /payment/deposit',
      { amount: 10, paymentMethod: 'creditcard' },
      {
        status: 201,
        body: expect.objectContaining({ transactionId: expect.any(String), checkoutUrl: expect.any(String) }),
      },
    ],
    ['POST /payment/withdraw', { amount: 9, withdrawalMethod: 'crypto' }, refusedWith('Amount must be at least $10')],
    ['POST /bet', { stake: 0, matches: [] }, refusedWith('Your bet slip is empty')],
    [`GET /payment/verify/${unknownId}`, undefined, { status: 404, body: expect.anything() }],
  ];
  for (const [asked, body, answer] of calls) {
    expect([asked, (await wire(asked, undefined, body)).status]).toEqual([asked, 401]);
    expect([asked, await wire(asked, accessToken, body)]).toEqual([asked, answer]);
  }
  const [deposit] = (await wire('GET /payment/history', accessToken)).body as readonly { readonly _id: string }[];
  expect(deposit).toMatchObject({ ...transactionFields, type: 'deposit', amount: 10, paymentMethod: 'creditcard' });
  expect(await wire(`GET /payment/verify/${deposit?._id}`, accessToken)).toMatchObject({
    status: 200,
    body: { status: expect.stringMatching(/^(initiated|pending)$/) },
  });
});

const transactionFields = {
  _id: expect.any(String),
  userId: expect.any(String),
  type: expect.stringMatching(/^(deposit|withdrawal|refund)$/),
  amount: expect.any(Number),
  status: expect.stringMatching(/^(initiated|pending|completed|failed|canceled)$/),
  paymentMethod: expect.any(String),
  createdAt: expect.any(String),
  updatedAt: expect.any(String),
};

test('G28 admin endpoints answer with the documented fields and reject a bettor', async () => {
  const [ofBettor, ofAdmin] = [await logIn(product.url, demoBettor), await logIn(product.url, demoAdmin)];
  for (const [asked, answer] of [
    ['GET /payment/all', { status: 200, body: expect.any(Array) }],
    [`POST /payment/withdraw/process/${unknownId}`, { status: 404, body: expect.anything() }],
    [`POST /payment/withdraw/cancel/${unknownId}`, { status: 404, body: expect.anything() }],
  ] as const) {
    expect([asked, (await wire(asked, ofBettor.session.accessToken)).status]).toEqual([asked, 403]);
    expect([asked, await wire(asked, ofAdmin.session.accessToken)]).toEqual([asked, answer]);
  }
  const all = await wire('GET /payment/all', ofAdmin.session.accessToken);
  expect((all.body as readonly unknown[])[0]).toMatchObject(transactionFields);
});

test('G29 a page sends the stored token with each protected request, and none without one', async () => {
  const page = await bettor.newPage();
  const sent = new Map<string, string | undefined>();
  page.on('request', (request) => sent.set(new URL(request.url()).pathname, request.headers()['authorization']));
  await page.goto('/my-wallet');
  await seen(page.getByRole('region', { name: 'Transaction History' }));
  await page.getByRole('complementary').getByRole('link', { name: 'Betting History', exact: true }).click();
  await seen(titled(page, 'Betting History'));
  await expect.poll(() => sent.has('/bet/history'), patiently).toBe(true);
  const { token } = await storedIn(page);
  const protectedCalls = ['/auth/me', '/payment/history', '/bet/history'];
  expect(protectedCalls.map((path) => sent.get(path))).toEqual(protectedCalls.map(() => `Bearer ${token}`));
  // A map of its own: the bettor's page may still send something.
  const byStranger = new Map<string, string | undefined>();
  const stranger = await openPage(guest, '/games');
  stranger.on('request', (request) =>
    byStranger.set(new URL(request.url()).pathname, request.headers()['authorization']),
  );
  await stranger.reload();
  await seen(stranger.getByRole('article'));
  expect(byStranger.size).toBeGreaterThan(0);
  expect([...byStranger.values()].filter((credential) => credential !== undefined)).toEqual([]);
});

const refusedWith = (error: string): Wire => ({
  status: expect.any(Number) as unknown as number,
  body: expect.objectContaining({ error }),
});

/** Where the newest toast ends. */
type Edges = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };

async function edgesOf(part: Locator): Promise<Edges> {
  const box = await part.boundingBox();
  if (!box) throw new Error('It has no place on the screen.');
  return { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height };
}

/** Name and destination of each entry, once there are as many. */
async function entriesOf(page: Page, many?: number): Promise<(string | null)[][] | undefined> {
  const entries = await menuOf(page).evaluateAll((links) =>
    links.map((link) => [link.textContent, link.getAttribute('href')]),
  );
  return entries.length > 0 && (many === undefined || entries.length === many) ? entries : undefined;
}

async function storedIn(page: Page): Promise<{ readonly auth: unknown; readonly token: string | null }> {
  const [auth, token]: readonly [string | null, string | null] = await page.evaluate(
    "['auth', 'token'].map((key) => localStorage.getItem(key))",
  );
  return { auth: JSON.parse(auth ?? 'null'), token };
}
