import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { LoginAnswer, ProfileView, TransactionView } from '@touchline/core/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { Route } from 'wouter';
import { excludedUntil } from '../../limits/samples.ts';
import { openDeposit, payableDeposit, walletOf } from '../../payments/samples.ts';
import { keepSlipReturn, readSlipReturn, tieSlipReturn } from '../../payments/slip-return.ts';
import { SlipProvider } from '../../slip/index.ts';
import { answering, answers, refuses } from '../../testing/answering.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { PaymentReturnScreen } from './payment-return-screen.tsx';

beforeEach(() => sessionStorage.clear());

const asked = `/payment/verify/${openDeposit._id}`;
const became = (different: Partial<TransactionView>): TransactionView => ({ ...openDeposit, version: 2, ...different });
const verified = (status: string, transaction: TransactionView) => answers({ status, transaction });
const show = (session?: LoginAnswer, profile?: ProfileView) =>
  renderScreen(
    <SlipProvider>
      <Route path="/payment/return/:transactionId" component={PaymentReturnScreen} />
    </SlipProvider>,
    { path: `/payment/return/${openDeposit._id}`, ...(session && { session }), ...(profile && { profile }) },
  );
const wayBack = () => screen.getByRole('link', { name: 'Back to wallet' }).getAttribute('href');
const tryAgain = () => screen.getByRole('link', { name: 'Try Again' }).getAttribute('href');

test('checking: shows that the payment is being checked, with a link to the wallet', () => {
  answering({});
  show();
  expect(screen.getByRole('heading', { name: 'Processing Payment' })).toBeTruthy();
  expect(wayBack()).toBe('/my-wallet');
});
test('completed: shows the amount and opens the wallet after three seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    answering({ [asked]: verified('completed', became({ status: 'completed' })) });
    const { history } = show();
    await vi.waitFor(() => screen.getByRole('heading', { name: 'Payment Successful!' }), 30_000);
    expect(screen.getByText('$25.00')).toBeTruthy();
    expect(wayBack()).toBe('/my-wallet');
    act(() => void vi.advanceTimersByTime(2_000));
    expect(history.at(-1)).toBe(`/payment/return/${openDeposit._id}`);
    act(() => void vi.advanceTimersByTime(1_000));
    expect(history.at(-1)).toBe('/my-wallet');
  } finally {
    vi.useRealTimers();
  }
});
test('completed: names no balance that was fetched before the deposit', async () => {
  answering({ [asked]: verified('completed', became({ status: 'completed' })) });
  const user = { id: 'u1', name: 'Ada', email: 'ada@touchline.test', role: 'bettor' } as const;
  const { session } = show({ accessToken: 't', user });
  act(() => session.send({ type: 'wallet changed', wallet: walletOf(0) }));
  await screen.findByRole('heading', { name: 'Payment Successful!' });
  expect(screen.queryByText(/to bet with/)).toBeNull();
});
test('completed: a deposit for the slip leads back to it, with the stake', async () => {
  keepSlipReturn({ path: '/games?tab=live', stakeText: '12.5' });
  tieSlipReturn(openDeposit._id);
  answering({ [asked]: verified('completed', became({ status: 'completed' })) });
  const { history } = show();
  await userEvent.click(await screen.findByRole('button', { name: 'Back to your bet slip' }));
  expect([history.at(-1), readSlipReturn(openDeposit._id)]).toEqual(['/games?tab=live', undefined]);
});
test.each([undefined, 'another-deposit'])(
  'completed: a slip that was left for the deposit "%s" is not opened',
  async (id) => {
    keepSlipReturn({ path: '/games?tab=live', stakeText: '12.5' });
    if (id) tieSlipReturn(id);
    answering({ [asked]: verified('completed', became({ status: 'completed' })) });
    show();
    expect(await screen.findByText('Your wallet opens in a moment.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Back to your bet slip' })).toBeNull();
  },
);
test('failed: a deposit for the slip is tried again for the slip', async () => {
  keepSlipReturn({ path: '/games', stakeText: '12.5' });
  tieSlipReturn(openDeposit._id);
  answering({ [asked]: verified('failed', became({ status: 'failed' })) });
  show();
  expect(await screen.findByRole('heading', { name: 'Payment Failed' })).toBeTruthy();
  expect(tryAgain()).toBe('/deposit?amount=25');
});
test('failed: says why, that no money was added, and offers a retry', async () => {
  answering({ [asked]: verified('failed', became({ status: 'failed', reason: 'The card was declined.' })) });
  show();
  expect(await screen.findByRole('heading', { name: 'Payment Failed' })).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('The card was declined.Nothing was added to your balance.');
  expect([tryAgain(), wayBack()]).toEqual(['/deposit', '/my-wallet']);
});
test('cancelled: by a push during the check', async () => {
  answering({ [asked]: verified('pending', became({ status: 'pending' })) });
  const { push } = show();
  act(() => push({ type: 'transaction pushed', transaction: became({ status: 'canceled', version: 3 }) }));
  expect(await screen.findByRole('heading', { name: 'Payment Cancelled' })).toBeTruthy();
  expect([tryAgain(), wayBack()]).toEqual(['/deposit', '/my-wallet']);
});
test('checking: an unfinished payment can be continued, and a push decides it', async () => {
  answering({ [asked]: verified('initiated', payableDeposit) });
  const { push } = show();
  const way = await screen.findByRole('link', { name: /^Continue payment of \$25\.00/ });
  expect(way.getAttribute('href')).toBe('https://pay.test/checkout/tr_1');
  expect(screen.getByRole('heading', { name: 'Processing Payment' })).toBeTruthy();
  expect(screen.getByText(/^Your payment of \$25\.00 is not finished yet\. You can pay until /)).toBeTruthy();
  act(() => push({ type: 'transaction pushed', transaction: became({ status: 'canceled' }) }));
  expect(await screen.findByRole('heading', { name: 'Payment Cancelled' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: /^Continue payment/ })).toBeNull();
});
test('checking: an excluded bettor is asked not to pay an unfinished payment', async () => {
  answering({ [asked]: verified('initiated', payableDeposit) });
  const user = { id: 'u1', name: 'Ada', email: 'ada@touchline.test', role: 'bettor' } as const;
  const profile = { ...user, balance: 0, emailVerified: true, createdAt: '2026-03-04T12:00:00Z', wallet: walletOf(0) };
  show({ accessToken: 't', user }, { ...profile, exclusion: excludedUntil('2126-11-28T12:00:00Z') });
  expect(await screen.findByText(/^You are taking a time-out until November 28, 2126/)).toBeTruthy();
  expect(screen.getByText(/Do not pay it now: the money would go back to where it came from\.$/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: /^Continue payment/ })).toBeNull();
});
test('error: shows the server’s reason, a link to the wallet and a retry', async () => {
  answering({ [asked]: refuses(403, 'This payment is not yours.') });
  show();
  expect(await screen.findByRole('heading', { name: 'Verification Error' })).toBeTruthy();
  expect(screen.getByText('This payment is not yours.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to Wallet' }).getAttribute('href')).toBe('/my-wallet');
  expect(wayBack()).toBe('/my-wallet');
  answering({ [asked]: verified('failed', became({ status: 'failed' })) });
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
  expect(await screen.findByRole('heading', { name: 'Payment Failed' })).toBeTruthy();
});
test('error: offers no retry for an unknown payment', async () => {
  answering({ [asked]: refuses(404, 'There is no such payment.') });
  show();
  expect(await screen.findByText('There is no such payment.')).toBeTruthy();
  expect(screen.getByText('The link may be incomplete.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to Wallet' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull();
});
test('error: shows the default sentence if the server gives none', async () => {
  answering({ [asked]: refuses(403, '') });
  show();
  expect(await screen.findByText('An error occurred while verifying your payment')).toBeTruthy();
});
