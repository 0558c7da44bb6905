import type { MatchId } from '@touchline/core/ids';
import { hours, instant, minutes, seconds } from '@touchline/core/instant';
import type { NotificationKind } from '@touchline/core/notifications';
import { createSandbox } from '@touchline/sandbox/create';
import { changeUser, endSessions, openSession } from '@touchline/store/accounts';
import { excludeBettor } from '@touchline/store/limits';
import {
  makeVapidKey,
  markRead,
  saveNotificationSettings,
  savePushSubscription,
  type VapidKeys,
  vapidKeysOf,
} from '@touchline/store/notifications';
import { applyRetention } from '@touchline/store/privacy';
import { saveScores } from '@touchline/store/settlement';
import {
  createMatch,
  createTestDatabase,
  creditDollars,
  homeWins,
  openAccount,
  placeBet,
  type TestMatch,
  testDataKey,
} from '@touchline/store/testing';
import { createWalletWriter } from '@touchline/store/wallet';
import { afterAll, expect, test } from 'vitest';
import { deliverNotifications } from './deliver-notifications.ts';
import { type PushOutcome, type PushPayload, sendPushes } from './send-pushes.ts';

const keys = vapidKeysOf(makeVapidKey()) as VapidKeys;
const database = await createTestDatabase();
const writer = createWalletWriter(database);
const service = await createSandbox();
afterAll(async () => {
  await writer.close();
  await database.close();
  await service.close();
});

const call = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
  const answer = await fetch(`${service.url}/push/api${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return (answer.status === 204 ? undefined : await answer.json()) as Answer;
};
type Subscription = { readonly endpoint: string; readonly keys: { readonly p256dh: string; readonly auth: string } };
const idOf = ({ endpoint }: Subscription) => endpoint.split('/').at(-1) ?? '';
const subscribe = (applicationServerKey = keys.publicKey) =>
  call<Subscription>('POST', '/subscriptions', { applicationServerKey });
/** What the next messages to a browser are answered with; then 201 again. */
const answerNext = (browser: Subscription, ...answers: readonly object[]) =>
  call('POST', `/subscriptions/${idOf(browser)}/answers`, { answers });

type Received = {
  readonly ttl: number;
  readonly urgency: string;
  readonly topic: string;
  readonly payload: PushPayload;
};
async function receivedBy(browser: Subscription): Promise<readonly Received[]> {
  const { messages } = await call<{ messages: (Received & { subscription: string; text: string })[] }>(
    'GET',
    '/messages',
  );
  return messages
    .filter(({ subscription }) => subscription === idOf(browser))
    .map(({ ttl, urgency, topic, text }) => ({ ttl, urgency, topic, payload: JSON.parse(text) as PushPayload }));
}
const textsOf = async (browser: Subscription) =>
  (await receivedBy(browser)).map(({ payload: { title, text } }) => `${title}: ${text}`);

/** A bettor who is logged in and has push messages sent to a browser. */
async function openBettor() {
  const { id: userId, walletId } = await openAccount(database.db, `${crypto.randomUUID()}@example.com`);
  const logIn = async () =>
    (await openSession(database.db, userId, { userAgent: '', address: '' }, instant(Date.now()))).id;
  const sessionId = await logIn();
  const browser = await subscribe();
  await save({ sessionId, walletId }, browser);
  return { userId, walletId, sessionId, browser, logIn };
}
type Bettor = Awaited<ReturnType<typeof openBettor>>;
const save = (subscriber: Pick<Bettor, 'sessionId' | 'walletId'>, browser: Subscription) =>
  savePushSubscription(database.db, testDataKey, subscriber, browser, instant(Date.now()));

const deposit = ({ walletId }: Pick<Bettor, 'walletId'>, dollars: number) => creditDollars(writer, walletId, dollars);
async function betOn(bettor: Bettor): Promise<TestMatch> {
  const match = await createMatch(database.db, 'Ajax', 'Utrecht');
  await placeBet(writer, homeWins(bettor, [match], 1_000));
  await database.pool.query(`update matches set kickoff_at = now() - interval '20 minutes' where id = $1`, [match.id]);
  return match;
}
const score = ({ id }: { readonly id: MatchId }, home: number, away: number) =>
  database.worker.db
    .transaction()
    .execute((trx) =>
      saveScores(trx, 'test', [{ providerEventId: id, score: { home, away }, state: 'in-play' }], instant(Date.now())),
    );

/** `from`: when time stands still. */
type Conditions = { readonly from?: number; readonly laterMs?: number; readonly services?: readonly string[] };
/** A leading worker, once: queues what is new and sends what is due. Returns the outcomes. */
async function work({ from, laterMs = 0, services = [service.url] }: Conditions = {}): Promise<readonly PushOutcome[]> {
  const outcomes: PushOutcome[] = [];
  const now = () => instant((from ?? Date.now()) + laterMs);
  await deliver(now);
  await sendPushes({
    db: database.worker.db,
    dataKey: testDataKey,
    push: { keys, subject: 'mailto:support@touchline.example', services },
    counted: (outcome) => outcomes.push(outcome),
    log: { warn: () => {} },
    now,
  });
  return outcomes;
}
const deliver = (now = () => instant(Date.now())) =>
  deliverNotifications({
    db: database.worker.db,
    announce: { announceNotification: () => {}, announceWallet: () => {} },
    now,
  });
const waiting = async ({ walletId }: Bettor): Promise<number> =>
  (await database.pool.query('select from push_messages where wallet_id = $1', [walletId])).rowCount ?? 0;
const subscribed = async ({ walletId }: Bettor): Promise<number> =>
  (await database.pool.query('select from push_subscriptions where wallet_id = $1', [walletId])).rowCount ?? 0;

test('sends a notification once to each browser of its bettor, encrypted and signed, without amounts unless wanted', async () => {
  const bettor = await openBettor();
  const second = await subscribe();
  await save({ ...bettor, sessionId: await bettor.logIn() }, second);
  const other = await openBettor();
  await deposit(bettor, 20);
  const outcomes = await Promise.all([work(), work()]);
  await work();
  expect(outcomes.flat()).toEqual(['sent', 'sent']);
  for (const browser of [bettor.browser, second]) {
    const [message, ...more] = await receivedBy(browser);
    expect(more).toEqual([]);
    expect(message?.payload).toEqual({
      title: 'Deposit received',
      text: 'Your deposit was added to your balance.',
      href: '/my-wallet',
      tag: message?.topic,
    });
    expect(message).toMatchObject({ urgency: 'normal', topic: expect.stringMatching(/^[\w-]{32}$/) });
    expect(message?.ttl).toBeGreaterThan(86_000);
  }
  expect([await receivedBy(other.browser), await waiting(bettor)]).toEqual([[], 0]);
  await saveNotificationSettings(database.db, bettor.walletId, { pushAmounts: true });
  await deposit(bettor, 5);
  await work();
  expect((await textsOf(second)).at(-1)).toBe('Deposit received: $5.00 was added to your balance.');
});

test('writes a push message in the language of the account', async () => {
  const [german, spanish, english] = [await openBettor(), await openBettor(), await openBettor()];
  await changeUser(database.db, german.userId, { language: 'de' });
  await changeUser(database.db, spanish.userId, { language: 'es' });
  for (const bettor of [german, spanish, english]) {
    await saveNotificationSettings(database.db, bettor.walletId, { pushAmounts: true });
    await deposit(bettor, 1_234);
  }
  await work();
  const texts = await Promise.all([german, spanish, english].map(({ browser }) => textsOf(browser)));
  expect(texts.flat()).toEqual([
    'Einzahlung erhalten: 1.234,00\u00a0$ wurden deinem Guthaben gutgeschrieben.',
    'Depósito recibido: Se han añadido 1234,00\u00a0$ a tu saldo.',
    'Deposit received: $1,234.00 was added to your balance.',
  ]);
});

test('a notification is sent by the worker that queues it, at once', async () => {
  const bettor = await openBettor();
  const outcomes: PushOutcome[] = [];
  for (let round = 0; round < 50; round += 1) {
    await deposit(bettor, 1);
    outcomes.push(...(await work()));
  }
  expect(outcomes).toEqual(Array.from({ length: 50 }, () => 'sent'));
});

test('a later goal of a match replaces the earlier one, is urgent, and is not sent when it is old', async () => {
  const bettor = await openBettor();
  await deposit(bettor, 100);
  await work();
  const match = await betOn(bettor);
  await score(match, 1, 0);
  await work();
  await score(match, 1, 1);
  await work();
  const [, first, second] = await receivedBy(bettor.browser);
  expect(second?.payload).toMatchObject({
    title: 'Goal: Utrecht',
    text: 'Ajax 1:1 Utrecht. You have Ajax Win.',
    href: `/match/${match.id}`,
    tag: first?.payload.tag,
  });
  expect(second).toMatchObject({ urgency: 'high', topic: first?.topic });
  expect(second?.ttl).toBeLessThanOrEqual(600);
  await score(match, 2, 1);
  expect([await work({ laterMs: minutes(11) }), await waiting(bettor)]).toEqual([['late'], 0]);
});

test('sends again later what a push service did not take, and no sooner than it asked', async () => {
  const bettor = await openBettor();
  await answerNext(bettor.browser, { status: 503 }, { status: 429, retryAfter: 120 });
  await deposit(bettor, 1);
  const from = Date.now();
  expect([await work({ from }), await work({ from, laterMs: seconds(14) })]).toEqual([['failed'], []]);
  expect(await work({ from, laterMs: seconds(16) })).toEqual(['failed']);
  expect(await work({ from, laterMs: seconds(16 + 119) })).toEqual([]);
  expect(await work({ from, laterMs: seconds(16 + 120) })).toEqual(['sent']);
  expect([await textsOf(bettor.browser), await waiting(bettor)]).toEqual([
    ['Deposit received: Your deposit was added to your balance.'],
    0,
  ]);
});

test('sends again what a worker had taken when it died, and what no service answers', async () => {
  const bettor = await openBettor();
  await deposit(bettor, 1);
  const nowhere = 'http://localhost:9';
  await save(bettor, { ...bettor.browser, endpoint: `${nowhere}/push/x` });
  expect(await work({ services: [nowhere] })).toEqual(['failed']);
  await save(bettor, bettor.browser);
  await deposit(bettor, 1);
  await deliver();
  // As taken by a worker that died.
  await database.pool.query(`update push_messages set attempts = 1, next_at = now() + interval '35 seconds'`);
  expect([await work(), await work({ laterMs: seconds(36) })]).toEqual([[], ['sent']]);
});

test.each([404, 410])('a browser whose push service answers %i gets nothing more', async (status) => {
  const bettor = await openBettor();
  await answerNext(bettor.browser, { status });
  await deposit(bettor, 1);
  await deposit(bettor, 2);
  const outcomes = await work();
  expect(outcomes).toContain('gone');
  expect([await subscribed(bettor), await waiting(bettor)]).toEqual([0, 0]);
});

test('a message that is refused is not sent again, and the browser gets the next one', async () => {
  const bettor = await openBettor();
  await answerNext(bettor.browser, { status: 413 });
  await deposit(bettor, 1);
  expect(await work()).toEqual(['refused']);
  await deposit(bettor, 2);
  expect([await work(), (await receivedBy(bettor.browser)).length]).toEqual([['sent'], 1]);
  const stranger = await openBettor();
  await save(stranger, await subscribe(vapidKeysOf(makeVapidKey())?.publicKey));
  await deposit(stranger, 1);
  expect([await work(), await waiting(stranger)]).toEqual([['refused'], 0]);
});

test('a kind that is switched off is not sent, also when it is on in the app', async () => {
  const bettor = await openBettor();
  const off: NotificationKind[] = ['deposit'];
  await saveNotificationSettings(database.db, bettor.walletId, { pushOff: off });
  await deposit(bettor, 1);
  await saveNotificationSettings(database.db, bettor.walletId, { pushOff: [], inAppOff: off });
  await deposit(bettor, 2);
  await work();
  expect(await receivedBy(bettor.browser)).toHaveLength(1);
});

test('nothing is sent that the bettor has read, or after the session ended', async () => {
  const [reader, leaver] = [await openBettor(), await openBettor()];
  for (const bettor of [reader, leaver]) await answerNext(bettor.browser, { status: 503 });
  await deposit(reader, 1);
  await deposit(leaver, 1);
  expect(await work()).toEqual(['failed', 'failed']);
  await markRead(database.db, reader.walletId, Number.MAX_SAFE_INTEGER);
  await endSessions(
    database.db,
    { userId: leaver.userId, only: leaver.sessionId, why: 'logged-out' },
    instant(Date.now()),
  );
  await deposit(leaver, 2);
  expect(await work({ laterMs: minutes(1) })).toEqual([]);
  expect([await waiting(reader), await waiting(leaver), await subscribed(leaver)]).toEqual([0, 0, 1]);
  await applyRetention(database.worker.db, instant(Date.now() + hours(25)));
  expect(await subscribed(leaver)).toBe(0);
});

test('a browser gets the messages of the last account that subscribed with it', async () => {
  const [first, second] = [await openBettor(), await openBettor()];
  await save(second, first.browser);
  await deposit(first, 1);
  await deposit(second, 2);
  expect([await work(), await subscribed(first)]).toEqual([['sent'], 0]);
  expect(await receivedBy(first.browser)).toHaveLength(1);
});

test('an excluded bettor gets no goals, also those that waited, but what concerns their money', async () => {
  const bettor = await openBettor();
  await deposit(bettor, 100);
  await work();
  const match = await betOn(bettor);
  await answerNext(bettor.browser, { status: 503 });
  await score(match, 1, 0);
  expect(await work()).toEqual(['failed']);
  const by = { walletId: bettor.walletId, actor: `user:${bettor.userId}` };
  expect(await excludeBettor(database.db, by, { kind: 'self-exclusion', days: null })).toMatchObject({ ok: true });
  await score(match, 2, 0);
  expect([await work({ laterMs: minutes(1) }), await waiting(bettor)]).toEqual([[], 0]);
  await deposit(bettor, 1);
  expect(await work()).toEqual(['sent']);
});

test('attack: nothing is sent to an endpoint that is no listed push service', async () => {
  const bettor = await openBettor();
  await deposit(bettor, 1);
  expect(await work({ services: ['fcm.googleapis.com'] })).toEqual(['gone']);
  expect([await receivedBy(bettor.browser), await subscribed(bettor)]).toEqual([[], 0]);
});

test('attack: unusable push keys do not stop the messages of other bettors', async () => {
  const [attacker, bettor] = [await openBettor(), await openBettor()];
  for (let sessions = 0; sessions < 20; sessions += 1) {
    const { endpoint, keys } = await subscribe();
    const p256dh = `B${'A'.repeat(86)}`;
    await save({ ...attacker, sessionId: await attacker.logIn() }, { endpoint, keys: { ...keys, p256dh } });
  }
  await deposit(attacker, 1);
  await deposit(bettor, 1);
  expect((await work()).toSorted()).toEqual([...Array.from({ length: 20 }, () => 'gone'), 'sent', 'sent']);
  expect([await subscribed(attacker), await waiting(attacker), await waiting(bettor)]).toEqual([1, 0, 0]);
});

test('sends to an endpoint that is written unusually', async () => {
  const bettor = await openBettor();
  await save(bettor, { ...bettor.browser, endpoint: bettor.browser.endpoint.replace('//', '///') });
  await deposit(bettor, 1);
  expect(await work()).toEqual(['sent']);
});
