import { expect, test } from 'vitest';
import { watchForHang } from './watch-for-hang.ts';

const never = new Promise<never>(() => {});

/** Answers as told, one look after the other; the last answer holds from then on. */
function answering(...answers: readonly boolean[]) {
  const looks: boolean[] = [];
  const isWell = async () => {
    const answer = answers[Math.min(looks.length, answers.length - 1)] ?? false;
    looks.push(answer);
    return answer;
  };
  return { looks, isWell };
}

test('one that answered and then does not is hung, but not before five looks in a row', async () => {
  const { looks, isWell } = answering(true, false, false, false, false, true, false);
  expect(await watchForHang({ isWell, hungAfterMs: 0, lookEveryMs: 1 }, never)).toBe('hung');
  expect(looks.map(Number).join('')).toBe('10000100000');
});

test('one that has never answered is not hung, however long that takes', async () => {
  const { looks, isWell } = answering(false);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const watched = watchForHang({ isWell, hungAfterMs: 0, lookEveryMs: 1 }, ended);
  await expect.poll(() => looks.length, { timeout: 30_000 }).toBeGreaterThan(20);
  end();
  expect(await watched).toBe('ended');
});
