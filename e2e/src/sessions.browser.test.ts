import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoBettor } from './bettor.ts';
import { balanceSeen, isStillTheSamePage, logInOnScreen, newVisitor, openPage, seen } from './on-screen.ts';
import { openBrowser } from './open-browser.ts';
import { type OpenProduct, openProduct, rarePolls } from './open-product.ts';
import { until } from './until.ts';

let product: OpenProduct;
let browser: Browser;
let bettor: BrowserContext;
let ended: readonly string[];
/** A page that was left for another site, in a browser of its own, and the token that it had then. */
let left: { readonly page: Page; readonly token: string };
beforeAll(async () => {
  // The shortest there is, so that a test can wait for the next token.
  [product, browser] = await Promise.all([openProduct({ env: { ...rarePolls, TOKEN_MINUTES: '0.4' } }), openBrowser()]);
  bettor = await newVisitor(browser, product.url);
  ended = endedLines(bettor);
  left = await leavePage(await newVisitor(browser, product.url));
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const tokenOf = (page: Page): Promise<string> => page.evaluate("localStorage.getItem('token') ?? ''");
const anotherThan = (token: string, page: Page) => async () => {
  const now = await tokenOf(page);
  return now !== '' && now !== token ? now : undefined;
};
/** Paths of the pages whose live connection the server closes, as it does when a token expires. A page itself replaces a silent one. */
function endedLines(visitor: BrowserContext): readonly string[] {
  const paths: string[] = [];
  visitor.on('page', (page) =>
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (payload === '41') paths.push(new URL(page.url()).pathname);
      }),
    ),
  );
  return paths;
}
async function leavePage(visitor: BrowserContext): Promise<typeof left> {
  const page = await openPage(visitor, '/login');
  await logInOnScreen(page, demoBettor);
  await page.waitForURL(`${product.url}/`);
  await balanceSeen(page, '$1,000.00');
  const token = await tokenOf(page);
  await page.goto('about:blank');
  return { page, token };
}
const loginLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Login', exact: true });

test('the token is renewed once for two tabs, and their live connections continue', async () => {
  const first = await openPage(bettor, '/login');
  await logInOnScreen(first, demoBettor);
  await first.waitForURL(`${product.url}/`);
  const second = await openPage(bettor, '/my-wallet');
  await Promise.all([balanceSeen(first, '$1,000.00'), balanceSeen(second, '$1,000.00')]);
  const cookies = await bettor.cookies(`${product.url}/auth`);
  // The refresh token, and the browser that the owner logged in with.
  expect(cookies.map(({ httpOnly, sameSite, path }) => [httpOnly, sameSite, path])).toEqual([
    [true, 'Strict', '/auth'],
    [true, 'Strict', '/auth'],
  ]);
  expect(await first.evaluate('document.cookie')).toBe('');

  const token = await tokenOf(first);
  const next = await until('the next token', anotherThan(token, first), { withinMs: 60_000 });
  const third = await until('the token after it', anotherThan(next, first), { withinMs: 60_000 });
  // What one tab stores is seen in the other a moment later.
  await until('the same token in the other tab', async () => ((await tokenOf(second)) === third ? true : undefined));
  await second.getByRole('link', { name: 'Betting History' }).first().click();
  await second.waitForURL('**/history');
  expect(ended).toEqual([]);
  expect([await isStillTheSamePage(first), await isStillTheSamePage(second)]).toEqual([true, true]);
  for (const page of [first, second]) await page.close();
});

test('an expired token is renewed by the first request that uses it', async () => {
  const { page, token: before } = left;
  const expired = async () => {
    const answer = await fetch(`${product.url}/auth/me`, { headers: { authorization: `Bearer ${before}` } });
    return answer.status === 401 ? true : undefined;
  };
  await until('the token to expire', expired, { withinMs: 120_000, everyMs: 1_000 });
  await page.goto(`${product.url}/my-wallet`);
  await balanceSeen(page, '$1,000.00');
  expect(new URL(page.url()).pathname).toBe('/my-wallet');
  expect(await tokenOf(page)).not.toBe(before);
  await page.context().close();
});

test('signing out everywhere ends every tab and browser at once, and a login returns to the same page', async () => {
  const phone = await newVisitor(browser, product.url);
  const there = await openPage(phone, '/login');
  await logInOnScreen(there, demoBettor);
  await there.waitForURL(`${product.url}/`);
  const here = await openPage(bettor, '/my-wallet');
  await Promise.all([balanceSeen(there, '$1,000.00'), balanceSeen(here, '$1,000.00')]);
  // A token lives for seconds here: the one that was just read may already have been renewed.
  await until('all sessions to be ended', async () => {
    const ended = await fetch(`${product.url}/auth/sessions/end-all`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await tokenOf(there)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ keep: 'none' }),
    });
    return ended.status === 200 ? true : undefined;
  });
  await Promise.all([seen(loginLink(there)), here.waitForURL('**/login?**')]);
  await logInOnScreen(here, demoBettor);
  await here.waitForURL('**/my-wallet');
  await phone.close();
});

test('a logout in one tab logs out the others', async () => {
  const [one, other] = [await openPage(bettor, '/'), await openPage(bettor, '/')];
  await Promise.all([balanceSeen(one, '$1,000.00'), balanceSeen(other, '$1,000.00')]);
  await one.getByRole('button', { name: 'Logout' }).first().click();
  await Promise.all([seen(loginLink(one)), seen(loginLink(other))]);
  const cookies = await until('the cookie to be gone', async () => {
    const all = await bettor.cookies(`${product.url}/auth`);
    return all.some(({ name }) => name.startsWith('touchline-refresh')) ? undefined : all;
  });
  expect(cookies.map(({ name }) => name.replace(/-\d+$/, ''))).toEqual(['touchline-device']);
});
