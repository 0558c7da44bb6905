import { createHmac } from 'node:crypto';
import type { LoginAnswer, ProfileView, RefusalView } from '@touchline/core/contract';
import { instant } from '@touchline/core/instant';
import { createEmailToken, markEmailVerified, readUser, readUserByEmail } from '@touchline/store/accounts';
import { afterAll, describe, expect, test } from 'vitest';
import {
  buildTestApp,
  logIn,
  openAccount,
  openBettor,
  requestAs,
  testPassword,
  testSecret,
} from '../testing/test-app.ts';

const api = await buildTestApp();
afterAll(() => api.close());

const post = (url: string, payload: object, remoteAddress = '127.0.0.1') =>
  api.app.inject({ method: 'POST', url, payload, remoteAddress });
const get = (url: string, token?: string) => requestAs(api.app, token, 'GET', url);

describe('logging in', () => {
  test('the right password opens a session', async () => {
    const user = await openAccount(api, 'ada@example.com');
    const answer = await post('/auth/login', { email: ' Ada@Example.com ', password: testPassword, testSecret });
    expect(answer.statusCode).toBe(200);
    const { accessToken, user: seen } = answer.json<LoginAnswer>();
    expect(seen).toEqual({ id: user.id, name: 'Ada Bell', email: 'ada@example.com', role: 'bettor' });
    expect((await get('/auth/me', accessToken)).json<ProfileView>()).toEqual({
      ...seen,
      balance: 0,
      emailVerified: true,
      createdAt: new Date(user.createdAt).toISOString(),
      wallet: { version: 0, balance: 0, held: 0, bonus: 0, staked: 0 },
    });
  });

  test('refuses a wrong password and an unknown account alike, so that no one learns who has an account', async () => {
    await openAccount(api, 'bea@example.com');
    const wrong = await post('/auth/login', { email: 'bea@example.com', password: 'not-the-one' });
    const unknown = await post('/auth/login', { email: 'unknown@example.com', password: 'not-the-one' });
    const refusal = { code: 'credentials-wrong', error: 'Invalid credentials. Please try again.' };
    expect([wrong.statusCode, wrong.json()]).toEqual([401, refusal]);
    expect([unknown.statusCode, unknown.json()]).toEqual([401, refusal]);
  });

  test('refuses an unverified address, and gives the reason only with the right password', async () => {
    const user = await openAccount(api, 'ann@example.com', 'bettor', null);
    const attempt = (password: string) => post('/auth/login', { email: user.email, password });
    const refused = await attempt(testPassword);
    expect([refused.statusCode, refused.json(), refused.cookies]).toEqual([
      403,
      { code: 'email-unverified', error: 'Please verify your email address before you log in.' },
      [],
    ]);
    expect((await attempt('not-the-one')).json<RefusalView>().code).toBe('credentials-wrong');
    await markEmailVerified(api.database.db, user.id, instant(Date.now()));
    expect((await attempt(testPassword)).statusCode).toBe(200);
  });

  test('after ten wrong attempts, refuses even the right password from that address', async () => {
    await openAccount(api, 'cy@example.com');
    const attempt = (password: string, from = '10.0.0.1') =>
      post('/auth/login', { email: 'cy@example.com', password }, from);
    const attempts = await Promise.all(Array.from({ length: 10 }, () => attempt('not-the-one')));
    expect(attempts.map((answer) => answer.statusCode)).toEqual(Array(10).fill(401));
    const late = await attempt(testPassword);
    expect([late.statusCode, late.json()]).toEqual([
      429,
      { code: 'too-many-attempts', error: 'Too many login attempts. Please try again later.' },
    ]);
    expect((await attempt(testPassword, '10.0.0.2')).statusCode).toBe(200);
  });

  test('refuses an invalid address or password with its field', async () => {
    const answer = await post('/auth/login', { email: 'ada', password: 'short' });
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      {
        code: 'request-invalid',
        error: 'Invalid email address',
        details: {
          fields: [
            { path: 'email', error: 'Invalid email address' },
            { path: 'password', error: 'Password must be at least 8 characters' },
          ],
        },
      },
    ]);
  });
});

describe('sessions', () => {
  test('refuses a call without a token', async () => {
    const answer = await get('/auth/me');
    expect([answer.statusCode, answer.json()]).toEqual([
      401,
      { code: 'no-token', error: 'No authentication token found' },
    ]);
  });

  test('refuses a token that is forged, expired or signed with another algorithm', async () => {
    const { user, token } = await openBettor(api, 'dan@example.com');
    const [head = '', , signature = ''] = token.split('.');
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const claims = { sub: user.id, wal: user.walletId, role: 'admin', sid: crypto.randomUUID(), exp: 4_000_000_000 };
    const forged = `${head}.${encode(claims)}.${signature}`;
    const unsigned = `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`;
    const signed = `${head}.${encode({ ...claims, exp: 1_000_000_000 })}`;
    const expired = `${signed}.${createHmac('sha256', testSecret).update(signed).digest('base64url')}`;
    const answers = await Promise.all([forged, unsigned, expired, 'nonsense'].map((one) => get('/auth/me', one)));
    expect(answers.map((one) => [one.statusCode, one.json<RefusalView>().code])).toEqual([
      [401, 'session-invalid'],
      [401, 'session-invalid'],
      [401, 'session-expired'],
      [401, 'session-invalid'],
    ]);
  });
});

describe('registering', () => {
  test('opens an account and queues the email that verifies its address', async () => {
    const answer = await post('/auth/register', {
      email: 'Eve@example.com',
      name: ' Eve Hart ',
      password: 'engine no. 1843',
    });
    expect(answer.statusCode).toBe(201);
    const { user } = answer.json<LoginAnswer>();
    expect(user).toEqual({ id: user.id, name: 'Eve Hart', email: 'eve@example.com', role: 'bettor' });
    expect(api.emails.at(-1)).toEqual({ kind: 'verify-email', userId: user.id });
  });

  test('refuses an address that has an account', async () => {
    await openAccount(api, 'fay@example.com');
    const answer = await post('/auth/register', { email: 'FAY@example.com', name: 'Fay', password: 'engine no. 1843' });
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      { code: 'email-taken', error: 'An account with this email address already exists.' },
    ]);
  });

  test('ignores a role in the request', async () => {
    const answer = await post('/auth/register', {
      email: 'gus@example.com',
      name: 'Gus',
      password: 'engine no. 1843',
      role: 'admin',
    });
    expect(answer.json<LoginAnswer>().user.role).toBe('bettor');
  });
});

describe('attack: passwords from leaked lists are tried on every account', () => {
  const refusal = { code: 'password-guessable', error: 'This password is easy to guess. Choose another one.' };
  const newOwner = { email: 'lea@example.com', name: 'Lea Marsh' };

  test.each(['Password1', 'Touchline2026', 'lea-marsh-1'])('no account opens with %s', async (password) => {
    const answer = await post('/auth/register', { ...newOwner, password });
    expect([answer.statusCode, answer.json()]).toEqual([400, refusal]);
    expect(await readUserByEmail(api.database.db, newOwner.email)).toBeUndefined();
  });

  test('refuses one at a reset, and the link stays valid', async () => {
    const user = await openAccount(api, 'mia@example.com');
    const expiresAt = instant(Date.now() + 60_000);
    const token = await createEmailToken(api.database.db, { userId: user.id, purpose: 'reset', expiresAt });
    const guessable = await post('/auth/reset-password', { token, password: 'Password1!' });
    expect([guessable.statusCode, guessable.json()]).toEqual([400, refusal]);
    const good = await post('/auth/reset-password', { token, password: 'An0ther!one' });
    expect([good.statusCode, good.json()]).toEqual([200, { message: 'Password reset successfully' }]);
  });

  test('refuses one at a change, and the old one stays', async () => {
    const { user, token } = await openBettor(api, 'nia@example.com');
    const asked = { currentPassword: testPassword, newPassword: 'Football-2026' };
    const answer = await requestAs(api.app, token, 'POST', '/auth/change-password', asked);
    expect([answer.statusCode, answer.json()]).toEqual([400, refusal]);
    expect(await logIn(api.app, user.email)).toBeTruthy();
  });
});

describe('links in emails', () => {
  const linkFor = async (email: string, purpose: 'verify' | 'reset', expiresAt = instant(Date.now() + 60_000)) => {
    const user = await openAccount(api, email, 'bettor', purpose === 'verify' ? null : instant(Date.now()));
    return { user, token: await createEmailToken(api.database.db, { userId: user.id, purpose, expiresAt }) };
  };

  test('a link verifies the address, also when opened twice', async () => {
    const { user, token } = await linkFor('hal@example.com', 'verify');
    for (const _again of [1, 2]) {
      const answer = await get(`/auth/verify?token=${token}`);
      expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'Your email address is verified.' }]);
    }
    expect((await readUser(api.database.db, user.id))?.emailVerifiedAt).not.toBeNull();
  });

  test('an unknown or expired link verifies nothing', async () => {
    const { token } = await linkFor('ian@example.com', 'verify', instant(Date.now() - 1));
    const answers = await Promise.all([token, 'made-up'].map((one) => get(`/auth/verify?token=${one}`)));
    expect(answers.map((one) => [one.statusCode, one.json()])).toEqual([
      [422, { code: 'token-expired', error: 'This verification link has expired.' }],
      [422, { code: 'token-unknown', error: 'This verification link is not valid.' }],
    ]);
  });

  test('a reset changes the password and ends every session', async () => {
    const { user, token } = await linkFor('joe@example.com', 'reset');
    const before = await logIn(api.app, user.email);
    expect((await get('/auth/me', before)).statusCode).toBe(200);

    const reset = await post('/auth/reset-password', { token, password: 'An0ther!one' });
    expect([reset.statusCode, reset.json()]).toEqual([200, { message: 'Password reset successfully' }]);

    expect((await get('/auth/me', before)).json<RefusalView>().code).toBe('session-ended');
    const login = (password: string) => post('/auth/login', { email: user.email, password });
    expect((await login(testPassword)).statusCode).toBe(401);
    expect((await login('An0ther!one')).statusCode).toBe(200);
    const again = await post('/auth/reset-password', { token, password: 'Th1rd!password' });
    expect([again.statusCode, again.json<RefusalView>().code]).toEqual([409, 'token-used']);
  });

  test('a new password meets all requirements', async () => {
    const { token } = await linkFor('kim@example.com', 'reset');
    const answer = await post('/auth/reset-password', { token, password: 'alllowercase' });
    expect([answer.statusCode, answer.json<RefusalView>().error]).toEqual([
      400,
      'Please ensure your password meets all requirements',
    ]);
  });

  test('answers a request for an email alike with and without an account, and sends one only with an account', async () => {
    const user = await openAccount(api, 'lea@example.com', 'bettor', null);
    for (const [url, kind] of [
      ['/auth/forgot-password', 'reset-password'],
      ['/auth/resend-verification', 'verify-email'],
    ]) {
      const before = api.emails.length;
      const known = await post(`${url}`, { email: user.email });
      const unknown = await post(`${url}`, { email: 'unknown@example.com' });
      expect([unknown.statusCode, unknown.json()]).toEqual([known.statusCode, known.json()]);
      // The answer does not wait for the email.
      await expect.poll(() => api.emails.slice(before), { timeout: 60_000 }).toEqual([{ kind, userId: user.id }]);
    }
  });

  test('sends an address at most three emails in half an hour', async () => {
    await openAccount(api, 'mo@example.com');
    const before = api.emails.length;
    for (const from of ['10.1.0.1', '10.1.0.2', '10.1.0.3', '10.1.0.4', '10.1.0.5', '10.1.0.6', '10.1.0.7']) {
      expect((await post('/auth/forgot-password', { email: 'mo@example.com' }, from)).statusCode).toBe(200);
    }
    await expect.poll(() => api.emails.length - before, { timeout: 60_000 }).toBe(3);
  });
});
