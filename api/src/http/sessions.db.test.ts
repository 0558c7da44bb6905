import { type Instant, instant, seconds } from '@touchline/core/instant';
import { endSessions, openSession } from '@touchline/store/accounts';
import type { Store } from '@touchline/store/connect';
import { createTestDatabase, openAccount } from '@touchline/store/testing';
import { afterAll, expect, test } from 'vitest';
import { type Claims, createSessions } from './sessions.ts';

const device = { userAgent: 'test', address: '127.0.0.1' };
const logIn = async () => (await openSession(database.db, ada.id, device, instant(Date.now()))).id;
const database = await createTestDatabase();
const ada = await openAccount(database.db, 'ada@example.com');
afterAll(() => database.close());

const lastsMs = seconds(60);

/** Sessions under a clock of their own, and how many tokens were verified. */
function openSessions(store: Pick<Store, 'pool'> = database) {
  let at: Instant = instant(Date.now());
  const verified: string[] = [];
  const signed = new Map<string, Claims & { exp: number }>();
  const sign = (claims: Claims) => {
    const token = `token ${signed.size + 1}`;
    signed.set(token, { ...claims, exp: Math.floor((at + lastsMs) / 1000) });
    return token;
  };
  const verify = (token: string) => {
    verified.push(token);
    const claims = signed.get(token);
    if (!claims) throw new Error('forged');
    if (claims.exp * 1000 <= at) throw Object.assign(new Error('expired'), { code: 'FAST_JWT_EXPIRED' });
    return claims;
  };
  const sessions = createSessions({ jwt: { sign, verify }, store, now: () => at });
  const pass = (ms: number) => {
    at = instant(at + ms);
  };
  return { sessions, verified, pass };
}

test('a token is verified once while it lasts, and refused when it has expired', async () => {
  const { sessions, verified, pass } = openSessions();
  const sessionId = await logIn();
  const token = sessions.sign(ada, sessionId);
  const first = await sessions.read(token);
  expect([first, await sessions.read(token)]).toEqual([
    { ok: true, value: expect.objectContaining({ userId: ada.id, walletId: ada.walletId, sessionId }) },
    first,
  ]);
  expect(verified).toEqual([token]);
  pass(lastsMs);
  expect(await sessions.read(token)).toEqual({ ok: false, refusal: { code: 'session-expired' } });
});

test('an unsigned token is refused each time', async () => {
  const { sessions } = openSessions();
  const refusal = { ok: false, refusal: { code: 'session-invalid' } };
  expect([await sessions.read('forged'), await sessions.read('forged')]).toEqual([refusal, refusal]);
});

test('a cached token is refused soon after its session ends, and at once on nodes that are notified', async () => {
  const { sessions, pass } = openSessions();
  const [first, second, other] = [await logIn(), await logIn(), await logIn()];
  const tokens = [first, second, other].map((id) => sessions.sign(ada, id));
  const answers = () => Promise.all(tokens.map((token) => sessions.read(token)));
  const codes = async () => (await answers()).map((answer) => (answer.ok ? 'open' : answer.refusal.code));
  expect(await codes()).toEqual(['open', 'open', 'open']);
  for (const only of [first, second]) {
    await endSessions(database.db, { userId: ada.id, only, why: 'ended-by-user' }, instant(Date.now()));
  }
  sessions.forget([second]);
  expect(await codes()).toEqual(['open', 'session-ended', 'open']);
  pass(seconds(5));
  expect(await codes()).toEqual(['session-ended', 'session-ended', 'open']);
  expect([await sessions.isOpen(first), await sessions.isOpen(other)]).toEqual([false, true]);
});

test.each(['forget', 'forgetAll'] as const)('%s also refuses a session that is being read', async (how) => {
  const [read, mayAnswer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const query = async (text: { readonly text: string }) => {
    const answer = await database.pool.query(text);
    read.resolve();
    await mayAnswer.promise;
    return answer;
  };
  const pool = new Proxy(database.pool, {
    get: (real, name) => (name === 'query' ? query : Reflect.get(real, name)),
  });
  const { sessions } = openSessions({ pool });
  const sessionId = await logIn();
  const token = sessions.sign(ada, sessionId);
  const before = sessions.read(token);
  await read.promise;
  await endSessions(database.db, { userId: ada.id, only: sessionId, why: 'ended-by-user' }, instant(Date.now()));
  if (how === 'forget') sessions.forget([sessionId]);
  else sessions.forgetAll();
  mayAnswer.resolve();
  await before;
  expect(await sessions.read(token)).toEqual({ ok: false, refusal: { code: 'session-ended' } });
});
