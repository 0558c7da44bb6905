import type { AddressInfo } from 'node:net';
import {
  type AdminTransactionView,
  adminRoom,
  type DecideAnswer,
  type PaymentsSummaryView,
  type RefusalView,
  type TransactionView,
  type WithdrawAnswer,
} from '@touchline/core/contract';
import type { UserId } from '@touchline/core/ids';
import { hours } from '@touchline/core/instant';
import { cents } from '@touchline/core/money';
import { listActions } from '@touchline/store/audit';
import { changeCase, listCases } from '@touchline/store/cases';
import { connect } from '@touchline/store/connect';
import type { Finding } from '@touchline/store/ledger';
import { openWithdrawals, tamper } from '@touchline/store/testing';
import { beginStop, endStop } from '@touchline/store/transparency';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { endVerification, fault } from '../testing/end-verification.ts';
import { type LiveClient, openSocket } from '../testing/live-client.ts';
import {
  buildTestApp,
  buildTestNode,
  creditDollars,
  logIn,
  openAccount,
  openBettor,
  promote,
  requestAs,
  type TestApp,
  testPassword,
} from '../testing/test-app.ts';
import { until } from '../testing/until.ts';

const lines: LiveClient[] = [];
const api = await buildTestApp();
await api.app.listen({ port: 0, host: '127.0.0.1' });
const url = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`;
await openAccount(api, 'boss@example.com', 'admin');
await openAccount(api, 'other@example.com', 'admin');
const boss = await logIn(api.app, 'boss@example.com');
const other = await logIn(api.app, 'other@example.com');
afterAll(async () => {
  for (const line of lines) line.close();
  await api.close();
});

const iban = 'NL91 ABNA 0417 1643 00';
const bank = { bankName: 'ABN AMRO', accountHolder: 'Ada Bell', iban };
const as = (token: string) => ({ authorization: `Bearer ${token}` });
const get = (path: string, token: string) => requestAs(api.app, token, 'GET', path);
type Decided = { readonly token: string; readonly app?: TestApp['app']; readonly payload?: object };
const decide = (how: 'process' | 'cancel', id: string, { token, app = api.app, payload }: Decided) =>
  requestAs(app, token, 'POST', `/payment/withdraw/${how}/${id}`, payload);
async function withdraw(token: string, amount = 40, details: object = bank): Promise<string> {
  const payload = { amount, withdrawalMethod: 'bank_transfer', ...details, password: testPassword };
  const answer = await requestAs(api.app, token, 'POST', '/payment/withdraw', payload);
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json<WithdrawAnswer>().transactionId;
}
const walletOf = async (walletId: string) => {
  const { rows } = await api.database.pool.query('select cash, held from wallets where wallet_id = $1', [walletId]);
  return rows[0];
};
const actionsOn = async (id: string) => {
  const text = 'select action, reason, request_id from audit_log where subject = $1 order by id';
  return (await api.database.pool.query(text, [`withdrawal:${id}`])).rows;
};

describe('a decision', () => {
  test('to pay completes the withdrawal with a reference, pays out the held money, and sends an email', async () => {
    const { token, user } = await openBettor(api, 'ada@example.com', 100);
    const id = await withdraw(token);
    const answer = await decide('process', id, { token: boss });
    expect(answer.statusCode).toBe(200);
    const { transaction } = answer.json<DecideAnswer>();
    expect(transaction).toMatchObject({
      _id: id,
      status: 'completed',
      reference: expect.stringMatching(/^PO-[0-9A-Z]{10}$/),
      user: { id: user.id, name: 'Ada Bell', email: 'ada@example.com' },
      payoutTo: 'NL•• •••• •••• ••43 00',
      decidedBy: 'Ada Bell',
    });
    expect(await walletOf(user.walletId)).toEqual({ cash: 6_000, held: 0 });
    expect(api.emails.at(-1)).toEqual({ kind: 'withdrawal-paid', transactionId: id });
    expect(await actionsOn(id)).toEqual([
      { action: 'withdrawal-approved', reason: null, request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ]);
  });

  test('to pay records the reference of the bank, and to reject returns the money with a reason', async () => {
    const { token, user } = await openBettor(api, 'bea@example.com', 100);
    const [paid, rejected, unexplained] = [
      await withdraw(token, 20),
      await withdraw(token, 30),
      await withdraw(token, 10),
    ];
    const answers = [
      await decide('process', paid, { token: boss, payload: { reference: 'BANK-7' } }),
      await decide('cancel', rejected, { token: boss, payload: { reason: 'The name differs.' } }),
      await decide('cancel', unexplained, { token: boss, payload: {} }),
    ].map((answer) => answer.json<DecideAnswer>().transaction);
    expect(answers.map(({ status, reference, reason }) => [status, reference ?? reason])).toEqual([
      ['completed', 'BANK-7'],
      ['canceled', 'The name differs.'],
      ['canceled', 'Rejected by the operator'],
    ]);
    expect(await walletOf(user.walletId)).toEqual({ cash: 8_000, held: 0 });
    expect(api.emails.at(-1)).toEqual({ kind: 'withdrawal-rejected', transactionId: unexplained });
  });

  test('accepts an empty body with any content type that clients send', async () => {
    const { token } = await openBettor(api, 'empty@example.com', 100);
    const headers = { ...as(boss), 'content-type': 'application/json' };
    for (const how of ['process', 'cancel']) {
      const path = `/payment/withdraw/${how}/${await withdraw(token, 20)}`;
      expect((await api.app.inject({ method: 'POST', url: path, headers })).statusCode).toBe(200);
    }
  });

  test('repeated by the same admin gives the same answer, moves no money and notifies no one', async () => {
    const { token, user } = await openBettor(api, 'cy@example.com', 100);
    const id = await withdraw(token);
    const first = await decide('process', id, { token: boss });
    const emails = api.emails.length;
    const again = await decide('process', id, { token: boss, payload: { reference: 'ANOTHER' } });
    expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
    expect([api.emails.length, (await actionsOn(id)).length]).toEqual([emails, 1]);
    expect(await walletOf(user.walletId)).toEqual({ cash: 6_000, held: 0 });
  });

  test('that comes second is refused with the first one, even from the same admin', async () => {
    const { token } = await openBettor(api, 'dan@example.com', 100);
    const id = await withdraw(token);
    await decide('process', id, { token: boss, payload: { reference: 'PO-9' } });
    for (const asked of [
      { how: 'cancel', token: other },
      { how: 'process', token: other },
      { how: 'cancel', token: boss },
    ] as const) {
      const late = await decide(asked.how, id, { token: asked.token });
      const { code, error, details } = late.json<RefusalView>();
      expect([late.statusCode, code, error]).toEqual([
        409,
        'withdrawal-decided',
        'This withdrawal was already approved by Ada Bell.',
      ]);
      expect(details).toMatchObject({
        decision: 'approved',
        by: 'Ada Bell',
        reference: 'PO-9',
        transaction: { _id: id },
      });
    }
  });

  test('by two admins on two nodes at once counts once; the other one is refused with it', async () => {
    const second = await buildTestNode(api.database);
    const { token, user } = await openBettor(api, 'eve@example.com', 1_000);
    for (let round = 0; round < 20; round += 1) {
      const id = await withdraw(token, 10);
      const answers = await Promise.all([
        decide('process', id, { token: boss }),
        decide('cancel', id, { token: other, app: second.app }),
      ]);
      expect(answers.map((one) => one.statusCode).toSorted()).toEqual([200, 409]);
      expect(await actionsOn(id)).toHaveLength(1);
    }
    expect((await walletOf(user.walletId)).held).toBe(0);
    await second.close();
  });

  test('refuses decisions on one’s own withdrawal, on a deposit and on an unknown id', async () => {
    const { token, user } = await openBettor(api, 'fay@example.com', 100);
    const id = await withdraw(token);
    await promote(api, user);
    const promoted = await logIn(api.app, 'fay@example.com');
    const deposit = await api.database.pool.query(
      `select id from transactions where wallet_id = $1 and type = 'deposit'`,
      [user.walletId],
    );
    const refusals = [
      await decide('process', id, { token: promoted }),
      await decide('process', deposit.rows[0].id, { token: boss }),
      await decide('cancel', crypto.randomUUID(), { token: boss }),
    ];
    expect(refusals.map((one) => [one.statusCode, one.json<RefusalView>().code])).toEqual([
      [403, 'own-withdrawal'],
      [404, 'transaction-unknown'],
      [404, 'transaction-unknown'],
    ]);
    expect(await walletOf(user.walletId)).toEqual({ cash: 6_000, held: 4_000 });
  });
});

test('flags a new account, a first withdrawal, a new destination and a high amount', async () => {
  const { token, user } = await openBettor(api, 'gus@example.com', 9_000);
  const flagsOf = async (id: string) => {
    const [found] = (await get(`/payment/all?user=${id}`, boss)).json<AdminTransactionView[]>();
    return found?.flags;
  };
  const first = await withdraw(token);
  expect(await flagsOf(first)).toEqual(['new-account', 'first-withdrawal']);
  await tamper(api.database, `update users set created_at = now() - interval '8 days' where id = '${user.id}'`);
  await decide('process', first, { token: boss });
  expect(await flagsOf(await withdraw(token))).toEqual([]);
  expect(await flagsOf(await withdraw(token, 5_000))).toEqual(['large']);
  expect(await flagsOf(await withdraw(token, 10, { ...bank, iban: 'DE89370400440532013000' }))).toEqual([
    'changed-details',
  ]);
  expect(await flagsOf(await withdraw(token, 10, {}))).toEqual(['no-details']);
});

test('reveals the destination to admins only, and logs the access', async () => {
  const { token } = await openBettor(api, 'hal@example.com', 100);
  const id = await withdraw(token, 40, { ...bank, bic: 'abnanl2a', description: 'rent' });
  const [bare, deposit] = [await withdraw(token, 10, {}), crypto.randomUUID()];
  const answer = await get(`/payment/withdraw/${id}/details`, boss);
  expect([answer.statusCode, answer.headers['cache-control'], answer.json()]).toEqual([
    200,
    'no-store',
    { ...bank, iban: 'NL91ABNA0417164300', bic: 'ABNANL2A', description: 'rent' },
  ]);
  expect((await actionsOn(id)).map((one) => one.action)).toEqual(['payout-details-read']);
  expect((await get(`/payment/withdraw/${bare}/details`, boss)).json()).toEqual({});
  expect((await get(`/payment/withdraw/${deposit}/details`, boss)).statusCode).toBe(404);
  expect((await get(`/payment/withdraw/${id}/details`, token)).statusCode).toBe(403);
});

describe('the list', () => {
  test('is paged with its total, and filtered', async () => {
    const { token, user } = await openBettor(api, 'ida@example.com', 100);
    const ids = [await withdraw(token, 10), await withdraw(token, 10.01), await withdraw(token, 12)];
    const page = await get(`/payment/all?user=ida@&type=withdrawal,refund&limit=2&page=2`, boss);
    expect([page.statusCode, page.headers['x-total-count']]).toEqual([200, '3']);
    expect(page.headers['access-control-expose-headers']).toBe('x-total-count');
    expect(page.json<AdminTransactionView[]>().map((one) => one._id)).toEqual([ids[0]]);
    const found = async (query: string) =>
      (await get(`/payment/all?user=${user.id}&${query}`, boss))
        .json<AdminTransactionView[]>()
        .map((one) => one.amount);
    expect(await found('minAmount=10.01&maxAmount=12&sort=amount&order=asc')).toEqual([10.01, 12]);
    expect(await found('status=completed')).toEqual([100]);
    expect(await found('method=bank_transfer,paypal&sort=amount')).toEqual([12, 10.01, 10]);
    expect(await found(`to=${new Date(Date.now() - hours(1)).toISOString()}`)).toEqual([]);
    expect(page.body).not.toMatch(/ABNA|sealed|fingerprint/);
  });

  test.each(['status=sold', 'sort=secret', 'page=0', 'limit=1000', 'from=yesterday'])(
    '%s is refused',
    async (query) => {
      expect((await get(`/payment/all?${query}`, boss)).statusCode).toBe(400);
    },
  );

  test('summarises what is pending and what was completed today', async () => {
    const before = (await get('/payment/summary', boss)).json<PaymentsSummaryView>();
    const { token } = await openBettor(api, 'jan@example.com', 70);
    await withdraw(token, 50);
    await decide('process', await withdraw(token, 10), { token: boss });
    // The same day, even if midnight passes during the test.
    const after = (await get(`/payment/summary?from=${before.from}`, boss)).json<PaymentsSummaryView>();
    const grown = (part: 'pendingWithdrawals' | 'depositsToday' | 'withdrawalsToday') => [
      after[part].count - before[part].count,
      Math.round((after[part].amount - before[part].amount) * 100) / 100,
    ];
    expect([grown('pendingWithdrawals'), grown('depositsToday'), grown('withdrawalsToday')]).toEqual([
      [1, 50],
      [1, 70],
      [1, 10],
    ]);
    const tomorrow = new Date(Date.now() + hours(24)).toISOString();
    const later = (await get(`/payment/summary?from=${tomorrow}`, boss)).json<PaymentsSummaryView>();
    expect([later.from, later.depositsToday]).toEqual([tomorrow, { count: 0, amount: 0 }]);
  });
});

describe('while the newest verification of the ledger has findings', () => {
  const verified = (found: readonly Finding[]) => endVerification(api.database.db, found);
  const doubtNow = async () => (await get('/payment/summary', boss)).json<PaymentsSummaryView>().doubt;

  test('requires a confirmation to pay, records it in the audit log, and does not affect rejections', async () => {
    const { token, user } = await openBettor(api, 'mia@example.com', 100);
    const [first, second] = [await withdraw(token, 40), await withdraw(token, 10)];
    const older = await verified([fault]);
    const verification = await verified([fault]);
    for (const payload of [{}, { despite: older }]) {
      const refused = await decide('process', first, { token: boss, payload });
      expect([refused.statusCode, refused.json()]).toMatchObject([
        409,
        { code: 'ledger-in-doubt', details: { verification, findings: 1 } },
      ]);
    }
    expect(await walletOf(user.walletId)).toEqual({ cash: 5_000, held: 5_000 });
    expect(await doubtNow()).toMatchObject({ verification, findings: 1 });
    expect((await decide('cancel', second, { token: boss })).statusCode).toBe(200);
    expect((await decide('process', first, { token: boss, payload: { despite: verification } })).statusCode).toBe(200);
    expect(await walletOf(user.walletId)).toEqual({ cash: 6_000, held: 0 });
    const { actions } = await listActions(api.database.db, { subject: `withdrawal:${first}`, limit: 5 });
    expect(actions).toMatchObject([{ action: 'withdrawal-approved', after: { despiteFindingsOf: verification } }]);
    // A second decision is refused with the first one, not with the state of the ledger.
    expect((await decide('process', first, { token: other })).json()).toMatchObject({ code: 'withdrawal-decided' });
  });

  test('both approvals of two admins keep which findings they accepted', async () => {
    const strict = { ...openWithdrawals, oneAdminUpTo: cents(3_000) };
    const { app, close } = await buildTestNode(api.database, { withdrawals: strict });
    onTestFinished(close);
    const { token } = await openBettor(api, 'moe@example.com', 100);
    const id = await withdraw(token);
    const verification = await verified([fault]);
    for (const admin of [boss, other]) {
      expect((await decide('process', id, { token: admin, app })).json()).toMatchObject({ code: 'ledger-in-doubt' });
      const approved = await decide('process', id, { token: admin, app, payload: { despite: verification } });
      expect(approved.statusCode).toBe(200);
    }
    const { actions } = await listActions(api.database.db, { subject: `withdrawal:${id}`, limit: 5 });
    expect(actions).toMatchObject([
      { action: 'withdrawal-approved', after: { despiteFindingsOf: verification } },
      { action: 'withdrawal-approved-first', after: { despiteFindingsOf: verification } },
    ]);
  });

  test('an explained finding does not hold payouts up for ever, and hides no new one', async () => {
    const [known, fresh]: Finding[] = [
      { ...fault, key: 'known', sentence: 'a known stain' },
      { ...fault, key: 'fresh', sentence: 'a fresh one' },
    ];
    if (!known || !fresh) throw new Error('two findings');
    await verified([known]);
    const { cases } = await listCases(api.database.db, { kind: 'verification', state: 'open', limit: 10 });
    expect(cases.map(({ title }) => title)).toEqual(['a known stain']);
    const auditor = { userId: crypto.randomUUID() as string as UserId, role: 'auditor', requestId: 'r' } as const;
    await changeCase(api.database.db, auditor, cases[0]?.id ?? 0, { act: 'explain', text: 'A restored backup.' });
    expect(await doubtNow()).toBeUndefined();
    await verified([known]);
    expect(await doubtNow()).toBeUndefined();
    await verified([known, fresh]);
    expect(await doubtNow()).toMatchObject({ findings: 1 });
    await verified([]);
  });

  test('the next verification without findings ends it', async () => {
    const { token } = await openBettor(api, 'noa@example.com', 100);
    const id = await withdraw(token, 40);
    await verified([fault]);
    await verified([]);
    expect(await doubtNow()).toBeUndefined();
    expect((await decide('process', id, { token: boss })).statusCode).toBe(200);
  });
});

describe('while nothing is signed because the database differs from its log', () => {
  test('no payout is approved, even with an override, and rejecting returns the money', async () => {
    const { token, user } = await openBettor(api, 'ola@example.com', 100);
    const [first, second] = [await withdraw(token, 40), await withdraw(token, 10)];
    const signing = connect(api.database.urlAs('touchline_signer'), { max: 1 });
    await beginStop(signing.pool, 'wallet 1 is not what the log says', undefined);
    const refused = await decide('process', first, { token: boss, payload: { despite: crypto.randomUUID() } });
    expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: 'signing-stopped' }]);
    expect((await decide('cancel', second, { token: boss })).statusCode).toBe(200);
    expect(await walletOf(user.walletId)).toEqual({ cash: 6_000, held: 4_000 });
    await endStop(signing.pool);
    await signing.close();
    expect((await decide('process', first, { token: boss })).statusCode).toBe(200);
  });
});

describe('the admin room', () => {
  const open = async (token?: string) => {
    const line = await openSocket(url, token === undefined ? {} : { token });
    lines.push(line);
    return line;
  };

  test('admits admins only', async () => {
    const bettor = await openBettor(api, 'kim@example.com');
    await openAccount(api, 'audit@example.com', 'auditor');
    const refusal = { ok: false, error: 'Only admins can follow transactions and markets.' };
    for (const token of [undefined, bettor.token, await logIn(api.app, 'audit@example.com')]) {
      expect(await (await open(token)).subscribe(adminRoom)).toEqual(refusal);
    }
    expect(await (await open(boss)).subscribe(adminRoom)).toMatchObject({ ok: true, tick: { d: [] } });
  });

  test('the screens of bettor and admin receive a withdrawal and its decision, and no other screen does', async () => {
    const { token, user } = await openBettor(api, 'lea@example.com');
    await creditDollars(api, user, 100);
    const stranger = await openBettor(api, 'max@example.com');
    const [admin, hers, theirs] = [await open(boss), await open(token), await open(stranger.token)];
    await admin.subscribe(adminRoom);
    const seen: AdminTransactionView[] = [];
    const pushed: TransactionView[] = [];
    const overheard: unknown[] = [];
    admin.socket.on('desk', (one) => seen.push(one));
    hers.socket.on('transaction', (one) => pushed.push(one));
    for (const event of ['desk', 'transaction', 'wallet'] as const)
      theirs.socket.on(event, () => overheard.push(event));
    hers.socket.on('desk', () => overheard.push('desk'));

    const id = await withdraw(token);
    await decide('cancel', id, { token: other, payload: { reason: 'no' } });
    await until(() => seen.length === 2 && pushed.length === 2 && hers.wallets.length === 2);
    expect(seen.map((one) => [one._id, one.version, one.status, one.user.email, one.decidedBy])).toEqual([
      [id, 1, 'pending', 'lea@example.com', null],
      [id, 2, 'canceled', 'lea@example.com', 'Ada Bell'],
    ]);
    expect(pushed.map((one) => [one._id, one.version, one.status, one.reason])).toEqual([
      [id, 1, 'pending', undefined],
      [id, 2, 'canceled', 'no'],
    ]);
    expect(hers.wallets.map(({ balance, held, reason }) => [balance, held, reason])).toEqual([
      [60, 40, { type: 'WithdrawalRequested', amount: -40 }],
      [100, 0, { type: 'WithdrawalReleased', amount: 40 }],
    ]);
    expect(overheard).toEqual([]);
  });

  test('a socket that has left it receives nothing more', async () => {
    const { token } = await openBettor(api, 'ned@example.com', 100);
    const [gone, staying] = [await open(boss), await open(boss)];
    const heard: string[] = [];
    const witness: string[] = [];
    gone.socket.on('desk', (one) => heard.push(one._id));
    staying.socket.on('desk', (one) => witness.push(one._id));
    await gone.subscribe(adminRoom);
    await staying.subscribe(adminRoom);
    gone.socket.emit('unsub', adminRoom);
    // Its answer follows everything that was sent before.
    await gone.subscribe('live');
    const id = await withdraw(token);
    await until(() => witness.includes(id));
    expect(heard).toEqual([]);
  });
});
