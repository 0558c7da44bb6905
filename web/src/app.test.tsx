import { cleanup, render, screen } from '@testing-library/react';
import type { LoginAnswer } from '@touchline/core/contract';
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

const bea: LoginAnswer = {
  accessToken: 'tok',
  user: { id: 'u1', name: 'Bea', email: 'bea@touchline.test', role: 'bettor' },
};
const aud: LoginAnswer = { accessToken: 'tok', user: { ...bea.user, name: 'Aud', role: 'auditor' } };
function visit(path: string, who: LoginAnswer | undefined) {
  globalThis.history.replaceState(null, '', path);
  const session = sessionMachine.provide({
    actors: { loadProfile: fromPromise(() => new Promise(() => {})) },
    actions: { 'store user': () => {} },
  });
  const live = liveMachine.provide({ actors: { connection: fromCallback(() => {}) } });
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
test.each([
  '/my-wallet',
  '/deposit',
  '/payment/return/t1',
  '/transactions',
  '/history',
  '/profile',
  '/statement',
  '/ledger',
  '/ledger/wallets/w1',
])('a guest who opens %s is asked to log in', (path) => expect(visit(path, undefined)).toBe('/login'));
test.each(['/my-wallet', '/deposit', '/payment/return/t1', '/history', '/profile', '/statement'])(
  'a member may open %s',
  (path) => {
    expect(visit(path, bea)).toBe(path);
    expect(screen.queryByText('There is no page at this address')).toBeNull();
  },
);
test('a member who opens a verification link is verified', () => expect(visit('/verify?token=t', bea)).toBe('/verify'));
test.each(['/login', '/register', '/forgot-password', '/reset-password'])(
  'a member who opens %s is sent to Home',
  (path) => expect(visit(`${path}?token=t`, bea)).toBe('/'),
);
test.each(['/ledger', '/ledger?view=verification', '/ledger/wallets/w1'])('an auditor may open %s', async (path) => {
  expect(visit(path, aud)).toBe(path.split('?')[0]);
  expect(await screen.findByRole('heading', { name: 'Ledger' })).toBeTruthy();
});
test.each([
  ['a bettor', '/ledger', bea],
  ['a bettor', '/ledger/wallets/w1', bea],
  ['an auditor', '/statement', aud],
  ['an auditor', '/my-wallet', aud],
  ['an admin', '/deposit', { ...aud, user: { ...aud.user, role: 'admin' } }],
] as const)('%s who opens %s is sent to Home', (_, path, who) => expect(visit(path, who)).toBe('/'));
test('an unknown address shows the not-found screen', () => {
  visit('/nowhere', undefined);
  expect(screen.getByText('There is no page at this address')).toBeTruthy();
});
