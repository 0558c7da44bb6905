import { catalogues } from '@touchline/core/catalogues';
import type { LoginAnswer } from '@touchline/core/contract';
import { type Message, t } from '@touchline/core/language';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { type Credentials, demoBettor, logIn } from './bettor.ts';
import { until } from './until.ts';

/** No test asserts how long something takes, so a busy machine may take its time. */
const seenWithinMs = 60_000;
export const wide = { width: 1440, height: 900 } as const;
export const narrow = { width: 390, height: 844 } as const;
/** For journeys that bettors make on both. */
export const devices = [
  ['phone', narrow],
  ['desktop', wide],
] as const;

/**
 * A visitor with an empty browser: nothing stored, not logged in. Nothing is drawn or moves, each of which costs half of a page's CPU
 * time, and no service worker caches the app, because nearly all visitors come once.
 * @param isDrawn whether pages are drawn from the start, as pictures need it
 */
export async function newVisitor(
  browser: Browser,
  url: string,
  { isDrawn = false, ...options }: BrowserContextOptions & { readonly isDrawn?: boolean } = {},
): Promise<BrowserContext> {
  const usual = { baseURL: url, viewport: wide, locale: 'en-US', timezoneId: 'UTC' } as const;
  const visitor = await browser.newContext({
    ...usual,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...options,
  });
  visitor.setDefaultTimeout(seenWithinMs);
  if (!isDrawn) await visitor.addInitScript(doNotDraw);
  visitor.on('page', (page) => openPages.add(page));
  openVisitors.add(visitor);
  return visitor;
}

// What is transparent is laid out, clicked and found as usual, but not drawn.
const doNotDraw = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(':root { opacity: 0 }');
  document.adoptedStyleSheets = [sheet];
}`;

/** Visitors and pages that `close-visitors.ts` closes after the test that opened them. */
export const openVisitors = new Set<BrowserContext>();
export const openPages = new Set<Page>();
/** Visitors whose pages the next tests of the file use. */
export const sharedVisitors = new WeakSet<BrowserContext>();

/** Opens a page and marks its document, to detect a reload. */
export async function openPage(visitor: BrowserContext, path: string): Promise<Page> {
  const page = await visitor.newPage();
  await page.goto(path);
  await markAsOpened(page);
  return page;
}

const markAsOpened = (page: Page): Promise<unknown> =>
  page.evaluate("document.documentElement.setAttribute('data-opened', 'once')");
/** False if the document was reloaded since it was opened. */
export const isStillTheSamePage = async (page: Page): Promise<boolean> =>
  (await page.locator('html[data-opened="once"]').count()) === 1;

type Teams = { readonly homeTeam: string; readonly awayTeam: string };

export const cardOf = (page: Page, { homeTeam, awayTeam }: Teams): Locator =>
  page.getByRole('article', { name: `${homeTeam} vs ${awayTeam}`, exact: true });
/** A price by its accessible name, such as '1, Arsenal Win, 2.10'. */
export const priceOf = (page: Page, match: Teams, words: string): Locator =>
  cardOf(page, match).getByRole('button', { name: words, exact: true });
export const slipOf = (page: Page): Locator => page.getByRole('complementary', { name: shown('Bet slip') });
export const inSlip = (page: Page, button: string): Locator =>
  slipOf(page).getByRole('button', { name: button, exact: true });

/** Resolves when all are visible. */
export async function seen(...locators: readonly Locator[]): Promise<void> {
  await Promise.all(locators.map((locator) => locator.first().waitFor({ state: 'visible' })));
}
/** The texts of each match, in page order. */
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
 * Resolves when an element of the selector has had exactly this text, however briefly, with the page's path at that
 * moment. An observer in the page records it, so call this before the trigger; it continues in a new document.
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
    // Between two documents there is nothing to evaluate.
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

/** A page of the logged-in demo bettor, without the login screen. */
export async function logInAtOnce(visitor: BrowserContext, url: string, who = demoBettor): Promise<Page> {
  const { session } = await logIn(url, who);
  await startLoggedIn(visitor, session);
  return visitor.newPage();
}

/** Every page that this visitor opens from now on starts in this session. */
export const startLoggedIn = (visitor: BrowserContext, session: LoginAnswer): Promise<unknown> =>
  visitor.addInitScript(
    ([stored, token]) => {
      localStorage.setItem('auth', stored);
      localStorage.setItem('token', token);
    },
    [JSON.stringify(session), session.accessToken] as const,
  );

export async function stakeOnScreen(page: Page, dollars: string): Promise<void> {
  await slipOf(page).waitFor();
  // On a narrow screen the slip is a bar until it is pressed.
  const bar = slipOf(page).getByRole('button', { name: startOf('Bet Slip, {content}'), expanded: false });
  if ((await bar.count()) > 0) await bar.click();
  await slipOf(page).getByLabel(shown('Your Stake')).fill(dollars);
}

/** Holds back the server's pushes to this page, except heartbeats, until they are released. Call this before the page opens. */
export async function holdablePushes(page: Page): Promise<{ hold(): void; release(): void }> {
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
    release: () => {
      const waiting = held ?? [];
      held = undefined;
      for (const send of waiting) send();
    },
  };
}

/** Clicks and fills as a person does, and counts both. */
export function countedHand() {
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

type Values = Readonly<Record<string, string | number>>;

/**
 * Returns a text of the screens in the language of this run, which is English unless `setLanguage` changed it. Throws for an English
 * text that is in no catalogue: no screen shows it.
 */
export function shown(english: string, values?: Values): string {
  if (!(english in catalogues.de)) throw new Error(`No screen has the text "${english}".`);
  return t(english as unknown as Message, values);
}

/** The same as a pattern from the start, for a name that goes on or has values that are not known: `Suspend {name}`. */
export function startOf(english: string, values: Values = {}): RegExp {
  const unknown = Object.fromEntries([...english.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, any]));
  const text = shown(english, { ...unknown, ...values }).replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${text.replaceAll(any, '.+')}`);
}
const any = '\u0001';

/** A text of the screens that a step finds a control by: exactly, or how it begins. */
export type Named = string | { readonly start: string };
export const nameOf = (named: Named): string | RegExp =>
  typeof named === 'string' ? shown(named) : startOf(named.start);
