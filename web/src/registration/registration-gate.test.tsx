import { act } from '@testing-library/react';
import { cents } from '@touchline/core/money';
import { afterEach, expect, test } from 'vitest';
import { SlipProvider } from '../slip/index.ts';
import { answering, refuses } from '../testing/answering.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { forgetPendingRegistration, storePendingRegistration } from './pending-registration.ts';
import { RegistrationGate } from './registration-gate.tsx';

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const session = {
  accessToken: 't',
  user: { id: 'u1', name: 'Ada', email: 'ada@touchline.test', role: 'bettor' as const },
};
const wallet = { version: 1, balance: 0, held: 0, bonus: 0, staked: 0 };

test('offers to deposit what all tickets of the slip need together', async () => {
  answering({});
  storePendingRegistration({
    email: session.user.email,
    slip: { path: '/games', stakeText: '10', stake: cents(4_000) },
  });
  const page = renderScreen(
    <SlipProvider>
      <RegistrationGate />
    </SlipProvider>,
    { path: '/verify?token=t', session },
  );
  act(() => page.session.send({ type: 'wallet changed', wallet: { ...wallet, balance: 2.5 } }));
  await expect.poll(() => page.history.at(-1)).toBe('/deposit?amount=37.5');
});

test('resumes the bet although another tab, logged in first, has forgotten the registration', async () => {
  answering({ '/auth/login/registration': refuses(404, 'There is no such registration.') });
  storePendingRegistration({ email: session.user.email, slip: { path: '/games', stakeText: '10' } });
  const page = renderScreen(
    <SlipProvider>
      <RegistrationGate />
    </SlipProvider>,
    { path: '/verify?token=t' },
  );
  forgetPendingRegistration();
  act(() => {
    page.session.send({ type: 'stored session changed', stored: session });
    page.session.send({ type: 'wallet changed', wallet });
  });
  await expect.poll(() => page.history.at(-1)).toBe('/deposit?amount=10');
  expect(localStorage.getItem('touchline:pending-registration')).toBeNull();
});
