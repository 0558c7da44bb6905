import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type NotificationView, notificationPage } from '@touchline/core/contract';
import { expect, test } from 'vitest';
import { answering, answers, refuses } from '../../testing/answering.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { NotificationsScreen } from './notifications-screen.tsx';

const deposit = (id: number, isRead: boolean): NotificationView => ({
  id,
  createdAt: '2026-11-24T12:00:00Z',
  isRead,
  kind: 'deposit',
  transactionId: 't1',
  amount: id,
});
const goal: NotificationView = {
  ...{ id: 20, createdAt: '2026-11-24T12:05:00Z', isRead: false, kind: 'goal', matchId: 'm1' },
  ...{ homeTeam: 'Ajax', awayTeam: 'Utrecht', score: { home: 1, away: 0 }, scorers: ['home'], selections: ['Draw'] },
};
const page = (notifications: readonly NotificationView[], unread = 0) => answers({ unread, notifications });
const rows = () => screen.getAllByRole('listitem').map((row) => within(row).getByRole('link').textContent ?? '');

test('lists the newest first, adds what is pushed, and marks everything as read', async () => {
  const asked = answering({
    '/notifications': page([deposit(10, false), deposit(9, true)], 1),
    '/notifications/read': answers({ unread: 0 }),
  });
  const { push } = renderScreen(<NotificationsScreen />, { rows: [] });
  expect(await screen.findByText('$10.00 was added to your balance.')).toBeTruthy();
  expect(rows().map((text) => text.includes('New'))).toEqual([true, false]);
  act(() => push({ type: 'notification pushed', notification: goal }));
  expect(rows()[0]).toContain('Goal: Ajax');
  expect(screen.getAllByRole('link', { name: /Goal: Ajax/ })[0]?.getAttribute('href')).toBe('/match/m1');
  await expect
    .poll(() => asked.filter(({ path }) => path === '/notifications/read').map(({ body }) => body))
    .toEqual([{ upTo: 10 }, { upTo: 20 }]);
});

test('loads older ones page by page', async () => {
  const newest = Array.from({ length: notificationPage }, (_, index) => deposit(100 - index, true));
  answering({
    '/notifications': (query) => page(query.get('before') === null ? newest : [deposit(5, true)]),
  });
  renderScreen(<NotificationsScreen />, { rows: [] });
  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
  expect(await screen.findByText('$5.00 was added to your balance.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  expect(rows()).toHaveLength(notificationPage + 1);
});

test('an empty list leads to the matches', async () => {
  answering({ '/notifications': page([]) });
  renderScreen(<NotificationsScreen />, { rows: [] });
  expect(await screen.findByText('No notifications yet.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Browse matches' }).getAttribute('href')).toBe('/games');
});

test('a list that cannot be loaded can be tried again', async () => {
  answering({ '/notifications': refuses(503, 'The database does not answer.') });
  renderScreen(<NotificationsScreen />, { rows: [] });
  expect(await screen.findByText('The database does not answer.')).toBeTruthy();
  answering({ '/notifications': page([deposit(7, true)]) });
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('$7.00 was added to your balance.')).toBeTruthy();
});
