import { act, screen } from '@testing-library/react';
import type { ProfileView } from '@touchline/core/contract';
import { expect, test } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { MyWalletScreen } from './my-wallet-screen.tsx';

const ada = { id: 'u1', name: 'Ada', email: 'ada@touchline.test', role: 'bettor' } as const;
const wallet = { version: 8, balance: 970, held: 20, bonus: 5, staked: 10 };
const profile: ProfileView = { ...ada, balance: 970, emailVerified: true, createdAt: '2026-03-04T12:00:00Z', wallet };
const session = { accessToken: 't', user: ada };
const figureOf = (name: string) => screen.getByRole('region', { name }).querySelector('p')?.textContent;

test('while the wallet is on its way, its shape is shown', () => {
  renderScreen(<MyWalletScreen />, { session });
  expect(screen.getByText('Loading your wallet...')).toBeTruthy();
});
test('what is available, staked, held and bonus stand apart', async () => {
  renderScreen(<MyWalletScreen />, { session, profile });
  await screen.findByText('Available balance');
  expect(['Available balance', 'In open bets', 'Pending withdrawal', 'Bonus'].map(figureOf)).toEqual([
    '$970.00',
    '$10.00',
    '$20.00',
    '$5.00',
  ]);
});
test('a wallet that moved says by how much and why', async () => {
  const { session: actor } = renderScreen(<MyWalletScreen />, { session, profile });
  await screen.findByText('$970.00');
  const reason = { type: 'WinningsPaid', amount: 30, betId: '3f2a9c1e' };
  act(() => actor.send({ type: 'wallet told', wallet: { ...wallet, version: 9, balance: 1000, reason } }));
  expect(figureOf('Available balance')).toBe('$1,000.00');
  expect(screen.getByText('+$30.00 bet 3f2a won')).toBeTruthy();
});
