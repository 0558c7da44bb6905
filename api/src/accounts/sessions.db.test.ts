import { createHmac } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type {
  LoginAnswer,
  PasskeyCreation,
  PasskeysView,
  RefusalView,
  SessionsView,
  TotpEnrolment,
} from '@touchline/core/contract';
import type { UserId } from '@touchline/core/ids';
import { instant } from '@touchline/core/instant';
import {
  endSessions,
  listSessions,
  readSession,
  setPassword,
  setSecondFactor,
  type User,
} from '@touchline/store/accounts';
import type { Trx } from '@touchline/store/connect';
import { closeAccount } from '@touchline/store/privacy';
import { createTestDatabase, testDataKey } from '@touchline/store/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { createAuthenticator } from '../testing/authenticator.ts';
import { type Answer, type Browser, openBrowser } from '../testing/browser.ts';
import { openSocket } from '../testing/live-client.ts';
import { buildTestNode, openAccount, requestAs, type TestApp, testPassword, testSecret } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';
import { hashPassword } from './passwords.ts';
import { readRefreshToken, refreshKeyFrom, writeRefreshToken } from './refresh-token.ts';
import { giveApp, makeSecret, totpOf } from './second-factor.ts';

type Node = Omit<TestApp, 'database'> & { readonly url: string };
const database = await createTestDatabase();
const [here, there] = await Promise.all([startNode(), startNode()]);
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  await database.close();
});

async function startNode(): Promise<Node> {
  const node = await buildTestNode(database);
  await node.app.listen({ port: 0, host: '127.0.0.1' });
  return { ...node, url: `http://127.0.0.1:${(node.app.server.address() as AddressInfo).port}` };
}

async function loggedIn(email: string, node = here): Promise<Browser> {
  const browser = openBrowser(node.app);
  const answer = await browser.send('POST', '/auth/login', { email, password: testPassword });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return browser;
}
const codeOf = (answer: Answer) => [answer.statusCode, answer.json<RefusalView>().code];
const me = async (browser: Browser) => {
  const answer = await browser.send('GET', '/auth/me');
  return answer.statusCode === 200 ? 'open' : answer.json<RefusalView>().code;
};
function sessionIn(cookie = '') {
  const token = readRefreshToken(cookie);
  if (!token) throw new Error(`${cookie} is no refresh token`);
  return token.sessionId;
}
/** Dates the last renewal of a session back to `seconds` ago. */
const turnedAgo = (cookie: string | undefined, seconds: number) =>
  database.pool.query(`update sessions set turned_at = now() - make_interval(secs => $2) where id = $1`, [
    sessionIn(cookie),
    seconds,
  ]);

describe('a request that proved the former password', () => {
  const waiting = async () =>
    (
      await database.pool.query(`
      select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`)
    ).rowCount ?? 0;

  /** Sends a request during a change of the account, which commits once the request waits for it or has been answered. */
  async function during(change: (trx: Trx) => Promise<unknown>, request: () => Promise<Answer>): Promise<Answer> {
    const [answer] = await database.db.transaction().execute(async (trx) => {
      await change(trx);
      const before = await waiting();
      const answer = request();
      await Promise.race([answer, until(async () => (await waiting()) > before)]);
      return [answer];
    });
    return answer;
  }
  const reset = async (trx: Trx, { id: userId }: User) => {
    const now = instant(Date.now());
    await setPassword(trx, userId, await hashPassword('Th1rd!password'), now);
    await endSessions(trx, { userId, why: 'password-reset' }, now);
  };
  let closed: ReturnType<typeof closeAccount> | undefined;
  /** The closure waits for this transaction, and the request for the closure. */
  const close = async (trx: Trx, { id: userId }: User) => {
    await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
    const closing = { userId, by: 'owner', keepMs: 1_000, requestId: 'r-close' } as const;
    closed = closeAccount(database.db, testDataKey, closing, instant(Date.now()));
    await until(async () => (await waiting()) > 0);
  };
  const openSessionsOf = async (user: User) => (await listSessions(database.db, user.id, instant(Date.now()))).length;

  test.each([
    ['reset of the password', reset],
    ['closure', close],
  ] as const)('opens no session after a %s', async (name, change) => {
    const user = await openAccount({ database }, `${name.split(' ')[0]}-in-flight@example.com`);
    const login = () =>
      openBrowser(here.app).send('POST', '/auth/login', { email: user.email, password: testPassword });
    expect((await during((trx) => change(trx, user), login)).statusCode).toBe(401);
    await closed;
    expect(await openSessionsOf(user)).toBe(0);
  });

  test.each([
    ['turned on', undefined],
    ['moved to another app', makeSecret()],
  ] as const)('opens no session after two-factor login was %s', async (what, secret) => {
    const user = await openAccount({ database }, `${what.replaceAll(' ', '-')}@example.com`);
    if (secret) await giveApp(database.db, user.id, { dataKey: testDataKey, secret, recoveryCodes: ['b'] });
    const totp = secret && totpOf(secret, user.email).generate();
    const login = () =>
      openBrowser(here.app).send('POST', '/auth/login', { email: user.email, password: testPassword, totp });
    const confirm = async (trx: Trx) => {
      const now = instant(Date.now() + 1_000);
      await setSecondFactor(trx, user.id, { sealed: 'of another app', step: 0, recoveryCodes: ['a'] }, now);
      await endSessions(trx, { userId: user.id, why: 'ended-by-user' }, now);
    };
    expect(codeOf(await during(confirm, login))).toEqual([401, 'totp-required']);
    expect(await openSessionsOf(user)).toBe(0);
  });

  test.each([
    ['name', '/auth/me', { name: 'Real Name' }],
    ['star', '/auth/settings', { star: ['team:Nice'] }],
  ] as const)('writes no %s to an account that was closed in the meantime', async (what, path, body) => {
    const user = await openAccount({ database }, `${what}-in-flight@example.com`);
    const browser = openBrowser(here.app);
    await browser.send('POST', '/auth/login', { email: user.email, password: testPassword });
    const change = () => browser.send('PATCH', path, body);
    expect((await during((trx) => close(trx, user), change)).statusCode).toBe(401);
    await closed;
    const stored = await database.pool.query('select name, favourites from users where id = $1', [user.id]);
    expect(stored.rows).toEqual([{ name: 'Closed account', favourites: [] }]);
  });

  test('changes no password after a reset', async () => {
    const user = await openAccount({ database }, 'change-in-flight@example.com');
    const thief = await loggedIn(user.email);
    const change = () =>
      thief.send('POST', '/auth/change-password', { currentPassword: testPassword, newPassword: 'Th1ef!password' });
    expect(codeOf(await during((trx) => reset(trx, user), change))).toEqual([422, 'password-wrong']);
    const login = (password: string) =>
      openBrowser(here.app).send('POST', '/auth/login', { email: user.email, password });
    expect([(await login('Th1ef!password')).statusCode, (await login('Th1rd!password')).statusCode]).toEqual([
      401, 200,
    ]);
  });

  type Tools = {
    readonly send: (path: string, body: object) => Promise<Answer>;
    readonly proof: () => Promise<{ readonly password: string; readonly code: string }>;
    /** The code of an app that was asked for after the one in use. */
    readonly newCode: () => Promise<string>;
    readonly newPasskey: () => Promise<object>;
    readonly passkeyId: string;
  };
  const changes: Readonly<Record<string, (tools: Tools) => Promise<() => Promise<Answer>>>> = {
    'confirms no app': async ({ send, newCode }) => {
      const code = await newCode();
      return () => send('totp/confirm', { code });
    },
    'replaces no recovery codes': async ({ send, proof }) => {
      const proved = await proof();
      return () => send('totp/recovery-codes', proved);
    },
    'turns no app off': async ({ send, proof }) => {
      const proved = await proof();
      return () => send('totp/disable', proved);
    },
    'adds no passkey': async ({ send, newPasskey }) => {
      const credential = await newPasskey();
      return () => send('passkeys', { name: 'Laptop', credential });
    },
    'removes no passkey': async ({ send, proof, passkeyId }) => {
      const proved = await proof();
      return () => send(`passkeys/${passkeyId}/remove`, proved);
    },
    'closes no account': async ({ send, proof }) => {
      const proved = await proof();
      return () => send('close-account', proved);
    },
  };
  const stored = (userId: UserId) =>
    database.pool
      .query(
        `select u.totp_sealed, u.totp_since, u.name, (select array_agg(p.id) from passkeys p where p.user_id = u.id) as passkeys,
          (select array_agg(r.code_hash order by r.code_hash) from recovery_codes r where r.user_id = u.id and r.used_at is null) as codes
        from users u where u.id = $1`,
        [userId],
      )
      .then(({ rows }) => rows);

  test.each(Object.keys(changes))('%s after a reset', async (name) => {
    const email = `${name.replaceAll(' ', '-')}@example.com`;
    const user = await openAccount({ database }, email);
    const thief = await loggedIn(email);
    const send = async (path: string, body: object) => thief.send('POST', `/auth/${path}`, body);
    const sent = async <T>(path: string, body: object) => {
      const answer = await send(path, body);
      if (answer.statusCode !== 200) throw new Error(answer.body);
      return answer.json<T>();
    };
    const password = testPassword;
    const first = totpOf((await sent<TotpEnrolment>('totp/enrol', { password })).secret, email);
    const freshly = async () => {
      await database.db.updateTable('users').set({ totp_step: 0 }).where('id', '=', user.id).execute();
      return first.generate();
    };
    await sent('totp/confirm', { code: first.generate() });
    const proof = async () => ({ password, code: await freshly() });
    const newPasskey = async () =>
      createAuthenticator('http://touchline.test').create(await sent<PasskeyCreation>('passkeys/begin', await proof()));
    const { passkeys } = await sent<PasskeysView>('passkeys', { name: 'Phone', credential: await newPasskey() });
    const newCode = async () =>
      totpOf((await sent<TotpEnrolment>('totp/enrol', await proof())).secret, email).generate();
    const request = await changes[name]?.({ send, proof, newCode, newPasskey, passkeyId: passkeys[0]?.id ?? '' });
    if (!request) throw new Error(name);
    const before = await stored(user.id);
    expect(codeOf(await during((trx) => reset(trx, user), request))).toEqual([401, 'session-ended']);
    expect(await stored(user.id)).toEqual(before);
  });
});

describe('an access token', () => {
  /** A token that our own secret signs, but with other claims about issuer and audience. */
  const forged = (token: string, changed: Readonly<Record<string, unknown>>): string => {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const parts = [
      { alg: 'HS256', typ: 'JWT' },
      { ...claims, ...changed },
    ];
    const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    return `${text}.${createHmac('sha256', testSecret).update(text).digest('base64url')}`;
  };
  const answerTo = async (token: string) => {
    const overHttp = codeOf(await requestAs(here.app, token, 'GET', '/auth/me'));
    const line = await openSocket(here.url, { token });
    line.close();
    return [overHttp, line.refusals];
  };

  test('of another issuer or for another audience is refused by requests and sockets', async () => {
    await openAccount({ database }, 'aud@example.com');
    const token = (await loggedIn('aud@example.com')).token() ?? '';
    const invalid = [[401, 'session-invalid'], [expect.objectContaining({ code: 'session-invalid' })]];
    for (const changed of [{ aud: 'touchline-reports' }, { iss: 'someone-else' }, { aud: ['a', 'b'] }, { iss: 7 }]) {
      expect(await answerTo(forged(token, changed))).toEqual(invalid);
    }
    const both = forged(token, { aud: ['touchline-reports', 'touchline-api'] });
    expect((await requestAs(here.app, both, 'GET', '/auth/me')).statusCode).toBe(200);
  });

  test('of a release without issuer and audience counts as expired, and the cookie continues the session', async () => {
    await openAccount({ database }, 'old.release@example.com');
    const browser = await loggedIn('old.release@example.com');
    const old = forged(browser.token() ?? '', { iss: undefined, aud: undefined });
    const expired = [[401, 'session-expired'], [expect.objectContaining({ code: 'session-expired' })]];
    expect(await answerTo(old)).toEqual(expired);
    expect((await browser.send('POST', '/auth/refresh')).statusCode).toBe(200);
    expect(await me(browser)).toBe('open');
  });
});

describe('refreshing', () => {
  test('the cookie is sent to /auth only, is hidden from scripts and other sites, and gets the next token', async () => {
    await openAccount({ database }, 'ada@example.com');
    const browser = openBrowser(here.app);
    const login = await browser.send('POST', '/auth/login', { email: 'ada@example.com', password: testPassword });
    expect(login.cookies).toEqual([
      expect.objectContaining({ name: 'touchline-device', path: '/auth', httpOnly: true, sameSite: 'Strict' }),
      expect.objectContaining({ name: 'touchline-refresh', path: '/auth', httpOnly: true, sameSite: 'Strict' }),
    ]);
    expect(login.cookies[1]).toHaveProperty('maxAge', 30 * 24 * 3600);
    expect(login.cookies[1]).not.toHaveProperty('secure');
    const before = browser.cookie();
    const refreshed = await browser.send('POST', '/auth/refresh');
    expect(refreshed.json<LoginAnswer>()).toEqual({ ...login.json<LoginAnswer>(), accessToken: browser.token() });
    expect(browser.cookie()).not.toBe(before);
    expect(await me(browser)).toBe('open');
  });

  test('behind https the cookie is sent encrypted only, and no other subdomain can plant one', async () => {
    const node = await buildTestNode(database, { publicUrl: 'https://touchline.test' });
    await openAccount({ database }, 'sec@example.com');
    const login = await node.app.inject({
      method: 'POST',
      url: '/auth/login',
      payload: { email: 'sec@example.com', password: testPassword },
    });
    expect(login.cookies).toEqual([
      expect.objectContaining({ name: '__Host-touchline-device', path: '/', secure: true, httpOnly: true }),
      expect.objectContaining({ name: '__Host-touchline-refresh', path: '/', secure: true, httpOnly: true }),
    ]);
    for (const cookie of login.cookies) expect(cookie).not.toHaveProperty('domain');
    const [, { name = '', value = '' } = {}] = login.cookies;
    const refresh = (cookies: Record<string, string>) =>
      node.app.inject({ method: 'POST', url: '/auth/refresh', cookies });
    const planted = { 'touchline-refresh': value };
    expect((await refresh(planted)).statusCode).toBe(401);
    expect((await refresh({ [name]: value })).statusCode).toBe(200);
    await node.close();
  });

  test('two tabs that refresh at the same moment, on two nodes, both continue with the same successor', async () => {
    await openAccount({ database }, 'bea@example.com');
    const tab = await loggedIn('bea@example.com');
    const other = openBrowser(there.app);
    const old = tab.cookie();
    const answers = await Promise.all([tab.refreshWith(old), other.refreshWith(old), tab.refreshWith(old)]);
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200]);
    expect(other.cookie()).toBe(tab.cookie());
    expect([await me(tab), await me(other)]).toEqual(['open', 'open']);
    expect((await other.send('POST', '/auth/refresh')).statusCode).toBe(200);
  });

  test('a replaced token that is used later counts as stolen: the session and its sockets end', async () => {
    await openAccount({ database }, 'cy@example.com');
    const owner = await loggedIn('cy@example.com');
    const stolen = owner.cookie();
    await owner.send('POST', '/auth/refresh');
    const line = await openSocket(there.url, { token: owner.token() ?? '' });
    await turnedAgo(owner.cookie(), 11);
    const thief = openBrowser(there.app);
    expect(codeOf(await thief.refreshWith(stolen))).toEqual([401, 'session-ended']);
    await until(() => !line.socket.connected);
    expect(codeOf(await owner.send('POST', '/auth/refresh'))).toEqual([401, 'session-ended']);
    await until(async () => (await me(owner)) === 'session-ended');
    const session = await readSession(database.db, sessionIn(stolen));
    expect(session?.endedWhy).toBe('token-reused');
  });

  test('a token that was replaced twice counts as stolen at once', async () => {
    await openAccount({ database }, 'dan@example.com');
    const owner = await loggedIn('dan@example.com');
    const stolen = owner.cookie();
    await owner.send('POST', '/auth/refresh');
    await owner.send('POST', '/auth/refresh');
    expect(codeOf(await openBrowser(here.app).refreshWith(stolen))).toEqual([401, 'session-ended']);
    expect(codeOf(await owner.send('POST', '/auth/refresh'))).toEqual([401, 'session-ended']);
  });

  test('a token that was never issued ends no session', async () => {
    await openAccount({ database }, 'eve@example.com');
    const owner = await loggedIn('eve@example.com');
    const genuine = owner.cookie() ?? '';
    const [id, , proof] = genuine.split('.');
    const otherKey = refreshKeyFrom(`another ${testSecret}`);
    const session = await readSession(database.db, sessionIn(genuine));
    if (!session) throw new Error('no session');
    const madeUp = ['', 'x', `${id}.2.${proof}`, `${id}.0.${proof}`, writeRefreshToken(otherKey, session)];
    for (const one of madeUp) {
      expect(codeOf(await openBrowser(here.app).refreshWith(one))).toEqual([401, 'session-invalid']);
    }
    expect(codeOf(await openBrowser(here.app).refreshWith(undefined))).toEqual([401, 'no-session']);
    expect((await owner.send('POST', '/auth/refresh')).statusCode).toBe(200);
  });

  test('a session expires after thirty days without use', async () => {
    await openAccount({ database }, 'fay@example.com');
    const owner = await loggedIn('fay@example.com');
    await database.pool.query(`update sessions set expires_at = now() - interval '1 second' where id = $1`, [
      sessionIn(owner.cookie()),
    ]);
    expect(codeOf(await owner.send('POST', '/auth/refresh'))).toEqual([401, 'session-expired']);
  });

  test('the database holds nothing that refreshes a session', async () => {
    await openAccount({ database }, 'gus@example.com');
    const owner = await loggedIn('gus@example.com');
    const proof = (owner.cookie() ?? '').split('.')[2] ?? '';
    const { rows } = await database.pool.query('select s::text as row from sessions s');
    const hex = Buffer.from(proof, 'base64url').toString('hex');
    expect(rows.some(({ row }) => row.includes(proof) || row.includes(hex))).toBe(false);
  });
});

describe('ending sessions', () => {
  const sessionsOf = async (browser: Browser) =>
    (await browser.send('GET', '/auth/sessions')).json<SessionsView>().sessions;

  test('lists the sessions of an account, and ends one of them with its sockets on every node', async () => {
    const user = await openAccount({ database }, 'hal@example.com');
    const [mine, phone] = [await loggedIn('hal@example.com'), await loggedIn('hal@example.com', there)];
    const [mineLive, phoneLive] = await Promise.all([
      openSocket(here.url, { token: mine.token() ?? '' }),
      openSocket(there.url, { token: phone.token() ?? '' }),
    ]);
    const listed = await sessionsOf(mine);
    expect(listed.map(({ device, address, isCurrent }) => [device, address, isCurrent])).toEqual([
      ['Firefox on Linux', '127.0.0.1', false],
      ['Firefox on Linux', '127.0.0.1', true],
    ]);
    const other = listed.find((one) => !one.isCurrent);
    expect((await mine.send('DELETE', `/auth/sessions/${other?.id}`)).statusCode).toBe(200);
    await until(() => !phoneLive.socket.connected);
    await until(async () => (await me(phone)) === 'session-ended');
    expect(codeOf(await phone.send('POST', '/auth/refresh'))).toEqual([401, 'session-ended']);
    expect([await me(mine), mineLive.socket.connected, (await sessionsOf(mine)).length]).toEqual(['open', true, 1]);
    expect(codeOf(await mine.send('DELETE', `/auth/sessions/${other?.id}`))).toEqual([404, 'session-unknown']);
    mineLive.close();
    expect(user.role).toBe('bettor');
  });

  test('one session too many ends the one unused for longest, at once and with its reason', async () => {
    const limited = await buildTestNode(database, { sessionsPerAccount: 2 });
    await limited.app.listen({ port: 0, host: '127.0.0.1' });
    const node = { ...limited, url: `http://127.0.0.1:${(limited.app.server.address() as AddressInfo).port}` };
    await openAccount({ database }, 'many@example.com');
    const [first, second] = [await loggedIn('many@example.com', node), await loggedIn('many@example.com', node)];
    await first.send('POST', '/auth/refresh');
    const unused = await openSocket(node.url, { token: second.token() ?? '' });
    const third = await loggedIn('many@example.com', node);
    await until(() => !unused.socket.connected);
    expect([await me(first), await me(second), await me(third)]).toEqual(['open', 'session-ended', 'open']);
    const answer = await second.send('POST', '/auth/refresh');
    expect([answer.statusCode, answer.json<RefusalView>()]).toEqual([
      401,
      {
        code: 'session-replaced',
        error: 'You were logged out here because your account is logged in on too many devices.',
      },
    ]);
    expect((await third.send('GET', '/auth/sessions')).json<SessionsView>()).toMatchObject({ most: 2 });
    expect(await sessionsOf(third)).toHaveLength(2);
    await node.close();
  });

  test('refuses to sign out another user', async () => {
    await openAccount({ database }, 'ian@example.com');
    await openAccount({ database }, 'joe@example.com');
    const [ian, joe] = [await loggedIn('ian@example.com'), await loggedIn('joe@example.com')];
    const [session] = await sessionsOf(ian);
    expect(codeOf(await joe.send('DELETE', `/auth/sessions/${session?.id}`))).toEqual([404, 'session-unknown']);
    expect(await me(ian)).toBe('open');
  });

  test('ending all other sessions keeps this one, ending all keeps none', async () => {
    await openAccount({ database }, 'kim@example.com');
    const browsers = [
      await loggedIn('kim@example.com'),
      await loggedIn('kim@example.com'),
      await loggedIn('kim@example.com'),
    ];
    const [mine, ...others] = browsers;
    if (!mine) throw new Error('there is no session');
    await mine.send('POST', '/auth/sessions/end-all', { keep: 'current' });
    expect(await Promise.all(browsers.map(me))).toEqual(['open', 'session-ended', 'session-ended']);
    expect(others).toHaveLength(2);
    await mine.send('POST', '/auth/sessions/end-all', { keep: 'none' });
    expect([await me(mine), mine.cookie()]).toEqual(['session-ended', undefined]);
  });

  test('logging out ends only this session, by its cookie if the token has expired', async () => {
    await openAccount({ database }, 'lea@example.com');
    const [mine, other] = [await loggedIn('lea@example.com'), await loggedIn('lea@example.com')];
    const cookie = mine.cookie();
    const bare = await here.app.inject({
      method: 'POST',
      url: '/auth/logout',
      headers: { cookie: `touchline-refresh=${cookie}` },
    });
    expect([bare.statusCode, bare.cookies[0]?.value]).toEqual([200, '']);
    expect([await me(mine), await me(other)]).toEqual(['session-ended', 'open']);
    expect((await openBrowser(here.app).send('POST', '/auth/logout')).statusCode).toBe(200);
  });
});

describe('changing the password', () => {
  const change = (browser: Browser, currentPassword: string, newPassword: string) =>
    browser.send('POST', '/auth/change-password', { currentPassword, newPassword });

  test('the old password sets a new one; every other session ends, and the owner is emailed', async () => {
    const user = await openAccount({ database }, 'mo@example.com');
    const [mine, other] = [await loggedIn('mo@example.com'), await loggedIn('mo@example.com', there)];
    const line = await openSocket(there.url, { token: other.token() ?? '' });
    expect((await change(mine, testPassword, 'An0ther!one')).statusCode).toBe(200);
    await until(() => !line.socket.connected);
    await until(async () => (await me(other)) === 'session-ended');
    expect(await me(mine)).toBe('open');
    expect(here.emails.at(-1)).toEqual({ kind: 'password-changed', userId: user.id });
    const login = (password: string) =>
      openBrowser(here.app).send('POST', '/auth/login', { email: user.email, password });
    expect([(await login(testPassword)).statusCode, (await login('An0ther!one')).statusCode]).toEqual([401, 200]);
  });

  test('a wrong current or a weak new password changes nothing, and guessing within a session ends after ten attempts', async () => {
    await openAccount({ database }, 'ned@example.com');
    const [mine, other] = [await loggedIn('ned@example.com'), await loggedIn('ned@example.com', there)];
    expect((await change(mine, testPassword, 'alllowercase')).json<RefusalView>().error).toBe(
      'Please ensure your password meets all requirements',
    );
    for (let i = 0; i < 10; i += 1) {
      expect(codeOf(await change(mine, 'not-the-one', 'An0ther!one'))).toEqual([422, 'password-wrong']);
    }
    const late = await change(mine, testPassword, 'An0ther!one');
    expect([...codeOf(late), late.headers['retry-after']]).toEqual([
      429,
      'too-many-attempts',
      expect.stringMatching(/^\d+$/),
    ]);
    expect(await me(other)).toBe('open');
  });
});

describe('logging in too often', () => {
  test('failed attempts count on all nodes together, and a correct one does not count', async () => {
    await openAccount({ database }, 'oz@example.com');
    const attempt = (node: Node, password: string, remoteAddress = '10.9.0.1') =>
      node.app.inject({
        method: 'POST',
        url: '/auth/login',
        payload: { email: 'oz@example.com', password },
        remoteAddress,
      });
    for (let i = 0; i < 9; i += 1) expect((await attempt(i % 2 ? here : there, 'not-the-one')).statusCode).toBe(401);
    expect((await attempt(here, testPassword)).statusCode).toBe(200);
    for (let i = 0; i < 10; i += 1) expect((await attempt(i % 2 ? here : there, 'not-the-one')).statusCode).toBe(401);
    for (const node of [here, there]) {
      const late = await attempt(node, testPassword);
      expect([late.statusCode, late.json<RefusalView>().error]).toEqual([
        429,
        'Too many login attempts. Please try again later.',
      ]);
      const seconds = Number(late.headers['retry-after']);
      expect(seconds > 0 && seconds <= 900).toBe(true);
    }
    expect((await attempt(there, testPassword, '10.9.0.2')).statusCode).toBe(200);
  });

  test('the addresses of one IPv6 network count as one address', async () => {
    await openAccount({ database }, 'ida@example.com');
    const attempt = (password: string, remoteAddress: string) =>
      here.app.inject({
        method: 'POST',
        url: '/auth/login',
        payload: { email: 'ida@example.com', password },
        remoteAddress,
      });
    const attempts = await Promise.all(
      Array.from({ length: 10 }, (_, i) => attempt('not-the-one', `2001:db8:1:2::${i}`)),
    );
    expect(new Set(attempts.map((answer) => answer.statusCode))).toEqual(new Set([401]));
    expect((await attempt(testPassword, '2001:DB8:1:2:ffff::1')).statusCode).toBe(429);
    expect((await attempt(testPassword, '2001:db8:1:3::1')).statusCode).toBe(200);
  });

  test('an unknown account is throttled in the same way', async () => {
    const attempt = () =>
      here.app.inject({
        method: 'POST',
        url: '/auth/login',
        payload: { email: 'ghost@example.com', password: 'not-the-one' },
        remoteAddress: '10.9.1.1',
      });
    const statuses = [];
    for (let i = 0; i < 11; i += 1) statuses.push((await attempt()).statusCode);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });
});
