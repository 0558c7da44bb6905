import type { RefusalView, TransactionView, WithdrawAnswer } from '@touchline/core/contract';
import { markEmailVerified } from '@touchline/store/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  buildTestApp,
  buildTestNode,
  openBettor,
  quote,
  requestAs,
  type TestApp,
  testPassword,
} from '../testing/test-app.ts';

const api = await buildTestApp();
afterAll(() => api.close());

const bank = { bankName: 'ABN AMRO', accountHolder: 'Ada Bell', iban: 'NL91 ABNA 0417 1643 00', bic: 'ABNANL2A' };
const mask = 'NL•• •••• •••• ••43 00';
type Asked = { readonly token: string; readonly key?: string; readonly app?: TestApp['app'] };
const withdraw = ({ token, key, app = api.app }: Asked, payload: object) =>
  requestAs(app, token, 'POST', '/payment/withdraw', { password: testPassword, ...payload }, key);
const walletOf = async (walletId: string) => {
  const { rows } = await api.database.pool.query('select cash, held from wallets where wallet_id = $1', [walletId]);
  return rows[0];
};
const rowOf = async (id: string) =>
  (await api.database.pool.query('select * from transactions where id = $1', [id])).rows[0];

describe('an accepted withdrawal', () => {
  test('holds the money at once and is pending; the answer has the transaction and the wallet', async () => {
    const { token, user } = await openBettor(api, 'ada@example.com', 100);
    const answer = await withdraw({ token }, { amount: 40.5, withdrawalMethod: 'bank_transfer', ...bank });
    expect(answer.statusCode).toBe(201);
    const { transactionId, transaction, wallet } = answer.json<WithdrawAnswer>();
    expect(wallet).toEqual({ version: 2, balance: 59.5, held: 40.5, bonus: 0, staked: 0 });
    expect(transaction).toEqual({
      _id: transactionId,
      version: 1,
      userId: user.id,
      type: 'withdrawal',
      amount: 40.5,
      status: 'pending',
      paymentMethod: 'bank_transfer',
      createdAt: transaction.createdAt,
      updatedAt: transaction.createdAt,
      metadata: { payoutTo: mask },
    });
  });

  test('transaction and ledger hold only the mask of the bank account', async () => {
    const { token, user } = await openBettor(api, 'bea@example.com', 100);
    const answer = await withdraw(
      { token },
      { amount: 40, withdrawalMethod: 'bank_transfer', ...bank, description: 'rent' },
    );
    const { transactionId } = answer.json<WithdrawAnswer>();
    const row = await rowOf(transactionId);
    expect(row).toMatchObject({ payout_mask: mask, payout_fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const { rows } = await api.database.pool.query('select payload, key from ledger_events where wallet_id = $1', [
      user.walletId,
    ]);
    expect(JSON.stringify([row, rows])).not.toMatch(/ABNA|Ada Bell|04171643|rent/);
  });

  test.each(['bank_transfer', 'paypal', 'crypto'])(
    'amount and method %s are enough, and the admin sees that no account was named',
    async (withdrawalMethod) => {
      const { token } = await openBettor(api, `bare-${withdrawalMethod}@example.com`, 100);
      const answer = await withdraw({ token }, { amount: 10, withdrawalMethod });
      expect(answer.statusCode).toBe(201);
      const row = await rowOf(answer.json<WithdrawAnswer>().transactionId);
      expect([row.payout_sealed, row.flags.includes('no-details')]).toEqual([null, true]);
    },
  );

  test('accepts a PayPal account and a wallet address for their methods', async () => {
    const { token } = await openBettor(api, 'cy@example.com', 100);
    const paypal = { amount: 10, withdrawalMethod: 'paypal', paypalEmail: 'Cy@Example.com' };
    const crypto = { amount: 10, withdrawalMethod: 'crypto', cryptoAddress: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' };
    const answers = [await withdraw({ token }, paypal), await withdraw({ token }, crypto)];
    expect(answers.map((one) => one.json<WithdrawAnswer>().transaction.metadata)).toEqual([
      { payoutTo: 'c•••@example.com' },
      { payoutTo: '1A1z••••vfNa' },
    ]);
  });
});

describe('the same key', () => {
  const body = { amount: 40, withdrawalMethod: 'bank_transfer', ...bank };
  test('is the same withdrawal, even on another node, and holds the money once', async () => {
    const { token, user } = await openBettor(api, 'dan@example.com', 100);
    const other = await buildTestNode(api.database);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        withdraw(
          { token, key: 'press-1', app: at % 2 ? other.app : api.app },
          { amount: 40, withdrawalMethod: 'paypal', password: '' },
        ),
      ),
    );
    expect(new Set(answers.map((one) => one.statusCode))).toEqual(new Set([201]));
    expect(new Set(answers.map((one) => one.body)).size).toBe(1);
    expect(await walletOf(user.walletId)).toEqual({ cash: 6_000, held: 4_000 });
    await other.close();
  });

  test.each<[string, object]>([
    ['another amount', { amount: 41 }],
    ['another account', { iban: 'DE89 3704 0044 0532 0130 00' }],
    ['another holder', { accountHolder: 'Eve Bell' }],
    ['another method', { withdrawalMethod: 'paypal', paypalEmail: 'a@example.com' }],
  ])('with %s is refused and holds nothing more', async (what, changes) => {
    const { token, user } = await openBettor(api, `${what.replaceAll(' ', '-')}@example.com`, 100);
    await withdraw({ token, key: 'k' }, body);
    const again = await withdraw({ token, key: 'k' }, { ...body, ...changes });
    expect([again.statusCode, again.json()]).toEqual([
      409,
      { code: 'key-reused', error: 'This request key was used for another withdrawal. Nothing was withdrawn.' },
    ]);
    expect(await walletOf(user.walletId)).toEqual({ cash: 6_000, held: 4_000 });
  });

  test('from another bettor is another withdrawal, and without a key every request is one', async () => {
    const [eve, fay] = [await openBettor(api, 'eve@example.com', 100), await openBettor(api, 'fay@example.com', 100)];
    const asked = [
      withdraw({ token: eve.token, key: 'k' }, body),
      withdraw({ token: fay.token, key: 'k' }, body),
      withdraw({ token: fay.token }, body),
    ];
    const ids = (await Promise.all(asked)).map((one) => one.json<WithdrawAnswer>().transactionId);
    expect(new Set(ids).size).toBe(3);
  });
});

describe('a withdrawal that is refused leaves the money where it is', () => {
  let token: string;
  let walletId: string;
  beforeAll(async () => {
    const bettor = await openBettor(api, 'gus@example.com', 20_000);
    ({ token } = bettor);
    ({ walletId } = bettor.user);
  });
  const paypal = { withdrawalMethod: 'paypal' };
  const transfer = { amount: 50, withdrawalMethod: 'bank_transfer', ...bank };
  test.each<[string, object, number, string, string]>([
    ['less than $10', { ...paypal, amount: 9.99 }, 422, 'amount-below-minimum', 'Amount must be at least $10'],
    ['nothing', { ...paypal, amount: 0 }, 422, 'amount-below-minimum', 'Amount must be at least $10'],
    ['less than nothing', { ...paypal, amount: -50 }, 422, 'amount-below-minimum', 'Amount must be at least $10'],
    [
      'more than $10,000',
      { ...paypal, amount: 10_000.01 },
      422,
      'amount-above-maximum',
      'Amount cannot exceed $10,000',
    ],
    ['part of a cent', { ...paypal, amount: 10.005 }, 422, 'amount-part-of-cent', 'Please use at most two decimals'],
    ['no bank', { ...transfer, bankName: ' ' }, 422, 'payout-details-invalid', 'Bank name is required'],
    ['no holder', { ...transfer, accountHolder: '' }, 422, 'payout-details-invalid', 'Account holder name is required'],
    ['no IBAN', { ...transfer, iban: '' }, 422, 'payout-details-invalid', 'IBAN is required'],
    [
      'a mistyped IBAN',
      { ...transfer, iban: 'NL91ABNA0417164301' },
      422,
      'payout-details-invalid',
      'This IBAN is not valid. Please check its letters and digits.',
    ],
    [
      'an amount that is not a number',
      { ...paypal, amount: '50' },
      400,
      'request-invalid',
      'amount: Invalid input: expected number, received string',
    ],
  ])('%s', async (_what, payload, status, code, error) => {
    const answer = await withdraw({ token }, payload);
    const { details: _details, ...view } = answer.json<RefusalView>();
    expect([answer.statusCode, view]).toEqual([status, { code, error }]);
    expect(await walletOf(walletId)).toEqual({ cash: 2_000_000, held: 0 });
  });

  test('the field that is wrong is named, so that the form can show it there', async () => {
    const answer = await withdraw({ token }, { ...transfer, bic: 'NOPE' });
    expect(answer.json<RefusalView>().details).toEqual({
      fields: [{ path: 'bic', error: 'This BIC is not valid. It has 8 or 11 characters.' }],
    });
  });

  test('more than is available, with what is missing', async () => {
    const poor = await openBettor(api, 'hal@example.com', 30);
    const answer = await withdraw({ token: poor.token }, { ...paypal, amount: 30.01 });
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      { code: 'balance-too-low', error: 'Amount exceeds available balance', details: { balance: 30, missing: 0.01 } },
    ]);
  });

  test('held money is not available a second time', async () => {
    const poor = await openBettor(api, 'ida@example.com', 30);
    const both = await Promise.all([1, 2].map(() => withdraw({ token: poor.token }, { ...paypal, amount: 20 })));
    expect(both.map((one) => one.statusCode).toSorted()).toEqual([201, 409]);
    expect(await walletOf(poor.user.walletId)).toEqual({ cash: 1_000, held: 2_000 });
  });

  test('from an address that is no longer verified: the owner of the account must be known', async () => {
    const { token: itsToken, user } = await openBettor(api, 'jan@example.com', 30);
    await api.database.pool.query('update users set email_verified_at = null where id = $1', [user.id]);
    const answer = await withdraw({ token: itsToken }, { ...paypal, amount: 20 });
    expect([answer.statusCode, answer.json<RefusalView>().code]).toEqual([403, 'email-unverified']);
    await markEmailVerified(api.database.db, user.id, user.createdAt);
    expect((await withdraw({ token: itsToken }, { ...paypal, amount: 20 })).statusCode).toBe(201);
  });
});

test('accepts one of a simultaneous bet and withdrawal of the last dollar', async () => {
  const [match] = await quote(api.database, [{ name: 'Red' }]);
  const { token, user } = await openBettor(api, 'kim@example.com', 10);
  const bet = { stake: 10, matches: [{ matchId: match, betOutcome: 'Red United Win', odds: 2.1 }] };
  const both = await Promise.all([
    requestAs(api.app, token, 'POST', '/bet', bet),
    withdraw({ token }, { amount: 10, withdrawalMethod: 'paypal' }),
  ]);
  expect(both.map((one) => one.statusCode).toSorted()).toEqual([201, 409]);
  expect((await walletOf(user.walletId)).cash).toBe(0);
});

test('the bettor finds it in the history of the wallet, with the account behind its mask', async () => {
  const { token } = await openBettor(api, 'lea@example.com', 50);
  await withdraw({ token }, { amount: 20, withdrawalMethod: 'bank_transfer', ...bank });
  const history = await requestAs(api.app, token, 'GET', '/payment/history');
  expect(history.json<TransactionView[]>()[0]).toMatchObject({ type: 'withdrawal', metadata: { payoutTo: mask } });
  expect(history.body).not.toContain('ABNA');
});
