import { notificationEndpoints, type PushView } from '@touchline/core/contract';
import { ok } from '@touchline/core/result';
import { call } from '../api/call.ts';
import type { Answer } from '../api/client.ts';

/** Whether this browser gets push messages. `unsupported`: it cannot. `blocked`: its user forbade it. `unavailable`: the server sends none. */
export type PushState = 'unavailable' | 'unsupported' | 'blocked' | 'off' | 'on';

/** How long a browser may take to start the service worker. */
const patienceMs = 10_000;

/** Compares what the server has stored for this session with the browser's subscription. */
export async function pushStateOf({ publicKey, subscribed }: PushView): Promise<PushState> {
  if (publicKey === null) return 'unavailable';
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  const current = await subscription();
  if (!current || subscribed === null || Notification.permission !== 'granted') return 'off';
  return (await digestOf(current.endpoint)) === subscribed ? 'on' : 'off';
}

const subscription = async () => (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();

async function digestOf(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Asks the user, subscribes this browser, and registers it with the server. */
export async function switchPushOn(publicKey: string): Answer<PushState> {
  if ((await Notification.requestPermission()) !== 'granted')
    return ok(Notification.permission === 'denied' ? 'blocked' : 'off');
  await navigator.serviceWorker.register('/service-worker.js');
  const { pushManager } = await startedWorker();
  // An older one may be of another account or another key.
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { keys = {} } = made.toJSON();
  const { p256dh = '', auth = '' } = keys;
  const saved = await call(notificationEndpoints.subscribe, {
    body: { endpoint: made.endpoint, keys: { p256dh, auth } },
  });
  if (!saved.ok) await made.unsubscribe();
  return saved.ok ? ok('on') : saved;
}

/** Ends this session's push messages, first at the server. */
export async function switchPushOff(): Answer<PushState> {
  const saved = await call(notificationEndpoints.unsubscribe);
  if (!saved.ok) return saved;
  await (await subscription())?.unsubscribe();
  return ok('off');
}

/** `ready` waits for good when the service worker cannot be installed. */
const startedWorker = (): Promise<ServiceWorkerRegistration> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The service worker did not start.')), patienceMs);
    void navigator.serviceWorker.ready.then((registration) => {
      clearTimeout(timer);
      resolve(registration);
    });
  });
