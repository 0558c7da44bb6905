import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import { type Answer, type Asked, answer, isObject, json, jsonObject, nothing, type Route } from '../http/answer.ts';
import { kept } from '../state/kept.ts';

const REMEMBERED = 200;

/** A browser that subscribed: its keys, and the key of the server whose messages it takes. */
type Subscription = {
  readonly id: string;
  readonly privateKey: string;
  readonly auth: string;
  readonly serverKey: string;
  /** What the next messages are answered with instead of 201; the last one stays. */
  readonly answers: readonly { readonly status: number; readonly retryAfter?: number | undefined }[];
};
type Message = {
  readonly subscription: string;
  readonly receivedAt: string;
  readonly ttl: number;
  readonly urgency: string;
  readonly topic: string | null;
  /** The decrypted text. */
  readonly text: string;
};
type State = { readonly subscriptions: readonly Subscription[]; readonly messages: readonly Message[] };

/**
 * A push service as browsers name it (RFC 8030), which verifies who sends (RFC 8292) and decrypts like a browser. JSON under
 * /push/api: subscribe, read messages, unsubscribe, and have messages refused.
 */
export function pushServiceRoutes(stateFolder: string | null, now: () => number): Route[] {
  const state = kept<State>(stateFolder, 'push', { subscriptions: [], messages: [] });
  const find = (id: string) => state.get().subscriptions.find((each) => each.id === id);
  const replace = (subscription: Subscription) =>
    state.set({
      ...state.get(),
      subscriptions: state.get().subscriptions.map((each) => (each.id === subscription.id ? subscription : each)),
    });
  return [
    {
      method: 'POST',
      path: '/push/api/subscriptions',
      run: (asked) => {
        const serverKey = jsonObject(asked)?.['applicationServerKey'];
        if (typeof serverKey !== 'string') return json(400, { message: 'applicationServerKey is missing.' });
        const ecdh = createECDH('prime256v1');
        const p256dh = ecdh.generateKeys('base64url');
        const id = randomBytes(16).toString('base64url');
        const auth = randomBytes(16).toString('base64url');
        const made: Subscription = { id, privateKey: ecdh.getPrivateKey('base64url'), auth, serverKey, answers: [] };
        state.set({ ...state.get(), subscriptions: [...state.get().subscriptions, made] });
        return json(201, { endpoint: `${asked.origin}/push/${id}`, expirationTime: null, keys: { p256dh, auth } });
      },
    },
    {
      method: 'DELETE',
      path: '/push/api/subscriptions/:id',
      run: (asked) => {
        const subscriptions = state.get().subscriptions.filter(({ id }) => id !== asked.part('id'));
        state.set({ ...state.get(), subscriptions });
        return nothing();
      },
    },
    {
      method: 'POST',
      path: '/push/api/subscriptions/:id/answers',
      run: (asked) => {
        const subscription = find(asked.part('id'));
        const answers = jsonObject(asked)?.['answers'];
        if (!subscription || !Array.isArray(answers)) return json(404, { message: 'There is no such subscription.' });
        replace({ ...subscription, answers });
        return nothing();
      },
    },
    { method: 'GET', path: '/push/api/messages', run: () => json(200, { messages: state.get().messages }) },
    {
      method: 'POST',
      path: '/push/:id',
      run: (asked) => {
        const subscription = find(asked.part('id'));
        if (!subscription) return json(410, { message: 'This browser has unsubscribed.' });
        const problem = problemOf(asked, subscription, now());
        if (problem) return problem;
        const [next, ...later] = subscription.answers;
        if (next) {
          replace({ ...subscription, answers: later });
          if (next.status >= 300)
            return answer(next.status, '', next.retryAfter ? { 'retry-after': String(next.retryAfter) } : {});
        }
        const message = read(asked, subscription, now());
        if (!message) return json(400, { message: 'The message is not encrypted for this browser.' });
        state.set({ ...state.get(), messages: [...state.get().messages, message].slice(-REMEMBERED) });
        return answer(201, '', { location: `${asked.origin}/push/messages/${randomBytes(8).toString('hex')}` });
      },
    },
  ];
}

/** What a real service refuses. */
function problemOf(asked: Asked, { serverKey }: Subscription, now: number): Answer | undefined {
  if (!/^\d+$/.test(header(asked, 'ttl'))) return json(400, { message: 'TTL is missing.' });
  if (header(asked, 'content-encoding') !== 'aes128gcm') return json(400, { message: 'Not encoded as aes128gcm.' });
  if (asked.bytes.length > 4_096) return json(413, { message: 'The message is larger than 4096 bytes.' });
  if (!/^[\w-]{0,32}$/.test(header(asked, 'topic'))) return json(400, { message: 'The topic is too long.' });
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(\S+)$/.exec(header(asked, 'authorization')) ?? [];
  if (key !== serverKey) return json(403, { message: 'The browser subscribed with another server key.' });
  return isSigned(token, key, asked.origin, now) ? undefined : json(401, { message: 'The VAPID token is not valid.' });
}

const header = ({ headers }: Asked, name: string): string => String(headers[name] ?? '');

function isSigned(token: string, key: string, audience: string, now: number): boolean {
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  if (point.length !== 65) return false;
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url')) as [
    string,
    string,
  ];
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!signed) return false;
  const { aud, exp, sub } = claimsIn(claims);
  const [end, start] = [Number(exp) * 1_000, now];
  return aud === audience && end > start && end <= start + 86_400_000 && /^(mailto:|https:)/.test(String(sub));
}

function claimsIn(part: string): Record<string, unknown> {
  const claims: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  return isObject(claims) ? claims : {};
}

function read(asked: Asked, { id, privateKey, auth }: Subscription, now: number): Message | undefined {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(privateKey, 'base64url');
  try {
    return {
      subscription: id,
      receivedAt: new Date(now).toISOString(),
      ttl: Number(header(asked, 'ttl')),
      urgency: header(asked, 'urgency'),
      topic: header(asked, 'topic') || null,
      text: openMessage(asked.bytes, { ecdh, auth: Buffer.from(auth, 'base64url') }),
    };
  } catch {
    return undefined;
  }
}

const tagBytes = 16;

/** Decrypts a message as its browser does (RFC 8291, one record of RFC 8188). @throws when it was not encrypted for these keys */
function openMessage(bytes: Uint8Array, browser: { readonly ecdh: ECDH; readonly auth: Buffer }): string {
  const body = Buffer.from(bytes);
  const [salt, keyLength] = [body.subarray(0, 16), body.readUInt8(20)];
  const sender = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  const derive = (secret: Uint8Array, from: Uint8Array, info: Uint8Array, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, from, info, length));
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), browser.ecdh.getPublicKey(), sender]);
  const shared = derive(browser.ecdh.computeSecret(sender), browser.auth, keyInfo, 32);
  const key = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce, { authTagLength: tagBytes });
  decipher.setAuthTag(record.subarray(-tagBytes));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -tagBytes)), decipher.final()]);
  // The text ends with a 2, behind which there are only zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}
