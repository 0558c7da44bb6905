import { ok, type Result, refused } from '@touchline/core/result';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ApiFailure } from '../api/client.ts';
import { deleteStoredKey, sendWithStoredKey } from './stored-key.ts';

beforeEach(() => sessionStorage.clear());

type Request = { readonly amount: number; readonly iban: string };
const request: Request = { amount: 20, iban: 'NL91ABNA0417164300' };
const lost = refused<ApiFailure>({ kind: 'network' });
const no = refused<ApiFailure>({
  kind: 'refused',
  status: 409,
  view: { code: 'balance-too-low', error: 'Not enough money.' },
});
const loggedOut = refused<ApiFailure>({ kind: 'refused', status: 401, view: { code: 'session-over', error: '' } });

/** Sends one after the other, as one page after the other would, and returns the keys used. */
async function keysOf(sent: readonly (readonly [string, Request, Result<string, ApiFailure>])[]) {
  const keys: string[] = [];
  for (const [key, asked, answer] of sent) {
    const send = async (_: Request, sentKey: string) => {
      keys.push(sentKey);
      return answer;
    };
    await sendWithStoredKey('withdrawal', { key, request: asked }, send).catch(() => undefined);
  }
  return keys;
}

test('an unanswered request is sent again under its key, even by another page, until it is answered', async () => {
  const sent = [lost, loggedOut, lost, ok('w-1'), ok('w-2')].map(
    (answer, index) => [`k${index}`, request, answer] as const,
  );
  expect(await keysOf(sent)).toEqual(['k0', 'k0', 'k0', 'k0', 'k4']);
});

test('a refusal is an answer: the next attempt has a new key', async () => {
  expect(
    await keysOf([
      ['k0', request, no],
      ['k1', request, lost],
    ]),
  ).toEqual(['k0', 'k1']);
});

test('another request has a key of its own', async () => {
  expect(
    await keysOf([
      ['k0', request, lost],
      ['k1', { ...request, amount: 21 }, lost],
    ]),
  ).toEqual(['k0', 'k1']);
});

test('an abandoned attempt loses its key, and what is stored reveals nothing of the request', async () => {
  await keysOf([['k0', request, lost]]);
  expect(Object.values(sessionStorage).join()).not.toContain('NL91');
  deleteStoredKey('withdrawal');
  expect(await keysOf([['k1', request, lost]])).toEqual(['k1']);
});

test('a damaged stored key is ignored', async () => {
  sessionStorage.setItem('unanswered-withdrawal', '{"key":7');
  expect(await keysOf([['k0', request, lost]])).toEqual(['k0']);
});

const minutes = (count: number) => count * 60_000;
function setClock(): (ms: number) => void {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  return (ms) => void vi.setSystemTime(Date.now() + ms);
}

test('minutes later the same request is another one, but an attempt keeps the key that it was sent under', async () => {
  const pass = setClock();
  await keysOf([['k0', request, lost]]);
  pass(minutes(9));
  expect(await keysOf([['k1', request, lost]])).toEqual(['k0']);
  pass(minutes(11));
  expect(await keysOf([['k1', request, lost]])).toEqual(['k0']);
  pass(minutes(11));
  expect(await keysOf([['k2', request, lost]])).toEqual(['k2']);
});

test('a key that the release before stored counts as just sent', async () => {
  await keysOf([['k0', request, lost]]);
  const { key, digest } = JSON.parse(sessionStorage.getItem('unanswered-withdrawal') ?? '{}');
  sessionStorage.setItem('unanswered-withdrawal', JSON.stringify({ key, digest }));
  expect(await keysOf([['k1', request, lost]])).toEqual(['k0']);
});

describe('a stored key that leads to a decided request', () => {
  /** The request of `k0` was decided. Loses the answers to the first so many requests. */
  const server = (losing: number, decided: Result<string, ApiFailure> = ok('decided')) => {
    const keys: string[] = [];
    const send = async (_: Request, key: string): Promise<Result<string, ApiFailure>> => {
      keys.push(key);
      return keys.length <= losing ? lost : key === 'k0' ? decided : ok('requested');
    };
    const submit = (key: string) =>
      sendWithStoredKey('withdrawal', { key, request }, send, (answer) => answer === decided).catch(() => 'lost');
    return { keys, submit };
  };

  test('is not the answer to a new request, which is sent under its own key', async () => {
    const { keys, submit } = server(1);
    expect([await submit('k0'), await submit('k1')]).toEqual(['lost', 'requested']);
    expect(keys).toEqual(['k0', 'k0', 'k1']);
  });
  test('is not the answer to a new request either if it was refused', async () => {
    const { keys, submit } = server(1, no);
    expect([await submit('k0'), await submit('k1')]).toEqual(['lost', 'requested']);
    expect(keys).toEqual(['k0', 'k0', 'k1']);
  });
  test('is the answer to the attempt that was submitted under it', async () => {
    const { keys, submit } = server(2);
    expect([await submit('k0'), await submit('k1'), await submit('k1')]).toEqual(['lost', 'lost', 'decided']);
    expect(keys).toEqual(['k0', 'k0', 'k0']);
  });
});
