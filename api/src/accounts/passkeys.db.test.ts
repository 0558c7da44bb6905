import { randomBytes } from 'node:crypto';
import type { Role } from '@touchline/core/account';
import type { LoginAnswer, PasskeyCreation, PasskeyRequest, PasskeysView } from '@touchline/core/contract';
import { instant, minutes } from '@touchline/core/instant';
import { changeRole, endSecondFactor, resetSecondFactor } from '@touchline/store/accounts';
import { listActions } from '@touchline/store/audit';
import { closeAccount } from '@touchline/store/privacy';
import { testDataKey } from '@touchline/store/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Authenticator, createAuthenticator, type Dishonest } from '../testing/authenticator.ts';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { buildTestApp, freshCode, openAccount, testPassword } from '../testing/test-app.ts';
import { beginPasskeyLogin, logInWithPasskey } from './passkeys.ts';

const origin = 'http://touchline.test';
const api = await buildTestApp();
afterAll(() => api.close());

/** An account that is logged in by password in a browser. */
async function owner(email: string, role: Role = 'bettor') {
  const user = await openAccount(api, email, role);
  const browser = openBrowser(api.app);
  const code = async () => (role === 'bettor' ? undefined : await freshCode(api.database, email));
  const proof = async () => ({ password: testPassword, code: await code() });
  const entered = await browser.send('POST', '/auth/login', { email, password: testPassword, totp: await code() });
  if (entered.statusCode !== 200) throw new Error(entered.body);
  const begin = async () => {
    const begun = await browser.send('POST', '/auth/passkeys/begin', await proof());
    if (begun.statusCode !== 200) throw new Error(begun.body);
    return begun.json<PasskeyCreation>();
  };
  const add = async (passkey: Authenticator, dishonest: Dishonest = {}, name = 'Phone') =>
    codeOf(
      await browser.send('POST', '/auth/passkeys', { name, credential: passkey.create(await begin(), dishonest) }),
    );
  const list = async () => (await browser.send('GET', '/auth/passkeys')).json<PasskeysView>().passkeys;
  const emails = () => api.emails.filter((job) => 'userId' in job && job.userId === user.id).map(({ kind }) => kind);
  return { user, browser, proof, begin, add, list, emails };
}

const codeOf = (answer: { readonly statusCode: number; readonly body: string }): string =>
  answer.statusCode === 200 ? 'in' : JSON.parse(answer.body).code;

async function asked(browser: Browser = openBrowser(api.app)): Promise<PasskeyRequest> {
  return (await browser.send('POST', '/auth/login/passkey/begin')).json<PasskeyRequest>();
}
const enter = async (passkey: Authenticator, dishonest: Dishonest = {}, browser = openBrowser(api.app)) =>
  codeOf(
    await browser.send('POST', '/auth/login/passkey', { credential: passkey.get(await asked(browser), dishonest) }),
  );
const newPasskey = () => createAuthenticator(origin);

describe('a passkey', () => {
  test('is added with the password, logs in by itself, and is removed with the password', async () => {
    const { user, browser, proof, begin, list, emails } = await owner('one@example.com');
    const passkey = newPasskey();
    const creation = await begin();
    expect(creation.rp).toEqual({ name: 'Touchline', id: 'touchline.test' });
    expect(creation.authenticatorSelection).toMatchObject({ residentKey: 'required', userVerification: 'required' });
    const sent = { name: ' My phone ', credential: passkey.create(creation) };
    const added = await browser.send('POST', '/auth/passkeys', sent);
    expect(added.json<PasskeysView>().passkeys).toMatchObject([{ name: 'My phone', usedAt: null }]);

    const other = openBrowser(api.app);
    const entered = await other.send('POST', '/auth/login/passkey', { credential: passkey.get(await asked()) });
    expect(entered.json<LoginAnswer>().user).toMatchObject({ id: user.id, email: 'one@example.com' });
    expect((await other.send('GET', '/auth/me')).statusCode).toBe(200);
    expect((await other.send('POST', '/auth/refresh')).statusCode).toBe(200);

    const [mine] = await list();
    expect(mine?.usedAt).not.toBeNull();
    expect((await begin()).excludeCredentials).toHaveLength(1);
    const download = await browser.send('GET', '/auth/download');
    expect(download.json<PasskeysView>().passkeys).toEqual([mine]);
    expect(codeOf(await browser.send('POST', `/auth/passkeys/${mine?.id}/remove`, await proof()))).toBe('in');
    expect(await list()).toEqual([]);
    expect(await enter(passkey)).toBe('passkey-wrong');
    expect((await other.send('GET', '/auth/me')).statusCode).toBe(200);
    expect(emails()).toEqual(['passkey-added', 'passkey-removed']);
    const { actions } = await listActions(api.database.db, { limit: 10, actor: user.id });
    expect(actions.map(({ action }) => action)).toEqual(['passkey-removed', 'passkey-added']);
  });

  test('counts as the second factor: staff log in with it alone', async () => {
    const { add, browser } = await owner('admin@example.com', 'admin');
    const passkey = newPasskey();
    expect(await add(passkey)).toBe('in');
    const noCode = await browser.send('POST', '/auth/passkeys/begin', { password: testPassword });
    expect(codeOf(noCode)).toBe('totp-required');
    const alone = openBrowser(api.app);
    expect(await enter(passkey, {}, alone)).toBe('in');
    expect((await alone.send('GET', '/auth/sessions')).statusCode).toBe(200);
    const { needsSecondFactor } = (await alone.send('GET', '/auth/me')).json<LoginAnswer['user']>();
    expect(needsSecondFactor).toBeUndefined();
  });

  test('goes with the lost second factor of staff, and with a change of the role', async () => {
    const { db } = api.database;
    const [admin, bettor] = [await owner('lost@example.com', 'admin'), await owner('promoted@example.com')];
    const [ofAdmin, ofBettor] = [newPasskey(), newPasskey()];
    await admin.add(ofAdmin);
    await bettor.add(ofBettor);
    await resetSecondFactor(db, admin.user.id, instant(Date.now()));
    await api.database.byOwner((owner) => changeRole(owner, bettor.user.id, 'auditor', instant(Date.now())));
    expect([await enter(ofAdmin), await enter(ofBettor)]).toEqual(['passkey-wrong', 'passkey-wrong']);
  });

  test('of a closed account, or of an address that is not verified, opens nothing', async () => {
    const { db, pool } = api.database;
    const [closed, unverified] = [await owner('closed@example.com'), await owner('unverified@example.com')];
    const [ofClosed, ofUnverified] = [newPasskey(), newPasskey()];
    expect([await closed.add(ofClosed), await unverified.add(ofUnverified)]).toEqual(['in', 'in']);
    const closing = { userId: closed.user.id, by: 'owner', keepMs: 1, requestId: crypto.randomUUID() } as const;
    expect((await closeAccount(db, testDataKey, closing, instant(Date.now()))).ok).toBe(true);
    await pool.query('update users set email_verified_at = null where id = $1', [unverified.user.id]);
    expect([await enter(ofClosed), await enter(ofUnverified)]).toEqual(['passkey-wrong', 'email-unverified']);
  });

  test('an account has ten at most', async () => {
    const { add, browser, proof, begin } = await owner('many@example.com');
    for (let i = 0; i < 9; i += 1) expect(await add(newPasskey())).toBe('in');
    const [tenth, eleventh] = [await begin(), await begin()];
    const send = (creation: PasskeyCreation) =>
      browser.send('POST', '/auth/passkeys', { name: 'Phone', credential: newPasskey().create(creation) });
    const both = await Promise.all([send(tenth), send(eleventh)]);
    expect(both.map(codeOf).sort()).toEqual(['in', 'passkeys-full']);
    expect(codeOf(await browser.send('POST', '/auth/passkeys/begin', await proof()))).toBe('passkeys-full');
  });
});

describe('attack: someone logs in with a passkey that is not theirs', () => {
  let passkey: Authenticator;
  beforeAll(async () => {
    passkey = newPasskey();
    await (await owner('victim@example.com')).add(passkey);
  });

  test.each<[string, Dishonest]>([
    ['signed for another origin', { origin: 'http://touchline.test.evil.example' }],
    ['signed for another relying party', { rpId: 'evil.example' }],
    ['used by someone who was not verified', { isUnverified: true }],
    ['signed for another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['signed as a new passkey', { type: 'webauthn.create' }],
    ['said to be of another account', { userHandle: Buffer.alloc(16).toString('base64url') }],
  ])('%s: refused', async (_what, dishonest) => {
    expect(await enter(passkey, dishonest)).toBe('passkey-wrong');
    expect(await enter(passkey)).toBe('in');
  });

  test('a captured answer is sent again: refused', async () => {
    const browser = openBrowser(api.app);
    const body = { credential: passkey.get(await asked()) };
    expect(codeOf(await browser.send('POST', '/auth/login/passkey', body))).toBe('in');
    expect(codeOf(await browser.send('POST', '/auth/login/passkey', body))).toBe('passkey-wrong');
  });

  test('a wrong answer spends its challenge', async () => {
    const request = await asked();
    const send = (dishonest: Dishonest) =>
      openBrowser(api.app).send('POST', '/auth/login/passkey', { credential: passkey.get(request, dishonest) });
    expect(codeOf(await send({ isUnverified: true }))).toBe('passkey-wrong');
    expect(codeOf(await send({}))).toBe('passkey-wrong');
  });

  test('the counter of a copy is behind: refused', async () => {
    expect(await enter(passkey, { counter: 1_000 })).toBe('in');
    expect(await enter(passkey, { counter: 999 })).toBe('passkey-wrong');
    expect(await enter(passkey, { counter: 1_000 })).toBe('passkey-wrong');
    expect(await enter(passkey, { counter: 1_001 })).toBe('in');
    passkey = newPasskey();
    await (await owner('victim2@example.com')).add(passkey);
  });

  test('two use one state of a counter at the same moment: one gets in', async () => {
    const requests = [await asked(), await asked()];
    const both = await Promise.all(
      requests.map((request) =>
        openBrowser(api.app).send('POST', '/auth/login/passkey', { credential: passkey.get(request, { counter: 50 }) }),
      ),
    );
    expect(both.map(codeOf).sort()).toEqual(['in', 'passkey-wrong']);
    passkey = newPasskey();
    await (await owner('victim3@example.com')).add(passkey);
  });

  test('another key signs in the name of the passkey: refused', async () => {
    const credential = passkey.get(await asked());
    const request = await asked();
    const forged = { ...newPasskey().get(request), id: credential.id, rawId: credential.id };
    const userHandle = credential.response.userHandle;
    const body = { credential: { ...forged, response: { ...forged.response, userHandle } } };
    expect(codeOf(await openBrowser(api.app).send('POST', '/auth/login/passkey', body))).toBe('passkey-wrong');
  });

  test('a challenge is over after five minutes', async () => {
    let at = Date.now();
    const deps = { db: api.database.db, publicUrl: origin, now: () => instant(at) };
    const device = { userAgent: '', address: '10.0.0.9' };
    const early = await beginPasskeyLogin(deps);
    const late = await beginPasskeyLogin(deps);
    at += minutes(5) - 1;
    expect((await logInWithPasskey(deps, { credential: passkey.get(early) }, device)).ok).toBe(true);
    at += 1;
    expect((await logInWithPasskey(deps, { credential: passkey.get(late) }, device)).ok).toBe(false);
  });

  test('a hundred wrong answers from one network are enough for a quarter of an hour', async () => {
    let at = Date.now();
    const deps = { db: api.database.db, publicUrl: origin, now: () => instant(at) };
    const device = { userAgent: '', address: '10.0.0.10' };
    const tryIt = async (dishonest: Dishonest = {}) => {
      const credential = passkey.get(await beginPasskeyLogin(deps), dishonest);
      const answer = await logInWithPasskey(deps, { credential }, device);
      return answer.ok ? 'in' : answer.refusal.code;
    };
    expect(await tryIt()).toBe('in');
    for (let i = 0; i < 100; i += 1) expect(await tryIt({ isUnverified: true })).toBe('passkey-wrong');
    expect(await tryIt()).toBe('too-many-attempts');
    at += minutes(15);
    expect(await tryIt()).toBe('in');
  });
});

describe('attack: someone adds a passkey to an account, or removes one', () => {
  test.each<[string, Dishonest]>([
    ['made for another origin', { origin: 'http://evil.example' }],
    ['made for another relying party', { rpId: 'evil.example' }],
    ['made without verifying who it is', { isUnverified: true }],
    ['made for another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
  ])('%s: refused', async (what, dishonest) => {
    const { add, list } = await owner(`${what.replaceAll(' ', '-')}@example.com`);
    expect(await add(newPasskey(), dishonest)).toBe('passkey-wrong');
    expect(await list()).toEqual([]);
  });

  test('a stolen session without the password cannot', async () => {
    const { browser, add, list } = await owner('stolen@example.com');
    await add(newPasskey());
    const [mine] = await list();
    const wrong = { password: 'not-the-one' };
    expect(codeOf(await browser.send('POST', '/auth/passkeys/begin', wrong))).toBe('password-wrong');
    expect(codeOf(await browser.send('POST', `/auth/passkeys/${mine?.id}/remove`, wrong))).toBe('password-wrong');
    const credential = newPasskey().create({
      ...(await (await owner('stolen2@example.com')).begin()),
      challenge: (await asked()).challenge,
    });
    const added = await browser.send('POST', '/auth/passkeys', { name: 'Phone', credential });
    expect(codeOf(added)).toBe('passkey-wrong');
    expect(await list()).toEqual([mine]);
  });

  test('the challenge of one account adds nothing to another, nor a second passkey', async () => {
    const [one, other] = [await owner('first@example.com'), await owner('second@example.com')];
    const creation = await one.begin();
    const send = (to: Browser) =>
      to.send('POST', '/auth/passkeys', { name: 'Phone', credential: newPasskey().create(creation) });
    expect(codeOf(await send(other.browser))).toBe('passkey-wrong');
    expect(codeOf(await send(one.browser))).toBe('in');
    expect(codeOf(await send(one.browser))).toBe('passkey-wrong');
  });

  test('the challenge of a new passkey cannot be used to log in', async () => {
    const { add, begin } = await owner('crossed@example.com');
    const passkey = newPasskey();
    await add(passkey);
    const { challenge } = await begin();
    expect(await enter(passkey, { challenge })).toBe('passkey-wrong');
  });

  test('the passkey of another account is neither added nor removed', async () => {
    const [one, other] = [await owner('mine@example.com'), await owner('yours@example.com')];
    const id = Buffer.alloc(16, 7);
    expect(await one.add(createAuthenticator(origin, id))).toBe('in');
    expect(await other.add(createAuthenticator(origin, id))).toBe('passkey-taken');
    const [mine] = await one.list();
    const removed = await other.browser.send('POST', `/auth/passkeys/${mine?.id}/remove`, await other.proof());
    expect(codeOf(removed)).toBe('passkey-unknown');
    expect(await one.list()).toEqual([mine]);
  });

  test('an id that is longer than WebAuthn allows is not kept', async () => {
    const { add, list } = await owner('long@example.com');
    expect(await add(createAuthenticator(origin, randomBytes(1_023)))).toBe('in');
    expect(await add(createAuthenticator(origin, randomBytes(8_000)))).toBe('passkey-wrong');
    expect(await list()).toHaveLength(1);
  });

  test('staff who have not proved a second factor cannot', async () => {
    const { user } = await owner('fresh@example.com', 'admin');
    await api.database.db.transaction().execute((trx) => endSecondFactor(trx, user.id, instant(Date.now())));
    const browser = openBrowser(api.app);
    await browser.send('POST', '/auth/login', { email: 'fresh@example.com', password: testPassword });
    const begun = await browser.send('POST', '/auth/passkeys/begin', { password: testPassword });
    expect(codeOf(begun)).toBe('second-factor-required');
  });
});
