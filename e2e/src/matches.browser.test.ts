import type { LoginAnswer, MatchRow } from '@touchline/core/contract';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { answerInstead, answerReally, holdAnswer, silentPage } from './answers.ts';
import { demoBettor, logIn, matchesOf } from './bettor.ts';
import {
  balanceSeen,
  cardOf,
  glimpsed,
  inSlip,
  logInAtOnce,
  newVisitor,
  openPage,
  priceOf,
  seen,
  slipOf,
  stakeOnScreen,
  startLoggedIn,
  textsOf,
} from './on-screen.ts';
import { openBrowser } from './open-browser.ts';
import { type OpenProduct, openProduct } from './open-product.ts';
import { until } from './until.ts';

// One product for the whole file. `guest` sees what is really on offer; `reader` sees what a test answers on the wire, on a
// Wednesday at noon, so that every day of the week is the same for these tests.
let product: OpenProduct;
let browser: Browser;
let session: LoginAnswer;
let guest: BrowserContext;
let reader: BrowserContext;

const noon = '2026-11-18T12:00:00Z';
/** For what follows a click a moment later. */
const patiently = { timeout: 60_000 } as const;

beforeAll(async () => {
  // Lists need more matches than the small calendar of the other browser files has.
  vi.stubEnv('SANDBOX_DAYS_AHEAD', '14');
  // A bet in play waits longer than any machine takes to show that it waits and to learn of a goal.
  const env = { ODDS_POLL_SECONDS: '1', IN_PLAY_DELAY_SECONDS: '300' };
  [product, browser] = await Promise.all([openProduct({ env }), openBrowser()]);
  ({ session } = await logIn(product.url, demoBettor));
  guest = await newVisitor(browser, product.url);
  reader = await readerIn('UTC');
});
afterEach(async () => {
  for (const page of [...guest.pages(), ...reader.pages()]) await page.close();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test('M1 a guest is offered the bonus with a link to the registration, a bettor is not', async () => {
  const page = await openPage(guest, '/');
  const bonus = page.getByRole('region', { name: 'Welcome Bonus' });
  await seen(bonus.getByText('Get 100% bonus on your first deposit!', { exact: true }));
  await bonus.getByRole('link', { name: 'Claim Now', exact: true }).click();
  await page.waitForURL('**/register');

  const bettor = await newVisitor(browser, product.url);
  await startLoggedIn(bettor, session);
  const home = await openPage(bettor, '/');
  await Promise.all([balanceSeen(home, '$1,000.00'), seen(home.getByRole('article'))]);
  expect(await home.getByText('Get 100% bonus on your first deposit!').count()).toBe(0);
  await bettor.close();
});

test('M2 M3 Home lists the next ten matches, earliest first, and links to all of them', async () => {
  const page = await openPage(guest, '/');
  await seen(page.getByRole('heading', { name: 'Upcoming Matches' }), page.getByRole('article'));
  await listIs(page, (all) => inOrder(all.filter(isToCome)).slice(0, 10));
  await expect.poll(() => page.getByRole('article').count(), patiently).toBe(10);
  await page.getByRole('link', { name: 'View All', exact: true }).click();
  await page.waitForURL('**/games');
  await seen(page.getByRole('heading', { name: 'Games', exact: true }), page.getByRole('article'));
});

test('M4 M5 a card shows league, time, teams and all prices, and total goals only with a line', async () => {
  const [withLine, without] = [
    fictionalMatch('Arsenal', 'Chelsea', {
      kickoffAt: '2026-11-18T20:45:00Z',
      odds: { homeWin: 2.1, draw: 3, awayWin: 3.65, overUnder: { point: 2.5, over: 1.845, under: 1.9549 } },
    }),
    fictionalMatch('Everton', 'Fulham', { kickoffAt: '2026-11-18T21:00:00Z' }),
  ];
  const page = await showing(reader, '/', [withLine, without]);
  for (const path of ['/', '/games']) {
    await page.goto(path);
    const card = cardOf(page, withLine.match);
    await seen(
      card.getByText('Premier League', { exact: true }),
      card.getByText('Today, 20:45', { exact: true }),
      card.getByText('VS', { exact: true }),
    );
    await seen(card.getByText('Arsenal', { exact: true }), card.getByText('Chelsea', { exact: true }));
    await pictureIs(page, withLine, '/leagues/soccer_epl.png');
    expect(await pricesOn(page, withLine)).toEqual([
      ['1', '2.10', '1, Arsenal Win, 2.10'],
      ['X', '3.00', 'X, Draw, 3.00'],
      ['2', '3.65', '2, Chelsea Win, 3.65'],
      // More decimals than two are rounded.
      ['Over 2.5', '1.85', 'Over 2.5, 1.85'],
      ['Under 2.5', '1.95', 'Under 2.5, 1.95'],
    ]);
    expect(await pricesOn(page, without)).toEqual([
      ['1', '2.10', '1, Everton Win, 2.10'],
      ['X', '3.40', 'X, Draw, 3.40'],
      ['2', '3.65', '2, Fulham Win, 3.65'],
    ]);
  }
});

test("M6 times are shown as today, tomorrow or a date, in the viewer's time zone", async () => {
  const matches = ['2026-11-18T23:59:00Z', '2026-11-19T01:30:00Z', '2026-11-23T15:00:00Z'].map((kickoffAt, place) =>
    fictionalMatch(`Home ${place}`, `Away ${place}`, { kickoffAt }),
  );
  const times = (page: Page) => page.getByRole('article').locator('time').allInnerTexts();
  const newYorker = await readerIn('America/New_York');
  for (const [who, shown] of [
    [reader, ['Today, 23:59', 'Tomorrow, 01:30', 'Nov 23, 15:00']],
    [newYorker, ['Today, 18:59', 'Today, 20:30', 'Nov 23, 10:00']],
  ] as const) {
    const page = await showing(who, '/games', matches);
    // A card that was not drawn yet has no text.
    await expect.poll(() => times(page), patiently).toEqual(shown);
  }
  await newYorker.close();
});

test('M7 an unreadable date is shown as invalid, and its match stays on the list', async () => {
  const page = await showing(reader, '/games', [fictionalMatch('Arsenal', 'Chelsea', { kickoffAt: 'next week' })]);
  await seen(cardOf(page, { homeTeam: 'Arsenal', awayTeam: 'Chelsea' }).getByText('Invalid date', { exact: true }));
});

test('M8 M9 M10 Home shows loading, failed and empty states', async () => {
  const page = await silentPage(reader);
  await answerInstead(page, 'GET /events', { body: [] });
  const waiting = await holdAnswer(page, 'GET /events');
  await page.goto('/');
  await seen(page.getByRole('status').getByText('Loading upcoming matches...', { exact: true }));
  waiting.release();
  await seen(page.getByText('No upcoming matches available', { exact: true }));

  await answerInstead(page, 'GET /events', {
    status: 503,
    body: { code: 'away', error: 'The odds service is closed' },
  });
  await page.reload();
  await seen(page.getByText('Error: The odds service is closed', { exact: true }));
  await answerReally(page, 'GET /events');
  await page.getByRole('button', { name: 'Try Again', exact: true }).click();
  await seen(page.getByRole('article'));
});

test('M19 M20 M21 Games shows loading, failed and no-results states', async () => {
  const page = await silentPage(reader);
  await answerInstead(page, 'GET /events', { body: [] });
  const waiting = await holdAnswer(page, 'GET /events');
  await page.goto('/games');
  await seen(page.getByRole('status').getByText('Loading matches...', { exact: true }));
  waiting.release();
  await seen(page.getByText('No matches found for the selected filters', { exact: true }));

  await answerInstead(page, 'GET /events', {
    status: 503,
    body: { code: 'away', error: 'The odds service is closed' },
  });
  await page.reload();
  await seen(page.getByText('Error: The odds service is closed', { exact: true }));
  await answerInstead(page, 'GET /events', { status: 500 });
  await page.getByRole('button', { name: 'Try Again', exact: true }).click();
  await seen(page.getByText('Error: Failed to fetch matches', { exact: true }));

  const tonight = fictionalMatch('Arsenal', 'Chelsea', { kickoffAt: '2026-11-18T20:45:00Z' });
  await answerInstead(page, 'GET /events', { body: [tonight] });
  await page.getByRole('button', { name: 'Try Again', exact: true }).click();
  await seen(cardOf(page, tonight.match));
  await page.getByRole('button', { name: 'Live', exact: true }).click();
  await seen(page.getByText('No matches found for the selected filters', { exact: true }));
});

test('M11 M17 the tabs show all, live and upcoming matches; live ones come first, then the earliest', async () => {
  const derby = await product.sandbox.create(['Late City', 'Early Town']);
  await product.sandbox.kickOff(derby);
  const page = await openPage(guest, `/games?league=${derby.sportKey}`);
  const inLeague = (all: readonly MatchRow[]) => all.filter((row) => row.league.key === derby.sportKey);
  const tab = (name: string) => page.getByRole('button', { name, exact: true });
  await seen(cardOf(page, derby).getByText('LIVE', { exact: true }));
  expect(await page.getByRole('group', { name: 'Which matches' }).getByRole('button').allInnerTexts()).toEqual([
    'All',
    'Live',
    'Upcoming',
  ]);
  await listIs(page, (all) => inOrder(inLeague(all)));
  await tab('Live').click();
  await listIs(page, (all) => inOrder(inLeague(all).filter(hasBegunLately)));
  await seen(cardOf(page, derby));
  await tab('Upcoming').click();
  await listIs(page, (all) => inOrder(inLeague(all).filter(isToCome)));
  expect(await cardOf(page, derby).count()).toBe(0);
  await tab('All').click();
  await listIs(page, (all) => inOrder(inLeague(all)));
});

test('M16 a match that started less than two hours ago is live, with badge and score; an older one is not', async () => {
  const score = { home: 3, away: 1 };
  const [young, old] = [
    fictionalMatch('Arsenal', 'Chelsea', { kickoffAt: '2026-11-18T10:00:01Z', score }),
    fictionalMatch('Everton', 'Fulham', { kickoffAt: '2026-11-18T10:00:00Z' }),
  ];
  const page = await showing(reader, '/games', [old, young]);
  await seen(
    cardOf(page, young.match).getByText('LIVE', { exact: true }),
    cardOf(page, young.match).getByText('Today, 10:00', { exact: true }),
    cardOf(page, young.match).getByRole('img', { name: 'Score 3 to 1' }),
    cardOf(page, old.match),
  );
  expect(await page.getByText('LIVE', { exact: true }).count()).toBe(1);
  await page.getByRole('button', { name: 'Live', exact: true }).click();
  await expect.poll(() => cards(page), patiently).toEqual(['Arsenal vs Chelsea']);

  const derby = await product.sandbox.create(['Score City', 'Score Town']);
  await product.sandbox.kickOff(derby);
  const real = await openPage(guest, `/games?tab=live&league=${derby.sportKey}`);
  await seen(cardOf(real, derby).getByText('LIVE', { exact: true }));
  await product.sandbox.goal(derby, 'away');
  await seen(cardOf(real, derby).getByRole('img', { name: 'Score 0 to 1' }));
});

test('a goal locks the prices of a match, and a bet in play that it rejects is placed again with one press', async () => {
  const fixture = await product.sandbox.create(['Goal City', 'Goal Town']);
  await product.sandbox.kickOff(fixture);
  const page = await logInAtOnce(await newVisitor(browser, product.url), product.url);
  await page.goto(`/games?tab=live&league=${fixture.sportKey}`);
  await cardOf(page, fixture)
    .getByRole('button', { name: /^1, .*\d$/ })
    .click();
  await stakeOnScreen(page, '5');
  await inSlip(page, 'Place Bet · $5.00').click();
  const receipt = slipOf(page).getByRole('region', { name: 'Receipt' });
  await seen(receipt.getByRole('heading', { name: /^Waiting for acceptance…/ }));

  await product.sandbox.goal(fixture, 'away');
  await seen(receipt.getByRole('heading', { name: 'Your bet was not accepted' }), receipt.getByText('$5.00'));
  await balanceSeen(page, '$1,000.00');
  const again = receipt.getByRole('button', { name: /^Place again at \d+\.\d\d · \$5\.00$/ });
  await expect.poll(() => again.isEnabled(), patiently).toBe(true);
  await again.click();
  await seen(receipt.getByRole('heading', { name: /^Waiting for acceptance…/ }));
  await balanceSeen(page, '$995.00');
  await page.goto('/history');
  await seen(
    page.getByText('Rejected, Potential: $5.00', { exact: true }),
    page.getByText('Returned $5.00', { exact: true }),
    page.getByText(/^Waiting for acceptance, /),
  );
  await page.context().close();
});

test('M12 the league select offers nine choices by name and key, and filters', async () => {
  const page = await openPage(guest, '/games?league=soccer_epl');
  const league = page.getByLabel('League', { exact: true });
  await seen(league);
  expect(
    await league.getByRole('option').evaluateAll((all) => all.map((option) => [option.label, option.value])),
  ).toEqual([
    ['All Leagues', 'all'],
    ['Premier League', 'soccer_epl'],
    ['La Liga', 'soccer_spain_la_liga'],
    ['Serie A', 'soccer_italy_serie_a'],
    ['Bundesliga', 'soccer_germany_bundesliga'],
    ['Ligue 1', 'soccer_france_ligue_one'],
    ['Champions League', 'soccer_uefa_champs_league'],
    ['Europa League', 'soccer_uefa_europa_league'],
    ['Nations League', 'soccer_uefa_nations_league'],
  ]);
  for (const [title, key] of [
    ['Serie A', 'soccer_italy_serie_a'],
    ['Nations League', 'soccer_uefa_nations_league'],
  ] as const) {
    await league.selectOption({ label: title });
    await page.waitForURL(`**/games?league=${key}`);
    await listIs(page, (all) => inOrder(all.filter((row) => row.league.key === key)));
  }
  await league.selectOption({ label: 'All Leagues' });
  await page.waitForURL('**/games');
});

test('M13 the date select offers today, tomorrow and this week, which ends on Saturday', async () => {
  const days = ['17', '18', '19', '21', '22'].map((day) =>
    fictionalMatch(`Home ${day}`, `Away ${day}`, { kickoffAt: `2026-11-${day}T23:30:00Z` }),
  );
  const page = await showing(reader, '/games', days);
  const date = page.getByLabel('Date', { exact: true });
  await seen(date);
  expect(await date.getByRole('option').allInnerTexts()).toEqual(['All Dates', 'Today', 'Tomorrow', 'This Week']);
  for (const [choice, shown] of [
    ['Today', ['18']],
    ['Tomorrow', ['19']],
    ['This Week', ['18', '19', '21']],
    ['All Dates', ['17', '18', '19', '21', '22']],
  ] as const) {
    await date.selectOption({ label: choice });
    await expect.poll(() => cards(page), patiently).toEqual(shown.map((day) => `Home ${day} vs Away ${day}`));
  }
});

test('M14 filters are part of the address: a copied address shows the same, and Back undoes them one by one', async () => {
  // Not every day of the week has a match of every league on the next.
  const matches = [
    fictionalMatch('Begun Home', 'Begun Away', { kickoffAt: '2026-11-18T11:00:00Z' }),
    fictionalMatch('Today Home', 'Today Away', { kickoffAt: '2026-11-18T20:45:00Z' }),
    fictionalMatch('Tomorrow Home', 'Tomorrow Away', { kickoffAt: '2026-11-19T20:45:00Z' }),
    fictionalMatch('Other Home', 'Other Away', {
      kickoffAt: '2026-11-19T20:45:00Z',
      league: { key: 'soccer_italy_serie_a', title: 'Serie A' },
    }),
  ];
  const page = await showing(reader, '/games', matches);
  await until('all of them', () => cardsWhen(page, matches.length));
  await page.getByLabel('League', { exact: true }).selectOption({ label: 'Premier League' });
  await page.getByRole('button', { name: 'Upcoming', exact: true }).click();
  await page.getByLabel('Date', { exact: true }).selectOption({ label: 'Tomorrow' });
  await page.waitForURL('**/games?tab=upcoming&league=soccer_epl&date=tomorrow');
  const chosen = ['Tomorrow Home vs Tomorrow Away'];
  await expect.poll(() => cards(page), patiently).toEqual(chosen);

  const copy = await showing(reader, new URL(page.url()).pathname + new URL(page.url()).search, matches);
  await expect.poll(() => cards(copy), patiently).toEqual(chosen);
  expect(await filtersOf(copy)).toEqual(['Upcoming', 'soccer_epl', 'tomorrow']);
  for (const [address, filters] of [
    ['/games?tab=upcoming&league=soccer_epl', ['Upcoming', 'soccer_epl', 'all']],
    ['/games?league=soccer_epl', ['All', 'soccer_epl', 'all']],
    ['/games', ['All', 'all', 'all']],
  ] as const) {
    await page.goBack();
    await page.waitForURL(`${product.url}${address}`);
    await expect.poll(() => filtersOf(page), patiently).toEqual(filters);
  }
});

test.each([
  ['a desktop', { width: 1280, height: 800 }],
  ['a phone', { width: 390, height: 844 }],
])('the first pick moves nothing on the page of %s, because the space of the slip is reserved', async (_, viewport) => {
  const rows = ['Arsenal', 'Lyon', 'Roma', 'Getafe'].map((home) =>
    fictionalMatch(home, `${home} Reserves`, { kickoffAt: '2026-11-18T20:45:00Z' }),
  );
  const bettor = await newVisitor(browser, product.url, { viewport });
  await bettor.clock.setFixedTime(noon);
  await startLoggedIn(bettor, session);
  const page = await showing(bettor, '/', rows);
  // A toast moves up when the slip opens below it.
  await page.evaluate(`new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries())
      for (const { node } of sources) if (document.querySelector('main').contains(node)) (window.moved ??= []).push(node.outerHTML);
  }).observe({ type: 'layout-shift' })`);
  const [first] = rows;
  await priceOf(page, first?.match ?? expect.unreachable(), '1, Arsenal Win, 2.10').click();
  await seen(viewport.width < 1000 ? page.locator('#bet-slip') : inSlip(page, 'Remove Arsenal Win'));
  // Shifts are reported with the frames that draw them.
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  expect(await page.evaluate('window.moved ?? []')).toEqual([]);
  await bettor.close();
});

test('a phone shows four matches at once, or large cards, which stay chosen', async () => {
  const phone = await newVisitor(browser, product.url, { viewport: { width: 390, height: 844 } });
  await phone.clock.setFixedTime(noon);
  await startLoggedIn(phone, session);
  const rows = ['Arsenal', 'Lyon', 'Roma', 'Getafe', 'Brest'].map((home) =>
    fictionalMatch(home, `${home} Reserves`, { kickoffAt: '2026-11-18T20:45:00Z' }),
  );
  const page = await showing(phone, '/', rows);
  await seen(page.getByRole('article').nth(3));
  const fourth = async () => (await page.getByRole('article').nth(3).boundingBox()) ?? { y: 0, height: 0 };
  const bar = await page.getByRole('navigation', { name: 'Main' }).boundingBox();
  await expect
    .poll(async () => fourth().then(({ y, height }) => y + height), patiently)
    .toBeLessThanOrEqual(bar?.y ?? 0);
  const { height } = await fourth();
  await page.goto('/games');
  await page.getByRole('button', { name: 'Large match cards', pressed: false }).click();
  await seen(page.getByRole('button', { name: 'Large match cards', pressed: true }));
  await page.goto('/');
  await expect.poll(async () => (await fourth()).height, patiently).toBeGreaterThan(height + 40);
  await phone.close();
});

test('M15 cards have two columns on a wide screen and one on a phone', async () => {
  const six = ['A', 'B', 'C', 'D', 'E', 'F'].map((name, place) =>
    fictionalMatch(`${name} Home`, `${name} Away`, { kickoffAt: `2026-11-18T2${place % 3}:00:00Z` }),
  );
  const page = await showing(reader, '/games', six);
  await until('six cards', () => cardsWhen(page, 6));
  await expect.poll(() => columnsOf(page), patiently).toBe(2);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => columnsOf(page), patiently).toBe(1);
});

test('M18 a league without a logo of its own shows the placeholder', async () => {
  const cup = fictionalMatch('Arsenal', 'Chelsea', {
    kickoffAt: '2026-11-18T20:45:00Z',
    league: { key: 'soccer_moon_cup', title: 'Moon Cup' },
  });
  const page = await showing(reader, '/games', [cup]);
  await seen(cardOf(page, cup.match).getByText('Moon Cup', { exact: true }));
  await pictureIs(page, cup, '/placeholder-league.jpg');
});

test('M22 M23 an outcome without a price, or with odds that are not a number, says so when pressed', async () => {
  const odd = fictionalMatch('Arsenal', 'Chelsea', {
    kickoffAt: '2026-11-18T20:45:00Z',
    odds: { homeWin: '-', draw: 'evens', awayWin: 3.65 },
  });
  const page = await showing(reader, '/games', [odd]);
  const missing = priceOf(page, odd.match, '1, Arsenal Win, -, Not available');
  await seen(missing.getByText('-', { exact: true }), priceOf(page, odd.match, '2, Chelsea Win, 3.65'));
  await Promise.all([glimpsed(page, 'Odds not available for this selection'), missing.click()]);
  await Promise.all([glimpsed(page, 'Invalid odds value'), priceOf(page, odd.match, 'X, Draw, evens').click()]);
  await seen(page.getByRole('button', { name: 'Bet Slip, 0 selections' }));
});

test('M24 a refresh fetches the matches again', async () => {
  const [first, second] = ['Arsenal', 'Everton'].map((home) =>
    fictionalMatch(home, 'Chelsea', { kickoffAt: '2026-11-18T20:45:00Z' }),
  );
  const page = await showing(reader, '/games', [first]);
  await until('the first match', () => cardsWhen(page, 1));
  const refresh = page.getByRole('button', { name: 'Refresh matches' });
  await answerInstead(page, 'GET /events', { body: [first, second] });
  const waiting = await holdAnswer(page, 'GET /events');
  await refresh.click();
  await seen(page.locator('button[aria-busy="true"][aria-label="Refresh matches"]'), page.getByRole('article'));
  waiting.release();
  expect(await until('both matches', () => cardsWhen(page, 2))).toEqual(['Arsenal vs Chelsea', 'Everton vs Chelsea']);
});

/** A visitor on a Wednesday at noon UTC, in any time zone. */
async function readerIn(timezoneId: string): Promise<BrowserContext> {
  const visitor = await newVisitor(browser, product.url, { timezoneId });
  await visitor.clock.setFixedTime(noon);
  return visitor;
}

/**
 * After 5 seconds without a message a card shows the age of its prices too, and a busy machine takes longer to draw it.
 * So this timer never ends.
 */
const notSilent =
  'const original = setTimeout; window.setTimeout = (run, ms, ...rest) => (ms === 5000 ? 0 : original(run, ms, ...rest));';

async function showing(visitor: BrowserContext, path: string, matches: readonly unknown[]): Promise<Page> {
  const page = await silentPage(visitor);
  await page.addInitScript(notSilent);
  await answerInstead(page, 'GET /events', { body: matches });
  await page.goto(path);
  const [shown, again] = [page.getByRole('article').first(), page.getByRole('button', { name: 'Try Again' })];
  await until('the matches', async () => {
    // On a busy machine the page may give up waiting for the answer, and no socket brings the matches later.
    if (await again.isVisible()) await again.click();
    return (await shown.isVisible()) ? true : undefined;
  });
  return page;
}

const cards = (page: Page): Promise<(string | null)[]> =>
  page.getByRole('article').evaluateAll((all) => all.map((card) => card.getAttribute('aria-label')));
const cardsWhen = async (page: Page, count: number) => {
  const shown = await cards(page);
  return shown.length === count ? shown : undefined;
};

/** Resolves when the page lists what is chosen of the matches on offer at this moment, in this order. */
async function listIs(page: Page, choose: (all: readonly MatchRow[]) => readonly MatchRow[]): Promise<void> {
  let difference = '';
  const look = async () => {
    const [wanted, shown] = [choose(await matchesOf(product.url)).map(nameOf), await cards(page)];
    const place = wanted.findIndex((name, index) => name !== shown[index]);
    difference = `${wanted.length} wanted, ${shown.length} shown; at ${place} ${wanted[place]} wanted, ${shown[place]} shown`;
    return wanted.length > 0 && wanted.join() === shown.join() ? true : undefined;
  };
  await until('the list to be what is on offer', look).catch((cause: unknown) => {
    throw new Error(`The list is another: ${difference}`, { cause });
  });
}

const nameOf = ({ match }: MatchRow): string => `${match.homeTeam} vs ${match.awayTeam}`;
const kickoffOf = ({ match }: MatchRow): number => Date.parse(match.commenceTime);
const isToCome = (row: MatchRow): boolean => row.status === 'open' && kickoffOf(row) > Date.now();
const hasBegunLately = (row: MatchRow): boolean =>
  kickoffOf(row) <= Date.now() && kickoffOf(row) > Date.now() - 2 * 3_600_000;
/** A match that is over stands among the others by its start. */
const isLive = (row: MatchRow): boolean => row.status === 'open' && hasBegunLately(row);

function inOrder(rows: readonly MatchRow[]): readonly MatchRow[] {
  return [...rows].sort(
    (a, b) =>
      Number(isLive(b)) - Number(isLive(a)) ||
      kickoffOf(a) - kickoffOf(b) ||
      (a.match.homeTeam < b.match.homeTeam ? -1 : 1),
  );
}

type Fictional = ReturnType<typeof fictionalMatch>;

/** Each price of a card: what stands on the button, and what it says aloud. */
async function pricesOn(page: Page, { match }: Fictional): Promise<readonly (readonly unknown[])[]> {
  const buttons = cardOf(page, match).getByRole('button');
  return (await textsOf(buttons)).map(([aloud, ...shown]) => [...shown, aloud]);
}

/** Resolves when the picture of a card's league comes from this address and has come. */
async function pictureIs(page: Page, { match }: Fictional, address: string): Promise<void> {
  const picture = cardOf(page, match).locator('img').first();
  await until(`the picture ${address}`, async () => {
    const shown = await picture.evaluate((img) => (img.naturalWidth > 0 ? new URL(img.src).pathname : 'none'));
    return shown === address ? true : undefined;
  });
}

const filtersOf = (page: Page): Promise<readonly (string | null)[]> =>
  Promise.all([
    page.getByRole('main').getByRole('group').getByRole('button', { pressed: true }).textContent(),
    page.getByLabel('League', { exact: true }).inputValue(),
    page.getByLabel('Date', { exact: true }).inputValue(),
  ]);

async function columnsOf(page: Page): Promise<number> {
  const boxes = await Promise.all((await page.getByRole('article').all()).map((card) => card.boundingBox()));
  return new Set(boxes.map((box) => Math.round(box?.x ?? -1))).size;
}

type Wanted = Partial<Omit<MatchRow, 'odds' | 'match'>> & {
  readonly kickoffAt: string;
  /** Anything that a broken server might send for a price. */
  readonly odds?: Partial<Record<'homeWin' | 'draw' | 'awayWin', number | string>> & {
    readonly overUnder?: { readonly point: number; readonly over: number | '-'; readonly under: number | '-' };
  };
};

/** A match as in GET /events, for stubbed responses. Its teams are its id. */
function fictionalMatch(homeTeam: string, awayTeam: string, { kickoffAt, odds, ...rest }: Wanted) {
  return {
    id: `${homeTeam} ${awayTeam}`,
    s: 1,
    match: { homeTeam, awayTeam, commenceTime: kickoffAt },
    league: { key: 'soccer_epl', title: 'Premier League' },
    odds: { homeWin: 2.1, draw: 3.4, awayWin: 3.65, overUnder: null, ...odds },
    markets: { h2h: 'open', totals: odds?.overUnder ? 'open' : 'none' },
    status: 'open',
    score: null,
    quotedAt: null,
    ...rest,
  };
}
