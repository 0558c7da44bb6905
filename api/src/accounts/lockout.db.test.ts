import type { LoginAnswer, RefusalView } from '@touchline/core/contract';
import { instant, minutes } from '@touchline/core/instant';
import { countAttempt, createEmailToken, type User } from '@touchline/store/accounts';
import { afterAll, describe, expect, test } from 'vitest';
import { type Answer, openBrowser } from '../testing/browser.ts';
import { buildTestApp, freshCode, openAccount, testPassword } from '../testing/test-app.ts';

const api = await buildTestApp();
afterAll(() => api.close());

const enter = async (email: string, password: string, remoteAddress: string, totp?: string) =>
  api.app.inject({ method: 'POST', url: '/auth/login', payload: { email, password, totp }, remoteAddress });
const outcomeOf = (answer: Answer) => [answer.statusCode, answer.json<RefusalView>().code];

/** Ten wrong passwords from each network, the limit of each. */
async function attackFrom(networks: readonly string[], email: string): Promise<void> {
  for (const network of networks) {
    for (let i = 0; i < 10; i += 1) await enter(email, `wrong password ${i}`, network);
  }
}
const five = Array.from({ length: 5 }, (_, i) => `198.51.100.${i + 1}`);

/** A browser that has logged in before. */
async function usualBrowser({ email, role }: User, from: string) {
  const browser = openBrowser(api.app, { from });
  const logIn = async () => {
    const totp = role === 'bettor' ? undefined : await freshCode(api.database, email);
    return browser.send('POST', '/auth/login', { email, password: testPassword, totp });
  };
  expect((await logIn()).statusCode).toBe(200);
  return { logIn };
}

/** The link of the next email that confirms a browser, as the worker makes it. */
async function linkOf({ id }: User): Promise<string> {
  const isAsked = () => api.emails.some((job) => job.kind === 'confirm-browser' && job.userId === id);
  await expect.poll(isAsked, { timeout: 60_000 }).toBe(true);
  const expiresAt = instant(Date.now() + minutes(60));
  return createEmailToken(api.database.db, { userId: id, purpose: 'confirm-browser', expiresAt });
}

describe('attack: strangers lock the owner out with wrong passwords', () => {
  test('after ten wrong passwords from each of five networks the admin logs in at once from the usual browser and the usual network', async () => {
    const boss = await openAccount(api, 'boss@example.com', 'admin');
    const { logIn } = await usualBrowser(boss, '192.0.2.1');
    await attackFrom(five, boss.email);
    expect((await logIn()).statusCode).toBe(200);
    const fromUsualNetwork = await enter(
      boss.email,
      testPassword,
      '192.0.2.1',
      await freshCode(api.database, boss.email),
    );
    expect(fromUsualNetwork.statusCode).toBe(200);
  });

  test('a new browser in a new network gets in through the link of an email, which works once', async () => {
    const boss = await openAccount(api, 'away@example.com', 'admin');
    await usualBrowser(boss, '192.0.2.2');
    await attackFrom(five, boss.email);
    const browser = openBrowser(api.app, { from: '203.0.113.7' });
    const logIn = async () =>
      browser.send('POST', '/auth/login', {
        email: boss.email,
        password: testPassword,
        totp: await freshCode(api.database, boss.email),
      });
    const refused = await logIn();
    expect([refused.statusCode, refused.json()]).toEqual([
      403,
      {
        code: 'confirm-by-email',
        error: 'Too many attempts on this account. If it is yours, open the link we emailed you, then log in.',
      },
    ]);
    const token = await linkOf(boss);
    expect((await browser.send('POST', '/auth/confirm-browser', { token })).statusCode).toBe(200);
    expect((await logIn()).json<LoginAnswer>().user.id).toBe(boss.id);
    const thief = openBrowser(api.app, { from: '203.0.113.8' });
    expect(outcomeOf(await thief.send('POST', '/auth/confirm-browser', { token }))).toEqual([409, 'token-used']);
  });

  test('five hundred networks change nothing for the owner, and none of them gets a password checked after the fiftieth', async () => {
    const ada = await openAccount(api, 'ada@example.com');
    const { logIn } = await usualBrowser(ada, '192.0.2.3');
    const networks = Array.from({ length: 500 }, (_, i) => `10.${i >> 8}.${i & 255}.1`);
    const codes = new Map<string, number>();
    for (const network of networks) {
      const [status, code] = outcomeOf(await enter(ada.email, 'a wrong password', network));
      const name = `${status} ${code}`;
      codes.set(name, (codes.get(name) ?? 0) + 1);
    }
    expect([...codes]).toEqual([
      ['401 credentials-wrong', 50],
      ['403 confirm-by-email', 450],
    ]);
    expect(outcomeOf(await enter(ada.email, testPassword, '10.9.9.9'))).toEqual([403, 'confirm-by-email']);
    expect((await logIn()).statusCode).toBe(200);
    const emails = api.emails.filter((job) => job.kind === 'confirm-browser' && job.userId === ada.id);
    expect(emails).toHaveLength(3);
  });

  test('an account that does not exist gets the same answers throughout', async () => {
    await openAccount(api, 'bea@example.com');
    const answersOf = async (email: string) => {
      const answers = [];
      for (let i = 0; i < 51; i += 1) answers.push(await enter(email, 'a wrong password', `10.20.0.${i + 1}`));
      return answers.map((answer) => [answer.statusCode, answer.json(), answer.headers['set-cookie']]);
    };
    expect(await answersOf('no.one@example.com')).toEqual(await answersOf('bea@example.com'));
  });

  test('others in the network of a known browser cannot use up its attempts', async () => {
    const cyd = await openAccount(api, 'cyd@example.com');
    const { logIn } = await usualBrowser(cyd, '192.0.2.4');
    await attackFrom(['192.0.2.4'], cyd.email);
    expect(outcomeOf(await enter(cyd.email, testPassword, '192.0.2.4'))).toEqual([429, 'too-many-attempts']);
    for (let i = 0; i < 100; i += 1) await enter(`other${i}@example.com`, 'a wrong password', '192.0.2.4');
    expect((await logIn()).statusCode).toBe(200);
  });

  test('a device cookie is for the account that it was given for, and for no other', async () => {
    const mine = await openAccount(api, 'mine@example.com');
    const theirs = await openAccount(api, 'theirs@example.com');
    await attackFrom(five, theirs.email);
    const browser = openBrowser(api.app, { from: '203.0.113.9' });
    const logIn = (email: string) => browser.send('POST', '/auth/login', { email, password: testPassword });
    expect((await logIn(mine.email)).statusCode).toBe(200);
    expect(outcomeOf(await logIn(theirs.email))).toEqual([403, 'confirm-by-email']);
  });
});

describe('attack: guessing continues where one limit ends', () => {
  test('a known browser has ten attempts in a quarter of an hour, and codes of the second factor count as well', async () => {
    const boss = await openAccount(api, 'guessed@example.com', 'admin');
    const browser = openBrowser(api.app, { from: '192.0.2.5' });
    const logIn = (password: string, totp: string) =>
      browser.send('POST', '/auth/login', { email: boss.email, password, totp });
    expect((await logIn(testPassword, await freshCode(api.database, boss.email))).statusCode).toBe(200);
    for (let i = 0; i < 5; i += 1) expect((await logIn('a wrong password', '000000')).statusCode).toBe(401);
    for (let i = 0; i < 5; i += 1) expect(outcomeOf(await logIn(testPassword, '000000'))).toEqual([401, 'totp-wrong']);
    const late = await logIn(testPassword, await freshCode(api.database, boss.email));
    expect([late.statusCode, late.json<RefusalView>().error]).toEqual([
      429,
      'Too many login attempts. Please try again later.',
    ]);
  });

  test('with the right password, the code can be guessed fifty times from all networks together', async () => {
    const boss = await openAccount(api, 'half.known@example.com', 'admin');
    const answers: string[] = [];
    for (let i = 0; i < 60; i += 1) {
      answers.push((await enter(boss.email, testPassword, `10.30.0.${i + 1}`, '000000')).json<RefusalView>().code);
    }
    expect([answers.filter((code) => code === 'totp-wrong').length, answers.at(-1)]).toEqual([50, 'confirm-by-email']);
  });

  test('a stolen session that guesses the password does not use up the attempts of the owner’s session', async () => {
    const dan = await openAccount(api, 'dan@example.com');
    const [thief, owner] = [openBrowser(api.app), openBrowser(api.app)];
    for (const browser of [thief, owner]) {
      await browser.send('POST', '/auth/login', { email: dan.email, password: testPassword });
    }
    const change = (browser: typeof thief, currentPassword: string) =>
      browser.send('POST', '/auth/change-password', { currentPassword, newPassword: 'An0ther!one-2' });
    for (let i = 0; i < 10; i += 1) expect((await change(thief, 'a wrong password')).statusCode).toBe(422);
    expect((await change(thief, testPassword)).statusCode).toBe(429);
    expect((await change(owner, testPassword)).statusCode).toBe(200);
  });
});

test('attack: a crash of the database forgets the attempts; their table is kept through one, as no unlogged table is', async () => {
  await countAttempt(api.database.db, 'something', { most: 1, withinMs: minutes(1) }, instant(Date.now()));
  const { rows } = await api.database.pool.query(
    `select relpersistence as kind from pg_class where relname = 'attempts'`,
  );
  expect(rows).toEqual([{ kind: 'p' }]);
});
