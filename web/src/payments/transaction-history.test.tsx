import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useActorRef } from '@xstate/react';
import { expect, test } from 'vitest';
import { useOnLive } from '../live/index.ts';
import { answering, answers, refuses } from '../testing/answering.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { arrivedDeposit, failedDeposit, payableDeposit, pendingWithdrawal } from './samples.ts';
import { TransactionHistory } from './transaction-history.tsx';
import { transactionListMachine } from './transaction-list-machine.ts';

function Panel() {
  const actor = useActorRef(transactionListMachine);
  useOnLive('transaction', ({ transaction }) => actor.send({ type: 'transaction changed', transaction }));
  return <TransactionHistory actor={actor} />;
}
const rows = async () => (await screen.findAllByRole('listitem')).map((row) => within(row));

test('loading: the list says so', () => {
  answering({});
  renderScreen(<Panel />);
  expect(screen.getByRole('heading', { name: 'Transaction History' })).toBeTruthy();
  expect(screen.getByText('Loading transactions...')).toBeTruthy();
});
test('shown: each row has its type, method, date, amount and status', async () => {
  answering({ '/payment/history': answers([arrivedDeposit, pendingWithdrawal, failedDeposit]) });
  renderScreen(<Panel />);
  const [first, second, third] = await rows();
  for (const text of ['Withdrawal', 'via bank transfer', '-$120.00', 'Pending'])
    expect(first?.getByText(text)).toBeTruthy();
  expect(first?.queryByText(/^Ref:/)).toBeNull();
  for (const text of ['Deposit', 'via ideal', 'Ref: tr_7UhSN1zuXS', '+$50.00', 'Completed']) {
    expect(second?.getByText(text)).toBeTruthy();
  }
  for (const text of ['Failed', 'The card was declined.']) expect(third?.getByText(text)).toBeTruthy();
});
test('shown: completed is green, failed red, anything else yellow', async () => {
  answering({ '/payment/history': answers([arrivedDeposit, pendingWithdrawal, failedDeposit]) });
  renderScreen(<Panel />);
  await rows();
  expect(['Completed', 'Failed', 'Pending'].map((word) => /text-(\w+)/.exec(looksOf(word))?.[0])).toEqual([
    'text-pitch',
    'text-live',
    'text-gold',
  ]);
});
const looksOf = (word: string) => screen.getByText(word).className.replace('text-small', '');

test('shown: a row expands to its id and details', async () => {
  answering({ '/payment/history': answers([arrivedDeposit]) });
  renderScreen(<Panel />);
  const toggle = await screen.findByRole('button', { name: /^Show the details of deposit/ });
  await userEvent.click(toggle);
  expect(toggle.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByText('Charged')).toBeTruthy();
  expect(screen.getByText('€46.00')).toBeTruthy();
});
test('shown: a push updates the row; an older version does not', async () => {
  answering({ '/payment/history': answers([pendingWithdrawal]) });
  const { push } = renderScreen(<Panel />);
  await rows();
  const decided = { ...pendingWithdrawal, version: 2, status: 'canceled', reason: 'The name does not match.' } as const;
  act(() => push({ type: 'transaction pushed', transaction: decided }));
  act(() => push({ type: 'transaction pushed', transaction: pendingWithdrawal }));
  expect(screen.getByText('Canceled')).toBeTruthy();
  expect(screen.getByText('The name does not match.')).toBeTruthy();
});
const ways = () => screen.queryAllByRole('link', { name: 'Continue payment of $25.00 via creditcard' });

test('shown: an unpaid deposit links to its payment page until it is paid', async () => {
  answering({ '/payment/history': answers([payableDeposit]) });
  const { push } = renderScreen(<Panel />);
  await rows();
  expect(ways().map((way) => way.getAttribute('href'))).toEqual(['https://pay.test/checkout/tr_1']);
  expect(screen.getByText(/^Not paid yet\. You can pay until Nov 20, 2099, /)).toBeTruthy();
  const { checkoutUrl: _, checkoutExpiresAt: __, ...paid } = payableDeposit;
  act(() => push({ type: 'transaction pushed', transaction: { ...paid, version: 2, status: 'completed' } }));
  expect([ways(), screen.queryByText(/Not paid yet/)]).toEqual([[], null]);
});
test.each([
  ['has expired', { checkoutExpiresAt: '2020-01-01T00:00:00.000Z' }],
  ['is a script', { checkoutUrl: 'javascript:alert(1)' }],
  ['is no address', { checkoutUrl: 'checkout' }],
])('shown: a payment page that %s is not offered', async (_why, different) => {
  answering({ '/payment/history': answers([{ ...payableDeposit, ...different }]) });
  renderScreen(<Panel />);
  await rows();
  expect([ways(), screen.queryByText(/Not paid yet/)]).toEqual([[], null]);
});
test('shown: none yet', async () => {
  answering({ '/payment/history': answers([]) });
  renderScreen(<Panel />);
  expect(await screen.findByText('No transaction history available')).toBeTruthy();
});
test('failed: says so, and the list can be loaded again', async () => {
  answering({ '/payment/history': refuses(500, 'Out of order.') });
  renderScreen(<Panel />);
  expect(await screen.findByText('Failed to load transactions. Please try again.')).toBeTruthy();
  answering({ '/payment/history': answers([pendingWithdrawal]) });
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await rows()).toHaveLength(1);
});
test('stale: a failed refresh keeps the rows and says so', async () => {
  answering({ '/payment/history': answers([pendingWithdrawal]) });
  renderScreen(<Panel />);
  await rows();
  answering({ '/payment/history': 'network failure' });
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load transactions. Please try again.');
  expect(await rows()).toHaveLength(1);
});
