/**
 * Takes a picture of every screen and state at three widths in both themes, to be looked at by a person. Without a folder they
 * go to .data/pictures, which git ignores.
 *
 *   node e2e/src/look.ts [FOLDER] [--only slip] [--width 390]
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { type Credentials, demoBettor, logIn, matchesOf } from './bettor.ts';
import { logInAtOnce, stakeOnScreen } from './on-screen.ts';
import { openBrowser } from './open-browser.ts';
import { type OpenProduct, openProduct } from './open-product.ts';
import { until } from './until.ts';

const themes = ['dark', 'light'] as const;
const admin: Credentials = { email: 'admin@touchline.test', password: demoBettor.password };

const auditor: Credentials = { email: 'auditor@touchline.test', password: demoBettor.password };
const widths = [390, 820, 1440] as const;

const anId = '01920000-0000-7000-8000-000000000001';
const people = { bettor: demoBettor, admin, auditor } as const;
type Who = 'guest' | keyof typeof people;
type Screen = {
  readonly name: string;
  readonly who: Who;
  readonly path: string;
  readonly act?: (page: Page) => Promise<void>;
};

const screens: readonly Screen[] = [
  { name: 'home', who: 'guest', path: '/' },
  { name: 'games', who: 'guest', path: '/games' },
  { name: 'games-none', who: 'guest', path: '/games?tab=live&date=tomorrow' },
  { name: 'login', who: 'guest', path: '/login' },
  { name: 'login-wrong', who: 'guest', path: '/login', act: (page) => press(page, 'Log in') },
  { name: 'register', who: 'guest', path: '/register', act: (page) => press(page, 'Register') },
  { name: 'forgot-password', who: 'guest', path: '/forgot-password' },
  { name: 'reset-password', who: 'guest', path: '/reset-password?token=any' },
  { name: 'verify', who: 'guest', path: '/verify?token=wrong' },
  { name: 'resend-verification', who: 'guest', path: '/resend-verification' },
  { name: 'support', who: 'guest', path: '/support' },
  { name: 'not-found', who: 'guest', path: '/nowhere' },
  { name: 'slip-guest', who: 'guest', path: '/', act: (page) => pickTwo(page) },
  { name: 'home-member', who: 'bettor', path: '/' },
  { name: 'palette', who: 'bettor', path: '/', act: (page) => page.keyboard.press('/') },
  { name: 'slip-empty', who: 'bettor', path: '/', act: (page) => openSlip(page) },
  { name: 'slip', who: 'bettor', path: '/games', act: (page) => pickTwo(page, '25') },
  { name: 'slip-too-much', who: 'bettor', path: '/games', act: (page) => pickTwo(page, '5000') },
  { name: 'wallet', who: 'bettor', path: '/my-wallet' },
  { name: 'history', who: 'bettor', path: '/history' },
  { name: 'profile', who: 'bettor', path: '/profile' },
  { name: 'admin-home', who: 'admin', path: '/' },
  { name: 'transactions', who: 'admin', path: '/transactions' },
  { name: 'transaction-open', who: 'admin', path: '/transactions', act: (page) => press(page, /deposit/i) },
  { name: 'transaction-filters', who: 'admin', path: '/transactions', act: (page) => press(page, 'Filters & Sorting') },
  { name: 'markets', who: 'admin', path: '/markets' },
  { name: 'audit', who: 'admin', path: '/audit' },
  { name: 'not-for-bettors', who: 'bettor', path: '/transactions' },
  { name: 'deposit', who: 'bettor', path: '/deposit' },
  {
    name: 'withdraw',
    who: 'bettor',
    path: '/my-wallet',
    act: (page) => page.getByRole('tab', { name: 'Withdraw' }).click(),
  },
  { name: 'bet', who: 'bettor', path: '/history', act: (page) => page.locator('a[href^="/history/"]').first().click() },
  { name: 'statement', who: 'bettor', path: '/my-wallet/statement' },
  ...['completed', 'failed', 'cancelled', 'pending'].map(
    (status): Screen => ({
      name: `payment-${status}`,
      who: 'bettor',
      path: '/',
      act: (page) => returned(page, status),
    }),
  ),
  { name: 'payment-error', who: 'bettor', path: '/payment/return/00000000-0000-7000-8000-000000000000' },
  { name: 'verified', who: 'guest', path: '/', act: (page) => verified(page) },
  { name: 'forgot-password-sent', who: 'guest', path: '/forgot-password', act: (page) => askForReset(page) },
  { name: 'games-loading', who: 'guest', path: '/support', act: (page) => unanswered(page, '/games') },
  { name: 'games-failed', who: 'guest', path: '/support', act: (page) => failing(page, '/games') },
  { name: 'history-failed', who: 'bettor', path: '/support', act: (page) => failing(page, '/history') },
  { name: 'ledger', who: 'auditor', path: '/ledger' },
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, width: { type: 'string' } },
});
const [folder = '.data/pictures'] = positionals;
mkdirSync(resolve(folder), { recursive: true });
const [product, browser] = await Promise.all([openProduct({ env: { ODDS_POLL_SECONDS: '1' } }), openBrowser()]);
try {
  await betABit(product);
  for (const width of widths.filter((each) => values.width === undefined || String(each) === values.width))
    for (const theme of themes) await shootAll(product, browser, width, theme, folder);
} finally {
  await browser.close();
  await product.stop();
}

async function shootAll(
  product: OpenProduct,
  browser: Browser,
  width: number,
  theme: (typeof themes)[number],
  into: string,
): Promise<void> {
  for (const { name, who, path, act } of screens.filter(({ name }) => name.includes(values.only ?? ''))) {
    const viewport = { width, height: width < 800 ? 844 : 900 };
    const device = { viewport, isMobile: width < 800, hasTouch: width < 1000, colorScheme: theme, locale: 'en-US' };
    const visitor = await browser.newContext({ baseURL: product.url, ...device });
    visitor.setDefaultTimeout(10_000);
    const page = who === 'guest' ? await visitor.newPage() : await logInAtOnce(visitor, product.url, people[who]);
    await page.goto(path, { waitUntil: 'networkidle' });
    const complaint = await act?.(page).then(() => undefined, String);
    const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    if (Number(overflow) > 0 || complaint)
      process.stdout.write(`${name} ${width} ${theme}: ${complaint ?? `${overflow} px too wide`}\n`);
    await page.screenshot({ path: join(into, `${name}-${width}-${theme}.png`) });
    await visitor.close();
  }
}

/** One bet won, one lost and one open, so that the history has something to show. */
async function betABit({ url, desk }: OpenProduct): Promise<void> {
  const bettor = await logIn(url, demoBettor);
  const teams = [
    ['Northgate Rangers', 'Harbour Athletic'],
    ['Wolverhampton Wanderers', 'Borussia Mönchengladbach'],
    ['Ost', 'West'],
  ] as const;
  const fixtures = await Promise.all(teams.map((pair) => desk.create(pair)));
  const rows = await until('the new matches', async () => {
    const all = await matchesOf(url);
    const found = fixtures.flatMap(({ homeTeam }) => all.filter(({ match }) => match.homeTeam === homeTeam));
    return found.length === fixtures.length ? found : undefined;
  });
  const [won, lost, open] = rows.map(({ id, match, odds }) => ({
    matchId: id,
    betOutcome: `${match.homeTeam} Win`,
    odds: Number(odds.homeWin),
  }));
  if (!won || !lost || !open) throw new Error('three matches are needed');
  await bettor.place({ stake: 12.5, matches: [won] }, 'look-1');
  await bettor.place({ stake: 5, matches: [won, lost] }, 'look-2');
  await bettor.place({ stake: 20, matches: [won, lost, open], oddsPolicy: 'any' }, 'look-3');
  await bettor.place({ stake: 7.77, matches: [open, lost] }, 'look-4');
  const [first, second] = fixtures;
  if (first) await desk.finish(first, 3, 1);
  await until('the first winnings', async () => (await bettor.history()).find(({ status }) => status === 'won'));
  if (second) await desk.kickOff(second);
}

async function press(page: Page, name: string | RegExp): Promise<void> {
  await page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .last()
    .click();
}

async function openSlip(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Bet Slip/ })
    .first()
    .click();
}

async function pickTwo(page: Page, stake?: string): Promise<void> {
  const upcoming = page.getByRole('article').filter({ hasText: /Today|Tomorrow/ });
  for (const at of [0, 1]) await upcoming.nth(at).getByRole('button', { name: /^1,/ }).press('Enter');
  await page
    .getByRole('button', { name: /^Bet slip.*2 selections/i })
    .first()
    .waitFor();
  const sheet = page.getByRole('button', { name: /^Bet slip/i, expanded: false });
  if ((page.viewportSize()?.width ?? 0) < 1024 && (await sheet.last().isVisible())) await sheet.last().click();
  if (stake !== undefined) await stakeOnScreen(page, stake);
}

async function calls(page: Page, path: RegExp, body?: object): Promise<void> {
  await page.route(path, (route) =>
    route.request().resourceType() === 'document' ? route.continue() : body && route.fulfill({ json: body }),
  );
}

async function returned(page: Page, status: string): Promise<void> {
  const moment = new Date().toISOString();
  const listed = status === 'cancelled' ? 'canceled' : status;
  const facts = { type: 'deposit', amount: 50, paymentMethod: 'ideal', createdAt: moment, updatedAt: moment };
  const transaction = { _id: anId, version: 2, userId: anId, status: listed, ...facts };
  await calls(page, /\/payment\/verify\//, { status, transaction });
  await page.goto(`/payment/return/${anId}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

async function verified(page: Page): Promise<void> {
  await page.route(/\/auth\/verify/, (route) =>
    route.fulfill({ json: { message: 'Your e-mail address is verified.' } }),
  );
  await page.goto('/verify?token=any');
  await page.getByText('Email Verified!').waitFor();
}

async function askForReset(page: Page): Promise<void> {
  await page.getByLabel(/email/i).fill('somebody@players.test');
  await press(page, 'Send Reset Link');
  await page.getByText('Check Your Email').waitFor();
}

async function unanswered(page: Page, path: string): Promise<void> {
  await calls(page, /\/events|\/bet\//);
  await page.goto(path);
}

async function failing(page: Page, path: string): Promise<void> {
  await page.route(/\/events(\?|$)|\/bet\/history/, (route) =>
    route.fulfill({ status: 500, json: { code: 'failed', error: 'The matches cannot be read just now.' } }),
  );
  await page.goto(path);
  await page.getByText(/^Error:/).waitFor();
}
