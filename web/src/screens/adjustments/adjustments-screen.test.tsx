import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Role } from '@touchline/core/account';
import type { AdjustmentView } from '@touchline/core/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { answering, answers, refuses } from '../../testing/answering.ts';
import { withModalDialogs } from '../../testing/modal-dialogs.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { AdjustmentsScreen } from './adjustments-screen.tsx';

withModalDialogs();
afterEach(() => vi.useRealTimers());

const at = '2026-11-20T14:00:00.000Z';
const [bo, cleo] = [
  { id: 'a1', name: 'Bo' },
  { id: 'a2', name: 'Cleo' },
];
const requested: AdjustmentView = {
  id: 'j1',
  user: { id: 'u1', name: 'Ada Lovelace' },
  amount: -12.5,
  cause: 'payment',
  reason: 'The refund was credited twice.',
  state: 'requested',
  requested: { by: cleo, at },
  decided: null,
  postedAt: null,
};
const posted: AdjustmentView = {
  ...requested,
  id: 'j2',
  amount: 5,
  state: 'posted',
  decided: { by: bo, at },
  postedAt: at,
};
const show = (role: Role = 'admin', path = '/adjustments') =>
  renderScreen(<AdjustmentsScreen />, {
    path,
    session: { accessToken: 't', user: { id: 'a1', name: 'Bo', email: 'bo@touchline.test', role } },
  });
const cards = async () => within(await screen.findByRole('list', { name: 'Adjustments' })).getAllByRole('listitem');

test('is for staff only', () => {
  const asked = answering({});
  show('bettor');
  expect(screen.getByText('This page is for admins and auditors.')).toBeTruthy();
  expect(asked).toEqual([]);
});

test('shows amount, player, reason, people and state of each', async () => {
  answering({ '/adjustments': answers([requested, { ...posted, state: 'approved', postedAt: null }, posted]) });
  show();
  const [first, second, third] = (await cards()).map((card) => card.textContent ?? '');
  for (const text of [
    'Ada Lovelace',
    '-$12.50',
    'Waits for approval',
    'Correction of a payment: The refund',
    'credited twice',
    'Requested by Cleo',
  ])
    expect(first).toContain(text);
  for (const text of ['+$5.00', 'Approved, not posted', 'npm run ledger -- post-adjustments'])
    expect(second).toContain(text);
  for (const text of ['Posted', 'Approved by Bo', 'In the ledger since']) expect(third).toContain(text);
  expect(third).not.toContain('npm run');
});

test('another admin approves; the one who requested can only withdraw it', async () => {
  const asked = answering({
    '/adjustments': answers([requested, { ...requested, id: 'j3', requested: { by: bo, at } }]),
    '/adjustments/j1/decide': answers({ ...requested, state: 'approved', decided: { by: bo, at } }),
  });
  show();
  const [others, own] = (await cards()).map((card) => within(card));
  expect(own?.queryByRole('button', { name: 'Approve the adjustment' })).toBeNull();
  expect(own?.getByRole('button', { name: 'Withdraw the request' })).toBeTruthy();
  await userEvent.click(others?.getByRole('button', { name: 'Approve the adjustment' }) as HTMLElement);
  const dialog = within(screen.getByRole('dialog', { name: 'Approve this adjustment?' }));
  for (const text of ['-$12.50', 'Ada Lovelace', 'Cleo']) expect(dialog.getByText(text)).toBeTruthy();
  expect(asked.some(({ path }) => path.endsWith('/decide'))).toBe(false);
  await userEvent.click(dialog.getByRole('button', { name: 'Approve -$12.50' }));
  await expect.poll(() => asked.filter(({ path }) => path === '/adjustments').length).toBe(2);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(asked.find(({ path }) => path.endsWith('/decide'))?.body).toEqual({ how: 'approved' });
});

test('a decision that another admin makes first is not offered again', async () => {
  answering({ '/adjustments': answers([requested]) });
  const { push } = show();
  await userEvent.click(await screen.findByRole('button', { name: 'Approve the adjustment' }));
  answering({ '/adjustments': answers([{ ...requested, state: 'declined', decided: { by: cleo, at } }]) });
  act(() => push({ type: 'market pushed', change: { matchId: null } }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Already decided' }));
  expect(dialog.getByText('Cleo declined this adjustment.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a refusal shows in the dialog, and auditors decide nothing', async () => {
  answering({
    '/adjustments': answers([requested]),
    '/adjustments/j1/decide': refuses(409, 'This adjustment was declined.'),
  });
  const { unmount } = show();
  await userEvent.click(await screen.findByRole('button', { name: 'Decline the adjustment' }));
  await userEvent.click(screen.getByRole('button', { name: 'Decline -$12.50' }));
  expect((await screen.findByRole('alert')).textContent).toBe('This adjustment was declined.');
  unmount();
  show('auditor');
  await cards();
  expect(screen.queryByRole('button', { name: /Approve|Decline/ })).toBeNull();
});

test.each([
  ['admin', true],
  ['auditor', false],
] as const)('is refreshed for admins; each time an auditor reads it is recorded: %s', async (role, isRefreshed) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const asked = answering({ '/adjustments': answers([requested]) });
  show(role);
  await cards();
  for (let i = 0; i < 2; i += 1) await act(() => vi.advanceTimersByTimeAsync(3_100));
  expect(asked.length > 1).toBe(isRefreshed);
});

test('a decision whose answer is missing says that it may have been made', async () => {
  answering({ '/adjustments': answers([requested]), '/adjustments/j1/decide': 'network failure' });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Approve the adjustment' }));
  await userEvent.click(screen.getByRole('button', { name: 'Approve -$12.50' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    "We don't know whether this worked. Refresh before you try again.",
  );
});

test('shows the empty and failed states, and those of one player', async () => {
  const asked = answering({ '/adjustments': answers([]) });
  const { unmount } = show('admin', '/adjustments?user=u1');
  expect(await screen.findByText('No adjustments yet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'All players' }).getAttribute('href')).toBe('/adjustments');
  expect(asked).toHaveLength(1);
  unmount();
  answering({ '/adjustments': refuses(500, 'The database is away.') });
  show();
  expect(await screen.findByText('The database is away.')).toBeTruthy();
});
