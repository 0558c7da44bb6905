import type { LoginAnswer, RefusalView } from '@touchline/core/contract';
import { instant } from '@touchline/core/instant';
import { markEmailVerified, readUserByEmail } from '@touchline/store/accounts';
import { afterAll, expect, test } from 'vitest';
import { buildTestApp, testPassword, testSecret } from '../testing/test-app.ts';
import { createRegistrationCookie } from './registration-cookie.ts';

const api = await buildTestApp();
afterAll(() => api.close());

const cookieName = 'touchline-registration';
let addresses = 0;
const remoteAddress = () => `10.7.0.${++addresses}`;
const post = (url: string, payload: object, cookie = '') =>
  api.app.inject({ method: 'POST', url, payload, remoteAddress: remoteAddress(), headers: { cookie } });
/** Opens an account and returns the cookie of the browser that did. */
async function register(email: string) {
  const answer = await post('/auth/register', { name: 'Ada Bell', email, password: testPassword });
  expect(answer.statusCode).toBe(201);
  const cookie = answer.cookies.find(({ name }) => name === cookieName);
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/auth', maxAge: 3_600 });
  return `${cookieName}=${cookie?.value}`;
}
async function verify(email: string) {
  const user = await readUserByEmail(api.database.db, email);
  if (!user) throw new Error(`${email} has no account`);
  await markEmailVerified(api.database.db, user.id, instant(Date.now()));
  return user;
}
const logIn = (cookie: string) => post('/auth/login/registration', {}, cookie);
const codeOf = (answer: Awaited<ReturnType<typeof logIn>>) => [answer.statusCode, answer.json<RefusalView>().code];

test('the browser that registered is logged in once its address is verified, and only once', async () => {
  const cookie = await register('ada@example.com');
  expect(codeOf(await logIn(cookie))).toEqual([403, 'email-unverified']);
  await verify('ada@example.com');
  const opened = await logIn(cookie);
  expect(opened.statusCode).toBe(200);
  expect(opened.json<LoginAnswer>().user.email).toBe('ada@example.com');
  expect(opened.headers['cache-control']).toBe('no-store');
  expect(opened.cookies.find(({ name }) => name === cookieName)?.value).toBe('');
  expect(codeOf(await logIn(cookie))).toEqual([401, 'registration-unknown']);
});

test('of two tabs that ask at the same moment one is logged in', async () => {
  const cookie = await register('bea@example.com');
  await verify('bea@example.com');
  const answers = await Promise.all([logIn(cookie), logIn(cookie), logIn(cookie)]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401]);
});

test('opening the link logs no one in: without the cookie there is no session', async () => {
  await register('cy@example.com');
  await verify('cy@example.com');
  expect(codeOf(await logIn(''))).toEqual([401, 'registration-unknown']);
});

test("one account's cookie is no proof of another account, nor is a changed one", async () => {
  const [dan, eve] = [await register('dan@example.com'), await register('eve@example.com')];
  const [danUser, eveUser] = [await verify('dan@example.com'), await verify('eve@example.com')];
  expect(codeOf(await logIn(dan.replace(danUser.id, eveUser.id)))).toEqual([401, 'registration-unknown']);
  const later = eve.replace(/\.(\d{13})\./, (_, at: string) => `.${Number(at) + 1_000}.`);
  expect(codeOf(await logIn(later))).toEqual([401, 'registration-unknown']);
});

test('a login by password or a changed password makes the cookie worthless', async () => {
  const [fay, gus] = [await register('fay@example.com'), await register('gus@example.com')];
  await verify('fay@example.com');
  const user = await verify('gus@example.com');
  expect((await post('/auth/login', { email: 'fay@example.com', password: testPassword })).statusCode).toBe(200);
  await api.database.db.updateTable('users').set({ password_hash: 'another hash' }).where('id', '=', user.id).execute();
  expect([codeOf(await logIn(fay)), codeOf(await logIn(gus))]).toEqual([
    [401, 'registration-unknown'],
    [401, 'registration-unknown'],
  ]);
});

test('the cookie expires after an hour', async () => {
  const cookie = await register('hal@example.com');
  const user = await verify('hal@example.com');
  const reader = createRegistrationCookie({ jwtSecret: testSecret, publicUrl: 'http://touchline.test' });
  const request = { cookies: { [cookieName]: cookie.split('=')[1] } } as never;
  const after = (ms: number) => reader.isProofOf(request, user, instant(Date.now() + ms));
  expect([after(3_000_000), after(3_601_000)]).toEqual([true, false]);
});

test('answers in the language of the request, and keeps it on the new account', async () => {
  const inLanguage = (language: string, payload: object) =>
    api.app.inject({
      method: 'POST',
      url: '/auth/register',
      payload,
      remoteAddress: remoteAddress(),
      headers: { 'accept-language': language },
    });
  const anna = { name: 'Anna', email: 'anna@example.com', password: testPassword };
  expect((await inLanguage('de-AT,de;q=0.9,en;q=0.8', anna)).statusCode).toBe(201);
  expect(await readUserByEmail(api.database.db, anna.email)).toMatchObject({ language: 'de' });
  const errors = ['de', 'es', 'fr'].map(
    async (language) => (await inLanguage(language, anna)).json<RefusalView>().error,
  );
  expect(await Promise.all(errors)).toEqual([
    'Mit dieser E-Mail-Adresse gibt es schon ein Konto.',
    'Ya existe una cuenta con este correo electrónico.',
    'An account with this email address already exists.',
  ]);
  const short = await inLanguage('de', { ...anna, password: 'short' });
  expect(short.json<RefusalView>()).toMatchObject({ error: 'Das Passwort braucht mindestens 8 Zeichen' });
});
