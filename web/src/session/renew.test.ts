import type { LoginAnswer } from '@touchline/core/contract';
import { ok, refused } from '@touchline/core/result';
import { afterEach, expect, test, vi } from 'vitest';
import type { Answer, ApiFailure } from '../api/client.ts';
import { renewIn } from './keep-fresh.ts';
import { createRenew } from './renew.ts';
import { clearSession, readSession, storeSession } from './storage.ts';

const user = { id: 'u1', name: 'Bea', email: 'bea@touchline.test', role: 'bettor' as const };
const old: LoginAnswer = { accessToken: 'old', user };
const fresh: LoginAnswer = { accessToken: 'new', user };
const failed = (status: number): ApiFailure => ({ kind: 'refused', status, view: { code: 'x', error: '' } });
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

/** A stand-in for the Web Locks API. */
function takeTurns() {
  let last: Promise<unknown> = Promise.resolve();
  const request = (_name: string, work: () => Promise<unknown>) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
  vi.stubGlobal('navigator', { locks: { request } });
}

test('stores a new token before it is used', async () => {
  storeSession(old);
  const renew = createRenew(async () => ok(fresh));
  expect(await renew('old')).toEqual({ kind: 'renewed', session: fresh });
  expect(readSession()).toEqual(fresh);
});

test('answers simultaneous callers with one request', async () => {
  storeSession(old);
  const ask = vi.fn(async (): Answer<LoginAnswer> => ok(fresh));
  const renew = createRenew(ask);
  const answers = await Promise.all([renew('old'), renew('old'), renew('old')]);
  expect(answers).toEqual(Array(3).fill({ kind: 'renewed', session: fresh }));
  expect(ask).toHaveBeenCalledTimes(1);
});

test('one of two tabs renews, and the other finds the stored token', async () => {
  takeTurns();
  storeSession(old);
  const ask = vi.fn(async (): Answer<LoginAnswer> => ok(fresh));
  const [first, second] = [createRenew(ask), createRenew(ask)];
  const answers = await Promise.all([first('old'), second('old')]);
  expect(answers).toEqual(Array(2).fill({ kind: 'renewed', session: fresh }));
  expect(ask).toHaveBeenCalledTimes(1);
});

test('a refusal ends the session; any other failure is retried', async () => {
  storeSession(old);
  const kinds = [];
  const failures: readonly ApiFailure[] = [failed(401), failed(503), { kind: 'network' }, { kind: 'timeout' }];
  for (const failure of failures) {
    kinds.push((await createRenew(async () => refused(failure))('old')).kind);
  }
  expect(kinds).toEqual(['over', 'unreachable', 'unreachable', 'unreachable']);
  expect(readSession()).toEqual(old);
});

test('stores for the login screen why a session ended', async () => {
  storeSession(old);
  const refusal: ApiFailure = { kind: 'refused', status: 401, view: { code: 'session-replaced', error: '' } };
  await createRenew(async () => refused(refusal))('old');
  expect(sessionStorage.getItem('ended')).toBe('session-replaced');
});

test('explains nothing after a logout during the renewal', async () => {
  storeSession(old);
  const refusal: ApiFailure = { kind: 'refused', status: 401, view: { code: 'session-ended', error: '' } };
  const renew = createRenew(async () => {
    clearSession();
    return refused(refusal);
  });
  expect(await renew('old')).toEqual({ kind: 'over' });
  expect(sessionStorage.getItem('ended')).toBeNull();
});

test('a tab that sees another one’s token late continues with it', async () => {
  storeSession(old);
  const theirs: LoginAnswer = { accessToken: 'of the other tab', user };
  const renew = createRenew(async () => {
    storeSession(theirs);
    return ok(fresh);
  });
  expect(await renew('old')).toEqual({ kind: 'renewed', session: theirs });
  expect(readSession()).toEqual(theirs);
});

test('a tab that sees only half of another one’s write is not logged out', async () => {
  storeSession(old);
  localStorage.setItem('token', 'of the other tab');
  const theirs: LoginAnswer = { accessToken: 'of the other tab', user };
  const renew = createRenew(async () => {
    storeSession(theirs);
    return ok(fresh);
  });
  expect(await renew('old')).toEqual({ kind: 'renewed', session: theirs });
});

test('a login as another user during the renewal is kept', async () => {
  storeSession(old);
  const other: LoginAnswer = { accessToken: 'old', user: { ...user, id: 'u2' } };
  const renew = createRenew(async () => {
    storeSession(other);
    return ok(fresh);
  });
  expect(await renew('old')).toEqual({ kind: 'over' });
  expect(readSession()).toEqual(other);
});

test('a logout during the renewal is kept', async () => {
  storeSession(old);
  const renew = createRenew(async () => {
    clearSession();
    return ok(fresh);
  });
  expect(await renew('old')).toEqual({ kind: 'over' });
  expect(readSession()).toBeUndefined();
});

test('renews a token a minute before it expires, and no faster than every 30 seconds with a wrong clock', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  const tokenFor = (ms: number) => `x.${btoa(JSON.stringify({ exp: (now + ms) / 1000 }))}.y`;
  const delays = [900_000, 61_000, 60_000, -3_600_000, 10 * 86_400_000].map((ms) => renewIn(tokenFor(ms), now));
  expect(delays).toEqual([840_000, 30_000, 30_000, 30_000, 86_400_000]);
  expect(renewIn('nonsense', now)).toBe(86_400_000);
});

test('renews a token of less than two minutes at half its time', () => {
  const iat = Date.parse('2026-11-20T12:00:00Z') / 1000;
  const token = `x.${btoa(JSON.stringify({ iat, exp: iat + 24 }))}.y`;
  expect(renewIn(token, iat * 1000)).toBe(12_000);
  expect(renewIn(token, (iat + 20) * 1000)).toBe(12_000);
});
