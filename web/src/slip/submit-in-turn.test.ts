import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failureIn } from '../api/call.ts';
import { submitInTurn } from './submit-in-turn.ts';

/** Locks of a browser: each request waits for the one before it. */
function browserLocks() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    request: (_: string, work: () => Promise<unknown>) => {
      last = last.then(work);
      return last;
    },
  };
}
const stored = (key: string) => JSON.stringify({ key, bettorId: 'u1', request: { stake: 10, matches: [leg] } });
const leg = { matchId: 'm-arsenal', betOutcome: 'Arsenal Win', odds: 2.1 };

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(navigator, { locks: browserLocks() });
  localStorage.setItem('slipAttempt', stored('k1'));
});
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, 'locks');
  localStorage.clear();
});

test('tabs submit a bet one after the other, and none that the other has resolved', async () => {
  const refused = Promise.withResolvers<string>();
  const second = vi.fn(async () => 'placed');
  const first = submitInTurn('k1', () => refused.promise);
  const outcome = submitInTurn('k1', second).catch(failureIn);
  await vi.advanceTimersByTimeAsync(60_000);
  refused.reject(new Error('refused'));
  await expect(first).rejects.toThrow('refused');
  localStorage.removeItem('slipAttempt');
  await vi.runAllTimersAsync();
  expect([await outcome, second.mock.calls]).toEqual([{ kind: 'network' }, []]);
});
test('a bet that had no answer in one tab is submitted by the next', async () => {
  const first = submitInTurn('k1', () => Promise.reject(new Error('no answer')));
  const second = submitInTurn('k1', async () => 'placed');
  await expect(first).rejects.toThrow('no answer');
  await vi.runAllTimersAsync();
  expect(await second).toBe('placed');
});
test('without the Web Locks API a bet is submitted at once', async () => {
  Reflect.deleteProperty(navigator, 'locks');
  expect(await submitInTurn('k1', async () => 'placed')).toBe('placed');
});
