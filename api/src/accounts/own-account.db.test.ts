import type { PlaceBetAnswer, SettingsView } from '@touchline/core/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../testing/browser.ts';
import { buildTestApp, creditDollars, openAccount, quote, type TestApp, testPassword } from '../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await buildTestApp();
});
afterAll(() => api.close());

async function loggedIn(email: string) {
  const user = await openAccount(api, email);
  const browser = openBrowser(api.app);
  await browser.send('POST', '/auth/login', { email, password: testPassword });
  return { user, browser };
}

test('settings start with decimal odds and better prices, and change one by one', async () => {
  const { browser } = await loggedIn('ada@example.com');
  const secondFactor = { isOn: false, recoveryCodes: 0 };
  const read = async () => (await browser.send('GET', '/auth/settings')).json<SettingsView>();
  const favourites: string[] = [];
  expect(await read()).toEqual({
    oddsFormat: 'decimal',
    oddsPolicy: 'better',
    language: null,
    favourites,
    secondFactor,
  });
  const changed = await browser.send('PATCH', '/auth/settings', { oddsFormat: 'american' });
  expect(changed.json()).toEqual({
    oddsFormat: 'american',
    oddsPolicy: 'better',
    language: null,
    favourites,
    secondFactor,
  });
  await browser.send('PATCH', '/auth/settings', { oddsPolicy: 'better' });
  expect(await read()).toEqual({
    oddsFormat: 'american',
    oddsPolicy: 'better',
    language: null,
    favourites,
    secondFactor,
  });
  expect((await browser.send('PATCH', '/auth/settings', {})).json()).toEqual(await read());
  expect((await browser.send('PATCH', '/auth/settings', { language: 'de' })).json()).toMatchObject({ language: 'de' });
  expect(await read()).toMatchObject({ oddsFormat: 'american', language: 'de' });
  expect((await browser.send('PATCH', '/auth/settings', { oddsFormat: 'hongkong' })).statusCode).toBe(400);
  expect((await browser.send('PATCH', '/auth/settings', { language: 'fr' })).statusCode).toBe(400);
});

test('starred leagues and teams are replaced as a whole; other texts and too many are refused', async () => {
  const { browser } = await loggedIn('abe@example.com');
  const star = async (favourites: readonly string[]) => {
    const answer = await browser.send('PATCH', '/auth/settings', { favourites });
    return answer.statusCode === 200 ? answer.json<SettingsView>().favourites : answer.statusCode;
  };
  const both = ['league:soccer_epl', 'team:Atlético Madrid'];
  expect(await star(both)).toEqual(both);
  expect((await browser.send('GET', '/auth/settings')).json<SettingsView>().favourites).toEqual(both);
  expect(await star(both.slice(1))).toEqual(['team:Atlético Madrid']);
  expect(await star(['match:1'])).toBe(400);
  expect(await star([`team:${'a'.repeat(200)}`])).toBe(400);
  expect(await star(Array.from({ length: 101 }, (_, at) => `team:${at}`))).toBe(400);
  expect(await star([])).toEqual([]);
});

test('changes the name by the rules of registration, and nothing else of the account', async () => {
  const { user, browser } = await loggedIn('bea@example.com');
  const answer = await browser.send('PATCH', '/auth/me', { name: ' Bea Hart ', role: 'admin' });
  expect(answer.json()).toEqual({ id: user.id, name: 'Bea Hart', email: user.email, role: 'bettor' });
  const short = await browser.send('PATCH', '/auth/me', { name: ' B ' });
  expect([short.statusCode, short.json<{ error: string }>().error]).toEqual([
    400,
    'Username must be at least 3 characters',
  ]);
});

test('downloads everything stored about a user as one file, without secrets and without other users', async () => {
  const { user, browser } = await loggedIn('cy@example.com');
  const stranger = await loggedIn('dan@example.com');
  await creditDollars(api, user, 100);
  await creditDollars(api, stranger.user, 100);
  const [matchId] = await quote(api.database, [{ name: 'Red' }]);
  const bet = { stake: 10, matches: [{ matchId, betOutcome: 'Red United Win', odds: 2.1 }] };
  const placed = (await browser.send('POST', '/bet', bet)).json<PlaceBetAnswer>();
  await stranger.browser.send('POST', '/bet', bet);

  const answer = await browser.send('GET', '/auth/download');
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': 'attachment; filename="touchline-my-data.json"',
    'cache-control': 'no-store',
  });
  const file = answer.json();
  expect(Object.keys(file)).toEqual([
    'profile',
    'settings',
    'sessions',
    'passkeys',
    'responsiblePlay',
    'notifications',
    'transactions',
    'bets',
    'ledgerEvents',
  ]);
  expect(file.profile).toMatchObject({ id: user.id, email: user.email, walletId: user.walletId });
  expect(file.sessions).toMatchObject([{ device: 'Firefox on Linux', endedAt: null }]);
  expect(file.bets).toEqual([placed.bet]);
  expect(file.ledgerEvents.map((event: { type: string }) => event.type)).toEqual(['DepositCredited', 'StakeTaken']);
  expect(answer.body).not.toMatch(/argon2|salt|hash"?:\s*"\$/);
  expect(answer.body).not.toContain(stranger.user.walletId);
});

test('refuses a download without a session, and sends a complete file for an empty account', async () => {
  const { browser } = await loggedIn('eve@example.com');
  expect((await openBrowser(api.app).send('GET', '/auth/download')).statusCode).toBe(401);
  const file = (await browser.send('GET', '/auth/download')).json();
  expect([file.bets, file.ledgerEvents, file.transactions]).toEqual([[], [], []]);
});

test('closes an account with the password once nothing is open, and refuses later log-ins', async () => {
  const { user, browser } = await loggedIn('leaving@example.com');
  const other = await loggedIn('rich@example.com');
  await creditDollars(api, other.user, 25);
  const close = (of: typeof browser, password: string) => of.send('POST', '/auth/close-account', { password });
  const wrong = await close(browser, 'Wr0ng!password');
  expect([wrong.statusCode, wrong.json()]).toMatchObject([422, { code: 'password-wrong' }]);
  const rich = await close(other.browser, testPassword);
  expect([rich.statusCode, rich.json()]).toEqual([
    409,
    { code: 'balance-left', error: 'Your balance is $25.00. Withdraw it first, or contact support.' },
  ]);

  const closed = await close(browser, testPassword);
  expect([closed.statusCode, closed.json()]).toEqual([200, { message: 'Your account is closed.' }]);
  expect((await browser.send('GET', '/auth/me')).statusCode).toBe(401);
  for (const email of [user.email, `erased-${user.id}@erased.invalid`]) {
    const again = await openBrowser(api.app).send('POST', '/auth/login', { email, password: testPassword });
    expect(again.statusCode).toBe(401);
  }
  expect((await loggedIn(user.email)).user.id).not.toBe(user.id);
});
