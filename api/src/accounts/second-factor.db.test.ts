import type { Role } from '@touchline/core/account';
import type { LoginAnswer, RecoveryCodesView, SettingsView, TotpEnrolment } from '@touchline/core/contract';
import type { SessionId } from '@touchline/core/ids';
import { type Instant, instant, minutes, seconds } from '@touchline/core/instant';
import { createEmailToken, endSecondFactor, readSecondFactor, readUser } from '@touchline/store/accounts';
import { listActions } from '@touchline/store/audit';
import type { EmailJob } from '@touchline/store/emails';
import { open, SealBroken } from '@touchline/store/sealed';
import { tamper, testDataKey } from '@touchline/store/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { buildTestApp, openAccount, testPassword } from '../testing/test-app.ts';
import { logIn } from './log-in.ts';
import {
  giveApp,
  makeRecoveryCodes,
  makeSecret,
  plainCode,
  sealedFor,
  takeCode,
  takeCodeOnce,
  totpOf,
} from './second-factor.ts';

const noon = instant(Date.parse('2026-11-20T12:00:00Z'));
const api = await buildTestApp();
afterAll(() => api.close());

/** An admin whose login asks for a code, and the app on their phone, both under one clock. */
async function withApp(email: string) {
  const admin = await openAccount(api, email, 'admin');
  const { db } = api.database;
  const secret = makeSecret();
  const recoveryCodes = makeRecoveryCodes();
  await giveApp(db, admin.id, { dataKey: testDataKey, secret, recoveryCodes }, noon);
  let at: Instant = noon;
  const emails: EmailJob[] = [];
  const queueEmail = async ({ job }: { readonly job: EmailJob }) => void emails.push(job);
  const deps = { db, dataKey: testDataKey, queueEmail, sendConfirmation: async () => undefined, now: () => at };
  const owner = { userId: admin.id, sessionId: crypto.randomUUID() as string as SessionId };
  const device = { userAgent: '', address: '10.0.0.1' };
  const phone = totpOf(secret, email);
  return {
    admin,
    emails,
    recoveryCodes,
    codeAt: (ms: number) => phone.generate({ timestamp: noon + ms }),
    enter: async (totp?: string, password = testPassword) => {
      const answer = await logIn(deps, { email, password, totp, device });
      return answer.ok ? 'in' : answer.refusal.code;
    },
    take: async (code: string) => (await takeCode(deps, owner, code)).ok,
    pass: (ms: number) => {
      at = instant(noon + ms);
    },
  };
}

describe('a login with a second factor', () => {
  test('asks for the code only after the right password, and takes each code once', async () => {
    const { enter, codeAt, pass } = await withApp('one@example.com');
    expect(await enter(undefined, 'not-the-one')).toBe('credentials-wrong');
    expect(await enter(codeAt(0), 'not-the-one')).toBe('credentials-wrong');
    expect(await enter()).toBe('totp-required');
    expect(await enter('000000')).toBe('totp-wrong');
    expect(await enter(codeAt(0))).toBe('in');
    expect(await enter(codeAt(0))).toBe('totp-wrong');
    pass(seconds(30));
    expect(await enter(codeAt(seconds(30)))).toBe('in');
  });

  test('takes a code of the half minute before or after, and none further away', async () => {
    const codes = async (ms: number, email: string) => {
      const { take, codeAt } = await withApp(email);
      return take(codeAt(ms));
    };
    const answers = [];
    for (const [i, ms] of [seconds(-60), seconds(-30), 0, seconds(30), seconds(60)].entries()) {
      answers.push(await codes(ms, `away${i}@example.com`));
    }
    expect(answers).toEqual([false, true, true, true, false]);
  });

  test('a code before the last one taken opens nothing any more', async () => {
    const { take, codeAt } = await withApp('back@example.com');
    expect([await take(codeAt(seconds(30))), await take(codeAt(0))]).toEqual([true, false]);
  });

  test('accepts a code once when two logins use it at the same moment', async () => {
    const { take, codeAt, recoveryCodes } = await withApp('race@example.com');
    const [code = ''] = recoveryCodes;
    expect((await Promise.all([take(codeAt(0)), take(codeAt(0))])).sort()).toEqual([false, true]);
    expect((await Promise.all([take(code), take(code)])).sort()).toEqual([false, true]);
  });

  test('a recovery code opens once, however it is typed', async () => {
    const { admin, enter, emails, recoveryCodes } = await withApp('lost@example.com');
    const [first = '', second = ''] = recoveryCodes;
    expect(first).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
    expect(await enter(first)).toBe('in');
    expect(await enter(first)).toBe('totp-wrong');
    expect(emails).toEqual([{ kind: 'recovery-code-used', userId: admin.id }]);
    expect(await enter(` ${second.toUpperCase().replaceAll('-', ' ')} `)).toBe('in');
    const { rows } = await api.database.pool.query('select encode(code_hash, $1) as kept from recovery_codes', [
      'escape',
    ]);
    expect(rows.some(({ kept }) => kept.includes(plainCode(first)))).toBe(false);
  });

  test('a recovery code is not used up if its owner cannot be notified', async () => {
    const { enter, recoveryCodes } = await withApp('unnotified@example.com');
    const [code = ''] = recoveryCodes;
    await tamper(api.database, 'alter table letters add constraint full_disk check (false) not valid');
    await expect(enter(code)).rejects.toThrow('full_disk');
    await tamper(api.database, 'alter table letters drop constraint full_disk');
    expect(await enter(code)).toBe('in');
  });

  test('within a session ten wrong codes are enough for a quarter of an hour', async () => {
    const { take, codeAt, pass } = await withApp('many@example.com');
    for (let i = 0; i < 10; i += 1) expect(await take('000000')).toBe(false);
    expect(await take(codeAt(0))).toBe(false);
    pass(minutes(15));
    expect(await take(codeAt(minutes(15)))).toBe(true);
  });

  test('the secret lies sealed, and one moved from another account opens nothing', async () => {
    const { admin: own } = await withApp('own@example.com');
    const { admin: other } = await withApp('moved@example.com');
    const sealed = (await readSecondFactor(api.database.db, own.id))?.sealed ?? '';
    expect(open(testDataKey, sealed, sealedFor(own.id))).toMatch(/^[A-Z2-7]{32}$/);
    await api.database.pool.query('update users set totp_sealed = $2 where id = $1', [other.id, sealed]);
    const deps = { db: api.database.db, dataKey: testDataKey, queueEmail: async () => undefined, now: () => noon };
    await expect(takeCodeOnce(deps, other.id, '123456')).rejects.toThrow(SealBroken);
  });
});

/** A new account that has no second factor yet, and a browser in which it is logged in. */
async function withoutApp(email: string, role: Role) {
  const user = await openAccount(api, email, role);
  if (role !== 'bettor') {
    await api.database.db.transaction().execute((trx) => endSecondFactor(trx, user.id, instant(Date.now())));
  }
  const logIn = async () => {
    const browser = openBrowser(api.app);
    await browser.send('POST', '/auth/login', { email, password: testPassword });
    return browser;
  };
  const emails = () => api.emails.filter((job) => 'userId' in job && job.userId === user.id).map(({ kind }) => kind);
  return { user, logIn, emails };
}

/** Sets up an app in a browser, and gives its secret and the recovery codes. */
async function setUp(browser: Browser, code?: string) {
  const enrolment = await browser.send('POST', '/auth/totp/enrol', { password: testPassword, ...(code && { code }) });
  const { secret } = enrolment.json<TotpEnrolment>();
  const confirmed = await browser.send('POST', '/auth/totp/confirm', { code: totpOf(secret, '').generate() });
  if (confirmed.statusCode !== 200) throw new Error(confirmed.body);
  return { secret, ...confirmed.json<RecoveryCodesView>() };
}

describe('attack: the stolen password of an admin is enough to act as admin', () => {
  test('a session by the password alone is refused everything but setting up two-factor login', async () => {
    const { user, logIn, emails } = await withoutApp('new.boss@example.com', 'admin');
    const browser = await logIn();
    const view = { id: user.id, name: 'Ada Bell', email: user.email, role: 'admin', needsSecondFactor: true };
    expect((await browser.send('GET', '/auth/me')).json()).toMatchObject(view);
    const refused = await browser.send('GET', '/payment/all');
    expect([refused.statusCode, refused.json()]).toEqual([
      403,
      { code: 'second-factor-required', error: 'Set up two-factor login first.' },
    ]);
    await setUp(browser);
    expect((await browser.send('GET', '/payment/all')).statusCode).toBe(200);
    expect((await browser.send('GET', '/auth/me')).json()).not.toHaveProperty('needsSecondFactor');
    expect(emails()).toEqual(['second-factor-enabled']);
  });

  test('the sessions that only knew the password end when the owner sets up the app', async () => {
    const { logIn } = await withoutApp('owner.and.thief@example.com', 'auditor');
    const [thief, owner] = [await logIn(), await logIn()];
    await setUp(owner);
    expect((await thief.send('GET', '/auth/me')).statusCode).toBe(401);
    expect((await thief.send('POST', '/auth/refresh')).statusCode).toBe(401);
    expect((await owner.send('GET', '/audit')).statusCode).toBe(200);
  });

  test('a stolen session sets up no app without the password, and replaces neither it nor the recovery codes without a code', async () => {
    const { logIn } = await withoutApp('careful@example.com', 'admin');
    const browser = await logIn();
    const enrol = (body: object) => browser.send('POST', '/auth/totp/enrol', body);
    expect((await enrol({ password: 'not-the-one' })).statusCode).toBe(422);
    const { secret, recoveryCodes } = await setUp(browser);
    const wanted = await enrol({ password: testPassword });
    expect([wanted.statusCode, wanted.json<{ code: string }>().code]).toEqual([422, 'totp-required']);
    expect((await enrol({ password: testPassword, code: '000000' })).statusCode).toBe(422);
    const renewed = await browser.send('POST', '/auth/totp/recovery-codes', { password: testPassword });
    expect([renewed.statusCode, renewed.json<{ code: string }>().code]).toEqual([422, 'totp-required']);
    const replaced = await setUp(browser, recoveryCodes[0]);
    expect(replaced.secret).not.toBe(secret);
    const spent = await enrol({ password: testPassword, code: recoveryCodes[1] });
    expect(spent.statusCode).toBe(422);
  });

  test('an app whose setup the thief began is confirmed in no other session, and not after the password was changed', async () => {
    const { user, logIn } = await withoutApp('begun@example.com', 'bettor');
    const [thief, owner] = [await logIn(), await logIn()];
    const begin = async (browser: Browser, password = testPassword) =>
      (await browser.send('POST', '/auth/totp/enrol', { password })).json<TotpEnrolment>().secret;
    const confirm = async (browser: Browser, secret: string) =>
      (await browser.send('POST', '/auth/totp/confirm', { code: totpOf(secret, '').generate() })).json().code;
    const planted = await begin(thief);
    expect(await confirm(owner, planted)).toBe('totp-off');
    const password = 'N3w!Passw0rd';
    const own = await begin(owner);
    const change = { currentPassword: testPassword, newPassword: password };
    expect((await owner.send('POST', '/auth/change-password', change)).statusCode).toBe(200);
    expect(await confirm(owner, own)).toBe('totp-off');
    expect((await readUser(api.database.db, user.id))?.secondFactorSince).toBeNull();
    expect(await confirm(owner, await begin(owner, password))).toBeUndefined();
  });

  test('staff cannot turn it off; a password reset does not turn it off either', async () => {
    const { user, logIn } = await withoutApp('for.good@example.com', 'admin');
    const browser = await logIn();
    const { recoveryCodes } = await setUp(browser);
    const off = await browser.send('POST', '/auth/totp/disable', { password: testPassword, code: recoveryCodes[0] });
    expect([off.statusCode, off.json<{ code: string }>().code]).toEqual([403, 'second-factor-required']);
    const { db } = api.database;
    const expiresAt = instant(Date.now() + minutes(5));
    const token = await createEmailToken(db, { userId: user.id, purpose: 'reset', expiresAt });
    const password = 'N3w!Passw0rd';
    expect((await browser.send('POST', '/auth/reset-password', { token, password })).statusCode).toBe(200);
    const answer = await browser.send('POST', '/auth/login', { email: user.email, password });
    expect(answer.json<{ code: string }>().code).toBe('totp-required');
  });
});

describe('setting it up', () => {
  test('a bettor sets it up, logs in with a code, gets new recovery codes, and turns it off with password and code', async () => {
    const { user, logIn, emails } = await withoutApp('ada.two@example.com', 'bettor');
    const browser = await logIn();
    const enrolment = (
      await browser.send('POST', '/auth/totp/enrol', { password: testPassword })
    ).json<TotpEnrolment>();
    expect(enrolment.url).toBe(totpOf(enrolment.secret, user.email).toString());
    expect(enrolment.url).toMatch(/^otpauth:\/\/totp\/Touchline:ada\.two%40example\.com\?/);
    expect(enrolment.qrSvg).toMatch(/^<svg /);
    const phone = totpOf(enrolment.secret, user.email);
    expect((await browser.send('POST', '/auth/totp/confirm', { code: '000000' })).statusCode).toBe(422);
    expect((await readUser(api.database.db, user.id))?.secondFactorSince).toBeNull();

    const confirmed = await browser.send('POST', '/auth/totp/confirm', { code: phone.generate() });
    const { recoveryCodes } = confirmed.json<RecoveryCodesView>();
    expect(new Set(recoveryCodes).size).toBe(10);
    const settings = async () => (await browser.send('GET', '/auth/settings')).json<SettingsView>().secondFactor;
    expect(await settings()).toEqual({ isOn: true, recoveryCodes: 10 });

    const asked = { email: user.email, password: testPassword };
    const without = await browser.send('POST', '/auth/login', asked);
    expect([without.statusCode, without.json()]).toEqual([
      401,
      { code: 'totp-required', error: 'Please enter the code of your authentication app.' },
    ]);
    const entered = await browser.send('POST', '/auth/login', { ...asked, totp: recoveryCodes[0] });
    expect(entered.json<LoginAnswer>().user.id).toBe(user.id);
    expect(await settings()).toEqual({ isOn: true, recoveryCodes: 9 });

    const renew = (password: string, code = recoveryCodes[1]) =>
      browser.send('POST', '/auth/totp/recovery-codes', { password, code });
    expect((await renew('not-the-one')).statusCode).toBe(422);
    expect((await renew(testPassword, '000000')).statusCode).toBe(422);
    const renewed = (await renew(testPassword)).json<RecoveryCodesView>().recoveryCodes;
    expect(await settings()).toEqual({ isOn: true, recoveryCodes: 10 });
    expect((await browser.send('POST', '/auth/login', { ...asked, totp: recoveryCodes[2] })).statusCode).toBe(401);

    const off = (password: string, code = '') => browser.send('POST', '/auth/totp/disable', { password, code });
    expect((await off('not-the-one', renewed[0])).statusCode).toBe(422);
    expect((await off(testPassword, '000000')).statusCode).toBe(422);
    expect((await off(testPassword, renewed[0])).statusCode).toBe(200);
    expect((await browser.send('POST', '/auth/login', asked)).statusCode).toBe(200);

    expect(emails()).toEqual([
      'second-factor-enabled',
      'recovery-code-used',
      'recovery-code-used',
      'recovery-codes-renewed',
      'recovery-code-used',
      'second-factor-disabled',
    ]);
    const audit = await listActions(api.database.db, { subject: `user:${user.id}`, limit: 10 });
    expect(audit.actions.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['second-factor-disabled', 'on', 'off'],
      ['recovery-codes-renewed', null, null],
      ['second-factor-enabled', 'off', 'on'],
    ]);
  });
});
