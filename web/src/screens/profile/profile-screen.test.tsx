import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ProfileView } from '@touchline/core/contract';
import { expect, test } from 'vitest';
import { SlipProvider } from '../../slip/index.ts';
import { answering, answers, refuses } from '../../testing/answering.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ProfileScreen } from './profile-screen.tsx';

const ada = { id: 'u1', name: 'Ada', email: 'ada@touchline.test', role: 'bettor' } as const;
const profile: ProfileView = {
  ...ada,
  balance: 990,
  emailVerified: false,
  createdAt: '2026-03-04T12:00:00Z',
  wallet: { version: 8, balance: 990, held: 0, bonus: 0, staked: 10 },
};
const open = (known: ProfileView | undefined) =>
  renderScreen(
    <SlipProvider>
      <ProfileScreen />
    </SlipProvider>,
    { session: { accessToken: 't', user: ada }, ...(known && { profile: known }) },
  );

test('while the profile is on its way, its shape is shown', () => {
  answering({});
  open(undefined);
  expect(screen.getByText('Loading your profile...')).toBeTruthy();
});
test('resting: who it is, since when, and that the email waits for its confirmation', async () => {
  answering({});
  open(profile);
  expect(await screen.findByText('March 4, 2026')).toBeTruthy();
  expect(screen.getByText('Bettor')).toBeTruthy();
  expect(screen.getByText('Not verified')).toBeTruthy();
});
test('a verified email has nothing to send again', async () => {
  answering({});
  open({ ...profile, emailVerified: true });
  expect(await screen.findByText('Verified')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send a new verification link' })).toBeNull();
});
test('sending, then sent: the link is on its way', async () => {
  const asked = answering({ '/auth/resend-verification': answers({ message: 'sent' }) });
  open(profile);
  await userEvent.click(await screen.findByRole('button', { name: 'Send a new verification link' }));
  expect(await screen.findByText('A new link is on its way to ada@touchline.test.')).toBeTruthy();
  expect(asked.map(({ path, body }) => [path, body])).toEqual([['/auth/resend-verification', { email: ada.email }]]);
});
test('refused: the reason is said', async () => {
  answering({ '/auth/resend-verification': refuses(429, 'Too many letters.') });
  open(profile);
  await userEvent.click(await screen.findByRole('button', { name: 'Send a new verification link' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Too many letters.');
});
test('the setting for moves of the odds is kept', async () => {
  answering({});
  open(profile);
  await userEvent.selectOptions(await screen.findByLabelText('When the odds move'), 'Accept any odds');
  expect(localStorage.getItem('oddsPolicy')).toBe('any');
});
