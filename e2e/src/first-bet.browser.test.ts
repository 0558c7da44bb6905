import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoBettor, logIn } from './bettor.ts';
import { endCheckout } from './checkout.ts';
import { inSlip, newVisitor, openPage, priceOf, seen, slipOf, startLoggedIn } from './on-screen.ts';
import { openBrowser } from './open-browser.ts';
import { type OpenProduct, openProduct } from './open-product.ts';
import { depositPanel } from './wallet-forms.ts';

let product: OpenProduct;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct({ env: { ODDS_POLL_SECONDS: '1' } }), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Records the interactions of every page of a visitor, from the input to the next frame; the browser rounds to 8 ms. */
const recordInteractions = (visitor: BrowserContext): Promise<unknown> =>
  visitor.addInitScript(`
    window.interactions = [];
    const add = (entries) => window.interactions.push(...entries.filter((entry) => entry.interactionId > 0));
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'event', durationThreshold: 16 });
    window.takeInteractions = () => {
      add(observer.takeRecords());
      return window.interactions.splice(0);
    };`);

/** The longest interaction since the last call, in ms; 0: none took longer than a frame. */
const longestInteraction = (page: Page): Promise<number> =>
  page.evaluate(`new Promise((resolve) =>
    // Its entry is queued after the frame that it painted.
    requestAnimationFrame(() => setTimeout(() =>
      resolve(Math.max(0, ...window.takeInteractions().map(({ duration }) => duration))), 100)))`);

test('the time from input to the next frame on a phone with a quarter of the CPU', async () => {
  const { session } = await logIn(product.url, demoBettor);
  const visitor = await newVisitor(browser, product.url, { viewport: { width: 390, height: 844 }, hasTouch: true });
  await Promise.all([startLoggedIn(visitor, session), recordInteractions(visitor)]);
  const match = await product.sandbox.create(['Slow Town', 'Slow United']);
  const page = await openPage(visitor, `/games?league=${match.sportKey}`);
  const price = priceOf(page, match, `1, ${match.homeTeam} Win, 2.10`);
  await seen(price);
  const devtools = await visitor.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const bar = slipOf(page).getByRole('button', { name: /^Bet Slip, 1/ });
  const stake = inSlip(page, '$10');
  const placing = inSlip(page, 'Place Bet · $10.00');
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const cpuMs = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  };
  const figures: string[] = [];
  for (const [name, target, after] of [
    ['pick', price, bar],
    ['open the slip', bar, stake],
    ['stake', stake, placing],
    ['place', placing, slipOf(page).getByText('Bet placed successfully!')],
  ] as const) {
    const before = await cpuMs();
    await target.tap();
    await seen(after);
    const used = (await cpuMs()) - before;
    figures.push(`${name} ${await longestInteraction(page)} ms (${used.toFixed(0)} ms of CPU)`);
  }
  console.info(`Input to next frame at 4 times the CPU time: ${figures.join(', ')}.`);
  expect(figures).toHaveLength(4);
  await visitor.close();
});

/** Clicks and fills as a person does, and counts both. */
function countedHand() {
  const counts = { clicks: 0, fields: 0 };
  return {
    counts,
    click: (target: Locator) => {
      counts.clicks += 1;
      return target.click();
    },
    fill: (field: Locator, text: string) => {
      counts.fields += 1;
      return field.fill(text);
    },
  };
}

const opensLinkIn = {
  /** The link opens in another tab of the browser that registered, which goes on there; returns that tab. */
  'another tab': async (page: Page, link: string) => openPage(page.context(), link),
  /** The link opens on another device, which stays logged out; the first page goes on by itself. */
  'another device': async (page: Page, link: string) => {
    const other = await newVisitor(browser, product.url);
    const opened = await openPage(other, link);
    await seen(opened.getByRole('heading', { name: 'Email Verified!' }), opened.getByRole('link', { name: 'Log in' }));
    await other.close();
    return page;
  },
} as const;

test.each([
  ['desktop', 'another tab', { width: 1440, height: 900 }, 'ada@firsts.test'],
  ['phone', 'another device', { width: 390, height: 844 }, 'bea@firsts.test'],
] as const)(
  'on a %s, a guest places a first bet in at most 9 clicks and 4 fields, with the link opened in %s',
  async (device, place, viewport, email) => {
    const visitor = await newVisitor(browser, product.url, { viewport });
    const hand = countedHand();
    // Nothing changes its price.
    const match = await product.sandbox.create([`${device} Town`, `${device} United`]);
    const page = await openPage(visitor, '/games');
    await hand.click(priceOf(page, match, `1, ${match.homeTeam} Win, 2.10`));
    if (device === 'phone') await hand.click(slipOf(page).getByRole('button', { name: /^Bet Slip, 1/ }));
    await hand.click(inSlip(page, '$10'));
    await hand.click(inSlip(page, 'New here? Open an account'));

    await hand.fill(page.getByLabel('Username'), 'Ada Lovelace');
    await hand.fill(page.getByLabel('Email'), email);
    await hand.fill(page.getByLabel('Password', { exact: true }), 'Analytical1!');
    await hand.fill(page.getByLabel('Confirm Password', { exact: true }), 'Analytical1!');
    await hand.click(page.getByRole('button', { name: 'Register', exact: true }));
    await page.waitForURL(`${product.url}/`);
    await seen(page.getByText('You are then logged in here.'));
    const { links } = await product.sandbox.emailTo(email);
    const link = links.find((each) => each.includes('/verify?token=')) ?? '';
    hand.counts.clicks += 1;
    const going = await opensLinkIn[place](page, link);

    await going.waitForURL('**/deposit?amount=10');
    await hand.click(depositPanel(going).getByRole('button', { name: 'Deposit $10.00' }));
    await going.waitForURL('**/checkout/**');
    hand.counts.clicks += 1;
    await endCheckout(going, 'paid');
    await going.waitForURL('**/games');
    const place10 = inSlip(going, 'Place Bet · $10.00');
    await seen(place10);
    await hand.click(place10);
    await seen(slipOf(going).getByText('Bet placed successfully!'));

    console.info(`First bet on a ${device}: ${hand.counts.clicks} clicks, ${hand.counts.fields} fields.`);
    expect(hand.counts.clicks).toBeLessThanOrEqual(9);
    expect(hand.counts.fields).toBeLessThanOrEqual(4);
    await visitor.close();
  },
);
