import type { LoginAnswer } from '@touchline/core/contract';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { type Credentials, demoBettor, logIn } from './bettor.ts';
import { until } from './until.ts';

/** Nothing is asserted by it: a machine that is slow and busy takes its time. */
const seenWithinMs = 60_000;
export const wide = { width: 1440, height: 900 } as const;

/** Somebody with a browser of their own: nothing stored, nobody logged in. */
export async function newVisitor(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const usual = { baseURL: url, viewport: wide, locale: 'en-US', timezoneId: 'UTC' };
  const visitor = await browser.newContext({ ...usual, ...options });
  visitor.setDefaultTimeout(seenWithinMs);
  return visitor;
}

/** Opens a page that will tell whether it was ever loaded again. */
export async function openPage(visitor: BrowserContext, path: string): Promise<Page> {
  const page = await visitor.newPage();
  await page.goto(path);
  await markAsOpened(page);
  return page;
}

const markAsOpened = (page: Page): Promise<unknown> =>
  page.evaluate("document.documentElement.setAttribute('data-opened', 'once')");
/** False when the document was loaded anew since it was opened. */
export const isStillTheSamePage = async (page: Page): Promise<boolean> =>
  (await page.locator('html[data-opened="once"]').count()) === 1;

type Teams = { readonly homeTeam: string; readonly awayTeam: string };

export const cardOf = (page: Page, { homeTeam, awayTeam }: Teams): Locator =>
  page.getByRole('article', { name: `${homeTeam} vs ${awayTeam}`, exact: true });
/** A price by all that it says aloud, such as '1, Arsenal Win, 2.10'. */
export const priceOf = (page: Page, match: Teams, words: string): Locator =>
  cardOf(page, match).getByRole('button', { name: words, exact: true });
export const slipOf = (page: Page): Locator => page.getByRole('complementary', { name: 'Bet slip' });
export const inSlip = (page: Page, button: string): Locator =>
  slipOf(page).getByRole('button', { name: button, exact: true });

/** Resolves when all are to be seen. */
export async function seen(...locators: readonly Locator[]): Promise<void> {
  await Promise.all(locators.map((locator) => locator.first().waitFor({ state: 'visible' })));
}
/** Every piece of text of each that is found, in the order of the page. */
export const textsOf = (found: Locator): Promise<string[][]> =>
  found.evaluateAll((all) =>
    all.map((each) =>
      [...each.querySelectorAll('*')]
        .filter((part) => part.childElementCount === 0)
        .map((part) => part.textContent.trim())
        .filter((text) => text !== ''),
    ),
  );
/**
 * Resolves when one of the elements of a selector has had just these words, if only for a blink, with the path of the page at that
 * moment. The page itself looks out for them, so it is to be begun before what brings them; a new document goes on with it.
 */
export function glimpsed(page: Page, words: string, among = toasts): Promise<string> {
  const look = `(() => {
    const [key, among, words] = ${JSON.stringify([crypto.randomUUID(), among, words])};
    const glimpses = (window.glimpses ??= new Map());
    const look = () => {
      const isThere = [...document.querySelectorAll(among)].some((each) => each.textContent === words);
      if (isThere && !glimpses.get(key)) glimpses.set(key, location.pathname);
    };
    if (!glimpses.has(key)) {
      glimpses.set(key, '');
      new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
    }
    look();
    return glimpses.get(key);
  })()`;
  return until(`"${words}" to be shown`, async () => {
    // Between two documents there is nothing to look at.
    const path = await page.evaluate<string>(look).catch(() => '');
    return path === '' ? undefined : path;
  });
}
const toasts = '[data-rht-toaster] [role="status"]';

export const gone = (locator: Locator): Promise<void> => locator.first().waitFor({ state: 'hidden' });

export const balanceSeen = (page: Page, amount: string): Promise<void> =>
  seen(
    page
      .getByRole('banner')
      .getByRole('link', { name: /^Balance/ })
      .getByText(amount, { exact: true }),
  );

export async function logInOnScreen(page: Page, who: Credentials): Promise<void> {
  await page.getByLabel('Email').fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

/** A page of the demo bettor, without the way over the login. */
export async function logInAtOnce(visitor: BrowserContext, url: string, who = demoBettor): Promise<Page> {
  const { session } = await logIn(url, who);
  await startLoggedIn(visitor, session);
  return visitor.newPage();
}

/** Every page that this visitor opens from now on begins in this session. */
export const startLoggedIn = (visitor: BrowserContext, session: LoginAnswer): Promise<unknown> =>
  visitor.addInitScript(
    ([stored, token]) => {
      localStorage.setItem('auth', stored);
      localStorage.setItem('token', token);
    },
    [JSON.stringify(session), session.accessToken] as const,
  );

export async function stakeOnScreen(page: Page, dollars: string): Promise<void> {
  await slipOf(page).getByLabel('Your Stake').fill(dollars);
}

/** Stops what the server pushes on its way to this page, but for its heartbeats, until it is let go. Asked for before the page is opened. */
export async function holdablePushes(page: Page): Promise<{ hold(): void; letGo(): void }> {
  let held: (() => void)[] | undefined;
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const isHeartbeat = /^2$|^42\["hb"/.test(String(message));
      if (held && !isHeartbeat) held.push(() => socket.send(message));
      else socket.send(message);
    });
  });
  return {
    hold: () => {
      held = [];
    },
    letGo: () => {
      const waiting = held ?? [];
      held = undefined;
      for (const send of waiting) send();
    },
  };
}
