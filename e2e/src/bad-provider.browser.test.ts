import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bettor, demoBettor, logIn, matchesOf } from './bettor.ts';
import {
  cardOf,
  gone,
  inSlip,
  isStillTheSamePage,
  logInAtOnce,
  newVisitor,
  priceOf,
  seen,
  stakeOnScreen,
} from './on-screen.ts';
import { openBrowser } from './open-browser.ts';
import { type OpenProduct, openProduct } from './open-product.ts';
import type { Fixture, Outage, Sandbox } from './sandbox.ts';
import { until } from './until.ts';

// Limits of minutes are seconds here: prices are polled every second and stale after three.
const quickly = {
  ODDS_POLL_SECONDS: '1',
  ODDS_GRACE_SECONDS: '1',
  ODDS_TIMEOUT_SECONDS: '1',
  OPERATOR_EMAIL: 'ops@operator.test',
};

let product: OpenProduct;
let sandbox: Sandbox;
let browser: Browser;
let visitor: BrowserContext;
let page: Page;
let bettor: Bettor;
let match: Fixture;

beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct({ env: quickly }), openBrowser()]);
  sandbox = product.sandbox;
  bettor = await logIn(product.url, demoBettor);
  match = await sandbox.create(['Sigma Town', 'Tau United']);
  visitor = await newVisitor(browser, product.url);
  page = await logInAtOnce(visitor, product.url);
  await page.goto('/games');
  await page.locator('html').evaluate((html) => html.setAttribute('data-opened', 'once'));
  await priceOf(page, match, '1, Sigma Town Win, 2.10').click();
  await stakeOnScreen(page, '10');
  await seen(inSlip(page, 'Place Bet · $10.00'));
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const readiness = async () => {
  const answer = await fetch(`${product.url}/readyz`);
  return { status: answer.status, ...((await answer.json()) as { readonly feed: string; readonly credits: string }) };
};
const saysWhy = (words: RegExp) => async () => {
  const { status, feed } = await readiness();
  return status === 503 && words.test(feed) ? feed : undefined;
};
const isWell = async () => ((await readiness()).status === 200 ? true : undefined);

/** What the API says to a bet at the price that is on the screen. */
async function tryToBet(key: string): Promise<string> {
  const row = (await matchesOf(product.url)).find((one) => one.match.homeTeam === match.homeTeam);
  const leg = { matchId: row?.id ?? '', betOutcome: 'Sigma Town Win', odds: 2.1 };
  try {
    await bettor.place({ stake: 1, matches: [leg], oddsPolicy: 'none' }, key);
    return 'placed';
  } catch (error) {
    return String(error);
  }
}

const troubles: readonly (readonly [Outage, RegExp])[] = [
  ['timeout', /no response within 1 s/],
  ['stalls-midway', /the response stalled within 1 s/],
  ['http-500', /500/],
  ['too-many', /429 EXCEEDED_FREQ_LIMIT/],
  ['quota', /401 OUT_OF_USAGE_CREDITS/],
  ['truncated', /not complete JSON/],
  ['wrong-types', /events are invalid/],
  ['huge', /larger than 8 MB/],
];

test.each(troubles)(
  'with the provider failure "%s" prices go stale on screen and in /readyz, bets are rejected, and everything recovers',
  async (kind, words) => {
    const stale = cardOf(page, match).getByText(/ago/);
    await sandbox.setOutage(kind);
    await Promise.all([until(`why, after ${kind}`, saysWhy(words)), seen(stale)]);
    expect(await tryToBet(`stale-${kind}`)).toMatch(/\/bet answered 409.*odds-stale/);
    await gone(inSlip(page, 'Place Bet · $10.00').and(page.locator(':enabled')));

    await sandbox.setOutage('none');
    await Promise.all([until(`an end of ${kind}`, isWell), gone(stale)]);
    await seen(inSlip(page, 'Place Bet · $10.00').and(page.locator(':enabled')));
    await until('a bet on a price that is confirmed again', async () => {
      const said = await tryToBet(`fresh-${kind}`);
      return said === 'placed' ? said : undefined;
    });
    expect(await isStillTheSamePage(page)).toBe(true);
  },
);

test('the operator gets one email about the credits, and the credits are reported', async () => {
  await sandbox.emailTo('ops@operator.test');
  const answer = await fetch(`${product.sandboxUrl}/inbox/api/messages?to=ops@operator.test`);
  const { messages } = (await answer.json()) as { readonly messages: readonly { readonly subject: string }[] };
  expect(messages.map(({ subject }) => subject)).toEqual([
    'No bets are taken: the odds provider refuses our key or has no credits left',
  ]);
  expect((await readiness()).credits).toMatch(/^\d+ left, \d+ used this month, \d+ expected by its end\.$/);
});
