import type { AuditPage, LoginAnswer, RecoveryCodesView, SettingsView, TotpEnrolment } from '@touchline/core/contract';
import { type Instant, instant, minutes, seconds } from '@touchline/core/instant';
import { beginSecondFactor, confirmSecondFactor, readSecondFactor, readUser } from '@touchline/store/accounts';
import { open, SealBroken, seal } from '@touchline/store/sealed';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../testing/browser.ts';
import { buildTestApp, openAccount, type TestApp, testDataKey, testPassword } from '../testing/test-app.ts';
import { login } from './login.ts';
import { makeRecoveryCodes, makeSecret, plainCode, sealedFor, takeCode, totpOf } from './second-factor.ts';

const noon = instant(Date.parse('2026-11-20T12:00:00Z'));
let api: TestApp;
beforeAll(async () => {
  api = await buildTestApp();
});
afterAll(() => api.close());

/** An admin whose log-in asks for a code, and the app on their phone, both under one clock. */
async function withApp(email: string) {
  const admin = await openAccount(api, email, 'admin');
  const { db } = api.database;
  const secret = makeSecret();
  const recoveryCodes = makeRecoveryCodes();
  await beginSecondFactor(db, admin.id, seal(testDataKey, secret, sealedFor(admin.id)));
  await db.transaction().execute((trx) => confirmSecondFactor(trx, admin.id, recoveryCodes.map(plainCode), noon));
  let at: Instant = noon;
  const deps = { db, dataKey: testDataKey, now: () => at };
  const device = { userAgent: '', address: '10.0.0.1' };
  const phone = totpOf(secret, email);
  return {
    admin,
    recoveryCodes,
    codeAt: (ms: number) => phone.generate({ timestamp: noon + ms }),
    enter: async (totp?: string, password = testPassword) => {
      const answer = await login(deps, { email, password, totp, device });
      return answer.ok ? 'in' : answer.refusal.code;
    },
    take: async (code: string) => (await takeCode(deps, admin.id, code)).ok,
    pass: (ms: number) => {
      at = instant(noon + ms);
    },
  };
}

describe('a log-in with a second factor', () => {
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

  test('of two who use a code at the same moment, one gets in', async () => {
    const { take, codeAt, recoveryCodes } = await withApp('race@example.com');
    const [code = ''] = recoveryCodes;
    expect((await Promise.all([take(codeAt(0)), take(codeAt(0))])).sort()).toEqual([false, true]);
    expect((await Promise.all([take(code), take(code)])).sort()).toEqual([false, true]);
  });

  test('a recovery code opens once, however it is typed', async () => {
    const { enter, recoveryCodes } = await withApp('lost@example.com');
    const [first = '', second = ''] = recoveryCodes;
    expect(first).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
    expect(await enter(first)).toBe('in');
    expect(await enter(first)).toBe('totp-wrong');
    expect(await enter(` ${second.toUpperCase().replaceAll('-', ' ')} `)).toBe('in');
    const { rows } = await api.database.pool.query('select encode(code_hash, $1) as kept from recovery_codes', [
      'escape',
    ]);
    expect(rows.some(({ kept }) => kept.includes(plainCode(first)))).toBe(false);
  });

  test('ten wrong codes are enough, even with the right password and from many addresses', async () => {
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
    const deps = { db: api.database.db, dataKey: testDataKey, now: () => noon };
    await expect(takeCode(deps, other.id, '123456')).rejects.toThrow(SealBroken);
  });
});

describe('setting it up', () => {
  const logIn = async (email: string) => {
    const browser = openBrowser(api.app);
    await browser.send('POST', '/auth/login', { email, password: testPassword });
    return browser;
  };

  test('an admin enrols, confirms with a code, logs in with one, and switches it off with password and code', async () => {
    const admin = await openAccount(api, 'boss@example.com', 'admin');
    const browser = await logIn(admin.email);
    const enrolment = (await browser.send('POST', '/auth/totp/enrol')).json<TotpEnrolment>();
    expect(enrolment.url).toBe(totpOf(enrolment.secret, admin.email).toString());
    expect(enrolment.url).toMatch(/^otpauth:\/\/totp\/Touchline:boss%40example\.com\?/);
    expect(enrolment.qrSvg).toMatch(/^<svg /);
    const phone = totpOf(enrolment.secret, admin.email);
    expect((await browser.send('POST', '/auth/totp/confirm', { code: '000000' })).statusCode).toBe(422);
    expect((await readUser(api.database.db, admin.id))?.secondFactorSince).toBeNull();

    const confirmed = await browser.send('POST', '/auth/totp/confirm', { code: phone.generate() });
    const { recoveryCodes } = confirmed.json<RecoveryCodesView>();
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await browser.send('POST', '/auth/totp/enrol')).statusCode).toBe(409);
    const settings = (await browser.send('GET', '/auth/settings')).json<SettingsView>();
    expect(settings.secondFactor).toEqual({ isOn: true, recoveryCodes: 10 });

    const [first = '', second = ''] = recoveryCodes;
    const asked = { email: admin.email, password: testPassword };
    const without = await browser.send('POST', '/auth/login', asked);
    expect([without.statusCode, without.json()]).toEqual([
      401,
      { code: 'totp-required', error: 'Please enter the code of your authentication app.' },
    ]);
    expect((await browser.send('POST', '/auth/login', { ...asked, totp: first })).json<LoginAnswer>().user.id).toBe(
      admin.id,
    );

    const off = (password: string, code: string) => browser.send('POST', '/auth/totp/disable', { password, code });
    expect((await off('not-the-one', second)).statusCode).toBe(422);
    expect((await off(testPassword, '000000')).statusCode).toBe(422);
    expect((await off(testPassword, second)).statusCode).toBe(200);
    expect((await browser.send('POST', '/auth/login', asked)).statusCode).toBe(200);

    const audit = (await browser.send('GET', `/audit?subject=user:${admin.id}`)).json<AuditPage>();
    expect(audit.actions.map(({ actor, action, before, after }) => [actor.userId, action, before, after])).toEqual([
      [admin.id, 'second-factor-disabled', 'on', 'off'],
      [admin.id, 'second-factor-enabled', 'off', 'on'],
    ]);
  });

  test('it is for admins: a bettor is refused', async () => {
    const bettor = await openAccount(api, 'bet@example.com');
    const browser = await logIn(bettor.email);
    expect((await browser.send('POST', '/auth/totp/enrol')).statusCode).toBe(403);
  });
});
