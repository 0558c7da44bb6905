import type { PlaceBetAnswer, SettingsView } from '@touchline/core/contract';
import type { BetId } from '@touchline/core/ids';
import { cents } from '@touchline/core/money';
import { setCashOutRule } from '@touchline/store/bets';
import { excludePlayer } from '@touchline/store/limits';
import { policies } from '@touchline/store/privacy';
import { saveSupportMessage } from '@touchline/store/support';
import { depositWithBonus } from '@touchline/store/testing';
import { afterAll, expect, test } from 'vitest';
import { openBrowser } from '../testing/browser.ts';
import { buildTestApp, creditDollars, openAccount, quote, testPassword } from '../testing/test-app.ts';

const api = await buildTestApp();
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

test('stars of two devices at the same moment are both kept, and the oldest of too many goes', async () => {
  const { browser } = await loggedIn('amy@example.com');
  const change = async (changes: { readonly star?: readonly string[]; readonly unstar?: readonly string[] }) => {
    const answer = await browser.send('PATCH', '/auth/settings', changes);
    return answer.statusCode === 200 ? answer.json<SettingsView>().favourites : answer.statusCode;
  };
  const teams = ['team:Lyon', 'team:Nice', 'team:Lens', 'team:Brest'];
  await Promise.all(teams.map((team) => change({ star: [team] })));
  const kept = (await browser.send('GET', '/auth/settings')).json<SettingsView>().favourites;
  expect(kept.toSorted()).toEqual(teams.toSorted());
  expect(await change({ unstar: kept.slice(0, 3), star: ['team:Metz'] })).toEqual([kept[3], 'team:Metz']);
  expect(await change({ star: ['team:Metz'], unstar: ['team:Unknown'] })).toEqual([kept[3], 'team:Metz']);
  const many = Array.from({ length: 99 }, (_, at) => `team:${at}`);
  expect(await change({ star: many })).toEqual(['team:Metz', ...many]);
  expect(await change({ star: ['match:1'] })).toBe(400);
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
    'bonuses',
    'sharedBets',
    'cashOutRules',
    'supportMessages',
    'personSignals',
    'savedFilters',
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

test('downloads notifications also of a kind that is switched off in the app', async () => {
  const { user, browser } = await loggedIn('nia@example.com');
  await creditDollars(api, user, 100);
  await browser.send('PUT', '/notifications/settings', { switched: { place: 'inApp', kind: 'deposit', isOn: false } });
  await creditDollars(api, user, 200);
  const { notifications } = (await browser.send('GET', '/auth/download')).json();
  expect(notifications.inApp).toMatchObject([{ kind: 'deposit', amount: 100 }]);
  expect(notifications.pushOnly).toMatchObject([{ kind: 'deposit', amount: 200 }]);
});

test('includes every table with personal data, or states why not', async () => {
  const { browser } = await loggedIn('fay@example.com');
  const keys = Object.keys((await browser.send('GET', '/auth/download')).json());
  const aboutPeople = Object.entries(policies).filter(
    ([, { personal, secret, pseudonym }]) => personal.length + secret.length + pseudonym.length > 0,
  );
  expect({
    'say in store/src/privacy/policies.ts where the download has it': aboutPeople
      .filter(([, { download }]) => download === null || ('under' in download && !keys.includes(download.under)))
      .map(([table]) => table),
    'of no table': keys.filter(
      (key) => !aboutPeople.some(([, { download }]) => download && 'under' in download && download.under === key),
    ),
  }).toEqual({
    'say in store/src/privacy/policies.ts where the download has it': [],
    'of no table': [],
  });
});

test('downloads bonuses, shared bets, automatic cash-outs, exclusions by staff, messages and signals', async () => {
  const { db } = api.database;
  const { user, browser } = await loggedIn('gil@example.com');
  const { user: admin } = await loggedIn('boss@example.com');
  const stranger = await loggedIn('hal@example.com');
  const [matchId] = await quote(api.database, [{ name: 'Blue' }]);
  const bet = { stake: 10, matches: [{ matchId, betOutcome: 'Blue United Win', odds: 2.1 }] };
  const message = 'When will my withdrawal arrive?';
  const wrote = { name: 'Ada Bell', topic: 'withdrawal', message } as const;
  const excluded = { cause: 'fraud', days: null, reason: 'Seems to bet for someone else.' } as const;
  const by = { admin: admin.id, requestId: 'r-1' };
  const betIds: string[] = [];
  for (const bettor of [user, stranger.user]) {
    await depositWithBonus(db, api.writer, { userId: bettor.id, walletId: bettor.walletId }, 20);
    const { browser: own } = bettor === user ? { browser } : stranger;
    const { _id: id } = (await own.send('POST', '/bet', bet)).json<PlaceBetAnswer>().bet;
    betIds.push(id);
    await own.send('PUT', `/bet/${id}/share`, { showsStake: true });
    await setCashOutRule(db, { id: id as BetId, userId: bettor.id }, cents(1_500));
    await saveSupportMessage(db, { ...wrote, userId: bettor.id, email: bettor.email });
    await excludePlayer(db, { userId: bettor.id, walletId: bettor.walletId }, excluded, by);
  }
  // Before the login.
  await saveSupportMessage(db, { ...wrote, userId: null, email: 'Gil@example.com', topic: 'account' });

  const answer = await browser.send('GET', '/auth/download');
  const file = answer.json();
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
  expect(file.bonuses).toMatchObject([{ status: 'active', granted: 20, grantedAt: time, terms: { percent: 100 } }]);
  expect(file.sharedBets).toEqual([{ code: expect.any(String), betId: betIds[0], showsStake: true, sharedAt: time }]);
  expect(file.cashOutRules).toEqual([{ betId: betIds[0], target: 15, setAt: time }]);
  expect(file.responsiblePlay.operatorExclusions).toEqual([{ act: 'begun', since: time, until: null }]);
  expect(file.supportMessages).toEqual([
    { ...wrote, email: user.email, createdAt: time, sentAt: null },
    { ...wrote, email: 'Gil@example.com', topic: 'account', createdAt: time, sentAt: null },
  ]);
  expect(file.personSignals).toContainEqual({ kind: 'device', notedAt: time });
  expect(answer.body).not.toContain(excluded.reason);
  expect(answer.body).not.toContain(admin.id);
  for (const theirs of [betIds[1], stranger.user.id, stranger.user.walletId, stranger.user.email])
    expect(answer.body).not.toContain(theirs);
});

test('refuses a download without a session, and sends a complete file for an empty account', async () => {
  const { browser } = await loggedIn('eve@example.com');
  expect((await openBrowser(api.app).send('GET', '/auth/download')).statusCode).toBe(401);
  const file = (await browser.send('GET', '/auth/download')).json();
  expect([file.bets, file.ledgerEvents, file.transactions]).toEqual([[], [], []]);
});

test('closes an account with the password once nothing is open, and refuses later logins', async () => {
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
