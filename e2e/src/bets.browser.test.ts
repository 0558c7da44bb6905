import { type BetView, matchHistory } from '@touchline/core/contract';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violationsOn } from './axe.ts';
import { type Bettor, demoBettor, logIn, matchesOf, matchOnOffer, placeWhenConfirmed } from './bettor.ts';
import { endCheckout } from './checkout.ts';
import {
  cardOf,
  countedHand,
  devices,
  glimpsed,
  inSlip,
  newVisitor,
  openPage,
  priceOf,
  seen,
  slipOf,
  stakeOnScreen,
  startLoggedIn,
} from './on-screen.ts';
import { openBrowser } from './open-browser.ts';
import { type OpenProduct, openProduct } from './open-product.ts';
import { demoAdmin, newAdmin, visitorAs } from './people.ts';
import { openTab, type RawTab } from './raw-tab.ts';
import type { Fixture } from './sandbox.ts';
import { until } from './until.ts';
import { depositPanel } from './wallet-forms.ts';

// One product for tests that each bet on matches of their own. The notifications come first, while the demo bettor has only one.
let product: OpenProduct;
let browser: Browser;
let bettor: Bettor;
beforeAll(async () => {
  // What moves more than a dollar needs a second admin.
  const env = { ODDS_POLL_SECONDS: '1', IN_PLAY_DELAY_SECONDS: '1', FOUR_EYES_DOLLARS: '1' };
  [product, browser] = await Promise.all([openProduct({ env }), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const logInAgain = async () => {
  bettor = await logIn(product.url, demoBettor);
};

/** A bet of $10 on the home team of a new match. */
async function place(homeTeam: string, awayTeam: string) {
  const { url, sandbox } = product;
  const fixture = await sandbox.create([homeTeam, awayTeam]);
  const row = await matchOnOffer(url, homeTeam);
  const matches = [{ matchId: row.id, betOutcome: `${homeTeam} Win`, odds: Number(row.odds.homeWin) }];
  return { fixture, bet: await placeWhenConfirmed(bettor, { stake: 10, matches }, `cash-${row.id}`) };
}

describe('notifications', () => {
  beforeAll(logInAgain);

  const bell = (page: Page, text: string) => page.getByRole('link', { name: text, exact: true });
  const choiceSaved = (page: Page) =>
    page.waitForResponse(
      (answer) =>
        answer.request().method() !== 'GET' &&
        new URL(answer.url()).pathname === '/notifications/settings' &&
        answer.ok(),
    );

  test('a result reaches the bell on another screen; what is switched off does not, and what follows does', async () => {
    const { sandbox, url } = product;
    const [first, second, third] = [
      (await place('Alpha Rangers', 'Beta United')).fixture,
      (await place('Gamma Rangers', 'Delta Albion')).fixture,
      (await place('Epsilon Rangers', 'Zeta Town')).fixture,
    ];
    const phone = await newVisitor(browser, url, { viewport: { width: 390, height: 844 } });
    await startLoggedIn(phone, bettor.session);
    const page = await openPage(phone, '/my-wallet');
    // The deposit of the demo account.
    await bell(page, 'Notifications, 1 unread').click();
    await seen(page.getByText('$1,000.00 was added to your balance.'), bell(page, 'Notifications'));
    await page.getByRole('link', { name: 'Wallet' }).click();
    await seen(page.getByRole('heading', { level: 1, name: 'My Wallet' }));

    await sandbox.finish(first, 0, 0);
    await bell(page, 'Notifications, 1 unread').click();
    await seen(page.getByRole('link', { name: /Your bet lost/ }), bell(page, 'Notifications'));
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await violationsOn(page, 'all')).toEqual([]);

    await page.getByRole('link', { name: 'Settings' }).click();
    const settled = page.getByRole('checkbox', { name: 'Settled bets, in the app' });
    await Promise.all([choiceSaved(page), settled.uncheck()]);
    await sandbox.finish(second, 0, 0);
    await until('both bets settled', async () =>
      (await bettor.history()).filter(({ status }) => status === 'lost').length === 2 ? true : undefined,
    );
    await sandbox.kickOff(third);
    await sandbox.goal(third, 'home');
    await bell(page, 'Notifications, 1 unread').click();
    await seen(page.getByRole('link', { name: /Goal: Epsilon Rangers/ }));
    expect(await page.getByRole('link', { name: /Your bet/ }).allTextContents()).toHaveLength(1);

    await page.getByRole('link', { name: 'Settings' }).click();
    await Promise.all([choiceSaved(page), settled.check()]);
  });
});

describe('push messages', () => {
  beforeAll(logInAgain);

  /** Browsers of tests have no push service and show no notifications: the sandbox's takes the place of one, a list that of the other. */
  async function usePushServiceOf(sandboxUrl: string, visitor: BrowserContext): Promise<void> {
    await visitor.exposeFunction('subscribeAtSandbox', async (applicationServerKey: string) => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ applicationServerKey });
      return (await fetch(`${sandboxUrl}/push/api/subscriptions`, { method: 'POST', headers, body })).json();
    });
    await visitor.addInitScript(`
      Object.defineProperty(Notification, 'permission', { value: 'granted' });
      Notification.requestPermission = async () => 'granted';
      let subscription = null;
      PushManager.prototype.getSubscription = async () => subscription;
      PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
        const made = await subscribeAtSandbox(applicationServerKey);
        return (subscription = { ...made, toJSON: () => made, unsubscribe: async () => { subscription = null; } });
      };`);
  }

  /** Hands a message to the service worker as a push service does; gives what it shows. */
  async function shownFor(page: Page, text: string): Promise<unknown> {
    const devtools = await page.context().newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
        if (first) resolve(first.registrationId);
      });
    });
    await devtools.send('ServiceWorker.enable');
    const registrationId = await registered;
    const worker = page.context().serviceWorkers()[0];
    await worker?.evaluate('registration.showNotification = async (...shown) => { self.shown = shown; }');
    await devtools.send('ServiceWorker.deliverPushMessage', { origin: product.url, registrationId, data: text });
    return until('the notification', async () => worker?.evaluate<unknown>('self.shown'));
  }

  test('announce a result without amounts, and link to the bet', async () => {
    const { sandbox, sandboxUrl = '', url } = product;
    const { bet, fixture } = await place('Eta Rangers', 'Theta Town');
    const viewport = { width: 390, height: 844 };
    const phone = await newVisitor(browser, url, { viewport, serviceWorkers: 'allow' });
    await usePushServiceOf(sandboxUrl, phone);
    await startLoggedIn(phone, bettor.session);
    const page = await openPage(phone, '/profile#notifications');
    await page.getByRole('button', { name: 'Turn on push messages' }).click();
    await seen(page.getByRole('button', { name: 'Turn off push messages' }));

    await sandbox.finish(fixture, 2, 0);
    const message = await until('the push message', async () => {
      const answer = await fetch(`${sandboxUrl}/push/api/messages`);
      const { messages } = (await answer.json()) as { readonly messages: readonly { readonly text: string }[] };
      return messages.find(({ text }) => text.includes(bet._id))?.text;
    });
    expect(message).not.toContain('$');
    expect(await shownFor(page, message)).toEqual([
      'Your bet won',
      expect.objectContaining({ body: expect.stringContaining('Eta Rangers'), data: `/history/${bet._id}` }),
    ]);

    await page.getByRole('button', { name: 'Turn off push messages' }).click();
    await seen(page.getByRole('button', { name: 'Turn on push messages' }));
  });
});

describe('cash-out', () => {
  beforeAll(logInAgain);

  /** Presses "Cash out $…" in the dialog again if the value fell in between, as a bettor does. */
  async function confirm(page: Page): Promise<void> {
    const dialog = page.getByRole('dialog');
    // Of a bet that ends, its result says so; the notice may be missing if the push comes before the answer.
    const done = page.getByText(/Cashed out \$\d+\.\d\d/);
    await until('the cash-out', async () => {
      if (await done.first().isVisible()) return true;
      // The dialog has no button while it waits for the answer, and is gone after it.
      const button = dialog.getByRole('button', { name: /^Cash out \$/, disabled: false });
      if (await button.isVisible()) await button.click({ timeout: 1_000 }).catch(() => undefined);
      return undefined;
    });
  }

  test.each(devices)(
    'on a %s, half of a bet is cashed out in at most 4 clicks, the rest is won, and the balance follows without a reload',
    async (device, viewport) => {
      const { bet, fixture } = await place(`Alpha ${device}`, `Beta ${device}`);
      const { balance } = await bettor.profile();
      const hand = countedHand();
      const page = await openBets(viewport);
      await hand.click(linkOf(page, bet));
      await hand.click(page.getByRole('button', { name: '50%' }));
      await hand.click(cashOutButton(page));
      await seen(page.getByText(/for \$5\.00 of the stake\. The other \$5\.00 stays in the bet\./));
      // The dialog's button; it is pressed again only if the value falls in between.
      hand.counts.clicks += 1;
      await confirm(page);
      await seen(page.getByText(/^Cashed out \$\d+\.\d\d for \$5\.00 of the \$10\.00 stake$/));
      console.info(`Half of a bet cashed out on a ${device}: ${hand.counts.clicks} clicks.`);
      expect(hand.counts.clicks).toBeLessThanOrEqual(4);
      const [half] = await bettor.history();
      const paid = half?.cashedOut?.paid ?? 0;
      expect(paid).toBeGreaterThan(3);
      expect((await bettor.profile()).balance).toBeCloseTo(balance + paid, 2);

      await product.sandbox.finish(fixture, 2, 0);
      await seen(page.getByText(`+$${(5 * bet.totalOdds).toFixed(2)}`));
      expect((await bettor.profile()).balance).toBeCloseTo(balance + paid + 5 * bet.totalOdds, 2);
    },
  );

  test.each(devices)(
    'on a %s, a bet on a match in play is cashed out whole after the delay, and its page and the ledger say so',
    async (device, viewport) => {
      const { bet, fixture } = await place(`Gamma ${device}`, `Delta ${device}`);
      await product.sandbox.kickOff(fixture);
      await until('the match in play', async () =>
        (await matchesOf(product.url)).find(
          ({ match }) => match.homeTeam === fixture.homeTeam && Date.parse(match.commenceTime) <= Date.now(),
        ),
      );
      const page = await openBets(viewport);
      await linkOf(page, bet).click();
      await cashOutButton(page).click();
      await seen(page.getByText(/The bet ends\.$/));
      await confirm(page);
      const entries = page.getByRole('region', { name: 'Ledger entries' });
      await seen(page.getByText('Cashed out', { exact: true }), entries.getByText('Cashed out'));
      const newest = (await bettor.history()).find(({ _id }) => _id === bet._id);
      expect(newest).toMatchObject({ status: 'cashed-out', cashedOut: { stake: 10, paid: newest?.payout } });
    },
  );

  test.each(devices)(
    'on a %s, a bet is cashed out by itself once it is worth the amount chosen, and a notice says so on another screen',
    async (device, viewport) => {
      const { bet, fixture } = await place(`Epsilon ${device}`, `Zeta ${device}`);
      const page = await openBets(viewport, `/history/${bet._id}`);
      await page.getByRole('button', { name: 'Cash out automatically…' }).click();
      await page.getByLabel('Cash out once it is worth').fill('12');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await seen(page.getByText('Cashes out automatically once it is worth $12.00.', { exact: true }));
      await page.goto('/my-wallet');
      await seen(page.getByRole('heading', { level: 1, name: 'My Wallet' }));
      // Its home win becomes likely: the value jumps past the amount.
      await product.sandbox.setPrices(fixture, { home: 1.2, draw: 7, away: 13 });
      await seen(page.getByText(/^Cashed out \$1[2-9]\.\d\d$/));
      const newest = (await bettor.history()).find(({ _id }) => _id === bet._id);
      expect(newest).toMatchObject({ status: 'cashed-out', cashedOut: { stake: 10, paid: newest?.payout } });
      expect(newest?.payout).toBeGreaterThan(12);
    },
  );

  /** A page of the bettor on such a screen. */
  async function openBets(viewport: { width: number; height: number }, path = '/history'): Promise<Page> {
    const visitor = await newVisitor(browser, product.url, { viewport });
    await startLoggedIn(visitor, bettor.session);
    return openPage(visitor, path);
  }
  const linkOf = (page: Page, { _id: id }: BetView): Locator =>
    page.getByRole('region', { name: `Bet ${id.slice(0, 8)}` }).getByRole('link', { name: 'Cash out…' });
  const cashOutButton = (page: Page): Locator =>
    page.getByRole('region', { name: 'Cash out' }).getByRole('button', { name: /^Cash out \$/ });
});

describe('voided bets and closed betting', () => {
  beforeAll(logInAgain);

  const reason = 'A price of 21.0 was shown for 2.1';

  test("a goal notifies its bettors; one admin proposes to void bets taken at a wrong price, another confirms, and the bettor's open page says why", async () => {
    const { url, sandbox } = product;
    const fixture = await sandbox.create(['Alpha Town', 'Beta United']);
    const row = await until('the match on offer', async () =>
      (await matchesOf(url)).find(
        ({ match, odds }) =>
          match.homeTeam === fixture.homeTeam && match.awayTeam === fixture.awayTeam && odds.homeWin !== '-',
      ),
    );
    const matches = [{ matchId: row.id, betOutcome: `${fixture.homeTeam} Win`, odds: 2.1 }];
    const { _id: betId, createdAt } = await placeWhenConfirmed(bettor, { stake: 10, matches }, 'wrong-price');
    const { balance } = await bettor.profile();
    const [watching, one, other] = await Promise.all([
      visitorAs(browser, url, bettor.session),
      visitorAs(browser, url, (await logIn(url, demoAdmin)).session),
      visitorAs(browser, url, await newAdmin(product, 'Cleo Second')),
    ]);
    const bet = await openPage(watching, `/history/${betId}`);
    await seen(bet.getByRole('heading', { level: 1 }));

    const notice = glimpsed(bet, 'Goal: Alpha TownAlpha Town 1:0 Beta UnitedYou have Alpha Town WinSee the match');
    await sandbox.kickOff(fixture);
    await sandbox.goal(fixture, 'home');
    await notice;

    const first = await openPage(one, '/markets?search=Alpha%20Town');
    await first.getByRole('link', { name: 'Alpha Town – Beta United' }).click();
    await fillWindow(first, createdAt);
    await seen(first.getByText('1 bet is settled.'), first.getByText('Open bets can pay $11.00 less at most.'));
    await seen(
      first.getByText('Decides $21.00 in stakes and payouts.'),
      first.getByText(
        'You have decided $0.00 alone in the last 24 hours; the limit is $1.00. A second admin must confirm.',
      ),
    );
    await first.getByLabel('Reason').fill(reason);
    await first.getByRole('button', { name: 'Propose voiding these bets' }).click();
    await seen(first.getByRole('dialog', { name: 'Awaiting a second admin' }));
    await first.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
    await seen(first.getByText('You proposed this, so another admin must confirm it.'));
    expect((await bettor.profile()).balance).toBe(balance);

    const second = await openPage(other, `/markets/${row.id}`);
    await second.getByRole('button', { name: 'Confirm' }).click();
    await second.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await seen(second.getByRole('region', { name: 'Void bets' }).getByText(reason));

    await seen(bet.getByText(`Reason: ${reason}`));
    expect((await bettor.profile()).balance).toBeCloseTo(balance + 10, 2);
  });

  test("when an admin closes all betting, a bettor's open page locks its prices and the slip says why, until betting reopens", async () => {
    const { url, sandbox } = product;
    const { homeTeam } = await sandbox.create(['Gamma Rovers', 'Delta Rovers']);
    const row = await matchOnOffer(url, homeTeam);
    const [betting, admin] = await Promise.all([
      visitorAs(browser, url, bettor.session),
      visitorAs(browser, url, (await logIn(url, demoAdmin)).session),
    ]);
    const page = await openPage(betting, `/match/${row.id}`);
    await page.getByRole('button', { name: new RegExp(`${homeTeam} Win`) }).click();
    await stakeOnScreen(page, '10');
    await seen(inSlip(page, 'Place Bet · $10.00'));

    const markets = await openPage(admin, '/markets');
    await markets.getByRole('button', { name: 'Close betting' }).click();
    const closing = markets.getByRole('dialog', { name: 'Close all betting?' });
    await closing.getByLabel('Reason').fill('The feed is wrong');
    await closing.getByRole('button', { name: 'Close betting' }).click();
    await seen(markets.getByText('All betting is closed'), page.getByText('Betting closed'));
    await seen(slipOf(page).getByText('Betting is closed for now. Your selections stay here.'));
    expect(await inSlip(page, 'Place Bet').isDisabled()).toBe(true);

    await markets.getByRole('button', { name: 'Open all betting' }).click();
    const opening = markets.getByRole('dialog', { name: 'Open all betting?' });
    await opening.getByLabel('Reason').fill('The feed is right');
    await opening.getByRole('button', { name: 'Open betting' }).click();
    await seen(markets.getByText('Betting is open.'), inSlip(page, 'Place Bet · $10.00'));
  });
});

describe('the first bet', () => {
  beforeAll(logInAgain);

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
      // The last of them goes after five seconds.
      await Promise.all([seen(after), target.tap()]);
      const used = (await cpuMs()) - before;
      figures.push(`${name} ${await longestInteraction(page)} ms (${used.toFixed(0)} ms of CPU)`);
    }
    console.info(`Input to next frame at 4 times the CPU time: ${figures.join(', ')}.`);
    expect(figures).toHaveLength(4);
    await visitor.close();
  });

  const opensLinkIn = {
    /** The link opens in another tab of the browser that registered, which goes on there; returns that tab. */
    'another tab': async (page: Page, link: string) => openPage(page.context(), link),
    /** The link opens on another device, which stays logged out; the first page goes on by itself. */
    'another device': async (page: Page, link: string) => {
      const other = await newVisitor(browser, product.url);
      const opened = await openPage(other, link);
      await seen(
        opened.getByRole('heading', { name: 'Email Verified!' }),
        opened.getByRole('link', { name: 'Log in' }),
      );
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
      await Promise.all([seen(slipOf(going).getByText('Bet placed successfully!')), hand.click(place10)]);

      console.info(`First bet on a ${device}: ${hand.counts.clicks} clicks, ${hand.counts.fields} fields.`);
      expect(hand.counts.clicks).toBeLessThanOrEqual(9);
      expect(hand.counts.fields).toBeLessThanOrEqual(4);
      await visitor.close();
    },
  );
});

describe('the page of a match', () => {
  // One match from its first price to its settlement, on its own page.
  let visitor: BrowserContext;
  let fixture: Fixture;
  let page: Page;
  let id: string;
  let line: Awaited<ReturnType<typeof cuttable>>;

  beforeAll(async () => {
    await logInAgain();
    visitor = await newVisitor(browser, product.url);
    await startLoggedIn(visitor, bettor.session);
    fixture = await product.sandbox.create(['Alpha City', 'Beta Town']);
    page = await visitor.newPage();
    line = await cuttable(page);
  });
  afterAll(() => visitor?.close());

  /** At one all, with little left to play. */
  const late = { home: 3.4, draw: 2.2, away: 2.8 };
  const timeline = () => page.getByRole('region', { name: 'Timeline' });
  const lines = () => page.getByRole('img', { name: /^Prices over time: Alpha City from/ });
  /** The drawn line of the home team. */
  const homeLine = async () => (await lines().locator('path.stroke-pitch').getAttribute('d')) ?? '';
  const historyOf = async () => matchHistory.parse(await (await fetch(`${product.url}/events/${id}/history`)).json());
  const matchNow = async () => (await matchesOf(product.url)).find((match) => match.id === id);

  test('a card links to its match page, where a moving price lights up, joins the chart, and can be selected', async () => {
    await page.goto('/games');
    const link = cardOf(page, fixture).getByRole('link', { name: /Alpha City/ });
    await link.press('Enter');
    await page.waitForURL('**/match/*');
    id = page.url().split('/').at(-1) ?? '';
    await seen(lines(), timeline().getByText('First prices'), priceOf(page, fixture, '1, Alpha City Win, 2.10'));
    expect(await page.title()).toBe('Alpha City vs Beta Town · Touchline');
    const before = await homeLine();
    const button = cardOf(page, fixture).getByRole('button', { name: /^1, / });
    await product.sandbox.setPrices(fixture, { home: 2.3, draw: 3.4, away: 3.2 });
    await seen(priceOf(page, fixture, '1, Alpha City Win, 2.30'));
    expect(await button.locator('.price-light').getAttribute('data-move')).toBe('rise');
    await until('a longer line', async () => ((await homeLine()) === before ? undefined : true));
    await seen(page.getByRole('img', { name: /Alpha City from 2.10 to 2.30/ }));
    await button.press('Enter');
    await seen(
      inSlip(page, 'Remove Alpha City Win'),
      slipOf(page).getByRole('link', { name: 'Alpha City vs Beta Town' }),
    );
  });

  test('a goal updates score and timeline at once, and events missed while disconnected are caught up', async () => {
    await product.sandbox.kickOff(fixture);
    await seen(cardOf(page, fixture).getByText('LIVE', { exact: true }));
    await product.sandbox.goal(fixture, 'home');
    await seen(page.getByRole('img', { name: 'Score 1 to 0' }), timeline().getByText('Goal: Alpha City'));
    line.cut();
    await seen(page.getByText(/Reconnecting/));
    await product.sandbox.goal(fixture, 'away');
    await until('the second goal', async () => ((await matchNow())?.score?.away === 1 ? true : undefined));
    line.repair();
    await seen(page.getByRole('img', { name: 'Score 1 to 1' }), timeline().getByText('Goal: Beta Town'));
  });

  test('a screen behind another tab shows the current state when it becomes visible', async () => {
    const games = await openTab(browser, `${product.url}/games`);
    const words = `document.querySelector('[data-match="${id}"] button .sr-only')?.textContent ?? ''`;
    await until('the card', async () => ((await games.read<string>(words)) === '' ? undefined : true));
    await hidden(games);
    await product.sandbox.setPrices(fixture, late);
    await until('the price in the database', async () =>
      (await historyOf()).prices.h2h.at(-1)?.prices[0] === 3.4 ? true : undefined,
    );
    await games.show();
    await until('the newest price on the card', async () =>
      (await games.read<string>(words)).startsWith('1, Alpha City Win, 3.40') ? true : undefined,
    );
    await games.close();
  });

  test('a settled bet shows a notice, and is counted in the title of a hidden tab', async () => {
    await product.sandbox.setPrices(fixture, late);
    const match = await until('a price to bet at', async () => {
      const found = await matchNow();
      return found?.markets.h2h === 'open' && found.odds.draw === 2.2 ? found : undefined;
    });
    const leg = { matchId: id, betOutcome: 'Draw', odds: Number(match.odds.draw) };
    const bet = await placeWhenConfirmed(bettor, { stake: 10, matches: [leg], oddsPolicy: 'any' }, crypto.randomUUID());
    await until('the bet accepted', async () =>
      (await bettor.history()).some(({ _id, acceptance }) => _id === bet._id && acceptance?.state === 'accepted')
        ? true
        : undefined,
    );
    const behind = await openTab(browser, `${product.url}/match/${id}`);
    // A tab is there before its page is, and what is stored then is stored nowhere.
    await until('the page of the tab', async () =>
      (await behind.read('location.pathname')) === `/match/${id}` ? true : undefined,
    );
    await behind.read(
      `for (const [name, value] of Object.entries(${JSON.stringify(stored())})) localStorage.setItem(name, value)`,
    );
    await behind.read('location.reload()');
    const { balance: left } = await bettor.profile();
    const balance = `document.querySelector('header')?.textContent.includes('${dollars(left)}') ?? false`;
    await until('the bettor', async () => ((await behind.read<boolean>(balance)) ? true : undefined));
    await hidden(behind);
    const hasNotice = `[...document.querySelectorAll('[role=status]')].some((each) =>
      each.textContent.includes('won+$22.00') && each.querySelector('a[href="/history/${bet._id}"]') !== null)`;
    await product.sandbox.finish(fixture, 1, 1);
    const titleIs = (title: string) =>
      until(`the title ${title}`, async () => ((await behind.read('document.title')) === title ? true : undefined));
    await titleIs('(1) Alpha City vs Beta Town · Touchline');
    // A notice goes after four seconds: the page itself looks out for it.
    await behind.read(
      `new MutationObserver(() => { window.isShown ||= ${hasNotice} }).observe(document, { subtree: true, childList: true })`,
    );
    await behind.show();
    await titleIs('Alpha City vs Beta Town · Touchline');
    await until('the notice', async () => ((await behind.read<boolean>('window.isShown')) ? true : undefined));
    await behind.close();
    // The other tab showed it too, and is still on the match page.
    await seen(timeline().getByText('Full time'), timeline().getByText('Bets settled'));
    await page.goto(`/history/${bet._id}`);
    await page.getByRole('main').getByRole('link', { name: 'Alpha City vs Beta Town' }).press('Enter');
    await page.waitForURL(`**/match/${id}`);
    await seen(cardOf(page, fixture).getByText('FT', { exact: true }), timeline().getByText('Full time'));
  });

  const stored = () => ({ auth: JSON.stringify(bettor.session), token: bettor.session.accessToken });
});

/** A period of the one second in which the bet was placed. */
async function fillWindow(page: Page, createdAt: string): Promise<void> {
  // The browser omits zero seconds in a time field.
  const second = createdAt.slice(0, 19).replace(/:00$/, '');
  await page.getByRole('button', { name: 'Void bets by time' }).click();
  await page.getByLabel('Placed from').fill(second);
  await page.getByLabel('Placed until (this second included)').fill(second);
  await page.getByRole('button', { name: 'Preview changes' }).click();
}

const dollars = (amount: number): string => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });

/** Resolves when the page itself knows that its tab is hidden. */
async function hidden(tab: RawTab): Promise<void> {
  await tab.hide();
  await until('the tab to be hidden', async () =>
    (await tab.read('document.visibilityState')) === 'hidden' ? true : undefined,
  );
}

/** A page's connection, which can be cut and repaired. Call this before the page opens. */
async function cuttable(page: Page): Promise<{ cut(): void; repair(): void }> {
  const lines = new Set<{ close(): Promise<void> }>();
  let isCut = false;
  await page.routeWebSocket(/socket\.io/, (socket) => {
    if (isCut) return void socket.close();
    socket.connectToServer();
    lines.add(socket);
  });
  return {
    cut: () => {
      isCut = true;
      for (const line of lines) void line.close();
    },
    repair: () => {
      isCut = false;
    },
  };
}
