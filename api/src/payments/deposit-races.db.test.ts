import { standardTerms } from '@touchline/core/bonus';
import type { DepositAnswer } from '@touchline/core/contract';
import type { TransactionId } from '@touchline/core/ids';
import { instant } from '@touchline/core/instant';
import { createMollie } from '@touchline/payments/mollie';
import { type ReconcileDeps, reconcileDeposit } from '@touchline/payments/reconcile';
import { connect } from '@touchline/store/connect';
import { verifyMoney } from '@touchline/store/ledger';
import { readTransaction } from '@touchline/store/payments';
import { testDataKey } from '@touchline/store/testing';
import { createWalletWriter, readWallet } from '@touchline/store/wallet';
import { afterAll, expect, test } from 'vitest';
import { buildTestApp, buildTestNode, openBettor } from '../testing/test-app.ts';
import { askDeposit, beginDeposit, openCheckout, sendWebhook, verifyPayment } from '../testing/test-checkout.ts';

const times = 200;

const announced: string[] = [];
const checkout = await openCheckout();
const one = await buildTestApp(checkout.env);
const two = await buildTestNode(one.database, checkout.env);
checkout.deliverTo(two.app);
/** What the worker has: connections and a writer of its own. */
const store = connect(one.database.url, { max: 4 });
const writer = createWalletWriter(store);
const sweeping: ReconcileDeps = {
  db: store.db,
  writer,
  provider: createMollie(checkout.env.mollie),
  dataKey: testDataKey,
  bonus: standardTerms,
  now: () => instant(Date.now()),
  announce: ({ transaction }) => announced.push(transaction._id),
  queueEmail: () => undefined,
  alarm: (particulars, event) => {
    throw new Error(`${event}: ${JSON.stringify(particulars)}`);
  },
};
afterAll(async () => {
  await two.close();
  await writer.close();
  await store.close();
  await one.close();
  await checkout.close();
});

/** As the worker's sweep does it. */
async function sweep(id: string): Promise<void> {
  const deposit = await readTransaction(store.db, id as TransactionId);
  if (deposit) await reconcileDeposit(sweeping, deposit);
}

/** A webhook waits until a second has passed since the last question, so more rounds run side by side than the cores can work on. */
const lanesThatWait = 25;
const lanesThatCompute = 5;
/** All rounds, some side by side: each lane has a bettor of its own. */
const inLanes = (lanes: number, play: (lane: number, round: number) => Promise<void>) =>
  Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (let round = 1; round <= times / lanes; round += 1) await play(lane, round);
    }),
  );
const openBettors = (lanes: number, name: string) =>
  Promise.all(Array.from({ length: lanes }, (_, lane) => openBettor(one, `${name}-${lane}@touchline.test`)));
const nth = <Item>(items: readonly Item[], index: number): Item => {
  const item = items[index];
  if (item === undefined) throw new RangeError(`there is no ${index}`);
  return item;
};

test(`the webhook on two nodes, the return page and the sweeper at once credit once, ${times} times`, async () => {
  const bettors = await openBettors(lanesThatWait, 'race');
  await inLanes(lanesThatWait, async (lane, round) => {
    const { user, token } = nth(bettors, lane);
    const cash = async () => (await readWallet(one.database.db, user.walletId))?.wallet.cash;
    const { transactionId, checkoutUrl } = await beginDeposit(one.app, token, 10, round % 2 === 0 ? 'ideal' : 'paypal');
    const id = checkoutUrl.split('/').at(-1);
    await checkout.choose(checkoutUrl, 'paid');
    const [, , verified, seen] = await Promise.all([
      sendWebhook(one.app, `id=${id}`),
      sendWebhook(two.app, `id=${id}`),
      verifyPayment(one.app, token, transactionId),
      verifyPayment(two.app, token, transactionId),
      sweep(transactionId),
    ]);
    expect([verified.status, seen.status, await cash()]).toEqual(['completed', 'completed', round * 1_000]);
  });
});

test(`the same key fifty times at once on two nodes is one deposit with one answer, ${times} times`, async () => {
  // Each may begin 20 deposits without paying them.
  const bettors = await openBettors(times / 20, 'same-key');
  const payments = await paymentsMade();
  await inLanes(lanesThatCompute, async (lane, round) => {
    const { token } = nth(bettors, 2 * lane + (round % 2));
    const body = { amount: 10 + round, paymentMethod: 'paypal' };
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        askDeposit(index % 2 === 0 ? one.app : two.app, token, body, `key-${round}`),
      ),
    );
    expect([...new Set(answers.map((answer) => `${answer.statusCode} ${answer.body}`))]).toHaveLength(1);
    expect(answers[0]?.statusCode).toBe(201);
    await cancelDeposit(answers[0]);
  });
  expect((await paymentsMade()) - payments).toBe(times);
});

test(`the same key with two bodies at once is one of them, and the other is refused, ${times} times`, async () => {
  const bettors = await openBettors(lanesThatWait, 'two-bodies');
  await inLanes(lanesThatWait, async (lane, round) => {
    const { token } = nth(bettors, lane);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => {
        const amount = index < 3 ? 20 : 30;
        const app = index % 2 === 0 ? one.app : two.app;
        return askDeposit(app, token, { amount, paymentMethod: 'paypal' }, `body-${round}`);
      }),
    );
    const [twenties, thirties] = [answers.slice(0, 3), answers.slice(3)].map((some) =>
      some.map((answer) => answer.statusCode),
    );
    const [begun, refused] = twenties?.[0] === 201 ? [twenties, thirties] : [thirties, twenties];
    expect([begun, refused]).toEqual([
      [201, 201, 201],
      [409, 409, 409],
    ]);
    await cancelDeposit(answers.find(({ statusCode }) => statusCode === 201));
  });
});

test('after all of it no cent is lost: entries sum to nothing, every completed deposit was credited once, and the ledger verifies', async () => {
  const { rows } = await one.database.pool.query(`
    select (select sum(amount)::int from ledger_entries) as entries,
      (select count(*)::int from transactions where type = 'deposit' and status = 'completed') as completed,
      (select count(*)::int from ledger_events where type = 'DepositCredited') as credited,
      (select count(distinct payload ->> 'transactionId')::int from ledger_events where type = 'DepositCredited') as deposits`);
  expect(rows).toEqual([{ entries: 0, completed: times, credited: times, deposits: times }]);
  expect(await verifyMoney(one.database.pool)).toMatchObject({ passed: true, findings: [] });
  expect(announced.length).toBe(new Set(announced).size);
});

/** Cancels a deposit, so that the bettor may begin the next. */
async function cancelDeposit(begun: { readonly json: () => DepositAnswer } | undefined): Promise<void> {
  if (!begun) throw new Error('no deposit was begun');
  const { transactionId, checkoutUrl } = begun.json();
  await checkout.choose(checkoutUrl, 'canceled');
  await sweep(transactionId);
}

/** The provider remembers the last thousand. */
async function paymentsMade(): Promise<number> {
  const answer = await fetch(`${checkout.sandbox.url}/payments/api`);
  return ((await answer.json()) as { payments: unknown[] }).payments.length;
}
