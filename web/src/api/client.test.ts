import { accountEndpoints, messageAnswer } from '@touchline/core/contract';
import { ok, refused } from '@touchline/core/result';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { placeBet } from './bet-endpoints.ts';
import { call } from './call.ts';
import {
  failureText,
  onTokenRefused,
  type RenewedToken,
  removeToken,
  renewTokensWith,
  request,
  requestAsGuest,
  writeToken,
} from './client.ts';
import { fetchProfile, logOut } from './session-calls.ts';

const network = vi.fn<typeof fetch>();
beforeEach(() => {
  vi.stubGlobal('fetch', network);
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  network.mockReset();
});

const answering = (status: number, body: unknown) =>
  network.mockResolvedValueOnce(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }));
const ask = () => request(messageAnswer, { method: 'GET', path: '/auth/verify?token=x' });

test('returns a valid answer', async () => {
  answering(200, { message: 'done' });
  expect(await ask()).toEqual(ok({ message: 'done' }));
});

test('a refusal has status, code, sentence and details', async () => {
  const view = { code: 'token-spent', error: 'This link was used', details: { at: 1 } };
  answering(409, view);
  expect(await ask()).toEqual(refused({ kind: 'refused', status: 409, view }));
});

test('a refusal with an unknown body is still a refusal', async () => {
  answering(503, '<html>gateway</html>');
  expect(await ask()).toEqual(refused({ kind: 'refused', status: 503, view: { code: 'unexplained', error: '' } }));
});

test('rejects an answer that breaks the contract', async () => {
  answering(200, { surprise: true });
  expect(await ask()).toEqual(
    refused({ kind: 'refused', status: 502, view: { code: 'answer-unreadable', error: '' } }),
  );
});

test('a 200 that carries an error is a refusal with its sentence', async () => {
  answering(200, { error: 'Not today' });
  expect(await ask()).toEqual(
    refused({ kind: 'refused', status: 502, view: { code: 'answer-unreadable', error: 'Not today' } }),
  );
});

test('distinguishes timeouts from network failures', async () => {
  network.mockRejectedValueOnce(new DOMException('too late', 'TimeoutError'));
  expect(await ask()).toEqual(refused({ kind: 'timeout' }));
  network.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect(await ask()).toEqual(refused({ kind: 'network' }));
});

test('a logout times out after ten seconds and outlives the page', async () => {
  vi.useFakeTimers();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const aborting = new AbortController();
    setTimeout(() => aborting.abort(new DOMException('too late', 'TimeoutError')), ms);
    return aborting.signal;
  });
  network.mockImplementationOnce(
    (_, request) =>
      new Promise((_, reject) => request?.signal?.addEventListener('abort', () => reject(request.signal?.reason))),
  );
  const done = vi.fn();
  const leaving = logOut('the-token').then(done);
  const [path, request] = network.mock.calls[0] ?? [];
  expect([path, request?.method, request?.keepalive, new Headers(request?.headers).get('authorization')]).toEqual([
    '/auth/logout',
    'POST',
    true,
    'Bearer the-token',
  ]);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(done).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await leaving;
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('sends the stored token and reports its refusal', async () => {
  writeToken('tok');
  const reported: string[] = [];
  const stop = onTokenRefused((token) => reported.push(token));
  answering(401, { code: 'token-expired', error: 'Log in again' });
  await ask();
  stop();
  expect(reported).toEqual(['tok']);
  expect(network.mock.calls[0]?.[1]?.headers).toMatchObject({ authorization: 'Bearer tok' });
});

test('a wrong password is not reported as a refused token', async () => {
  const reported: string[] = [];
  const stop = onTokenRefused((token) => reported.push(token));
  answering(401, { code: 'credentials-wrong', error: '' });
  await ask();
  stop();
  expect(reported).toEqual([]);
});

test('a refused login ends no session that began in the meantime', async () => {
  writeToken('tok');
  const reported: string[] = [];
  const stop = onTokenRefused((token) => reported.push(token));
  answering(401, { code: 'registration-unknown', error: '' });
  await call(accountEndpoints.logInAfterRegistration, {});
  stop();
  expect(reported).toEqual([]);
});

test('without a stored token, fetching the profile fails without a request', async () => {
  const answer = await fetchProfile();
  expect(answer.ok ? '' : failureText(answer.refusal, '')).toBe('No authentication token found');
  expect(network).not.toHaveBeenCalled();
});

test('sends the idempotency key of a bet', async () => {
  answering(422, { code: 'x', error: 'no' });
  await call(placeBet, { body: { stake: 1, matches: [] }, key: 'key-1' });
  expect(network.mock.calls[0]?.[1]?.headers).toMatchObject({ 'idempotency-key': 'key-1' });
});

describe('an expired token', () => {
  const expired = { code: 'session-expired', error: 'Your session has expired. Please log in again.' };
  const sent = () => network.mock.calls.map(([, init]) => new Headers(init?.headers).get('authorization'));
  const renewing = (next: RenewedToken) => {
    writeToken('old');
    const asked: string[] = [];
    const reported: string[] = [];
    renewTokensWith(async (token) => {
      asked.push(token);
      return next;
    });
    const stop = onTokenRefused((token) => reported.push(token));
    return { asked, reported, stop };
  };
  afterEach(() => renewTokensWith(async () => 'over'));

  test('is renewed and the request repeated', async () => {
    const { asked, reported, stop } = renewing({ token: 'new' });
    answering(401, expired);
    answering(200, { message: 'done' });
    expect(await ask()).toEqual(ok({ message: 'done' }));
    stop();
    expect([sent(), asked, reported]).toEqual([['Bearer old', 'Bearer new'], ['old'], []]);
  });

  test('is renewed only once; a second refusal ends the session', async () => {
    const { asked, reported, stop } = renewing({ token: 'new' });
    answering(401, expired);
    answering(401, { code: 'session-ended', error: 'ended' });
    expect(await ask()).toMatchObject({ ok: false, refusal: { status: 401, view: { code: 'session-ended' } } });
    stop();
    expect([asked, reported]).toEqual([['old'], ['new']]);
  });

  test('that cannot be renewed now fails the request but keeps the session', async () => {
    const { reported, stop } = renewing('unreachable');
    answering(401, expired);
    expect(await ask()).toEqual(refused({ kind: 'refused', status: 401, view: expired }));
    stop();
    expect(reported).toEqual([]);
  });

  test('of an ended session is not renewed; the login screen says why it ended', async () => {
    const { asked, reported, stop } = renewing({ token: 'new' });
    answering(401, { code: 'session-ended', error: 'ended' });
    await ask();
    stop();
    expect([asked, reported, sessionStorage.getItem('ended')]).toEqual([[], ['old'], 'session-ended']);
  });

  test('that is refused after the user has logged out explains nothing', async () => {
    const { stop } = renewing({ token: 'new' });
    sessionStorage.removeItem('ended');
    network.mockImplementationOnce(async () => {
      removeToken();
      return new Response(JSON.stringify({ code: 'session-ended', error: 'ended' }), { status: 401 });
    });
    await ask();
    stop();
    expect(sessionStorage.getItem('ended')).toBeNull();
  });

  test('is not sent with guest requests', async () => {
    const { asked, stop } = renewing({ token: 'new' });
    answering(401, expired);
    await requestAsGuest(messageAnswer, { method: 'POST', path: '/auth/refresh' });
    stop();
    expect([sent(), asked]).toEqual([[null], []]);
  });
});
