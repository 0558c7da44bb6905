/**
 * Takes a picture of every screen at three widths in both themes, to be looked at by a person.
 *
 *   node e2e/src/look.ts FOLDER [--only slip]
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

const widths = [390, 820, 1440] as const;
const themes = ['dark', 'light'] as const;
const admin: Credentials = { email: 'admin@touchline.test', password: demoBettor.password };

type Who = 'guest' | 'bettor' | 'admin';
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
];

const { values, positionals } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } });
const [folder] = positionals;
if (folder === undefined) {
  process.stdout.write('Use: node e2e/src/look.ts FOLDER [--only NAME]\n');
  process.exitCode = 1;
} else {
  mkdirSync(resolve(folder), { recursive: true });
  const [product, browser] = await Promise.all([openProduct(), openBrowser()]);
  try {
    await betABit(product);
    for (const width of widths) for (const theme of themes) await shootAll(product, browser, width, theme, folder);
  } finally {
    await browser.close();
    await product.stop();
  }
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
    const page =
      who === 'guest'
        ? await visitor.newPage()
        : await logInAtOnce(visitor, product.url, who === 'admin' ? admin : demoBettor);
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

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).last().click();
}

async function openSlip(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Bet Slip/ })
    .first()
    .click();
}

async function pickTwo(page: Page, stake?: string): Promise<void> {
  const upcoming = page.getByRole('article').filter({ hasText: /Today|Tomorrow/ });
  for (const at of [0, 1]) await upcoming.nth(at).getByRole('button', { name: /^1,/ }).click();
  const sheet = page.getByRole('button', { name: /^Bet slip/i, expanded: false });
  if (await sheet.last().isVisible()) await sheet.last().click();
  if (stake !== undefined) await stakeOnScreen(page, stake);
}
