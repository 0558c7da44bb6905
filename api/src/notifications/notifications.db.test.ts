import { createHash } from 'node:crypto';
import type {
  NotificationSettings,
  NotificationsView,
  NotificationView,
  WithdrawAnswer,
} from '@touchline/core/contract';
import { notificationText } from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import { instant } from '@touchline/core/instant';
import { knownPushServices, notificationKinds } from '@touchline/core/notifications';
import { excludeBettor } from '@touchline/store/limits';
import { listUngraded } from '@touchline/store/matches';
import { makeVapidKey, vapidKeysOf } from '@touchline/store/notifications';
import { applyRetention } from '@touchline/store/privacy';
import { saveScores, settleMatch } from '@touchline/store/settlement';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  buildTestApp,
  buildTestNode,
  creditDollars,
  logIn,
  openAccount,
  openBettor,
  quote,
  requestAs,
  testPassword,
} from '../testing/test-app.ts';

const api = await buildTestApp();
await openAccount(api, 'boss@example.com', 'admin');
const boss = await logIn(api.app, 'boss@example.com');
afterAll(() => api.close());

const ask = async (token: string, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
  const answer = await requestAs(api.app, token, method, url, payload);
  if (answer.statusCode >= 300) throw new Error(`${answer.statusCode} ${answer.body}`);
  return answer;
};
const list = async (token: string, query = '') =>
  (await ask(token, 'GET', `/notifications${query}`)).json<NotificationsView>();
const textsOf = (notifications: readonly NotificationView[]) =>
  notifications.map((notification) => {
    const { title, text } = notificationText(notification, { amounts: true });
    return `${title}: ${text}`;
  });
/** What a bettor was notified of after the deposit that opened the wallet, oldest first. */
const notificationsOf = async (token: string) =>
  textsOf((await list(token)).notifications)
    .toReversed()
    .slice(1);

async function withdraw(token: string, amount: number): Promise<string> {
  const answer = await ask(token, 'POST', '/payment/withdraw', {
    amount,
    withdrawalMethod: 'bank_transfer',
    bankName: 'ABN AMRO',
    accountHolder: 'Ada Bell',
    iban: 'NL91 ABNA 0417 1643 00',
    password: testPassword,
  });
  return answer.json<WithdrawAnswer>().transactionId;
}

let names = 0;
/** All matches on offer; earlier ones are suspended. */
async function offer(count: number) {
  const quotes = Array.from({ length: count }, () => ({ name: `Red${++names}` }));
  const ids = await quote(api.database, quotes);
  return quotes.map(({ name }, at) => ({ id: ids[at] as MatchId, name, home: `${name} United Win` }));
}
type TestMatch = Awaited<ReturnType<typeof offer>>[number];
const bet = (token: string, matches: readonly TestMatch[], stake = 10) =>
  ask(token, 'POST', '/bet', {
    stake,
    matches: matches.map(({ id, home }) => ({ matchId: id, betOutcome: home, odds: 2.1 })),
  });
const kickOff = ({ id }: TestMatch) =>
  api.database.pool.query(`update matches set kickoff_at = now() - interval '2 hours' where id = $1`, [id]);
/** What the worker does with a score of the provider. */
const score = ({ name }: TestMatch, home: number, away: number) =>
  api.database.worker.db
    .transaction()
    .execute((trx) =>
      saveScores(
        trx,
        'test',
        [{ providerEventId: name, score: { home, away }, state: 'in-play' }],
        instant(Date.now()),
      ),
    );
const result = (match: TestMatch, decision: object) =>
  ask(boss, 'POST', `/markets/${match.id}/result`, { result: decision, reason: 'the referee said so' });
const scored = (home: number, away: number) => ({ kind: 'score', home, away });
/** Two workers settle at once, and again. */
async function settleAll() {
  const settle = async () => {
    for (const { match } of await listUngraded(api.database.db))
      await settleMatch(api.database, match.id, { now: () => instant(Date.now()) });
  };
  await Promise.all([settle(), settle()]);
  await settle();
}

test('notifies once of each deposit and of each decision about a withdrawal, but not of what bettors do themselves', async () => {
  const { token } = await openBettor(api, 'ada@example.com', 100);
  expect(textsOf((await list(token)).notifications)).toEqual(['Deposit received: $100.00 was added to your balance.']);
  const [paid, rejected, canceled] = [await withdraw(token, 20), await withdraw(token, 30), await withdraw(token, 10)];
  for (const attempt of [1, 2]) await ask(boss, 'POST', `/payment/withdraw/process/${paid}`, { attempt });
  await ask(boss, 'POST', `/payment/withdraw/cancel/${rejected}`, {});
  await ask(token, 'POST', `/payment/withdraw/cancel-own/${canceled}`, {});
  expect(await notificationsOf(token)).toEqual([
    'Withdrawal approved: Your withdrawal of $20.00 was approved and paid.',
    'Withdrawal rejected: Your withdrawal of $30.00 was rejected. The money is back in your balance.',
  ]);
});

test('notifies once of a result, and of each correction, with two workers', async () => {
  const [won, lost, voided] = (await offer(3)) as [TestMatch, TestMatch, TestMatch];
  const { token } = await openBettor(api, 'bea@example.com', 100);
  for (const match of [won, lost, voided]) await bet(token, [match]);
  await bet(token, [won, lost], 5);
  for (const match of [won, lost, voided]) await kickOff(match);
  await result(won, scored(1, 0));
  await settleAll();
  expect(await notificationsOf(token)).toEqual([`Your bet won: Single: ${won.home}. Returned $21.00.`]);
  await result(lost, scored(0, 0));
  await result(voided, { kind: 'void' });
  await settleAll();
  expect((await notificationsOf(token)).slice(1).toSorted()).toEqual([
    `Your bet is void: Single: ${voided.home}. Your stake of $10.00 was returned.`,
    `Your bet lost: Double: ${won.home} + ${lost.home}`,
    `Your bet lost: Single: ${lost.home}`,
  ]);
  await result(won, scored(1, 1));
  await settleAll();
  expect((await notificationsOf(token)).slice(4)).toEqual([`Result corrected: your bet lost: Single: ${won.home}`]);
});

test('notifies everyone with an open bet on the match of a goal and of a corrected score, once each', async () => {
  const [match] = (await offer(1)) as [TestMatch];
  const { token } = await openBettor(api, 'cal@example.com', 100);
  const { token: other } = await openBettor(api, 'dan@example.com', 100);
  const { token: excluded, user } = await openBettor(api, 'eve@example.com', 100);
  for (const bettor of [token, token, excluded]) await bet(bettor, [match]);
  const by = { walletId: user.walletId, actor: `user:${user.id}` };
  expect(await excludeBettor(api.database.db, by, { kind: 'self-exclusion', days: null })).toMatchObject({ ok: true });
  await kickOff(match);
  await Promise.all([score(match, 1, 0), score(match, 1, 0)]);
  await score(match, 1, 0);
  await score(match, 0, 0);
  await score(match, 1, 1);
  const teams = (goals: string) => `${match.name} United ${goals} ${match.name} City. You have ${match.home}.`;
  expect(await notificationsOf(token)).toEqual([
    `Goal: ${match.name} United: ${teams('1:0')}`,
    `The score was corrected: ${teams('0:0')}`,
    `Goal: ${match.name} United and ${match.name} City: ${teams('1:1')}`,
  ]);
  expect([await notificationsOf(other), await notificationsOf(excluded)]).toEqual([[], []]);
  // What concerns their money still reaches an excluded bettor.
  await result(match, scored(1, 1));
  await settleAll();
  expect(await notificationsOf(excluded)).toEqual([`Your bet lost: Single: ${match.home}`]);
  await expect(score(match, 2, 1)).resolves.toMatchObject({ changed: [] });
});

test('a kind that is switched off is not stored, the others are', async () => {
  const [match] = (await offer(1)) as [TestMatch];
  const { token } = await openBettor(api, 'fay@example.com', 100);
  const off: Partial<NotificationSettings> = { inAppOff: ['goal', 'bet-settled'] };
  const saved = { ...off, pushOff: [], pushAmounts: false };
  expect((await ask(token, 'PUT', '/notifications/settings', off)).json<NotificationSettings>()).toEqual(saved);
  expect((await ask(token, 'GET', '/notifications/settings')).json<NotificationSettings>()).toEqual(saved);
  await bet(token, [match]);
  await kickOff(match);
  await score(match, 1, 0);
  await result(match, scored(1, 0));
  await settleAll();
  expect(await notificationsOf(token)).toEqual([]);
  await result(match, scored(1, 1));
  await settleAll();
  expect(await notificationsOf(token)).toEqual([`Result corrected: your bet lost: Single: ${match.home}`]);
});

test('keeps every switch that several devices change at the same time', async () => {
  const { token } = await openBettor(api, 'ned@example.com', 1);
  const turn = (isOn: boolean) =>
    Promise.all(
      notificationKinds.flatMap((kind) =>
        (['inApp', 'push'] as const).map((place) =>
          ask(token, 'PUT', '/notifications/settings', { switched: { place, kind, isOn } }),
        ),
      ),
    );
  const saved = async () => {
    const { inAppOff, pushOff, pushAmounts } = (
      await ask(token, 'GET', '/notifications/settings')
    ).json<NotificationSettings>();
    return { inAppOff: inAppOff.sort(), pushOff: pushOff.sort(), pushAmounts };
  };
  await ask(token, 'PUT', '/notifications/settings', { pushAmounts: true });
  await turn(false);
  const all = [...notificationKinds].sort();
  expect(await saved()).toEqual({ inAppOff: all, pushOff: all, pushAmounts: true });
  await turn(false);
  expect(await saved()).toEqual({ inAppOff: all, pushOff: all, pushAmounts: true });
  await turn(true);
  expect(await saved()).toEqual({ inAppOff: [], pushOff: [], pushAmounts: true });
});

test('lists pages, counts unread ones, and marks them as read for their bettor only', async () => {
  const { token, user } = await openBettor(api, 'gil@example.com', 1);
  const { token: other } = await openBettor(api, 'hal@example.com', 1);
  for (const dollars of [2, 3, 4]) await creditDollars(api, user, dollars);
  const first = await list(token, '?limit=2');
  const second = await list(token, `?limit=2&before=${first.notifications.at(-1)?.id}`);
  const amounts = [first, second].map(({ notifications }) => notifications.map((one) => 'amount' in one && one.amount));
  expect([amounts, first.unread]).toEqual([
    [
      [4, 3],
      [2, 1],
    ],
    4,
  ]);
  const upTo = first.notifications.at(-1)?.id;
  expect((await ask(token, 'POST', '/notifications/read', { upTo })).json()).toEqual({ unread: 1 });
  // An older one does not make the newer ones unread, and those of others are theirs.
  const older = second.notifications.at(-1)?.id;
  expect((await ask(token, 'POST', '/notifications/read', { upTo: older })).json()).toEqual({ unread: 1 });
  expect((await list(token)).notifications.map(({ isRead }) => isRead)).toEqual([false, true, true, true]);
  expect((await list(other)).unread).toBe(1);
  // One beyond the newest does not mark later ones.
  await ask(token, 'POST', '/notifications/read', { upTo: Number.MAX_SAFE_INTEGER });
  await creditDollars(api, user, 5);
  expect((await list(token)).unread).toBe(1);
});

test('closing an account deletes its notifications and settings, and time deletes old ones', async () => {
  const { token, user } = await openBettor(api, 'ida@example.com', 10);
  const { user: otherUser } = await openBettor(api, 'jan@example.com', 10);
  await ask(token, 'PUT', '/notifications/settings', { inAppOff: ['goal'] });
  await ask(boss, 'POST', `/payment/withdraw/process/${await withdraw(token, 10)}`, {});
  const stored = async () =>
    (
      await api.database.pool.query(
        `select wallet_id from notifications where wallet_id = any($1)
         union all select wallet_id from notification_settings where wallet_id = any($1)`,
        [[user.walletId, otherUser.walletId]],
      )
    ).rows.map((row) => row.wallet_id === user.walletId);
  expect(await stored()).toEqual(expect.arrayContaining([true, false]));
  await ask(token, 'POST', '/auth/close-account', { password: testPassword });
  expect(await stored()).toEqual([false]);
  const after = (days: number) => applyRetention(api.database.worker.db, instant(Date.now() + days * 86_400_000));
  await after(89);
  expect(await stored()).toEqual([false]);
  await after(91);
  expect(await stored()).toEqual([]);
});

describe('push messages', () => {
  const publicKey = vapidKeysOf(makeVapidKey())?.publicKey;
  const endpoint = 'https://fcm.googleapis.com/fcm/send/abc';
  const p256dh = vapidKeysOf(makeVapidKey())?.publicKey;
  const browser = (named = endpoint) => ({ endpoint: named, keys: { p256dh, auth: 'A'.repeat(22) } });
  const digest = createHash('sha256').update(endpoint).digest('hex');
  let node: Awaited<ReturnType<typeof buildTestNode>>;
  beforeAll(async () => {
    node = await buildTestNode(api.database, { push: { publicKey, services: knownPushServices } });
  });
  afterAll(() => node.close());
  const push = (token: string, method: 'GET' | 'POST' | 'DELETE', payload?: object) =>
    requestAs(node.app, token, method, '/notifications/push', payload);

  test('are subscribed by one session, stored sealed, and end with it', async () => {
    const { token, user } = await openBettor(api, 'kay@example.com', 10);
    const second = await logIn(api.app, 'kay@example.com');
    expect((await push(token, 'GET')).json()).toEqual({ publicKey, subscribed: null });
    expect((await push(token, 'POST', browser())).json()).toEqual({ publicKey, subscribed: digest });
    expect((await push(second, 'GET')).json()).toEqual({ publicKey, subscribed: null });
    const { rows } = await api.database.pool.query('select * from push_subscriptions where wallet_id = $1', [
      user.walletId,
    ]);
    expect([rows.length, JSON.stringify(rows).includes('fcm.googleapis')]).toEqual([1, false]);
    const download = (await ask(token, 'GET', '/auth/download')).json();
    expect(download.notifications).toMatchObject({ pushDevices: [{ since: expect.any(String) }] });
    expect((await push(token, 'DELETE')).json()).toEqual({ publicKey, subscribed: null });
    await push(second, 'POST', browser());
    await ask(boss, 'POST', `/payment/withdraw/process/${await withdraw(token, 10)}`, {});
    await ask(token, 'POST', '/auth/close-account', { password: testPassword });
    expect((await api.database.pool.query('select from push_subscriptions')).rowCount).toBe(0);
  });

  test('attack: are refused for an unknown push service, an invalid key, or without push set up', async () => {
    const { token } = await openBettor(api, 'lea@example.com', 1);
    for (const named of ['https://169.254.169.254/x', 'http://localhost:4000/x', 'https://attacker.example/x']) {
      const answer = await push(token, 'POST', browser(named));
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'push-service-unknown']);
    }
    for (const key of [`B${'A'.repeat(86)}`, `A${p256dh?.slice(1)}`]) {
      const answer = await push(token, 'POST', { endpoint, keys: { p256dh: key, auth: 'A'.repeat(22) } });
      expect([answer.statusCode, answer.json()]).toEqual([
        422,
        {
          code: 'push-key-invalid',
          error: 'We cannot encrypt push messages for this browser. Turn them on again to get a new key.',
        },
      ]);
    }
    const answer = await requestAs(api.app, token, 'POST', '/notifications/push', browser());
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'push-off']);
    expect((await ask(token, 'GET', '/notifications/push')).json()).toEqual({ publicKey: null, subscribed: null });
  });
});
