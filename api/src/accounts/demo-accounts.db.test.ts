import { demoEmails } from '@touchline/core/account';
import type { PasskeyCreation, PasskeyRequest } from '@touchline/core/contract';
import { instant } from '@touchline/core/instant';
import {
  countUsers,
  listPasskeys,
  lockAccounts,
  readSecondFactor,
  readUserByEmail,
  setPassword,
} from '@touchline/store/accounts';
import { connect, type Store } from '@touchline/store/connect';
import { type DataKey, makeDataKey, open, readDataKey } from '@touchline/store/sealed';
import { createTestDatabase, type TestDatabase, testDataKey } from '@touchline/store/testing';
import { createWalletWriter, readWallet, type WalletWriter } from '@touchline/store/wallet';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { App } from '../http/app-type.ts';
import { createAuthenticator } from '../testing/authenticator.ts';
import { openBrowser } from '../testing/browser.ts';
import { buildTestNode, freshCode, openAccount, requestAs, testTotpSecret } from '../testing/test-app.ts';
import { demoPassword, seedDemoAccounts } from './demo-accounts.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { sealedFor } from './second-factor.ts';

let database: TestDatabase;
let owner: Store;
let writer: WalletWriter;
beforeEach(async () => {
  database = await createTestDatabase();
  owner = connect(database.ownerUrl, { max: 2 });
  writer = createWalletWriter(owner);
});
afterEach(async () => {
  await writer.close();
  await owner.close();
  await database.close();
});

const authenticator = new Map([
  ['admin@touchline.test', testTotpSecret],
  ['auditor@touchline.test', testTotpSecret],
]);
const seed = (dataKey = testDataKey) => seedDemoAccounts(owner.db, writer, { dataKey, totpSecrets: authenticator });

test('an empty database gets three accounts that can log in, and the bettor $1,000.00 once, however often it is seeded', async () => {
  expect([await seed(), await seed()]).toEqual([
    'The demo accounts are there.',
    'The demo accounts were there already.',
  ]);
  const emails = ['bettor@touchline.test', 'admin@touchline.test', 'auditor@touchline.test'];
  const users = await Promise.all(emails.map((email) => readUserByEmail(database.db, email)));
  expect(users.map((user) => [user?.name, user?.role, user?.emailVerifiedAt !== null])).toEqual([
    ['Demo Bettor', 'bettor', true],
    ['Demo Admin', 'admin', true],
    ['Demo Auditor', 'auditor', true],
  ]);
  expect(await isPassword(demoPassword, users[0]?.passwordHash)).toBe(true);
  expect(users[0] && (await readWallet(database.db, users[0].walletId))).toEqual({
    wallet: { cash: 100_000, held: 0, bonus: 0, staked: 0 },
    version: 1,
  });
});

test('admin and auditor log in with the codes that the authenticator of the sandbox shows, also once the key has changed', async () => {
  await seed();
  const secretsUnder = (key: DataKey) =>
    Promise.all(
      [...authenticator.keys()].map(async (email) => {
        const user = await readUserByEmail(database.db, email);
        const { sealed } = (user && (await readSecondFactor(database.db, user.id))) ?? {};
        return user && sealed && open(key, sealed, sealedFor(user.id));
      }),
    );
  expect(await secretsUnder(testDataKey)).toEqual([testTotpSecret, testTotpSecret]);
  const bettor = await readUserByEmail(database.db, 'bettor@touchline.test');
  expect(bettor?.secondFactorSince).toBeNull();
  const newKey = readDataKey(makeDataKey());
  if (!newKey) throw new Error('no key was made');
  await seed(newKey);
  expect(await secretsUnder(newKey)).toEqual([testTotpSecret, testTotpSecret]);
});

test('a database with accounts of its own is left alone', async () => {
  await openAccount({ database }, 'ada@example.com');
  expect(await seed()).toBe('There are accounts already: nothing was changed.');
  expect(await countUsers(database.db)).toBe(1);
});

describe('attack: demo accounts of a sandbox in a database that a real provider is used with', () => {
  test('no password, reset link or open session lets anyone in, and a start on the sandbox opens them again', async () => {
    await seed();
    const node = await buildTestNode(database);
    const enter = (password: string) =>
      node.app.inject({ method: 'POST', url: '/auth/login', payload: { email: demoEmails[0], password } });
    const logInAs = async (password: string) => (await enter(password)).statusCode;
    const token = (await enter(demoPassword)).json<{ accessToken: string }>().accessToken;
    const now = instant(Date.now());
    expect(await lockAccounts(database.db, demoEmails, now)).toEqual([...demoEmails].sort());
    expect(await lockAccounts(database.db, demoEmails, now)).toEqual([]);

    const again = await buildTestNode(database);
    const profile = await requestAs(again.app, token, 'GET', '/auth/me');
    expect([profile.statusCode, await logInAs(demoPassword)]).toEqual([401, 401]);
    const bettor = await readUserByEmail(database.db, demoEmails[0]);
    if (!bettor) throw new Error('the bettor is gone');
    const chosen = await hashPassword('Another1!password');
    await database.db.transaction().execute((trx) => setPassword(trx, bettor.id, chosen, now));
    expect(await logInAs('Another1!password')).toBe(401);

    expect(await seed()).toBe('The demo accounts were there already.');
    expect(await logInAs(demoPassword)).toBe(200);
    await again.close();
    await node.close();
  });

  test('no passkey that a stranger added does, also if an earlier release locked the accounts and left it', async () => {
    await seed();
    const node = await buildTestNode(database);
    const strangers = await Promise.all(demoEmails.map((email) => strangerWithPasskey(node.app, email)));
    const logInAll = () => Promise.all(strangers.map(({ logIn }) => logIn()));
    // What earlier releases did.
    await owner.pool.query(`update users set password_hash = 'locked ' || password_hash`);
    expect(await logInAll()).toEqual([200, 200, 200]);
    expect(await lockAccounts(owner.db, demoEmails, instant(Date.now()))).toEqual([]);
    expect(await logInAll()).toEqual([401, 401, 401]);

    const again = await buildTestNode(database);
    const answers = await Promise.all(strangers.map(({ browser }) => browser.send('POST', '/auth/refresh')));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401]);
    const users = await Promise.all(demoEmails.map((email) => readUserByEmail(database.db, email)));
    const left = await Promise.all(users.map((user) => user && listPasskeys(database.db, user.id)));
    expect(left).toEqual([[], [], []]);
    await again.close();
    await node.close();
  });
});

/** Someone who knows the published password, and whose passkey is on a demo account. */
async function strangerWithPasskey(app: App, email: string) {
  const browser = openBrowser(app);
  const passkey = createAuthenticator('http://touchline.test');
  const code = () => (authenticator.has(email) ? freshCode(database, email) : undefined);
  const send = async (url: string, body: object) => {
    const answer = await browser.send('POST', url, body);
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer;
  };
  await send('/auth/login', { email, password: demoPassword, totp: await code() });
  const begun = await send('/auth/passkeys/begin', { password: demoPassword, code: await code() });
  await send('/auth/passkeys', { name: 'Phone', credential: passkey.create(begun.json<PasskeyCreation>()) });
  const logIn = async () => {
    const asked = (await browser.send('POST', '/auth/login/passkey/begin')).json<PasskeyRequest>();
    return (await browser.send('POST', '/auth/login/passkey', { credential: passkey.get(asked) })).statusCode;
  };
  return { browser, logIn };
}
