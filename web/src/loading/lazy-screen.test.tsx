import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { lazyScreen } from './lazy-screen.tsx';

beforeEach(() => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch'))));
afterEach(() => vi.unstubAllGlobals());

const Screen = () => <h1>History</h1>;

test('shows an accessible placeholder until the code has loaded', async () => {
  const code = Promise.withResolvers<typeof Screen>();
  const Lazy = lazyScreen(() => code.promise);
  renderScreen(<Lazy />);
  expect(screen.getByRole('status').textContent).toBe('Loading...');
  await act(async () => code.resolve(Screen));
  expect(screen.getByRole('heading').textContent).toBe('History');
});

test('renders immediately the second time', async () => {
  const Lazy = lazyScreen(async () => Screen);
  const first = renderScreen(<Lazy />);
  await screen.findByRole('heading');
  first.unmount();
  renderScreen(<Lazy />);
  expect(screen.getByRole('heading').textContent).toBe('History');
});

test('offers a retry when the code fails to load', async () => {
  const Lazy = lazyScreen(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  renderScreen(<Lazy />);
  expect(await screen.findByText('This screen could not be loaded')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  // The server is unreachable, so the page must not reload.
  expect(await screen.findByText('This screen could not be loaded')).toBeTruthy();
});
