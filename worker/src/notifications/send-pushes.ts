import { createHash } from 'node:crypto';
import { inLanguage } from '@touchline/core/catalogues';
import { type NotificationText, notificationText, viewNotification } from '@touchline/core/contract';
import { type Instant, instant, seconds } from '@touchline/core/instant';
import { isPushEndpoint, pushDelivery, pushRetryMs, pushSubject } from '@touchline/core/notifications';
import type { Db } from '@touchline/store/connect';
import {
  type DuePush,
  deletePushSubscription,
  endPushes,
  isPushKey,
  openPushSubscription,
  postponePush,
  takeDuePushes,
} from '@touchline/store/notifications';
import { type DataKey, SealBroken } from '@touchline/store/sealed';
import webPush from 'web-push';
import type { WorkerEnv } from '../env.ts';
import type { Log } from '../log.ts';
import { forEachConcurrently } from '../provider/for-each-concurrently.ts';

type Deps = {
  readonly db: Db;
  readonly dataKey: DataKey;
  readonly push: WorkerEnv['push'];
  readonly counted: (outcome: PushOutcome) => void;
  readonly log: Pick<Log, 'warn'>;
  readonly now: () => Instant;
};

/** `gone`: the browser unsubscribed. `refused`: it will never be accepted. `late`: it could not be sent in time. */
export type PushOutcome = 'sent' | 'gone' | 'refused' | 'failed' | 'late';
/** `retryMs`: how long the push service asked us to wait. */
type Answer = { readonly outcome: Exclude<PushOutcome, 'late'>; readonly status?: number; readonly retryMs?: number };

/** What the service worker of a screen shows (`web/src/offline/show-push.ts`). A message with the `tag` of an earlier one replaces it. */
export type PushPayload = NotificationText & { readonly tag: string };

const batchSize = 200;
const atOnce = 20;
const timeoutMs = seconds(10);
const encoding = 'aes128gcm';

/** Sends the push messages that are due to the push services of browsers. What a service does not take now is sent again later. */
export async function sendPushes(deps: Deps): Promise<void> {
  const { db, push, now } = deps;
  if (!push) return;
  for (let taken = batchSize; taken === batchSize; ) {
    const at = now();
    const retryAt = instant(at + timeoutMs * 2 + pushRetryMs(0));
    const batch = await takeDuePushes(db, { now: at, retryAt, most: batchSize });
    await forEachConcurrently(atOnce, batch.pushes, (due) => sendPush({ ...deps, push }, due));
    taken = batch.taken;
  }
}

async function sendPush(deps: Deps & { readonly push: NonNullable<Deps['push']> }, due: DuePush): Promise<void> {
  const { db, counted, log, now } = deps;
  const { keepMs } = pushDelivery(due.facts.kind);
  if (due.at + keepMs <= now()) {
    counted('late');
    return endPushes(db, [due]);
  }
  const { outcome, status, retryMs } = await deliver(deps, due);
  counted(outcome);
  switch (outcome) {
    case 'sent':
      return endPushes(db, [due]);
    case 'gone':
      return deletePushSubscription(db, due.sessionId);
    case 'refused':
      log.warn({ status }, 'push message refused');
      return endPushes(db, [due]);
    case 'failed':
      return postponePush(db, due, instant(now() + Math.max(pushRetryMs(due.attempts), retryMs ?? 0)));
  }
}

/** Sends one message (RFC 8030), encrypted for its browser (RFC 8291). */
async function deliver({ dataKey, push, now }: Parameters<typeof sendPush>[0], due: DuePush): Promise<Answer> {
  const { sessionId, sealed, facts, amounts, language, at } = due;
  let subscription: ReturnType<typeof openPushSubscription>;
  try {
    subscription = openPushSubscription(dataKey, sessionId, sealed);
  } catch (error) {
    if (error instanceof SealBroken) return { outcome: 'refused' };
    throw error;
  }
  const { endpoint, keys } = subscription;
  // Either rule may have become stricter since the browser subscribed.
  if (!isPushEndpoint(endpoint, push.services) || !isPushKey(keys.p256dh)) return { outcome: 'gone' };
  const { keepMs, urgency } = pushDelivery(facts.kind);
  const tag = createHash('sha256').update(pushSubject(facts)).digest('base64url').slice(0, 32);
  const text = inLanguage(language ?? 'en', () => notificationText(viewNotification(due), { amounts }));
  const payload: PushPayload = { ...text, tag };
  const { cipherText } = webPush.encrypt(keys.p256dh, keys.auth, JSON.stringify(payload), encoding);
  const { origin } = new URL(endpoint);
  const { subject, keys: own } = push;
  const { Authorization } = webPush.getVapidHeaders(origin, subject, own.publicKey, own.privateKey, encoding);
  try {
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: {
        Authorization,
        'Content-Encoding': encoding,
        'Content-Type': 'application/octet-stream',
        TTL: String(Math.ceil((at + keepMs - now()) / 1_000)),
        Urgency: urgency,
        Topic: tag,
      },
      body: new Uint8Array(cipherText),
      // A push service must not send us elsewhere.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await answer.body?.cancel();
    return answerOf(answer);
  } catch {
    return { outcome: 'failed' };
  }
}

function answerOf({ ok, status, headers }: Response): Answer {
  if (ok) return { outcome: 'sent' };
  if (status === 404 || status === 410) return { outcome: 'gone' };
  if (status === 429 || status >= 500) {
    const waitSeconds = Number(headers.get('retry-after'));
    return { outcome: 'failed', status, ...(waitSeconds > 0 && { retryMs: seconds(Math.min(waitSeconds, 3_600)) }) };
  }
  return { outcome: 'refused', status };
}
