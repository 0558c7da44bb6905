import { expect, test } from 'vitest';
import { watchForHang } from './watch-for-hang.ts';

const never = new Promise<never>(() => {});

/** Returns the given answers in order, then repeats the last. */
function answering(...answers: readonly boolean[]) {
  const looks: boolean[] = [];
  const isHealthy = async () => {
    const answer = answers[Math.min(looks.length, answers.length - 1)] ?? false;
    looks.push(answer);
    return answer;
  };
  return { looks, isHealthy };
}

test('a process that stops responding is hung, after five failed checks at the earliest', async () => {
  const { looks, isHealthy } = answering(true, false, false, false, false, true, false);
  expect(await watchForHang({ isHealthy, hungAfterMs: 0, checkEveryMs: 1 }, never)).toBe('hung');
  expect(looks.map(Number).join('')).toBe('10000100000');
});

test('a process that has never responded is not hung', async () => {
  const { looks, isHealthy } = answering(false);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const watched = watchForHang({ isHealthy, hungAfterMs: 0, checkEveryMs: 1 }, ended);
  await expect.poll(() => looks.length, { timeout: 60_000 }).toBeGreaterThan(20);
  end();
  expect(await watched).toBe('ended');
});
