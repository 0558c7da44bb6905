import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { lazyScreen } from './lazy-screen.tsx';

beforeEach(() => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch'))));
afterEach(() => vi.unstubAllGlobals());

const Screen = () => <h1>History</h1>;

test('until its code is there a screen keeps its place with words for who listens, and then it is drawn', async () => {
  const code = Promise.withResolvers<typeof Screen>();
  const Lazy = lazyScreen(() => code.promise);
  renderScreen(<Lazy />);
  expect(screen.getByRole('status').textContent).toBe('Loading...');
  await act(async () => code.resolve(Screen));
  expect(screen.getByRole('heading').textContent).toBe('History');
});

test('a screen that was drawn once is drawn at once the next time', async () => {
  const Lazy = lazyScreen(async () => Screen);
  const first = renderScreen(<Lazy />);
  await screen.findByRole('heading');
  first.unmount();
  renderScreen(<Lazy />);
  expect(screen.getByRole('heading').textContent).toBe('History');
});

test('code that does not come is said, and comes when it is asked for again', async () => {
  let attempts = 0;
  const Lazy = lazyScreen(async () => {
    attempts += 1;
    if (attempts === 1) throw new TypeError('Failed to fetch dynamically imported module');
    return Screen;
  });
  renderScreen(<Lazy />);
  expect(await screen.findByText('This screen could not be loaded')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('heading')).toBeTruthy();
});

test('code that did not come is asked for again by itself when the line to the server is back', async () => {
  let attempts = 0;
  const Lazy = lazyScreen(async () => {
    attempts += 1;
    if (attempts === 1) throw new TypeError('Failed to fetch dynamically imported module');
    return Screen;
  });
  const { push } = renderScreen(<Lazy />);
  await screen.findByText('This screen could not be loaded');
  const tick = { e: 'test', p: 0, n: 1, t: 0, full: true, d: [] } as const;
  const hb = { e: 'test', n: 1, t: 0, feed: 'ok', stale: [] } as const;
  act(() => {
    push({ type: 'line opened' });
    push({ type: 'rows answered', answer: { ok: true, tick, hb }, at: 0 });
  });
  expect(await screen.findByRole('heading')).toBeTruthy();
});
