import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { App } from './app.tsx';
import { liveMachine } from './live/live-machine.ts';
import { sessionMachine } from './session/session-machine.ts';

beforeEach(() => vi.stubGlobal('fetch', () => new Promise(() => {})));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const bea = {
  accessToken: 'tok',
  user: { id: 'u1', name: 'Bea', email: 'bea@touchline.test', role: 'bettor' as const },
};
function visit(path: string, who: typeof bea | undefined) {
  globalThis.history.replaceState(null, '', path);
  const session = sessionMachine.provide({
    actors: { fetchProfile: fromPromise(() => new Promise(() => {})) },
    actions: { 'store the renewed user': () => {} },
  });
  const live = liveMachine.provide({ actors: { line: fromCallback(() => {}) } });
  const page = {
    session: createActor(session, { input: { stored: who } }).start(),
    live: createActor(live, { input: { token: who?.accessToken } }).start(),
  };
  render(<App page={page} />);
  return globalThis.location.pathname;
}

test.each(['/', '/games', '/login', '/register', '/forgot-password', '/support', '/resend-verification'])(
  'a guest may open %s',
  (path) => {
    expect(visit(path, undefined)).toBe(path);
    expect(screen.queryByText('There is no page at this address')).toBeNull();
  },
);
test.each(['/my-wallet', '/history', '/profile'])('a guest who opens %s is asked to log in', (path) =>
  expect(visit(path, undefined)).toBe('/login'),
);
test.each(['/my-wallet', '/history', '/profile'])('a member may open %s', (path) => {
  expect(visit(path, bea)).toBe(path);
  expect(screen.queryByText('There is no page at this address')).toBeNull();
});
test.each(['/login', '/register', '/forgot-password', '/verify', '/reset-password'])(
  'a member who opens %s is led home',
  (path) => expect(visit(`${path}?token=t`, bea)).toBe('/'),
);
test('an unknown address says so', () => {
  visit('/nowhere', undefined);
  expect(screen.getByText('There is no page at this address')).toBeTruthy();
});
