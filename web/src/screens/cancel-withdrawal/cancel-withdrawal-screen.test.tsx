import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { answering, answers, refuses } from '../../testing/answering.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { CancelWithdrawalScreen } from './cancel-withdrawal-screen.tsx';

const pending = {
  amount: 40,
  status: 'pending',
  paymentMethod: 'bank_transfer',
  payoutTo: 'NL•• •••• •••• ••43 00',
  requestedAt: '2026-11-22T10:00:00.000Z',
};
const show = () => renderScreen(<CancelWithdrawalScreen />, { path: '/cancel-withdrawal?token=t-1' });
const cancelPath = '/payment/withdraw/link/cancel';

test('shows the withdrawal and cancels nothing by itself', async () => {
  const asked = answering({ '/payment/withdraw/link': answers(pending) });
  show();
  expect(await screen.findByRole('heading', { name: 'Cancel this withdrawal?' })).toBeTruthy();
  expect(screen.getByText('NL•• •••• •••• ••43 00')).toBeTruthy();
  expect(asked.some(({ path }) => path === cancelPath)).toBe(false);
});
test('cancels it with one press, and signs out all devices unless that is cleared', async () => {
  const asked = answering({ '/payment/withdraw/link': answers(pending), [cancelPath]: answers({ message: 'done' }) });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel withdrawal of $40.00' }));
  expect(await screen.findByRole('heading', { name: 'Withdrawal canceled' })).toBeTruthy();
  expect(asked.at(-1)).toMatchObject({ path: cancelPath, body: { token: 't-1', signOut: true } });
  expect(screen.getByRole('link', { name: 'Change your password' }).getAttribute('href')).toBe('/forgot-password');
});
describe('the bonus that the request ended', () => {
  const before = 'This withdrawal ended your bonus. Canceling it does not bring the bonus back.';
  const after = 'Your bonus ended when the withdrawal was requested. It does not come back.';
  const ended = { ...pending, endedBonus: true };
  test('does not come back: the page says so before and after', async () => {
    answering({ '/payment/withdraw/link': answers(ended), [cancelPath]: answers({ message: 'done' }) });
    show();
    expect(await screen.findByText(before)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel withdrawal of $40.00' }));
    expect(await screen.findByText(after)).toBeTruthy();
  });
  test.each([
    ['canceled', true],
    ['completed', false],
  ])('of a withdrawal that is %s already: says so: %s', async (status, isSaid) => {
    answering({ '/payment/withdraw/link': answers({ ...ended, status }) });
    show();
    await screen.findByRole('heading', { name: /^Already/ });
    expect(screen.queryByText(after) !== null).toBe(isSaid);
  });
  test('is not mentioned if there was none', async () => {
    answering({ '/payment/withdraw/link': answers(pending), [cancelPath]: answers({ message: 'done' }) });
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel withdrawal of $40.00' }));
    await screen.findByRole('heading', { name: 'Withdrawal canceled' });
    expect(screen.queryByText(/bonus/)).toBeNull();
  });
});
test('says that it was paid already and leads to support', async () => {
  answering({ '/payment/withdraw/link': answers({ ...pending, status: 'completed' }) });
  show();
  expect(await screen.findByRole('heading', { name: 'Already paid' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Contact Support' }).getAttribute('href')).toBe('/support');
});
test('says why a link does not work', async () => {
  answering({ '/payment/withdraw/link': refuses(422, 'This link is not valid.') });
  show();
  expect(await screen.findByText('This link is not valid.')).toBeTruthy();
});
test('a refusal of the cancellation stays beside the button', async () => {
  answering({
    '/payment/withdraw/link': answers(pending),
    [cancelPath]: refuses(409, 'This withdrawal was already paid.'),
  });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel withdrawal of $40.00' }));
  expect(await screen.findByText('This withdrawal was already paid.')).toBeTruthy();
});
