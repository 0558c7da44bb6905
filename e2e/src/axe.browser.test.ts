import { shareBetAnswer } from '@touchline/core/contract';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rules, violationsOn } from './axe.ts';
import { type Bettor, demoBettor, logIn, matchOnOffer, placeWhenConfirmed } from './bettor.ts';
import { glimpsed, gone, narrow, newVisitor, seen, stakeOnScreen, startLoggedIn, wide } from './on-screen.ts';
import { openBrowser } from './open-browser.ts';
import { type OpenProduct, openProduct, rarePolls } from './open-product.ts';
import { callAs, demoAdmin, demoAuditor, requestWithdrawal } from './people.ts';
import { until } from './until.ts';

// One product whose states are made once, and one page for each of the four kinds of people.
let product: OpenProduct;
let browser: Browser;
let pages: Readonly<Record<Who, Page>>;
let sharedPath: string;

type Who = 'guest' | 'bettor' | 'admin' | 'auditor';
type State = {
  readonly who: Who;
  readonly path: string;
  /** What must be there before it is judged. */
  readonly shown: (page: Page) => Locator;
  readonly act?: (page: Page) => Promise<void>;
};

beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct({ env: rarePolls }), openBrowser()]);
  const [bettor, admin, auditor] = await Promise.all(
    [demoBettor, demoAdmin, demoAuditor].map((who) => logIn(product.url, who)),
  );
  if (!bettor || !admin || !auditor) throw new Error('Three are logged in.');
  await betSome(bettor);
  const open = (await bettor.history()).find(({ status }) => status === 'pending');
  const { code } = shareBetAnswer.parse(
    await callAs(product.url, bettor.session, `/bet/${open?._id}/share`, { method: 'PUT', body: {} }),
  );
  sharedPath = `/shared/${code}`;
  await requestWithdrawal(product.url, bettor.session, 25);
  const pageOf = async (who?: Bettor) => {
    // Nothing moves, so that no colour is judged half way to another.
    const visitor: BrowserContext = await newVisitor(browser, product.url);
    if (who) await startLoggedIn(visitor, who.session);
    return visitor.newPage();
  };
  pages = {
    guest: await pageOf(),
    bettor: await pageOf(bettor),
    admin: await pageOf(admin),
    auditor: await pageOf(auditor),
  };
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const titled = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name, exact: true });
const card = (page: Page) => page.getByRole('main').getByRole('article');
const press = async (page: Page, name: string | RegExp) => {
  await page.getByRole('button', { name }).first().click();
};
const slip = (page: Page) => page.getByRole('complementary', { name: 'Bet slip' });
/** On a screen without matches: cards are checked elsewhere and take long. */
const pick = (count: number) => async (page: Page) => {
  // States of one person share what the browser stores: without this, a price that is on the slip already would be taken off it.
  await page.addInitScript("if (location.pathname === '/') localStorage.removeItem('slip')");
  await page.goto('/');
  const upcoming = card(page).filter({ hasText: /Today|Tomorrow/, hasNotText: 'LIVE' });
  // The slip opens over the second, which the keyboard reaches all the same.
  for (const at of Array(count).keys())
    await upcoming
      .nth(at)
      .getByRole('button', { name: /^1, .*\d$/ })
      .press('Enter');
  await stakeOnScreen(page, '5');
  await page.goto('/support');
  await seen(page.getByRole('heading', { level: 1 }));
  await press(page, /^Bet Slip,/);
  await seen(slip(page).getByText('Total Odds'));
};
const pickTwo = pick(2);
const asSystem = async (page: Page) => {
  await pick(3)(page);
  await slip(page).getByRole('button', { name: 'System', exact: true }).click();
  await seen(slip(page).getByText('Trixie', { exact: true }));
};
const asSingles = async (page: Page) => {
  await pickTwo(page);
  await slip(page).getByRole('button', { name: 'Singles', exact: true }).click();
  await seen(slip(page).getByText('Total Stake, 2 bets'));
};
const emptySlip = async (page: Page) => {
  await press(page, /^Bet Slip,/);
  await seen(slip(page).getByText('Your bet slip is empty'));
};
const search = async (page: Page) => {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search for Games...' }).fill('a');
};

const states: Readonly<Record<string, State>> = {
  'Home of a guest': { who: 'guest', path: '/', shown: card },
  'the palette': { who: 'guest', path: '/support', shown: titled('Support'), act: search },
  'an empty slip': { who: 'guest', path: '/support', shown: titled('Support'), act: emptySlip },
  'the slip of a guest': { who: 'guest', path: '/', shown: card, act: pickTwo },
  Games: { who: 'guest', path: '/games?league=soccer_epl', shown: card },
  'a match': {
    who: 'guest',
    path: '/',
    shown: card,
    act: async (page) => {
      await card(page).first().getByRole('link').press('Enter');
      await seen(page.getByRole('img', { name: /^Prices over time/ }), page.getByText('First prices'));
    },
  },
  'Games without a match': {
    who: 'guest',
    path: '/games?tab=live&date=tomorrow',
    shown: (page) => page.getByText('No matches found for the selected filters'),
  },
  Login: { who: 'guest', path: '/login', shown: titled('Welcome back') },
  'a login that lacks everything': {
    who: 'guest',
    path: '/login',
    shown: titled('Welcome back'),
    act: async (page) => {
      await press(page, 'Log in');
      await seen(page.getByText('Invalid email address'));
    },
  },
  'a refused login': {
    who: 'guest',
    path: '/login',
    shown: titled('Welcome back'),
    act: async (page) => {
      await page.getByLabel('Email').fill('stranger@players.test');
      await page.getByLabel('Password', { exact: true }).fill('12345678');
      await press(page, 'Log in');
      await seen(page.getByRole('alert'));
    },
  },
  Register: { who: 'guest', path: '/register', shown: titled('Get started now') },
  'Forgot password': { who: 'guest', path: '/forgot-password', shown: titled('Forgot password') },
  'Check Your Email': {
    who: 'guest',
    path: '/forgot-password',
    shown: titled('Forgot password'),
    act: async (page) => {
      await page.getByLabel('Email').fill('stranger@players.test');
      await Promise.all([glimpsed(page, 'Reset instructions sent to your email'), press(page, 'Send Reset Link')]);
      await seen(titled('Check Your Email')(page));
      await gone(page.getByText('Reset instructions sent to your email'));
    },
  },
  'Reset password': {
    who: 'guest',
    path: '/reset-password?token=none',
    shown: titled('Reset password'),
    act: (page) => page.getByLabel('New Password', { exact: true }).fill('aB1!'),
  },
  'a failed reset': { who: 'guest', path: '/reset-password', shown: titled('Password Reset Failed') },
  'a failed verification': { who: 'guest', path: '/verify?token=none', shown: titled('Verification Failed') },
  'Resend verification': { who: 'guest', path: '/resend-verification', shown: titled('Verify your email') },
  Support: { who: 'guest', path: '/support', shown: titled('Support') },
  'an address that leads nowhere': {
    who: 'guest',
    path: '/nowhere',
    shown: titled('There is no page at this address'),
  },
  'Home of a bettor': { who: 'bettor', path: '/', shown: card },
  'the slip of a bettor': { who: 'bettor', path: '/', shown: card, act: pickTwo },
  'a slip of singles': { who: 'bettor', path: '/', shown: card, act: asSingles },
  'a slip with a system': { who: 'bettor', path: '/', shown: card, act: asSystem },
  'My Wallet': { who: 'bettor', path: '/my-wallet', shown: (page) => page.getByText('via bank transfer') },
  'My Wallet, withdrawing': {
    who: 'bettor',
    path: '/my-wallet',
    shown: (page) => page.getByText('via bank transfer'),
    act: (page) => page.getByRole('tab', { name: 'Withdraw' }).click(),
  },
  Deposit: { who: 'bettor', path: '/deposit', shown: titled('My Wallet') },
  'Payment return': { who: 'bettor', path: '/payment/return/none', shown: titled('Verification Error') },
  'Betting History': { who: 'bettor', path: '/history', shown: (page) => page.getByText(/Potential: /) },
  'one bet': {
    who: 'bettor',
    path: '/history',
    shown: (page) => page.getByText(/Potential: /),
    act: async (page) => {
      await page.getByRole('main').locator('a[href^="/history/"]').first().click();
      await page.waitForURL(/\/history\/./);
      await seen(page.getByRole('main').getByRole('heading', { level: 1 }));
    },
  },
  'a shared bet whose automatic cash-out is being set': {
    who: 'bettor',
    path: '/history',
    shown: (page) => page.getByText(/Potential: /),
    act: async (page) => {
      await page.getByRole('link', { name: 'Cash out…' }).first().click();
      await press(page, 'Share');
      await page.getByText('How this value is computed').click();
      await press(page, 'Cash out automatically…');
      await seen(page.getByLabel('Show stake and payout'), page.getByLabel('Cash out once it is worth'));
    },
  },
  'the question before a cash-out': {
    who: 'bettor',
    path: '/history',
    shown: (page) => page.getByText(/Potential: /),
    act: async (page) => {
      await page.getByRole('link', { name: 'Cash out…' }).first().click();
      await press(page, '50%');
      await press(page, /^Cash out \$/);
      await seen(page.getByRole('dialog').getByText(/stays in the bet/));
    },
  },
  'a bet that was shared': { who: 'guest', path: '/support', shown: titled('Support'), act: openShared },
  'a bet builder': {
    who: 'guest',
    path: '/',
    shown: card,
    act: async (page) => {
      await card(page).filter({ hasText: 'Gamma City' }).getByRole('link').first().press('Enter');
      await press(page, 'Build a bet');
      const builder = page.getByRole('region', { name: 'Bet builder' });
      for (const name of [/^Draw, /, /^Under 2\.5, \d/]) await builder.getByRole('button', { name }).click();
      await seen(builder.getByRole('button', { name: /^Add to bet slip/ }));
    },
  },
  Statement: { who: 'bettor', path: '/statement', shown: titled('Statement') },
  Profile: { who: 'bettor', path: '/profile', shown: (page) => page.getByText('This device') },
  'a new password': {
    who: 'bettor',
    path: '/profile',
    shown: (page) => page.getByText('This device'),
    act: (page) => press(page, 'Change password'),
  },
  'the question before all sessions end': {
    who: 'bettor',
    path: '/profile',
    shown: (page) => page.getByText('This device'),
    act: async (page) => {
      await press(page, /^Sign out everywhere$/);
      await seen(page.getByRole('dialog'));
    },
  },
  'payments admin as a bettor': { who: 'bettor', path: '/transactions', shown: titled('Transaction Management') },
  'Home of an admin': { who: 'admin', path: '/', shown: card },
  'Transaction Management': { who: 'admin', path: '/transactions', shown: (page) => page.getByText('$25.00') },
  'an expanded transaction': {
    who: 'admin',
    path: '/transactions',
    shown: (page) => page.getByText('$25.00'),
    act: (page) => expandWithdrawal(page),
  },
  'the question before a payout': {
    who: 'admin',
    path: '/transactions',
    shown: (page) => page.getByText('$25.00'),
    act: async (page) => {
      await expandWithdrawal(page);
      await page
        .getByRole('main')
        .getByRole('button', { name: /^Approve/ })
        .first()
        .click();
      await seen(page.getByRole('dialog'));
    },
  },
  'Filters & Sorting': {
    who: 'admin',
    path: '/transactions',
    shown: (page) => page.getByText('$25.00'),
    act: (page) => press(page, /Filters & Sorting/),
  },
  'Profile of an admin': { who: 'admin', path: '/profile', shown: (page) => page.getByText('Member since') },
  // A row is like every other, and hundreds take seconds.
  Markets: { who: 'admin', path: '/markets?search=ta', shown: (page) => page.getByText('Gamma City – Delta Rovers') },
  'one market': {
    who: 'admin',
    path: '/markets?search=ta',
    shown: (page) => page.getByText('Gamma City – Delta Rovers'),
    act: async (page) => {
      await page.getByRole('main').locator('a[href^="/markets/"]').first().click();
      await page.waitForURL(/\/markets\/./);
      await seen(page.getByRole('main').getByRole('heading', { level: 1 }));
    },
  },
  'one player': {
    who: 'admin',
    path: '/transactions',
    shown: (page) => page.getByText('$25.00'),
    act: async (page) => {
      await askToExclude(page);
      await page.keyboard.press('Escape');
      await seen(page.getByRole('region', { name: 'Balance' }));
    },
  },
  'excluding a player': {
    who: 'admin',
    path: '/transactions',
    shown: (page) => page.getByText('$25.00'),
    act: askToExclude,
  },
  'Audit log': { who: 'auditor', path: '/audit', shown: titled('Audit log') },
  Ledger: { who: 'auditor', path: '/ledger', shown: titled('Ledger') },
  'Ledger, filtered': {
    who: 'auditor',
    path: '/ledger?account=player%3Acash',
    shown: (page) => page.getByText(/Player · cash: \$/),
    act: async (page) => {
      await press(page, 'Save filter');
      await seen(page.getByLabel('Name of the filter'));
    },
  },
  'adding an event to a case': {
    who: 'auditor',
    path: '/ledger',
    shown: titled('Ledger'),
    act: async (page) => {
      await press(page, /^Show the details of event/);
      await press(page, 'Add to case');
      await seen(page.getByLabel('Title of the new case'));
    },
  },
  'two moments of a wallet': {
    who: 'auditor',
    path: '/ledger',
    shown: titled('Ledger'),
    act: async (page) => {
      await page.getByRole('link', { name: 'Wallet of Demo Bettor' }).first().click();
      await page.getByLabel('First moment (UTC)').fill('2026-01-01T00:00:00');
      await page.getByLabel('Second moment (UTC)').fill('2099-01-01T00:00:00');
      await press(page, 'Compare');
      await seen(page.getByRole('region', { name: 'Events between the moments' }));
    },
  },
  Cases: { who: 'auditor', path: '/cases', shown: titled('Cases') },
  Reconciliation: { who: 'auditor', path: '/reconciliation', shown: titled('Reconciliation') },
  Reports: { who: 'auditor', path: '/reports', shown: (page) => page.getByText('Closing balance').first() },
  'Reports by league': {
    who: 'admin',
    path: '/reports?by=league',
    shown: (page) => page.getByText('Closing balance').first(),
  },
  'Ledger, verification': { who: 'auditor', path: '/ledger?view=verification', shown: titled('Ledger') },
  'Ledger, trial balance': { who: 'auditor', path: '/ledger?view=trial-balance', shown: titled('Ledger') },
  'Ledger, players': { who: 'auditor', path: '/ledger?view=players', shown: titled('Ledger') },
};

test.each(Object.entries(states))(
  '%s has no accessibility violation in either theme, on a desktop or a phone',
  async (_, state) => {
    const page = pages[state.who];
    await page.setViewportSize(wide);
    await page.goto(state.path);
    await seen(state.shown(page));
    await state.act?.(page);
    await drawEverything(page);
    await choose(page, 'dark');
    const found: Record<string, readonly string[]> = {};
    const judge = async (where: string, rules: Rules) => {
      found[where] = await violationsOn(page, rules);
    };
    await judge('wide, dark', 'all');
    // A theme is colours and nothing else.
    await choose(page, 'light');
    await judge('wide, light', 'color-contrast');
    await page.setViewportSize(narrow);
    await judge('narrow, light', 'all');
    await choose(page, 'dark');
    await judge('narrow, dark', 'color-contrast');
    expect(found).toEqual({ 'wide, dark': [], 'wide, light': [], 'narrow, light': [], 'narrow, dark': [] });
  },
);

test('text that is fading out is not reported, and text that stays pale is', async () => {
  const page = await (await newVisitor(browser, product.url, { isDrawn: true })).newPage();
  await page.setContent(`<!doctype html><html lang="en"><title>Notices</title><main><h1>Notices</h1>
    <p style="animation: fade 4s -2s linear forwards">Going</p><p style="color: #bbb">Pale</p>
    <style>@keyframes fade { to { opacity: 0 } }</style></main>`);
  expect((await violationsOn(page, 'color-contrast')).map((line) => line.split(' | ')[2])).toEqual([
    '<p style="color: #bbb">Pale</p>',
  ]);
});

/** What is transparent has no colour to judge, and what rests while it is out of sight would keep the colours of the theme before. */
const drawEverything = (page: Page): Promise<unknown> =>
  page.evaluate(`(() => {
    const drawn = new CSSStyleSheet();
    drawn.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets = [drawn];
  })()`);

/** As the button for the theme does; resolves when it is drawn. */
const choose = (page: Page, theme: 'dark' | 'light'): Promise<unknown> =>
  page.evaluate(`new Promise((resolve) => {
    document.documentElement.dataset.theme = '${theme}';
    requestAnimationFrame(() => requestAnimationFrame(resolve));
  })`);

async function expandWithdrawal(page: Page): Promise<void> {
  await page.locator('tbody tr').filter({ hasText: '$25.00' }).click();
  await seen(page.getByRole('main').getByRole('button', { name: /^Approve/ }));
}
async function openShared(page: Page): Promise<void> {
  await page.goto(sharedPath);
  await seen(page.getByRole('button', { name: 'Save as picture' }));
}
async function askToExclude(page: Page): Promise<void> {
  await expandWithdrawal(page);
  await page.getByRole('link', { name: 'Exclude the player…' }).click();
  await seen(page.getByRole('dialog'));
}

/** A bet of two legs that is open, and one that is won. */
async function betSome(bettor: Bettor): Promise<void> {
  const { sandbox, url } = product;
  const [done, open] = [
    await sandbox.create(['Alpha Town', 'Beta United']),
    await sandbox.create(['Gamma City', 'Delta Rovers']),
  ];
  const rows = await Promise.all([done, open].map(({ homeTeam }) => matchOnOffer(url, homeTeam)));
  const matches = rows.map(({ id, match, odds }) => ({
    matchId: id,
    betOutcome: `${match.homeTeam} Win`,
    odds: Number(odds.homeWin),
  }));
  await placeWhenConfirmed(bettor, { stake: 5, matches }, 'axe-1');
  await placeWhenConfirmed(bettor, { stake: 5, matches: matches.slice(0, 1) }, 'axe-2');
  await sandbox.finish(done, 2, 0);
  await until('the winnings', async () => (await bettor.history()).find(({ status }) => status === 'won'));
}
