/**
 * Takes the pictures of the README: the product in the middle of an evening, wide and dark, and on a phone by day.
 *
 *   node e2e/src/readme-screenshot.ts
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { gone, inSlip, logInAtOnce, seen, stakeOnScreen } from './on-screen.ts';
import { openBrowser } from './open-browser.ts';
import { openProduct } from './open-product.ts';
import { until } from './until.ts';

const folder = join(import.meta.dirname, '..', '..', 'docs');
const mostBytes = 300_000;
const liveMatches = 4;
const arrowInView = `[...document.querySelectorAll('article button span')].some((mark) =>
  /[▲▼]/.test(mark.textContent) && mark.getBoundingClientRect().top > 0 && mark.getBoundingClientRect().top < 600)`;

const [product, browser] = await Promise.all([openProduct(), openBrowser()]);
try {
  mkdirSync(folder, { recursive: true });
  await takeWide(join(folder, 'touchline.png'));
  await takeNarrow(join(folder, 'touchline-phone.png'));
} finally {
  await browser.close();
  await product.stop();
}

async function takeWide(path: string): Promise<void> {
  const page = await evening(browser, { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' });
  // Scroll bars are not drawn in a picture, so no room is kept for them.
  await page.addStyleTag({ content: 'html { scrollbar-gutter: auto !important }' });
  await pickThree(page);
  await page.getByRole('button', { name: 'Pin the bet slip to the right' }).click();
  await page.getByLabel('When the odds move').selectOption({ label: 'Accept any odds' });
  await stakeOnScreen(page, '25');
  await seen(inSlip(page, 'Place Bet · $25.00'));
  await shoot(page, path);
}

async function takeNarrow(path: string): Promise<void> {
  const viewport = { width: 390, height: 844 };
  const page = await evening(browser, { viewport, colorScheme: 'light', deviceScaleFactor: 2, isMobile: true });
  await pickThree(page);
  await seen(page.getByRole('button', { name: /^Bet slip, 3 selections/i, expanded: false }).last());
  await shoot(page, path);
}

/** The bettor on the games, with matches in play and a goal or two. */
async function evening(browser: Browser, look: BrowserContextOptions): Promise<Page> {
  const visitor = await browser.newContext({ baseURL: product.url, locale: 'en-US', ...look });
  const page = await logInAtOnce(visitor, product.url);
  await page.goto('/games');
  await until(
    'matches in play',
    async () => {
      const live = await page.getByRole('article').filter({ hasText: 'LIVE' }).count();
      const goals = await page.getByRole('img', { name: /^Score ([1-9]|0 to [1-9])/ }).count();
      return live >= liveMatches && goals >= 2 ? true : undefined;
    },
    { withinMs: 300_000 },
  );
  return page;
}

/** Three selections at everyday odds: one in play at the top of the page, two of matches to come. */
async function pickThree(page: Page): Promise<void> {
  const everyday = /, (1\.[3-9]\d|[23]\.\d\d)$/;
  const prices = (cards: Locator) => cards.getByRole('button', { name: everyday });
  await prices(page.getByRole('article').filter({ hasText: 'LIVE' }))
    .first()
    .click();
  const upcoming = page.getByRole('article').filter({ hasText: /Today|Tomorrow/, hasNotText: 'LIVE' });
  for (const at of [0, 1]) await prices(upcoming.nth(at)).first().click();
}

/** Waits for quiet, then for a price that moves, and shoots while its arrow is up. */
async function shoot(page: Page, path: string): Promise<void> {
  // A toast stays for as long as the pointer rests on it.
  await page.mouse.move(0, 0);
  await gone(page.getByText(/^Added /));
  await page.evaluate('document.activeElement?.blur(); window.scrollTo(0, 0)');
  const isMoving = async () => (await page.evaluate(arrowInView)) === true;
  const picture = await until(
    'a price that moves',
    async () => {
      if (!(await isMoving())) return undefined;
      const taken = await page.screenshot();
      return (await isMoving()) ? taken : undefined;
    },
    { everyMs: 50, withinMs: 120_000 },
  );
  if (picture.length > mostBytes) throw new Error(`${path} has ${picture.length} bytes, more than ${mostBytes}`);
  writeFileSync(path, picture);
  process.stdout.write(`${path}: ${Math.round(picture.length / 1000)} kB\n`);
}
