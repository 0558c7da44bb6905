import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoBettor, logIn, matchesOf, placeWhenConfirmed } from './bettor.ts';
import { balanceSeen, cardOf, gone, newVisitor, openPage, priceOf, seen, startLoggedIn } from './on-screen.ts';
import { openBrowser } from './open-browser.ts';
import { type OpenProduct, openProduct } from './open-product.ts';
import { until } from './until.ts';

// A network that blocks sockets but not HTTP, until the test unblocks them.
let product: OpenProduct;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct({ env: { ODDS_POLL_SECONDS: '1' } }), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test('without a socket prices, score and balance update by HTTP polling, which stops once a socket connects', async () => {
  const { sandbox, url } = product;
  const fixture = await sandbox.create(['Gamma Park', 'Delta Vale']);
  const bettor = await logIn(url, demoBettor);
  const visitor = await newVisitor(browser, url);
  visitor.setDefaultTimeout(60_000);
  await startLoggedIn(visitor, bettor.session);
  let isBlocked = true;
  await visitor.routeWebSocket(/socket\.io/, (socket) => {
    if (isBlocked) void socket.close();
    else socket.connectToServer();
  });
  const polls: string[] = [];
  visitor.on('request', (request) => {
    if (request.url().includes('/events?since=')) polls.push(request.url());
  });
  const row = await until('the match on offer', async () =>
    (await matchesOf(url)).find(({ match, odds }) => match.homeTeam === 'Gamma Park' && odds.draw === 3.4),
  );
  const page = await openPage(visitor, '/games');
  const banner = page.getByText('Reconnecting… prices may be out of date');
  const card = cardOf(page, fixture);
  await seen(priceOf(page, fixture, '1, Gamma Park Win, 2.10'), banner);
  await balanceSeen(page, '$1,000.00');

  const leg = { matchId: row.id, betOutcome: 'Draw', odds: 3.4 };
  await placeWhenConfirmed(bettor, { stake: 15, matches: [leg], oddsPolicy: 'any' }, crypto.randomUUID());
  await balanceSeen(page, '$985.00');
  await sandbox.setPrices(fixture, { home: 2.3, draw: 3.4, away: 3.2 });
  await seen(priceOf(page, fixture, '1, Gamma Park Win, 2.30'));
  await sandbox.kickOff(fixture);
  await seen(card.getByText('LIVE', { exact: true }));
  await sandbox.goal(fixture, 'away');
  await seen(card.getByRole('img', { name: 'Score 0 to 1' }), banner);

  isBlocked = false;
  await gone(banner);
  await sandbox.goal(fixture, 'home');
  await seen(card.getByRole('img', { name: 'Score 1 to 1' }));
  expect(polls.length).toBeGreaterThan(3);
  // A poll may have been under way when the socket connected, and a busy machine may lose the socket for a moment.
  let [polled, since] = [polls.length, performance.now()];
  await until('seven seconds without a poll', async () => {
    if (polls.length > polled) [polled, since] = [polls.length, performance.now()];
    return performance.now() - since > 7_000 ? true : undefined;
  });
});
