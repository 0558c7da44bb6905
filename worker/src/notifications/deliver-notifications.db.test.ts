import { type NotificationView, notificationText, type WalletPush } from '@touchline/core/contract';
import type { UserId } from '@touchline/core/ids';
import { instant } from '@touchline/core/instant';
import { cents, Decimal } from '@touchline/core/money';
import { openSession } from '@touchline/store/accounts';
import { setCashOutRule } from '@touchline/store/bets';
import { connect } from '@touchline/store/connect';
import { saveNotificationSettings } from '@touchline/store/notifications';
import {
  createMatch,
  createTestDatabase,
  creditDollars,
  finishMatch,
  homeWins,
  openAccount,
  settleEnded,
} from '@touchline/store/testing';
import { createWalletWriter } from '@touchline/store/wallet';
import { afterAll, expect, test } from 'vitest';
import { createCashOutRules } from '../acceptance/run-cash-out-rules.ts';
import { deliverNotifications } from './deliver-notifications.ts';

const database = await createTestDatabase();
const api = createWalletWriter(database);
const writer = createWalletWriter(database.worker);
afterAll(async () => {
  await api.close();
  await writer.close();
  await database.close();
});

/** A bettor with a deposit of `dollars` who is logged in, or not. */
async function openBettor(dollars: number, isLoggedIn = true) {
  const { id: userId, walletId } = await openAccount(database.db, `${crypto.randomUUID()}@example.com`);
  if (isLoggedIn) await openSession(database.db, userId, { userAgent: '', address: '' }, instant(Date.now()));
  await creditDollars(api, walletId, dollars);
  return { userId, walletId };
}

/** A leading worker, and what it pushes. */
function worker() {
  const pushed: { readonly userId: UserId; readonly text: string }[] = [];
  const announceNotification = (userId: UserId, notification: NotificationView) =>
    pushed.push({ userId, text: notificationText(notification, { amounts: true }).text });
  const wallets: { readonly userId: UserId; readonly balance: number }[] = [];
  const announceWallet = (userId: UserId, { balance }: WalletPush) => wallets.push({ userId, balance });
  const announce = { announceNotification, announceWallet };
  const now = () => instant(Date.now());
  const run = () => deliverNotifications({ db: database.worker.db, announce, now });
  return { run, pushed, wallets };
}

test('pushes each notification once to the open screens of its bettor, also with two workers', async () => {
  const bettors = [];
  for (let dollars = 1; dollars <= 20; dollars += 1) bettors.push(await openBettor(dollars));
  await openBettor(99, false);
  const [first, second] = [worker(), worker()];
  await Promise.all([first.run(), second.run()]);
  await first.run();
  const pushed = [...first.pushed, ...second.pushed];
  const expected = bettors.map(({ userId }, at) => ({ userId, text: `$${at + 1}.00 was added to your balance.` }));
  expect(pushed).toHaveLength(expected.length);
  expect(pushed).toEqual(expect.arrayContaining(expected));
});

test.each([
  ['with a notification', []],
  ['without the notification that is switched off', ['adjustment' as const]],
])('the balance after an adjustment, which a command posts, is pushed %s', async (_, off) => {
  const { userId, walletId } = await openBettor(100);
  await saveNotificationSettings(database.db, walletId, { inAppOff: off, pushOff: off });
  const { run, pushed, wallets } = worker();
  await run();
  const owner = connect(database.ownerUrl, { max: 2, applicationName: 'test' });
  const operator = createWalletWriter(owner);
  const adjustment = { id: crypto.randomUUID(), amount: cents(-250), cause: 'payment' } as const;
  const [requestedBy, approvedBy] = [crypto.randomUUID() as UserId, crypto.randomUUID() as UserId];
  const posted = await operator.submit({
    type: 'make-adjustment',
    walletId,
    adjustment: { ...adjustment, requestedBy, approvedBy },
    actor: `admin:${approvedBy}`,
    cause: 'test',
  });
  await operator.close();
  await owner.close();
  expect(posted.ok).toBe(true);
  await run();
  expect(wallets).toEqual([{ userId, balance: 97.5 }]);
  const text = '$2.50 was taken from your balance: correction of a payment.';
  expect(pushed.slice(1)).toEqual(off.length === 0 ? [{ userId, text }] : []);
});

test('a bet that reaches its target is one notification of the cash-out, and none of a settlement', async () => {
  const bettor = await openBettor(100);
  const { run, pushed } = worker();
  await run();
  const match = await createMatch(database.db, 'Ajax', 'Utrecht');
  const command = homeWins(bettor, [match], 1_000);
  expect(await api.submit(command)).toMatchObject({ ok: true });
  await setCashOutRule(database.db, { id: command.betId, userId: bettor.userId }, cents(900));
  const cashOut = createCashOutRules({
    db: database.worker.db,
    writer,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    now: () => instant(Date.now()),
    inPlay: 'open',
    delays: { usual: 8, ofLeague: {} },
    cashOutMargin: new Decimal('0.05'),
    announce: { settled: () => {} },
  });
  await cashOut();
  await cashOut();
  await finishMatch(database.db, match.id, 1, 0);
  await settleEnded(database.worker, match.id);
  await run();
  expect(pushed.slice(1)).toEqual([
    { userId: bettor.userId, text: 'Single: Ajax Win. It reached your target. Paid $9.24.' },
  ]);
});
