import { act } from '@testing-library/react';
import { toast, useToasterStore } from 'react-hot-toast';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SlipProvider } from '../slip/index.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { toastError, toastSuccess } from './toast.ts';
import { Toasts } from './toasts.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

let shown: readonly string[] = [];
const Shown = () => {
  shown = useToasterStore()
    .toasts.filter(({ visible }) => visible)
    .map(({ message }) => String(message));
  return null;
};
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

const show = () =>
  renderScreen(
    <SlipProvider>
      <Toasts />
      <Shown />
    </SlipProvider>,
  );

test('at most twenty toasts are shown', async () => {
  show();
  await act(async () => {
    for (let number = 1; number <= 24; number += 1) toastError(`error ${number}`);
  });
  expect(shown.length).toBe(20);
  pass(10_000);
});

test('a toast without a duration stays four seconds, a success two', async () => {
  show();
  await act(async () => {
    toast('notice');
    toastError('wrong');
    toastSuccess('done');
  });
  const seenAt = [1_900, 200, 1_800, 200].map((ms) => {
    pass(ms);
    return [...shown].sort();
  });
  expect(seenAt).toEqual([['done', 'notice', 'wrong'], ['notice', 'wrong'], ['notice', 'wrong'], []]);
});
