import { adminRoom } from '@touchline/core/contract';
import { instant } from '@touchline/core/instant';
import { changeRole, changeUser, inviteStaff, listStaff, readUser, resetSecondFactor } from '@touchline/store/accounts';
import { listActions } from '@touchline/store/audit';
import { afterAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../testing/browser.ts';
import { joined, openSocket } from '../testing/live-client.ts';
import { buildTestApp, buildTestNode, logIn, openAccount, requestAs } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';

const api = await buildTestApp();
const other = await buildTestNode(api.database);
const otherUrl = await other.app.listen({ port: 0, host: '127.0.0.1' });
afterAll(async () => {
  await other.close();
  await api.close();
});

const now = () => instant(Date.now());
const statusOf = async (token: string) => (await requestAs(other.app, token, 'GET', '/audit')).statusCode;

describe('attack: an admin whose role was taken goes on as admin until the token expires', () => {
  test('a change of role ends the sessions on every node, sockets in staff rooms too, and the audit log has it', async () => {
    const boss = await openAccount(api, 'boss@example.com', 'admin');
    const token = await logIn(api.app, boss.email);
    expect(await statusOf(token)).toBe(200);
    const line = await openSocket(otherUrl, { token });
    await joined(line, adminRoom);
    // As the command does it, which reaches no api but through the database.
    await api.database.byOwner((db) => changeRole(db, boss.id, 'bettor', now()));
    await until(() => !line.socket.connected);
    await until(async () => (await statusOf(token)) === 401);
    const { actions } = await listActions(api.database.db, { subject: `user:${boss.id}`, limit: 5 });
    expect(actions).toMatchObject([
      { action: 'role-changed', before: 'admin', after: 'bettor', actor: { role: 'operator', name: 'operator:cli' } },
    ]);
  });

  test('a session whose token says admin has the rights that the database says', async () => {
    const user = await openAccount(api, 'never.admin@example.com');
    const mine = await logIn(api.app, user.email);
    const { sid } = api.app.jwt.decode<{ sid: string }>(mine) ?? {};
    const forged = api.app.jwt.sign({ sub: user.id, wal: user.walletId, role: 'admin', sid: sid ?? '' });
    expect(await statusOf(forged)).toBe(403);
  });
});

test('a change of role does not wait for a transaction that only refers to the account, which could wait for it', async () => {
  const user = await openAccount(api, 'referred@example.com', 'auditor');
  const client = await api.database.pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `insert into support_messages (id, user_id, name, email, topic, message)
        values (gen_random_uuid(), $1, 'Ann', 'referred@example.com', 'other', 'Hello')`,
      [user.id],
    );
    await api.database.byOwner((db) => changeRole(db, user.id, 'bettor', now()));
    await client.query('commit');
  } finally {
    client.release();
  }
  expect((await readUser(api.database.db, user.id))?.role).toBe('bettor');
});

test('attack: a role is changed in the database without a record in the audit log', async () => {
  const user = await openAccount(api, 'quiet@example.com');
  const change = api.database.byOwner((db) =>
    db.updateTable('users').set({ role: 'admin' }).where('id', '=', user.id).execute(),
  );
  await expect(change).rejects.toThrow('changed without a record in the audit log');
  expect((await readUser(api.database.db, user.id))?.role).toBe('bettor');
});

describe("attack: the product's own database login makes itself an admin", () => {
  const refusal = /only the owner of the database gives roles|permission denied for table users/;
  const listedStaff = async () => (await listStaff(api.database.db)).map(({ email }) => email);

  test('a new account of staff is refused, by SQL and by the commands, and none is left', async () => {
    const { pool, db } = api.database;
    const before = await listedStaff();
    for (const role of ['admin', 'auditor'] as const) {
      const inserted = pool.query(
        `insert into users (id, wallet_id, email, name, role, password_hash)
         values (gen_random_uuid(), gen_random_uuid(), 'injected@example.com', 'In Jected', $1, 'x')`,
        [role],
      );
      await expect(inserted).rejects.toThrow(refusal);
      const invited = inviteStaff(db, { email: 'injected@example.com', name: 'In Jected', role }, now());
      await expect(invited).rejects.toThrow(refusal);
    }
    expect(await listedStaff()).toEqual(before);
  });

  test('a role is not changed, with a record in the audit log or without', async () => {
    const { pool, db } = api.database;
    const [user, boss] = [
      await openAccount(api, 'climber@example.com'),
      await openAccount(api, 'deposed@example.com', 'admin'),
    ];
    await expect(pool.query(`update users set role = 'admin' where id = $1`, [user.id])).rejects.toThrow(refusal);
    await expect(pool.query(`update users set role = 'bettor' where id = $1`, [boss.id])).rejects.toThrow(refusal);
    await expect(changeRole(db, user.id, 'auditor', now())).rejects.toThrow(refusal);
    await expect(pool.query('alter table users disable trigger all')).rejects.toThrow('must be owner');
    expect([(await readUser(db, user.id))?.role, (await readUser(db, boss.id))?.role]).toEqual(['bettor', 'admin']);
  });

  test('everything else of an account of staff is changed as before', async () => {
    const boss = await openAccount(api, 'renamed@example.com', 'admin');
    const { db } = api.store;
    await changeUser(db, boss.id, { name: 'Re Named' });
    expect((await readUser(db, boss.id))?.name).toBe('Re Named');
  });
});

test('the first admin is invited without any admin: link, password, second factor', async () => {
  const invite = (name: string) =>
    api.database.byOwner((db) => inviteStaff(db, { email: 'first@example.com', name, role: 'admin' }, now()));
  const invited = await invite('First');
  if (!invited.ok) throw new Error(invited.refusal.code);
  const { user, secret } = invited.value;
  const browser = openBrowser(api.app);
  const password = 'Ch0sen!by-them';
  const enter = () => browser.send('POST', '/auth/login', { email: user.email, password });
  expect((await enter()).statusCode).toBe(401);
  const reset = () => browser.send('POST', '/auth/reset-password', { token: secret, password });
  expect([(await reset()).statusCode, (await reset()).statusCode]).toEqual([200, 409]);
  expect((await enter()).json()).toMatchObject({ user: { role: 'admin', needsSecondFactor: true } });
  const { actions } = await listActions(api.database.db, { subject: `user:${user.id}`, limit: 5 });
  expect(actions).toMatchObject([{ action: 'staff-invited', after: 'admin', actor: { role: 'operator' } }]);
  expect((await listStaff(api.database.db)).map(({ email }) => email)).toContain('first@example.com');
  expect(await invite('F')).toEqual({ ok: false, refusal: { code: 'email-taken' } });
});

test('a lost second factor is taken off by the operator: sessions end, and the next login sets up a new one', async () => {
  const boss = await openAccount(api, 'lost.phone@example.com', 'auditor');
  const token = await logIn(api.app, boss.email);
  await resetSecondFactor(api.database.db, boss.id, now());
  await until(async () => (await statusOf(token)) === 401);
  const entered = await logIn(api.app, boss.email);
  expect(await statusOf(entered)).toBe(403);
});
