import { randomUUID } from 'node:crypto';
import type { AdjustmentView, RecordedAccess, RefusalView, WorkView } from '@touchline/core/contract';
import { instant } from '@touchline/core/instant';
import { cents, formatDollars } from '@touchline/core/money';
import { maxAdjustment } from '@touchline/core/wallet';
import { changeRole, SessionEnded } from '@touchline/store/accounts';
import { listUnposted, requestAdjustment } from '@touchline/store/payments';
import { readWallet } from '@touchline/store/wallet';
import { afterAll, expect, test } from 'vitest';
import { buildTestApp, creditDollars, logIn, openAccount, openBettor, requestAs } from '../testing/test-app.ts';

const api = await buildTestApp();
await openAccount(api, 'boss@example.com', 'admin');
const otherId = (await openAccount(api, 'other@example.com', 'admin')).id;
const [boss, other] = [await logIn(api.app, 'boss@example.com'), await logIn(api.app, 'other@example.com')];
const player = await openBettor(api, 'ada@example.com', 100);
afterAll(() => api.close());

const call = (token: string, method: 'GET' | 'POST', url: string, payload?: object, key?: string) =>
  requestAs(api.app, token, method, url, payload, key);
const wanted = { amount: 12.5, cause: 'bet', reason: 'The corner bet was graded by hand.' } as const;
const ask = (as = boss, body: object = wanted, key?: string) =>
  call(as, 'POST', `/players/${player.user.id}/adjustments`, body, key);
const asked = async (body?: object) => (await ask(boss, body)).json<AdjustmentView>();
const decide = (as: string, { id }: Pick<AdjustmentView, 'id'>, how: 'approved' | 'declined') =>
  call(as, 'POST', `/adjustments/${id}/decide`, { how });
const refusalOf = (answer: { statusCode: number; json: <Value>() => Value }) => [
  answer.statusCode,
  answer.json<RefusalView>().code,
];
const balance = async () => (await readWallet(api.database.db, player.user.walletId))?.wallet.cash;

test('one admin requests, only another one approves, and nothing moves until it is posted', async () => {
  const requested = await asked();
  expect(requested).toMatchObject({
    ...{ ...wanted, state: 'requested', decided: null, postedAt: null },
    user: { id: player.user.id },
  });
  const work = async () => (await call(boss, 'GET', '/work')).json<WorkView>();
  expect(await work()).toMatchObject({ adjustments: { count: 1 }, unposted: { count: 0 } });
  expect(refusalOf(await decide(boss, requested, 'approved'))).toEqual([403, 'adjustment-same-admin']);
  const approved = await decide(other, requested, 'approved');
  expect([approved.statusCode, approved.json()]).toMatchObject([
    200,
    { state: 'approved', requested: requested.requested },
  ]);
  expect((await decide(other, requested, 'approved')).json()).toEqual(approved.json());
  expect(refusalOf(await decide(boss, requested, 'declined'))).toEqual([409, 'adjustment-decided']);
  expect(await work()).toMatchObject({ adjustments: { count: 0 }, unposted: { count: 1, oldest: expect.any(String) } });
  expect([await balance(), (await listUnposted(api.database.db)).map(({ id }) => id)]).toEqual([
    10_000,
    [requested.id],
  ]);
});

test('attack: a request of an admin whose role was taken is approved by one other admin', async () => {
  const former = await openAccount(api, 'former@example.com', 'admin');
  const requested = (await ask(await logIn(api.app, former.email))).json<AdjustmentView>();
  const ended = await api.database.byOwner((db) => changeRole(db, former.id, 'bettor', instant(Date.now())));
  expect(ended).toEqual({ approvals: 0, proposals: 0, adjustments: 1 });
  expect(refusalOf(await decide(other, requested, 'approved'))).toEqual([409, 'adjustment-decided']);
  const { rows } = await api.database.pool.query(
    `select action, role from audit_log where after ->> 'adjustment' = $1 order by id`,
    [requested.id],
  );
  expect(rows).toEqual([
    { action: 'adjustment-requested', role: 'admin' },
    { action: 'adjustment-declined', role: 'operator' },
  ]);
});

test('no first step is recorded for an admin whose role was taken while the request was under way', async () => {
  const former = await openAccount(api, 'leaving@example.com', 'bettor');
  const { id: userId, walletId } = player.user;
  const request = requestAdjustment(
    api.database.db,
    { id: randomUUID(), userId, walletId, amount: cents(100), cause: 'bet', reason: 'late' },
    { admin: former.id, requestId: 'r' },
  );
  await expect(request).rejects.toThrow(SessionEnded);
});

test('of decisions at the same time one counts', async () => {
  const requested = await asked({ ...wanted, amount: -3 });
  const answers = await Promise.all([
    decide(other, requested, 'approved'),
    decide(boss, requested, 'declined'),
    decide(other, requested, 'approved'),
  ]);
  const states = new Set(answers.flatMap((one) => (one.statusCode === 200 ? [one.json<AdjustmentView>().state] : [])));
  expect(states.size).toBe(1);
  const { rows } = await api.database.pool.query('select step from adjustment_steps where adjustment_id = $1', [
    requested.id,
  ]);
  expect(rows).toHaveLength(2);
});

test('the same key is the same adjustment, and not another one', async () => {
  const [first, again] = await Promise.all([ask(boss, wanted, 'k1'), ask(boss, wanted, 'k1')]);
  expect(again.json()).toEqual(first.json());
  for (const other of [{ amount: 13 }, { cause: 'other' }, { reason: 'Another bet.' }])
    expect(refusalOf(await ask(boss, { ...wanted, ...other }, 'k1'))).toEqual([409, 'key-reused']);
  expect((await ask(other, wanted, 'k1')).json<AdjustmentView>().id).not.toBe(first.json<AdjustmentView>().id);
});

test.each([
  ['nothing', 0],
  ['a part of a cent', 1.005],
  ['next to nothing', 1e-9],
  ['more than the limit', -100_000.01],
])('%s is refused with a sentence that names the limit', async (_what, amount) => {
  const answer = await ask(boss, { ...wanted, amount });
  const most = formatDollars(maxAdjustment).replace('.00', '');
  expect([answer.statusCode, answer.json<RefusalView>().error]).toEqual([
    400,
    `Please enter an amount of up to ${most} in whole cents`,
  ]);
});

test('an adjustment needs a reason', async () => {
  expect((await ask(boss, { ...wanted, reason: ' ' })).statusCode).toBe(400);
});

test('bettors may not ask, decide or read, and no admin adjusts their own balance', async () => {
  const requested = await asked();
  for (const answer of [
    await ask(player.token),
    await decide(player.token, requested, 'approved'),
    await call(player.token, 'GET', '/adjustments'),
  ])
    expect(answer.statusCode).toBe(403);
  expect(refusalOf(await call(other, 'POST', `/players/${otherId}/adjustments`, wanted))).toEqual([403, 'own-account']);
  const unknown = { id: crypto.randomUUID() };
  expect(refusalOf(await decide(other, unknown, 'approved'))).toEqual([404, 'adjustment-unknown']);
});

test('attack: the api cannot approve for the same admin, for another amount, or without a request', async () => {
  const { id } = await asked();
  const step = (adjustment: string, amount: string, admin: string) =>
    api.database.pool.query(
      `insert into adjustment_steps (adjustment_id, step, wallet_id, amount, cause, admin)
       select $1, 'approved', wallet_id, ${amount}, cause, ${admin} from adjustment_steps where adjustment_id = $2`,
      [adjustment, id],
    );
  const refusal = 'An adjustment is approved as it was requested, by another admin';
  await expect(step(id, 'amount', 'admin')).rejects.toThrow(refusal);
  await expect(step(id, 'amount * 10', 'gen_random_uuid()')).rejects.toThrow(refusal);
  await expect(step(crypto.randomUUID(), 'amount', 'gen_random_uuid()')).rejects.toThrow(refusal);
  await expect(
    api.database.pool.query(`update adjustment_steps set amount = 1 where adjustment_id = $1`, [id]),
  ).rejects.toThrow();
});

test('staff see those that wait first, of all players or of one, with reason and names; the decisions are in the audit log', async () => {
  const list = async (query = '') => (await call(boss, 'GET', `/adjustments${query}`)).json<AdjustmentView[]>();
  const all = await list();
  const states = all.map(({ state }) => state);
  expect(states).toEqual([...states].sort((a, b) => places.indexOf(a) - places.indexOf(b)));
  expect(all[0]).toMatchObject({ reason: wanted.reason, requested: { by: { name: 'Ada Bell' } } });
  expect(await list(`?user=${player.user.id}`)).toEqual(all);
  expect(await list(`?user=${crypto.randomUUID()}`)).toEqual([]);
  const audit = await call(boss, 'GET', `/audit?subject=user:${player.user.id}`);
  expect(audit.json<{ actions: { action: string }[] }>().actions.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['adjustment-requested', 'adjustment-approved']),
  );
});
const places = ['requested', 'approved', 'declined', 'posted'];

test('what auditors read of players is recorded', async () => {
  await openAccount(api, 'auditor@example.com', 'auditor');
  const auditor = await logIn(api.app, 'auditor@example.com');
  await call(auditor, 'GET', '/adjustments');
  await call(auditor, 'GET', `/adjustments?user=${player.user.id}`);
  const { looks: accesses } = (await call(auditor, 'GET', '/ledger/access-log')).json<{ looks: RecordedAccess[] }>();
  expect(accesses.map(({ action, walletId }) => [action, walletId])).toEqual([
    ['players', player.user.walletId],
    ['players', null],
  ]);
});

test('of a closed account only brings the balance to 0', async () => {
  const { user } = await openBettor(api, 'closed@example.com');
  const request = (amount: number) => call(boss, 'POST', `/players/${user.id}/adjustments`, { ...wanted, amount });
  const before = (await request(5)).json<AdjustmentView>();
  const { rows } = await api.database.pool.query('select * from adjustment_steps where adjustment_id = $1', [
    before.id,
  ]);
  expect(rows).toHaveLength(1);
  // Accounts that are closed already may have such a request, and money that came later.
  await api.database.pool.query(
    `insert into closed_accounts (user_id, wallet_id, closed_at, closed_by, identity_sealed, keep_until)
      values ($1, $2, now(), 'owner', 'sealed', now())`,
    [user.id, user.walletId],
  );
  await creditDollars(api, user, 40);
  const closed = [409, 'account-closed'];
  expect(refusalOf(await decide(other, before, 'approved'))).toEqual(closed);
  expect((await decide(other, before, 'declined')).statusCode).toBe(200);
  expect([refusalOf(await request(1)), refusalOf(await request(-40.01))]).toEqual([closed, closed]);
  const written = (await request(-40)).json<AdjustmentView>();
  expect((await decide(other, written, 'approved')).json<AdjustmentView>()).toMatchObject({ state: 'approved' });
});
