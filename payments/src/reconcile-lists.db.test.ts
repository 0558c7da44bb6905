import { randomUUID } from 'node:crypto';
import { standardTerms } from '@touchline/core/bonus';
import type { TransactionId, WalletId } from '@touchline/core/ids';
import { hours, instant } from '@touchline/core/instant';
import { cents } from '@touchline/core/money';
import { createSandbox, type Sandbox } from '@touchline/sandbox/create';
import { createUser } from '@touchline/store/accounts';
import { listCases } from '@touchline/store/cases';
import { listReconciliations, readTransactionByPayment, requestReconciliation } from '@touchline/store/payments';
import {
  createPlayer,
  createTestDatabase,
  type Player,
  type TestDatabase,
  tamper,
  testDataKey,
} from '@touchline/store/testing';
import { createWalletWriter, type WalletWriter } from '@touchline/store/wallet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMollie } from './mollie.ts';
import { type ReconcileDeps, reconcileDeposit } from './reconcile.ts';
import { reconcileLists } from './reconcile-lists.ts';
import { resolveDeposit } from './resolve-deposit.ts';

const key = 'test_sandbox0000000000000000000000';
const log = { info: () => {}, warn: () => {} };
let sandbox: Sandbox;
/** The provider's clock: nothing happens there by itself. */
let clock = Date.now();
let database: TestDatabase;
let player: Player;
beforeAll(async () => {
  sandbox = await createSandbox({ mollieApiKey: key, now: () => clock });
  database = await createTestDatabase();
  const writer = createWalletWriter(database);
  player = await createPlayer(database.db, writer);
  await writer.close();
});
afterAll(async () => {
  await database.close();
  await sandbox.close();
});

const mollie = (url = sandbox.url, accessToken: string | undefined = undefined) =>
  createMollie({ url, key, accessToken, answerWithinMs: 60_000 });
/** Two hours later, when nothing is under way any more. */
const reconcile = (provider = mollie()) =>
  reconcileLists({ db: database.db, provider, now: () => instant(Date.now() + hours(2)), log });
const openTitles = async () =>
  (await listCases(database.db, { kind: 'reconciliation', state: 'open', limit: 50 })).cases.map(({ title }) => title);
const newest = async () => (await listReconciliations(database.db, 1))[0];

/** The transactions that payments were made for, by the payment. */
const madeFor = new Map<string, TransactionId>();

async function payment(amount: number, method: 'ideal' | 'creditcard' = 'ideal'): Promise<string> {
  const transactionId = randomUUID() as TransactionId;
  const created = await mollie().create({
    transactionId,
    charge: { currency: 'EUR', amount },
    credit: cents(2 * amount),
    method,
    description: 'Deposit',
    redirectUrl: 'http://localhost/payment/return/1',
    webhookUrl: 'http://127.0.0.1:9/payment/webhook',
  });
  if (!created.ok) throw new Error(created.refusal.detail);
  const { id } = created.value;
  madeFor.set(id, transactionId);
  await bank(id, 'status', { status: 'paid' });
  return id;
}
const bank = (id: string, what: string, body: object = {}) =>
  fetch(`${sandbox.url}/payments/api/${id}/${what}`, { method: 'POST', body: JSON.stringify(body) });
const deposit = (paymentId: string, cents: number, status = 'completed', walletId: string = player.walletId) =>
  tamper(
    database,
    `insert into transactions (id, wallet_id, version, type, amount, status, method, provider, provider_payment_id, charge_currency,
       charge_amount, created_at, updated_at)
     values ('${madeFor.get(paymentId) ?? randomUUID()}', '${walletId}', 1, 'deposit', ${2 * cents}, '${status}', 'ideal', 'mollie', '${paymentId}', 'EUR', ${cents},
       now(), now())`,
  );

test('nothing is compared before the first deposit', async () => {
  await reconcile();
  expect(await newest()).toBeUndefined();
});

test('agrees with the provider, page by page, refunds and chargebacks too', async () => {
  for (let count = 0; count < 60; count += 1) await deposit(await payment(1_000 + count), 1_000 + count);
  await requestReconciliation(database.db, null);
  await reconcile();
  expect(await newest()).toMatchObject({
    kind: 'provider',
    state: 'done',
    differences: 0,
    counts: { payments: 60, refunds: 0, chargebacks: 0, deposits: 60 },
  });
  // Once a day is enough.
  const before = await newest();
  await reconcile();
  expect(await newest()).toEqual(before);
});

test('attack: a completed deposit that was never paid is a case; what is paid and not credited too', async () => {
  await deposit('tr_forged', 900_000);
  const unpaid = await payment(2_000);
  await deposit(unpaid, 2_000, 'pending');
  const unknown = await payment(3_000);
  await requestReconciliation(database.db, null);
  await reconcile();
  const titles = await openTitles();
  expect(titles.length).toBe(3);
  for (const title of [
    expect.stringMatching(/^deposit [\w-]+ is completed, but mollie has no payment tr_forged$/),
    expect.stringMatching(new RegExp(`^payment ${unpaid} of EUR 20.00 was paid, but deposit [\\w-]+ is pending$`)),
    `payment ${unknown} of EUR 30.00 was paid, but no deposit belongs to it`,
  ]) {
    expect(titles).toContainEqual(title);
  }
  expect(await newest()).toMatchObject({ state: 'done', differences: 3 });

  // What was put right is resolved by the next run.
  await tamper(database, `update transactions set status = 'completed' where provider_payment_id = '${unpaid}'`);
  await requestReconciliation(database.db, null);
  await reconcile();
  expect((await openTitles()).length).toBe(2);
});

test('a refund and a chargeback at the provider that the ledger does not have are cases', async () => {
  const refunded = await payment(4_000);
  await deposit(refunded, 4_000);
  await mollie().refund({
    paymentId: refunded,
    transactionId: randomUUID() as TransactionId,
    round: 1,
    description: 'made elsewhere',
  });
  await requestReconciliation(database.db, null);
  await reconcile();
  expect((await openTitles()).some((title) => /^refund re_\w+ of EUR 40.00 of payment/.test(title))).toBe(true);
});

test('a provider that is away leaves the run incomplete and reports nothing', async () => {
  const before = await openTitles();
  await requestReconciliation(database.db, null);
  await reconcile(mollie('http://127.0.0.1:9'));
  expect(await newest()).toMatchObject({
    state: 'incomplete',
    problem: expect.stringContaining('Mollie did not list'),
  });
  expect(await openTitles()).toEqual(before);
});

test('balances and settlements are compared too, each from where the last run ended', async () => {
  const provider = mollie(sandbox.url, `access_${key}`);
  const run = async (later: number) => {
    await requestReconciliation(database.db, null);
    await reconcileLists({ db: database.db, provider, log, now: () => instant(Date.now() + hours(later)) });
    return newest();
  };
  const before = await openTitles();
  // The refund of the test before is still pending there, so all of the payment is on the balance.
  expect(await run(48)).toMatchObject({ state: 'done', counts: { settlements: 0 } });
  const added = (await openTitles()).filter((title) => !before.includes(title));
  expect(added).toEqual([expect.stringMatching(/^payment tr_\w+ moved EUR 40.00 on the balance instead of EUR 0.00$/)]);

  // The refund is made, and at midnight the balance is paid out.
  clock += hours(26);
  expect(await run(80)).toMatchObject({ state: 'done', counts: { settlements: 1 } });
  expect((await openTitles()).toSorted()).toEqual(before.toSorted());

  // The balance changes by more than its movements.
  await tamper(
    database,
    `update reconciliations set report = jsonb_set(report, '{balances,0,amount}', to_jsonb((report #>> '{balances,0,amount}')::bigint + 500))
     where jsonb_array_length(report -> 'balances') > 0`,
  );
  await deposit(await payment(5_000), 5_000);
  for (const later of [80, 81]) {
    await run(later);
    expect(await openTitles()).toContainEqual(
      expect.stringMatching(
        /^balance bal_sandboxEUR has EUR [\d.]+, but its movements since baltr_\w+ lead to EUR [\d.]+$/,
      ),
    );
  }
});

test('an API key in place of the access token leaves the run incomplete', async () => {
  await requestReconciliation(database.db, null);
  await reconcile(mollie(sandbox.url, key));
  expect(await newest()).toMatchObject({
    state: 'incomplete',
    problem: 'Mollie did not list our balances and settlements: Mollie answered 401 for /v2/settlements',
  });
});

describe('deposits that the product credited', () => {
  /** Follows a payment as the product does after a webhook. */
  let followed: (paymentId: string) => Promise<unknown>;
  let walletId: WalletId;
  let writer: WalletWriter;
  let deps: ReconcileDeps;
  beforeAll(async () => {
    writer = createWalletWriter(database);
    clock = Date.now();
    const account = { email: 'ada@example.com', name: 'Ada', role: 'bettor', passwordHash: 'x' } as const;
    const created = await database.db.transaction().execute((trx) => createUser(trx, account));
    if (!created.ok) throw new Error(created.refusal.code);
    walletId = created.value.walletId;
    deps = {
      db: database.db,
      writer,
      provider: mollie(),
      dataKey: testDataKey,
      bonus: { ...standardTerms, percent: 0 },
      now: () => instant(Date.now()),
      announce: () => {},
      queueEmail: () => {},
      alarm: () => {},
    };
    followed = async (paymentId) => {
      const known = await readTransactionByPayment(database.db, 'mollie', paymentId);
      if (known) await reconcileDeposit(deps, known);
    };
    return () => writer.close();
  });
  /** A credited deposit that was charged back and won back. */
  async function wonBack(amount: number): Promise<string> {
    const paymentId = await payment(amount, 'creditcard');
    await deposit(paymentId, amount, 'pending', walletId);
    await followed(paymentId);
    await bank(paymentId, 'chargeback');
    await followed(paymentId);
    await bank(paymentId, 'win-dispute');
    await followed(paymentId);
    return paymentId;
  }
  const creditedAgain = async () => {
    const text = `select id, provider_payment_id as reversal from transactions
      where wallet_id = $1 and metadata ? 'returned' and status = 'completed' order by created_at`;
    return (await database.pool.query<{ id: string; reversal: string }>(text, [walletId])).rows;
  };
  const addedBy = async (change: () => Promise<unknown>) => {
    const before = await openTitles();
    await change();
    await requestReconciliation(database.db, null);
    await reconcile();
    expect(await newest()).toMatchObject({ state: 'done' });
    return (await openTitles()).filter((title) => !before.includes(title));
  };

  test('agrees with a part of a payment that an admin credited', async () => {
    const titles = await addedBy(async () => {
      const paymentId = await payment(5_000);
      await deposit(paymentId, 5_000, 'failed', walletId);
      await followed(paymentId);
      const account = { email: 'staff@example.com', name: 'Staff', role: 'admin', passwordHash: 'x' } as const;
      const made = await database.byOwner((db) => db.transaction().execute((trx) => createUser(trx, account)));
      if (!made.ok) throw new Error(made.refusal.code);
      const admin = { userId: made.value.id, walletId: made.value.walletId };
      const by = { admin, requestId: 'test', fourEyes: cents(100_000) };
      const part = { how: 'credited', amount: cents(4_000), reason: 'The rest was refunded by hand.' } as const;
      const id = madeFor.get(paymentId) ?? (randomUUID() as TransactionId);
      expect(await resolveDeposit(deps, id, part, by)).toMatchObject({
        ok: true,
        value: { status: 'completed', amount: 4_000, charge: { currency: 'EUR', amount: 2_000 } },
      });
    });
    expect(titles).toEqual([]);
  });

  test('agrees with a won chargeback and a failed refund, however old the payment is', async () => {
    expect(
      await addedBy(async () => {
        await wonBack(1_000);
        clock -= hours(24 * 60);
        const old = await payment(2_000);
        await deposit(old, 2_000, 'pending', walletId);
        await followed(old);
        await bank(old, 'refund');
        clock += 5_000;
        await followed(old);
        const { reversals = [] } = (await mollie().read(old)) ?? {};
        await bank(old, 'fail-refund', { refundId: reversals[0]?.reversalId });
        await followed(old);
        await wonBack(3_000);
        clock += hours(24 * 60);
      }),
    ).toEqual([]);
    expect((await creditedAgain()).map(({ reversal }) => reversal.replace(/_.*/, ''))).toEqual(['chb', 're', 'chb']);
  });

  test('attack: money is credited again that the provider did not return', async () => {
    const forge = async (reversalId: string, amount: number) => {
      await deposit(reversalId, amount, 'pending', walletId);
      const text =
        'update transactions set charge_currency = null, charge_amount = null where provider_payment_id = $1';
      await database.pool.query(text, [reversalId]);
      const known = await readTransactionByPayment(database.db, 'mollie', reversalId);
      const transactionId = known?.id ?? (randomUUID() as TransactionId);
      const forged = { transactionId, provider: 'mollie', providerPaymentId: reversalId, amount: cents(2 * amount) };
      const by = { walletId, actor: 'system:payments', cause: 'test' } as const;
      expect(await writer.submit({ type: 'credit-deposit', ...by, deposit: forged })).toMatchObject({ ok: true });
    };
    const titles = await addedBy(async () => {
      const paymentId = await payment(4_000, 'creditcard');
      await deposit(paymentId, 4_000, 'pending', walletId);
      await followed(paymentId);
      await bank(paymentId, 'chargeback');
      await followed(paymentId);
      const { reversals = [] } = (await mollie().read(paymentId)) ?? {};
      await forge(`${reversals[0]?.reversalId}`, 4_000);
      await forge('re_forged', 900_000);
      await forge('tr_forged/refunds', 900_000);
    });
    expect(titles.length).toBe(3);
    expect(titles).toContainEqual(
      expect.stringMatching(/^deposit [\w-]+ credits chb_\w+ again, but mollie did not return it$/),
    );
    for (const id of ['re_forged', 'tr_forged/refunds']) {
      expect(titles).toContainEqual(
        expect.stringMatching(`^deposit [\\w-]+ is completed, but mollie has no payment ${id}$`),
      );
    }
  });
});
