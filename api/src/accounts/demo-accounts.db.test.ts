import { demoEmails } from '@touchline/core/account';
import { instant } from '@touchline/core/instant';
import { countUsers, lockAccounts, readSecondFactor, readUserByEmail, setPassword } from '@touchline/store/accounts';
import { connect, type Store } from '@touchline/store/connect';
import { type DataKey, makeDataKey, open, readDataKey } from '@touchline/store/sealed';
import { createTestDatabase, type TestDatabase, testDataKey } from '@touchline/store/testing';
import { createWalletWriter, readWallet, type WalletWriter } from '@touchline/store/wallet';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildTestNode, openAccount, testTotpSecret } from '../testing/test-app.ts';
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
    const profile = await again.app.inject({ url: '/auth/me', headers: { authorization: `Bearer ${token}` } });
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
});
