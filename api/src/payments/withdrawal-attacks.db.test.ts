import { createHash } from 'node:crypto';
import type { DecideAnswer, RefusalView, WithdrawAnswer, WithdrawalLinkView } from '@touchline/core/contract';
import type { TransactionId } from '@touchline/core/ids';
import { hours, instant } from '@touchline/core/instant';
import { cents } from '@touchline/core/money';
import { withdrawalPolicyFrom, withdrawalVariables } from '@touchline/core/payments';
import { changeRole } from '@touchline/store/accounts';
import { verifyLedger } from '@touchline/store/ledger';
import { createWithdrawalLink, readWithdrawn } from '@touchline/store/payments';
import { depositWithBonus, openWithdrawals, tamper, testDataKey } from '@touchline/store/testing';
import { readWallet } from '@touchline/store/wallet';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { giveApp, makeRecoveryCodes } from '../accounts/second-factor.ts';
import {
  buildTestApp,
  buildTestNode,
  logIn,
  openAccount,
  openBettor,
  promote,
  requestAs,
  type TestApp,
  testPassword,
  testTotpSecret,
} from '../testing/test-app.ts';
import { historyOf } from '../testing/test-checkout.ts';

/** The defaults. */
const standard = withdrawalPolicyFrom(z.object(withdrawalVariables).parse({}));

const api = await buildTestApp({ withdrawals: { ...standard, coolDownMs: 0 } });
for (const name of ['boss', 'second']) await openAccount(api, `${name}@example.com`, 'admin');
const bosses = [await logIn(api.app, 'boss@example.com'), await logIn(api.app, 'second@example.com')];
afterAll(async () => {
  expect(await verifyLedger(api.database.pool)).toMatchObject({ passed: true, findings: [] });
  await api.close();
});

type Node = Pick<TestApp, 'app'>;
const post = (token: string, url: string, payload: object = {}, node: Node = api) =>
  requestAs(node.app, token, 'POST', url, payload);
const toIban = (amount: number, iban = 'NL91 ABNA 0417 1643 00') => ({
  amount,
  withdrawalMethod: 'bank_transfer',
  bankName: 'ABN AMRO',
  accountHolder: 'Mallory',
  iban,
});
async function request(token: string, payload: object, node: Node = api): Promise<TransactionId> {
  const asked = await post(token, '/payment/withdraw', { ...payload, password: testPassword }, node);
  if (asked.statusCode !== 201) throw new Error(asked.body);
  return asked.json<WithdrawAnswer>().transactionId as TransactionId;
}
const approve = (admin: string | undefined, id: string, node: Node = api) =>
  post(admin ?? '', `/payment/withdraw/process/${id}`, {}, node);
const statusOf = async (answer: ReturnType<typeof approve>) => {
  const { statusCode, json } = await answer;
  return statusCode === 200 ? json<DecideAnswer>().transaction.status : json<RefusalView>().code;
};
const walletOf = async (walletId: string) => {
  const { rows } = await api.database.pool.query('select cash, held from wallets where wallet_id = $1', [walletId]);
  return rows[0];
};

describe('attack: a stolen bearer token sends $10,000 and then $9,000 to a new IBAN', () => {
  test('refuses both without the password, and holds nothing', async () => {
    const { token, user } = await openBettor(api, 'victim@example.com', 30_000);
    const answers = await Promise.all(
      [10_000, 9_000].map((amount) => post(token, '/payment/withdraw', toIban(amount))),
    );
    expect(answers.map((answer) => answer.statusCode)).toEqual([403, 403]);
    expect(answers[0]?.json()).toEqual({
      code: 'confirmation-required',
      error: 'You have not withdrawn to this account before. Enter your password to confirm it is you.',
      details: { need: 'password', why: 'new-destination' },
    });
    expect(await walletOf(user.walletId)).toEqual({ cash: 3_000_000, held: 0 });
  });

  test('a known destination needs no password in any spelling, but a high amount does', async () => {
    const { token } = await openBettor(api, 'known@example.com', 5_000);
    await request(token, toIban(20));
    expect((await post(token, '/payment/withdraw', toIban(20, 'nl91abna0417164300'))).statusCode).toBe(201);
    const high = await post(token, '/payment/withdraw', toIban(1_000));
    expect(high.json<RefusalView>()).toMatchObject({ code: 'confirmation-required', details: { why: 'amount' } });
  });

  test('a canceled withdrawal does not make its destination known', async () => {
    const { token } = await openBettor(api, 'canceled@example.com', 100);
    const id = await request(token, toIban(20));
    expect((await post(token, `/payment/withdraw/cancel-own/${id}`)).statusCode).toBe(200);
    expect((await post(token, '/payment/withdraw', toIban(20))).json()).toMatchObject({
      code: 'confirmation-required',
    });
  });

  test('the password cannot be guessed: five wrong ones from one network, and the right one is refused as well', async () => {
    const { token } = await openBettor(api, 'guessed@example.com', 100);
    const guess = (password: string) => post(token, '/payment/withdraw', { ...toIban(20), password });
    const wrong = [];
    for (const password of ['1', '2', '3', '4', '5']) wrong.push((await guess(password)).json<RefusalView>().code);
    expect(wrong).toEqual(Array.from({ length: 5 }, () => 'confirmation-wrong'));
    const sixth = await guess(testPassword);
    expect([sixth.statusCode, sixth.json<RefusalView>().code, Number(sixth.headers['retry-after']) > 0]).toEqual([
      429,
      'too-many-attempts',
      true,
    ]);
    const elsewhere = await api.app.inject({
      method: 'POST',
      url: '/payment/withdraw',
      payload: { ...toIban(20), password: testPassword },
      headers: { authorization: `Bearer ${token}` },
      remoteAddress: '203.0.113.9',
    });
    expect(elsewhere.statusCode).toBe(201);
  });

  test('a recovery code confirms it once, and its owner is notified', async () => {
    const { token, user } = await openBettor(api, 'recovered@example.com', 100);
    const recoveryCodes = makeRecoveryCodes();
    await giveApp(api.database.db, user.id, { dataKey: testDataKey, secret: testTotpSecret, recoveryCodes });
    const confirmed = () => post(token, '/payment/withdraw', { ...toIban(20), totp: recoveryCodes[0] });
    const [first, second] = [await confirmed(), await confirmed()];
    expect([first.statusCode, second.json<RefusalView>().code]).toEqual([201, 'confirmation-wrong']);
    expect(api.emails.filter(({ kind }) => kind === 'recovery-code-used')).toEqual([
      { kind: 'recovery-code-used', userId: user.id },
    ]);
  });

  test('queues the email in the commit of the request', async () => {
    const { token } = await openBettor(api, 'emailed@example.com', 100);
    const transactionId = await request(token, toIban(20));
    expect(api.emails).toContainEqual({ kind: 'withdrawal-requested', transactionId });
    const { rows } = await api.database.pool.query("select job from letters where job ->> 'transactionId' = $1", [
      transactionId,
    ]);
    expect(rows).toEqual([{ job: { kind: 'withdrawal-requested', transactionId } }]);
  });
});

describe('attack: a thief who knows the password as well withdraws to a new IBAN', () => {
  test('the link in the email shows the withdrawal, cancels it once and signs out every device', async () => {
    const { token, user } = await openBettor(api, 'owner@example.com', 100);
    const id = await request(token, toIban(40));
    const link = await createWithdrawalLink(api.database.db, id);
    const shown = await post('', '/payment/withdraw/link', { token: link });
    expect(shown.json<WithdrawalLinkView>()).toMatchObject({
      amount: 40,
      status: 'pending',
      payoutTo: 'NL•• •••• •••• ••43 00',
    });
    const canceled = await post('', '/payment/withdraw/link/cancel', { token: link, signOut: true });
    expect(canceled.json()).toEqual({ message: 'Your withdrawal was canceled. The money is back in your balance.' });
    expect(await walletOf(user.walletId)).toEqual({ cash: 10_000, held: 0 });
    const { rows } = await api.database.pool.query(
      "select type, actor from ledger_events where wallet_id = $1 and type like 'Withdrawal%' order by seq",
      [user.walletId],
    );
    expect(rows.map(({ type, actor }) => [type, actor])).toEqual([
      ['WithdrawalRequested', `user:${user.id}`],
      ['WithdrawalReleased', `user:${user.id}`],
    ]);
    expect((await requestAs(api.app, token, 'GET', '/auth/me')).statusCode).toBe(401);
    expect(await statusOf(approve(bosses[0], id))).toBe('withdrawal-decided');
  });

  test('the link and the wallet say whether the request ended a bonus, which stays lost', async () => {
    const { token, user } = await openBettor(api, 'with-bonus@example.com');
    await depositWithBonus(api.database.db, api.writer, { userId: user.id, walletId: user.walletId }, 100);
    const shownFor = async (id: TransactionId) => {
      const shown = await post('', '/payment/withdraw/link', {
        token: await createWithdrawalLink(api.database.db, id),
      });
      return shown.json<WithdrawalLinkView>().endedBonus;
    };
    const asked = await post(token, '/payment/withdraw', { ...toIban(20), forfeitBonus: true, password: testPassword });
    const { transactionId, transaction } = asked.json<WithdrawAnswer>();
    expect(transaction.endedBonus).toBe(true);
    const first = transactionId as TransactionId;
    const second = await request(token, toIban(20));
    expect([await shownFor(first), await shownFor(second)]).toEqual([true, undefined]);
    const listed = (await historyOf(api.app, token)).filter(({ type }) => type === 'withdrawal');
    expect(listed.map(({ _id, endedBonus }) => [_id, endedBonus])).toEqual([
      [second, undefined],
      [first, true],
    ]);
    await post('', '/payment/withdraw/link/cancel', {
      token: await createWithdrawalLink(api.database.db, first),
      signOut: false,
    });
    expect(await shownFor(first)).toBe(true);
    expect((await readWallet(api.database.db, user.walletId))?.wallet.bonus).toBe(0);
  });

  test('a link opens nothing once the withdrawal is decided, and another secret opens nothing at all', async () => {
    const { token, user } = await openBettor(api, 'late@example.com', 100);
    const id = await request(token, { amount: 20, withdrawalMethod: 'paypal' });
    const link = await createWithdrawalLink(api.database.db, id);
    await post(bosses[0] ?? '', `/payment/withdraw/cancel/${id}`);
    const late = await post('', '/payment/withdraw/link/cancel', { token: link, signOut: true });
    expect([late.statusCode, late.json<RefusalView>().error]).toEqual([409, 'This withdrawal was already canceled.']);
    expect((await requestAs(api.app, token, 'GET', '/auth/me')).statusCode).toBe(200);
    const other = await post('', '/payment/withdraw/link', { token: 'no-such-secret' });
    expect([other.statusCode, other.json<RefusalView>().code]).toEqual([422, 'link-unknown']);
    expect(await walletOf(user.walletId)).toEqual({ cash: 10_000, held: 0 });
  });

  test('nothing happens on a GET, and the database holds no secret', async () => {
    const { token } = await openBettor(api, 'prefetched@example.com', 100);
    const id = await request(token, toIban(40));
    const link = await createWithdrawalLink(api.database.db, id);
    for (const path of ['link', 'link/cancel']) {
      const got = await api.app.inject({ method: 'GET', url: `/payment/withdraw/${path}?token=${link}` });
      expect(got.statusCode).toBe(404);
    }
    const { rows } = await api.database.pool.query('select * from withdrawal_links where transaction_id = $1', [id]);
    expect(rows.map((row) => row.token_hash)).toEqual([createHash('sha256').update(link).digest()]);
    expect(JSON.stringify(rows)).not.toContain(link);
  });

  test('only its owner can cancel it in the wallet', async () => {
    const [ada, eve] = [await openBettor(api, 'ada@example.com', 100), await openBettor(api, 'eve@example.com')];
    const id = await request(ada.token, toIban(40));
    expect((await post(eve.token, `/payment/withdraw/cancel-own/${id}`)).json()).toMatchObject({
      code: 'transaction-unknown',
    });
    expect(await walletOf(ada.user.walletId)).toEqual({ cash: 6_000, held: 4_000 });
  });

  test('no admin can approve it before the cool-down is over, whatever was withdrawn before', async () => {
    const slow = await buildTestNode(api.database, { withdrawals: { ...openWithdrawals, coolDownMs: hours(24) } });
    const { token, user } = await openBettor(api, 'cooling@example.com', 500);
    const [first, second] = [await request(token, toIban(20), slow), await request(token, toIban(30), slow)];
    const early = await approve(bosses[0], first, slow);
    expect([early.statusCode, early.json()]).toMatchObject([409, { code: 'destination-cooling-down' }]);
    const until = Date.parse(String(early.json<RefusalView>().details?.['until']));
    const { rows } = await api.database.pool.query('select created_at from transactions where id = $1', [first]);
    expect(until - Number(rows[0].created_at)).toBe(hours(24));
    await tamper(api.database, `update transactions set payable_from = now() where id = '${first}'`);
    expect(await statusOf(approve(bosses[0], first, slow))).toBe('completed');
    // It waits for the first one's cool-down, not for its own, and the next one does not wait.
    expect(await statusOf(approve(bosses[0], second, slow))).toBe('destination-cooling-down');
    const third = await request(token, toIban(40), slow);
    expect(await statusOf(approve(bosses[0], third, slow))).toBe('completed');
    expect((await walletOf(user.walletId)).held).toBe(3_000);
    await slow.close();
  });

  test('fifty requests at once exceed neither the daily nor the weekly total', async () => {
    const policy = { ...openWithdrawals, daily: cents(50_000), weekly: cents(80_000) };
    const nodes = [
      await buildTestNode(api.database, { withdrawals: policy }),
      await buildTestNode(api.database, { withdrawals: policy }),
    ];
    const { token, user } = await openBettor(api, 'greedy@example.com', 20_000);
    const burst = () =>
      Promise.all(
        Array.from({ length: 50 }, (_, at) =>
          post(token, '/payment/withdraw', { amount: 90, withdrawalMethod: 'paypal' }, nodes[at % 2]),
        ),
      );
    const codes = (await burst()).map((answer) => answer.statusCode);
    expect(codes.filter((code) => code === 201)).toHaveLength(5);
    const refused = await post(token, '/payment/withdraw', { amount: 60, withdrawalMethod: 'paypal' }, nodes[0]);
    expect(refused.json<RefusalView>()).toMatchObject({
      code: 'withdrawal-total-reached',
      error: expect.stringMatching(
        /^You can withdraw up to \$500 in 24 hours: \$50 is left now\. You can withdraw \$60 from .* UTC\.$/,
      ),
      details: { period: 'day', limit: 500, left: 50 },
    });
    await tamper(
      api.database,
      `update transactions set created_at = created_at - interval '25 hours'
       where wallet_id = '${user.walletId}' and type = 'withdrawal'`,
    );
    const nextDay = (await burst()).map((answer) => answer.statusCode);
    expect(nextDay.filter((code) => code === 201)).toHaveLength(3);
    expect((await walletOf(user.walletId)).held).toBe(8 * 9_000);
    for (const node of nodes) await node.close();
  });
});

describe('attack: withdrawals are requested and canceled without end', () => {
  const paypal = { amount: 10, withdrawalMethod: 'paypal' };

  test('twenty in 24 hours are accepted, canceled ones included, also at once on two nodes', async () => {
    const other = await buildTestNode(api.database, { withdrawals: openWithdrawals });
    const { token, user } = await openBettor(api, 'looping@example.com', 1_000);
    for (let round = 0; round < 15; round += 1) {
      const id = await request(token, paypal, other);
      expect((await post(token, `/payment/withdraw/cancel-own/${id}`, {}, other)).statusCode).toBe(200);
    }
    const burst = await Promise.all(
      Array.from({ length: 12 }, (_, at) => post(token, '/payment/withdraw', paypal, at % 2 ? api : other)),
    );
    expect(burst.filter(({ statusCode }) => statusCode === 201)).toHaveLength(5);
    const refused = burst.find(({ statusCode }) => statusCode !== 201);
    expect([refused?.statusCode, refused?.json<RefusalView>()]).toEqual([
      409,
      {
        code: 'too-many-withdrawals',
        error: expect.stringMatching(
          /^You can request up to 20 withdrawals in 24 hours\. You can request another one from .* UTC\.$/,
        ),
        details: { most: 20, again: expect.any(String) },
      },
    ]);
    expect((await walletOf(user.walletId)).held).toBe(5_000);
    const { rows } = await api.database.pool.query(
      `select min(created_at) as first from transactions where wallet_id = $1 and type = 'withdrawal'`,
      [user.walletId],
    );
    expect(Date.parse(String(refused?.json<RefusalView>().details?.['again']))).toBe(rows[0].first + hours(24));
    await tamper(
      api.database,
      `update transactions set created_at = created_at - interval '24 hours'
       where id = (select id from transactions where wallet_id = '${user.walletId}' and type = 'withdrawal' order by created_at limit 1)`,
    );
    expect((await post(token, '/payment/withdraw', paypal)).statusCode).toBe(201);
    expect((await post(token, '/payment/withdraw', paypal)).statusCode).toBe(409);
    await other.close();
  });

  test('those that were canceled are not read for the next one', async () => {
    const { token, user } = await openBettor(api, 'canceling@example.com', 100);
    const id = await request(token, paypal);
    await post(token, `/payment/withdraw/cancel-own/${id}`);
    const query = { wallets: [user.walletId], fingerprints: [], provider: 'mollie', now: user.createdAt };
    expect((await readWithdrawn(api.database.pool, query)).get(user.walletId)?.recent).toEqual([]);
  });
});

describe('attack: one admin pays out alone', () => {
  test('a withdrawal above the amount needs a second admin, and the money moves at the second approval', async () => {
    const { token, user } = await openBettor(api, 'large@example.com', 9_000);
    const id = await request(token, toIban(9_000));
    const first = await approve(bosses[0], id);
    expect(first.json<DecideAnswer>().transaction).toMatchObject({
      status: 'pending',
      decidedBy: null,
      firstApproval: { by: 'Ada Bell', byId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    });
    expect(await walletOf(user.walletId)).toEqual({ cash: 0, held: 900_000 });
    expect(await statusOf(approve(bosses[0], id))).toBe('second-admin-needed');
    expect(await statusOf(approve(bosses[1], id))).toBe('completed');
    expect(await walletOf(user.walletId)).toEqual({ cash: 0, held: 0 });
    const { rows } = await api.database.pool.query('select action from audit_log where subject = $1 order by id', [
      `withdrawal:${id}`,
    ]);
    expect(rows.map(({ action }) => action)).toEqual(['withdrawal-approved-first', 'withdrawal-approved']);
  });

  test('the first approval of an admin whose role was taken no longer counts', async () => {
    const former = await openAccount(api, 'former@example.com', 'admin');
    const { token, user } = await openBettor(api, 'demoted.first@example.com', 9_000);
    const id = await request(token, toIban(9_000));
    expect(await statusOf(approve(await logIn(api.app, former.email), id))).toBe('pending');
    const ended = await api.database.byOwner((db) => changeRole(db, former.id, 'bettor', instant(Date.now())));
    expect(ended).toEqual({ approvals: 1, proposals: 0, adjustments: 0 });
    expect(await statusOf(approve(bosses[0], id))).toBe('pending');
    expect(await walletOf(user.walletId)).toEqual({ cash: 0, held: 900_000 });
    expect(await statusOf(approve(bosses[1], id))).toBe('completed');
    const { rows } = await api.database.pool.query(
      'select action, role from audit_log where subject = $1 order by id',
      [`withdrawal:${id}`],
    );
    expect(rows).toEqual([
      { action: 'withdrawal-approved-first', role: 'admin' },
      { action: 'withdrawal-first-approval-removed', role: 'operator' },
      { action: 'withdrawal-approved-first', role: 'admin' },
      { action: 'withdrawal-approved', role: 'admin' },
    ]);
  });

  test('a hundred simultaneous approvals of one admin count as one', async () => {
    const { token, user } = await openBettor(api, 'hammered@example.com', 9_000);
    const id = await request(token, toIban(9_000));
    const other = await buildTestNode(api.database, { withdrawals: standard });
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) => approve(bosses[0], id, at % 2 ? other : api)),
    );
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
    expect((await walletOf(user.walletId)).held).toBe(900_000);
    const both = await Promise.all([approve(bosses[1], id), approve(bosses[0], id, other)]);
    expect(both.map((answer) => answer.statusCode).toSorted()).toEqual([200, 409]);
    expect((await walletOf(user.walletId)).held).toBe(0);
    await other.close();
  });

  test('by default a flag requires a second admin, whatever the amount', async () => {
    const { token } = await openBettor(api, 'flagged@example.com', 100);
    const id = await request(token, toIban(10));
    expect(await statusOf(approve(bosses[0], id))).toBe('pending');
    expect(await statusOf(approve(bosses[1], id))).toBe('completed');
  });

  test('several small withdrawals to one bettor or one destination add up', async () => {
    const small = await buildTestNode(api.database, {
      withdrawals: { ...openWithdrawals, oneAdminUpTo: cents(20_000) },
    });
    const iban = 'DE89 3704 0044 0532 0130 00';
    const [ada, eve] = [
      await openBettor(api, 'sliced@example.com', 600),
      await openBettor(api, 'sliced2@example.com', 600),
    ];
    const ids = [];
    for (const amount of [90, 90, 90])
      ids.push(await request(ada.token, { amount, withdrawalMethod: 'paypal' }, small));
    expect(await Promise.all(ids.map((id) => statusOf(approve(bosses[0], id, small))))).toEqual(
      expect.arrayContaining(['completed', 'completed', 'pending']),
    );
    const shared = [
      await request(ada.token, toIban(10, iban), small),
      await request(eve.token, toIban(195, iban), small),
    ];
    expect(await statusOf(approve(bosses[1], shared[0] ?? '', small))).toBe('completed');
    expect(await statusOf(approve(bosses[1], shared[1] ?? '', small))).toBe('pending');
    await small.close();
  });

  test('an admin who withdraws as a bettor cannot approve it, neither first nor second', async () => {
    const { token, user } = await openBettor(api, 'insider@example.com', 9_000);
    const id = await request(token, toIban(9_000));
    await promote(api, user);
    const asAdmin = await logIn(api.app, 'insider@example.com');
    expect(await statusOf(approve(asAdmin, id))).toBe('own-withdrawal');
    expect(await statusOf(approve(bosses[0], id))).toBe('pending');
    expect(await statusOf(approve(asAdmin, id))).toBe('own-withdrawal');
  });
});

test('queues the email of a decision in the commit of the decision', async () => {
  const { token } = await openBettor(api, 'decided@example.com', 100);
  const id = await request(token, { amount: 20, withdrawalMethod: 'paypal' });
  await post(bosses[0] ?? '', `/payment/withdraw/cancel/${id}`);
  const { rows } = await api.database.pool.query(
    `select l.xmin = e.xmin as "isOneCommit" from letters l
     join ledger_events e on e.payload ->> 'transactionId' = l.job ->> 'transactionId'
     where l.job ->> 'transactionId' = $1 and l.job ->> 'kind' = 'withdrawal-rejected' and e.type = 'WithdrawalReleased'`,
    [id],
  );
  expect(rows).toEqual([{ isOneCommit: true }]);
});
