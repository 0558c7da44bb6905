import { hours } from '@touchline/core/instant';
import { formatNumber } from '@touchline/core/language';
import type { Locator, Page } from 'playwright-core';
import { demoBettor, logIn, matchesOf } from './bettor.ts';
import { type Named, nameOf, seen, shown, slipOf, stakeOnScreen, startOf } from './on-screen.ts';
import type { OpenProduct } from './open-product.ts';
import { withdrawPanel } from './wallet-forms.ts';

type Act = (page: Page, product: OpenProduct) => Promise<void>;

const main = (page: Page) => page.getByRole('main');
const anId = '01920000-0000-7000-8000-000000000001';
const prices = { home: 2.1, draw: 3.4, away: 3.6 };

export const press =
  (...names: readonly Named[]) =>
  async (page: Page): Promise<void> => {
    const buttons = names.map((name) =>
      main(page).getByRole('button', { name: nameOf(name), ...(typeof name === 'string' && { exact: true }) }),
    );
    await anyOf(buttons).click();
  };

/** The first that is on the page, for controls that are named by the state of what they act on. */
const anyOf = ([first, ...others]: readonly Locator[]): Locator => {
  if (!first) throw new Error('A step needs the name of a control.');
  return others.reduce((all, one) => all.or(one), first).first();
};

/** Answers the calls that a screen makes, and never its documents. */
async function answers(page: Page, path: RegExp, status: number, json?: unknown): Promise<void> {
  await page.route(path, async (route) => {
    if (route.request().resourceType() === 'document') return route.continue();
    if (json !== undefined) return route.fulfill({ status, json });
  });
}
/** What goes by itself after 3 or 5 seconds (a toast, a banner, a page) stays for its picture. */
async function stay(page: Page, path: string): Promise<void> {
  await page.addInitScript(`(() => {
    const real = window.setTimeout;
    window.setTimeout = (act, ms, ...rest) => real(act, ms === 3000 || ms === 5000 ? 1e8 : ms, ...rest);
  })()`);
  await page.goto(path);
}
const lists = /\/events(\?|$)|\/bet\/history|\/payment\/(history|all)|\/players\//;

/** What is pushed would fill a list that is meant to be empty. */
async function blockSocket(page: Page): Promise<void> {
  await page.route(/\/socket\.io/, (route) => route.abort());
  await page.routeWebSocket(/\/socket\.io/, () => {});
}

/** What every screen needs before it asks for its own data: the session, settings and the screens themselves. */
const ownData = (path: string): boolean =>
  !/^\/(auth|config|assets|socket\.io|leagues|teams)(\/|$)|\.[a-z]+$/.test(path);

/** Answers what a screen asks for itself, if at all; with `json` as a refusal. */
async function answerOwnData(page: Page, json?: unknown): Promise<void> {
  await page.route(
    ({ pathname }) => ownData(pathname),
    async (route) => {
      if (!['fetch', 'xhr'].includes(route.request().resourceType())) return route.continue();
      if (json !== undefined) return route.fulfill({ status: 500, json });
    },
  );
  await blockSocket(page);
}
/** No answer comes to any screen. */
export const noAnswer =
  (path: string): Act =>
  async (page) => {
    await answerOwnData(page);
    await page.goto(path);
    await page.waitForLoadState('load');
    await seen(main(page).locator('[role="status"], [aria-busy="true"], .sr-only').first());
  };
/** Nothing can be read on any screen. */
export const notReadable =
  (path: string): Act =>
  async (page) => {
    await answerOwnData(page, { code: 'failed', error: shown('Something went wrong on our side. Please try again.') });
    await page.goto(path);
    await seen(
      anyOf([
        main(page).getByRole('button', { name: shown('Try Again') }),
        main(page).getByText(shown('Something went wrong on our side. Please try again.')),
      ]),
    );
  };

/** The answer never comes. */
export const unanswered =
  (path: string): Act =>
  async (page) => {
    await answers(page, /\/events|\/bet\/|\/players\//, 0);
    await blockSocket(page);
    await page.goto(path);
  };
export const failing =
  (path: string): Act =>
  async (page) => {
    await answers(page, lists, 500, { code: 'failed', error: 'It cannot be read just now.' });
    await blockSocket(page);
    await page.goto(path);
    await seen(page.getByRole('button', { name: shown('Try Again') }));
  };
const emptyTexts = [
  'No upcoming matches available',
  'No matches found for the selected filters',
  'No betting history found.',
  'No transactions found',
  'No transaction history available',
];
export const empty =
  (path: string): Act =>
  async (page) => {
    await answers(page, lists, 200, []);
    await blockSocket(page);
    await page.goto(path);
    await seen(anyOf(emptyTexts.map((text) => main(page).getByText(shown(text)))));
  };
export const loseTheLine: Act = async (page) => {
  await page.context().setOffline(true);
  await seen(page.getByText(shown('Reconnecting… prices may be out of date')));
};

/** As if the profile had a time-out of two days. Filled in, the slip shows it too. */
const onTimeOut =
  (act: Act): Act =>
  async (page, product) => {
    await page.route(/\/auth\/me$/, async (route) => {
      const answer = await route.fetch();
      const [since, until] = [0, hours(48)].map((ms) => new Date(Date.now() + ms).toISOString());
      await route.fulfill({
        response: answer,
        json: { ...(await answer.json()), exclusion: { kind: 'time-out', since, until } },
      });
    });
    await page.reload();
    await act(page, product);
    await seen(page.getByText(startOf('You are taking a time-out until {time}.')));
  };
export const depositOnTimeOut: Act = onTimeOut(async () => {});
export const slipOnTimeOut: Act = onTimeOut((page, product) => pickTwo('25')(page, product));

export const endedSession: Act = async (page) => {
  await page.evaluate("sessionStorage.setItem('ended', 'session-ended')");
  await page.reload();
  await seen(page.getByText(shown('Your session was ended. Please log in again.')));
};

export const logInWrongly: Act = async (page) => {
  await page.getByLabel(shown('Email')).fill('stranger@players.test');
  await page.getByLabel(shown('Password'), { exact: true }).fill('12345678');
  await press('Log in')(page);
  await seen(page.getByRole('alert'));
};
export const askForReset: Act = async (page) => {
  await page.getByLabel(shown('Email')).fill('someone@players.test');
  await press('Send Reset Link')(page);
  await seen(page.getByText(shown('Check Your Email')));
};
export const starLeague: Act = async (page) => {
  await page.evaluate("localStorage.setItem('favourites', 'league:soccer_epl')");
  await page.goto('/');
  await seen(page.getByRole('region', { name: shown('Favourites') }));
};
export const registered: Act = async (page) => {
  await answers(page, /\/auth\/login\/registration/, 403, { code: 'email-unverified', error: 'Not yet.' });
  const pending = JSON.stringify({ email: 'ada.lovelace@example.com' });
  await page.evaluate(`localStorage.setItem('touchline:pending-registration', '${pending}')`);
  await page.goto('/');
  await seen(page.getByText('ada.lovelace@example.com'));
};
export const searchPrice: Act = async (page, product) => {
  await search('united')(page, product);
  await seen(page.getByRole('option', { name: /^1, / }));
  await page.keyboard.press('ArrowRight');
};
export const typePassword: Act = async (page) => {
  await page.getByLabel(shown('New Password'), { exact: true }).fill('aB1');
};
export const resetPassword: Act = async (page) => {
  await answers(page, /\/auth\/reset-password/, 200, { message: 'Password reset successfully' });
  for (const label of ['New Password', 'Confirm Password'])
    await page.getByLabel(shown(label), { exact: true }).fill(demoBettor.password);
  await press('Reset Password')(page);
  await seen(page.getByRole('heading', { name: shown('Password Reset Successfully') }));
};
export const waitForVerification: Act = async (page) => {
  await answers(page, /\/auth\/verify/, 0);
  await page.goto('/verify?token=any');
};
export const verified: Act = async (page) => {
  await answers(page, /\/auth\/verify/, 200, { message: 'Your e-mail address is verified.' });
  await page.goto('/verify?token=any');
  await seen(page.getByText(shown('Email Verified!')));
};

const gamesCode = /\/assets\/games-screen-[^/]+\.js$/;
export const breakGames: Act = async (page) => {
  const body = "export const GamesScreen = () => { throw new Error('Broken on purpose'); };";
  await page.route(gamesCode, (route) => route.fulfill({ contentType: 'text/javascript', body }));
  await page.goto('/games');
  await seen(page.getByText(shown('Unexpected Application Error!')));
};
export const loseGames: Act = async (page) => {
  await page.route(gamesCode, (route) => route.abort());
  await page.goto('/games');
  await seen(page.getByText(shown('This screen could not be loaded')));
};

export const search =
  (words: string): Act =>
  async (page) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: shown('Search for Games...') }).fill(words);
  };
export const searchPlayer: Act = async (page, product) => {
  await search('touchline.test')(page, product);
  await seen(page.getByRole('option', { name: demoBettor.email }));
};
export const openAccountMenu: Act = async (page) => {
  const menu = page.locator('summary').filter({ hasText: startOf('Account of {name}') });
  if (await menu.isVisible()) await menu.click();
};
export const openSlip: Act = async (page) => {
  await page
    .getByRole('button', { name: startOf('Bet Slip') })
    .first()
    .click();
  await seen(slipOf(page));
};

const pick =
  (count: number, stake?: string): Act =>
  async (page) => {
    const upcoming = page.getByRole('article').filter({
      hasText: new RegExp(`${shown('Today')}|${shown('Tomorrow')}`),
      hasNotText: shown('LIVE'),
    });
    for (const at of Array(count).keys()) await upcoming.nth(at).getByRole('button', { name: /^1,/ }).press('Enter');
    await liftSlip(page, count);
    if (stake !== undefined) await stakeOnScreen(page, stake);
  };
export const pickTwo = (stake?: string): Act => pick(2, stake);
/** Three selections with a stake, bet on as singles or as a system. */
export const pickTickets =
  (kind: 'Singles' | 'System'): Act =>
  async (page, product) => {
    await pick(3, '5')(page, product);
    await slipOf(page)
      .getByRole('button', { name: shown(kind), exact: true })
      .click();
  };
export const pinSlip: Act = async (page, product) => {
  await pickTwo('25')(page, product);
  const pin = page.getByRole('button', { name: shown('Pin the bet slip to the right') });
  if (await pin.isVisible()) await pin.click();
};
const selectionsText = (count: number): string =>
  shown('{count, plural, one {# selection} other {# selections}}', { count });
/** The sheet of a narrow screen stays collapsed once it was collapsed. */
async function liftSlip(page: Page, count: number): Promise<void> {
  const words = startOf('Bet Slip, {content}', { content: selectionsText(count) });
  await seen(page.getByRole('button', { name: words }));
  const sheet = slipOf(page).getByRole('button', { name: words, expanded: false });
  if (await sheet.isVisible()) await sheet.click();
}
/** A match of its own, on the slip with a stake. */
async function pickOwn(page: Page, { sandbox, url }: OpenProduct) {
  const [homeTeam, awayTeam] = [`Eastfield ${Date.now() % 100_000}`, 'Kirkby Wanderers'] as const;
  const fixture = await sandbox.create([homeTeam, awayTeam], { prices });
  const card = page.getByRole('article', {
    name: shown('{home} vs {away}', { home: homeTeam, away: awayTeam }),
    exact: true,
  });
  await card.getByRole('button', { name: /^1,/ }).press('Enter');
  await liftSlip(page, 1);
  await stakeOnScreen(page, '10');
  if ((await matchesOf(url)).length === 0) throw new Error('No matches are on offer.');
  return fixture;
}
export const movePrices: Act = async (page, product) => {
  const fixture = await pickOwn(page, product);
  await product.sandbox.setPrices(fixture, { home: 1.85, draw: 3.5, away: 4.2 });
  await seen(slipOf(page).getByRole('button', { name: startOf('Accept new odds') }));
};
export const suspendLeg: Act = async (page, product) => {
  const fixture = await pickOwn(page, product);
  await product.sandbox.setMarket(fixture, 'suspended');
  await seen(slipOf(page).getByText(startOf('Suspended just now')));
};
export const toast: Act = async (page, product) => {
  await stay(page, '/games');
  await pickTwo()(page, product);
};
export const refuseBet: Act = async (page, product) => {
  await stay(page, '/games');
  await answers(page, /\/bet$/, 400, { code: 'insufficient-funds', error: 'Insufficient balance' });
  await pickOwn(page, product);
  await slipOf(page)
    .getByRole('button', { name: startOf('Place Bet') })
    .click();
  await seen(slipOf(page).getByRole('alert'));
};
export const placeBet: Act = async (page, product) => {
  await stay(page, '/games');
  await pickOwn(page, product);
  await slipOf(page)
    .getByRole('button', { name: startOf('Place Bet') })
    .click();
  await seen(slipOf(page).getByText(shown('Bet placed successfully!')));
};

export const wrongDeposit: Act = async (page) => {
  await page.locator('[role="tabpanel"]:not([hidden]) button[type="submit"]').click();
};
export const wrongWithdrawal: Act = async (page) => {
  await page.getByRole('tab', { name: shown('Withdraw') }).click();
  const panel = withdrawPanel(page);
  await panel.getByLabel(shown('Amount'), { exact: true }).fill('20000');
  await panel.locator('button[type="submit"]').click();
};
export const openBet =
  (status: 'won' | 'lost' | 'open'): Act =>
  async (page, { url }) => {
    const bets = await (await logIn(url, demoBettor)).history();
    const known = ['won', 'lost'];
    const is = (of: string) => (known.includes(of.toLowerCase()) ? of.toLowerCase() : 'open');
    const found = bets.filter((bet) => is(bet.status) === status);
    const bet = found.find(({ matches }) => matches.length > 1) ?? found[0];
    if (!bet) throw new Error(`There is no ${status} bet among ${bets.map((one) => one.status).join(', ')}.`);
    await page.goto(`/history/${bet._id}`);
    await seen(main(page).getByRole('heading', { level: 2 }));
    await page.waitForLoadState('networkidle').catch(() => {});
  };
/** An open bet that can be cashed out, after what `act` does on its page. */
export const onOpenBet =
  (act: (page: Page) => Promise<void>): Act =>
  async (page, { url }) => {
    const bets = await (await logIn(url, demoBettor)).history();
    const bet = bets.find(({ matches }) => matches.length === 1 && matches[0]?.matchName.startsWith('Ost'));
    await page.goto(`/history/${bet?._id}`);
    await seen(page.getByText(shown('How this value is computed')));
    await act(page);
  };
export const askToCashOut = async (page: Page): Promise<void> => {
  await main(page)
    .getByRole('button', { name: /^50\s?%$/ })
    .click();
  await press({ start: 'Cash out {amount}' })(page);
  await seen(page.getByRole('dialog'));
};
export const cashOutOther = async (page: Page): Promise<void> => {
  await press('Other')(page);
  await page.getByLabel(shown('Part of the stake to cash out')).fill('80');
};
export const setAutomatic = async (page: Page): Promise<void> => {
  await page.getByText(shown('How this value is computed')).click();
  await press('Cash out automatically…')(page);
  await seen(page.getByLabel(shown('Cash out once it is worth')));
};
export const shareBet = async (page: Page): Promise<void> => {
  await press('Share')(page);
  await seen(page.getByLabel(shown('Show stake and payout')));
};
export const openShared = async (page: Page): Promise<void> => {
  await shareBet(page);
  const link = await page.getByText(/\/shared\//).textContent();
  await page.goto(link ?? '');
  await seen(page.getByRole('button', { name: shown('Save as picture') }));
};
/** Selections of one match; without any, the builder is empty. */
export const build =
  (...selections: readonly (() => RegExp)[]): Act =>
  async (page, product) => {
    await openMatch(page, product);
    await press('Build a bet')(page);
    const builder = page.getByRole('region', { name: shown('Bet builder') });
    for (const selection of selections) await builder.getByRole('button', { name: selection() }).first().click();
    if (selections.length > 1) await page.waitForLoadState('networkidle').catch(() => {});
  };
/** The buttons of selections have their prices behind their labels. */
const priced = ({ source }: RegExp): RegExp => new RegExp(`${source}, \\d`);
export const draw = (): RegExp => priced(startOf('Draw'));
export const under = (): RegExp => priced(startOf('Under {line}', { line: formatNumber(2.5) }));
export const orDraw = (): RegExp => priced(startOf('{team} or draw'));
export const bookSlip: Act = async (page, product) => {
  await pickTwo('25')(page, product);
  await slipOf(page)
    .getByRole('button', { name: shown('Get a booking code') })
    .click();
  await seen(slipOf(page).getByText(bookingCode()));
};
/** Not the button that makes one, whose text may begin alike. */
const bookingCode = (): RegExp => new RegExp(`${startOf('Booking code').source} [A-Z0-9]{7}`);
/** The slip that a booking code opens. */
export const openBooked: Act = async (page, product) => {
  await bookSlip(page, product);
  const code = /[A-Z0-9]{7}/.exec((await slipOf(page).getByText(bookingCode()).textContent()) ?? '')?.[0];
  await page.goto(`/slip/${code}`);
  await page.waitForLoadState('networkidle').catch(() => {});
};
export const noNotifications: Act = async (page) => {
  await answers(page, /\/notifications(\?|$)/, 200, { notifications: [], unread: 0 });
  await page.goto('/notifications');
  await seen(main(page).getByText(shown('No notifications yet.')));
};
export const enrol: Act = async (page) => {
  await press('Set up an authentication app')(page);
  await main(page).getByLabel(shown('Password'), { exact: true }).last().fill(demoBettor.password);
  await press('Continue')(page);
  await seen(page.getByRole('img', { name: startOf('QR code for the authentication app') }));
};
export const realityCheck: Act = async (page) => {
  await answers(page, /\/limits$/, 200, { limits: [], exclusion: null, realityCheckMinutes: 30 });
  await page.evaluate(`(() => {
    const { user } = JSON.parse(localStorage.getItem('auth'));
    const now = Date.now();
    localStorage.setItem('playing', JSON.stringify({ user: user.id, since: now - 95 * 60_000, seen: now }));
  })()`);
  await page.goto('/support');
  await seen(page.getByRole('dialog', { name: shown('Reality check') }));
};
export const returned =
  (status: 'checking' | 'completed' | 'failed' | 'cancelled' | 'pending'): Act =>
  async (page) => {
    const moment = new Date().toISOString();
    const listed = status === 'cancelled' ? 'canceled' : status;
    const facts = { type: 'deposit', amount: 50, paymentMethod: 'ideal', createdAt: moment, updatedAt: moment };
    const transaction = { _id: anId, version: 2, userId: anId, status: listed, ...facts };
    if (status === 'checking') await answers(page, /\/payment\/verify\//, 0);
    else await answers(page, /\/payment\/verify\//, 200, { status, transaction });
    await stay(page, `/payment/return/${anId}`);
    await seen(page.getByRole('heading', { level: 1 }));
  };

export const expand =
  (type: 'Deposit' | 'Withdrawal'): Act =>
  async (page) => {
    await main(page)
      .locator('tbody tr, li')
      .filter({ hasText: shown(type) })
      .first()
      .click();
    await seen(main(page).getByText(shown('Updated')).filter({ visible: true }));
  };
export const decide =
  (name: Named): Act =>
  async (page, product) => {
    await expand('Withdrawal')(page, product);
    await press(name)(page);
    await seen(page.getByRole('dialog'));
  };
/** Opens a withdrawal of which one part could not be returned, as the list would show it. */
export const failedReturn =
  (button?: string): Act =>
  async (page, product) => {
    await page.route(/\/payment\/all/, async (route) => {
      const response = await route.fetch();
      const rows = (await response.json()) as { readonly type: string; readonly amount: number }[];
      const changed = rows.map((row) =>
        row.type === 'withdrawal'
          ? { ...row, status: 'completed', flags: ['refund-failed'], ...returnsOf(row.amount) }
          : row,
      );
      await route.fulfill({ response, json: changed });
    });
    await page.reload();
    await expand('Withdrawal')(page, product);
    if (button !== undefined) await press(button)(page);
  };
const returnsOf = (amount: number) => ({
  owed: amount - 5,
  reference: 'PO-7K2M9QX4TD',
  metadata: { 'Not returned': '$20.00 could not go back and is still to be paid.' },
  returns: [
    {
      method: 'creditcard',
      amount: amount - 5,
      state: 'failed',
      reason: 'The refund re_4qqhO89gsT failed at the bank.',
    },
    { method: 'ideal', amount: 5, state: 'returned' },
  ],
  returnProposal: {
    how: 'destination',
    amount: amount - 5,
    reference: 'BANK-7',
    by: 'Bo Second',
    at: new Date().toISOString(),
  },
});
export const openMarket: Act = async (page) => {
  await main(page).locator('a[href^="/markets/"]').first().click();
  await page.waitForURL(/\/markets\/./);
  await seen(main(page).getByRole('heading', { level: 2 }));
};
/** A match that is on the screens, on its own page. */
export const openMatch: Act = async (page) => {
  await main(page).locator('a[href^="/match/"]').first().click();
  await page.waitForURL(/\/match\/./);
  await seen(main(page).getByRole('heading', { level: 1 }));
  await page.waitForLoadState('networkidle').catch(() => {});
};
export const askToClose: Act = async (page) => {
  await press('Close betting')(page);
  await seen(page.getByRole('dialog', { name: shown('Close all betting?') }));
};
export const seeClosed: Act = (page) => seen(main(page).getByText(shown('All betting is closed')));
export const askToOpen: Act = async (page) => {
  await press('Open all betting')(page);
  await seen(page.getByRole('dialog', { name: shown('Open all betting?') }));
};
/** Two selections of an earlier visit, on matches to come. */
export const keepOnSlip: Act = async (page, { url }) => {
  const coming = (await matchesOf(url)).filter(({ match }) => Date.parse(match.commenceTime) > Date.now() + 600_000);
  const entries = coming.slice(0, 2).map(({ id, match: { homeTeam, awayTeam }, odds }) => ({
    matchId: id,
    betOutcome: `${homeTeam} Win`,
    odds: String(odds.homeWin),
    matchName: `${homeTeam} vs ${awayTeam}`,
  }));
  await page.evaluate(`localStorage.setItem('slip', ${JSON.stringify(JSON.stringify({ entries, attempt: null }))})`);
  await page.reload();
  const slip = page
    .getByRole('button', {
      name: startOf('Bet Slip, {content}', { content: selectionsText(2) }),
      expanded: false,
    })
    .last();
  await slip.click();
  await stakeOnScreen(page, '25');
};
/** The dialog that a button on the page of a market opens. */
const askOnMarket =
  (...names: readonly Named[]): Act =>
  async (page, product) => {
    await openMarket(page, product);
    await press(...names)(page);
    await seen(page.getByRole('dialog'));
  };
export const suspendMarket = askOnMarket({ start: 'Suspend {name}' }, 'Suspend');
export const limitCashOut = askOnMarket('Limit cash-out');
export const enterResult = askOnMarket('Enter result or void', 'Correct or void result');
export const voidBets = askOnMarket('Void bets by time');
/** What voiding all bets of the last hour would do; nothing is changed. */
export const voidBetsChecked: Act = async (page, product) => {
  await voidBets(page, product);
  const field = (at: number) => new Date(at).toISOString().slice(0, 19).replace(/:00$/, '');
  await page.getByLabel(shown('Placed from')).fill(field(Date.now() - 3_600_000));
  await page.getByLabel(shown('Placed until (this second included)')).fill(field(Date.now() - 1_000));
  await press('Preview changes')(page);
  await seen(page.getByLabel(shown('Reason')));
};
export const openFirstDetails: Act = async (page) => {
  await main(page)
    .getByRole('button', { name: startOf('Show the details of {row}') })
    .first()
    .click();
  await seen(main(page).getByText(shown('Exactly')));
};
export const findPlayer: Act = async (page) => {
  await main(page)
    .getByRole('combobox', { name: shown('Player') })
    .fill('bettor');
  await seen(page.getByRole('option').first());
};
export const findNoPlayer: Act = async (page) => {
  await main(page)
    .getByRole('combobox', { name: shown('Player') })
    .fill('zzzz');
  await seen(main(page).getByText(shown('No players found.')));
};
export const openWallet: Act = async (page) => {
  const wallet = main(page).locator('a[href^="/ledger/wallets/"]').first();
  const href = await wallet.getAttribute('href');
  if (!href) throw new Error('No wallet is linked.');
  await page.goto(href);
  await seen(main(page).getByRole('heading', { level: 1 }));
  await page.waitForLoadState('networkidle').catch(() => {});
};
export const saveFilter: Act = async (page) => {
  await press('Save filter')(page);
  await seen(main(page).getByLabel(shown('Name of the filter')));
};
export const addToCase: Act = async (page) => {
  await press({ start: 'Show the details of {row}' })(page);
  await press('Add to case')(page);
  await seen(main(page).getByLabel(shown('Title of the new case')));
};
export const compareMoments: Act = async (page, product) => {
  await openWallet(page, product);
  const field = (at: number) => new Date(at).toISOString().slice(0, 19);
  await main(page)
    .getByLabel(shown('First moment (UTC)'))
    .fill(field(Date.now() - 86_400_000));
  await main(page).getByLabel(shown('Second moment (UTC)')).fill(field(Date.now()));
  await press('Compare')(page);
  await seen(main(page).getByRole('region', { name: shown('Balances at both moments') }));
};
export const awaitPlayer =
  (path: string): Act =>
  async (page, product) => {
    await unanswered(path)(page, product);
    await main(page).getByText(shown('Loading the player...')).waitFor({ state: 'attached' });
  };
export const findAndOpenPlayer: Act = async (page, product) => {
  await findPlayer(page, product);
  await page.getByRole('option').first().click();
  await seen(main(page).getByRole('region', { name: shown('Balance') }));
};
/** Who withdrew, from the row of it. */
export const openPlayer: Act = async (page, product) => {
  await expand('Withdrawal')(page, product);
  await main(page)
    .getByRole('link', { name: shown('Open the player') })
    .first()
    .click();
  await seen(main(page).getByRole('region', { name: shown('Balance') }));
};
export const adjustBalance: Act = async (page, product) => {
  await openPlayer(page, product);
  await press('Adjust the balance…')(page);
  await seen(page.getByRole('dialog'));
};
export const excludePlayer: Act = async (page, product) => {
  await expand('Withdrawal')(page, product);
  await main(page)
    .getByRole('link', { name: shown('Exclude the player…') })
    .first()
    .click();
  await seen(page.getByRole('dialog'));
};
