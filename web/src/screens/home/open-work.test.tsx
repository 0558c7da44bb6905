import { screen, within } from '@testing-library/react';
import { adminRoom, type WorkView } from '@touchline/core/contract';
import { expect, test, vi } from 'vitest';
import { answering, answers } from '../../testing/answering.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ageText, OpenWork } from './open-work.tsx';

const nothing = { count: 0, oldest: null };
const idle: WorkView = {
  withdrawals: { ...nothing, amount: 0 },
  failedReturns: { ...nothing, amount: 0 },
  deposits: { ...nothing, amount: 0 },
  adjustments: nothing,
  matches: nothing,
  cases: { verification: nothing, reconciliation: nothing, investigation: nothing },
  liabilities: [],
  feeds: [{ feed: 'odds', isOk: true, text: 'Prices are confirmed.' }],
};
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const busy: WorkView = {
  ...idle,
  withdrawals: { count: 3, amount: 1250.5, oldest: hoursAgo(5.2) },
  matches: { count: 2, oldest: hoursAgo(100) },
  unposted: { count: 1, oldest: hoursAgo(3) },
  liabilities: [
    {
      matchId: 'm1',
      leagueKey: 'soccer_epl',
      homeTeam: 'Arsenal',
      awayTeam: 'Chelsea',
      commenceTime: hoursAgo(-3),
      score: { home: 2, away: 1 },
      loss: 812.4,
    },
  ],
  feeds: [{ feed: 'email', isOk: false, text: '4 emails not sent for 20 minutes.' }],
};
const show = () =>
  renderScreen(<OpenWork />, {
    session: { accessToken: 't', user: { id: 'a1', name: 'Bo', email: 'bo@touchline.test', role: 'admin' } },
    rows: [],
  });

test('each figure links to the list that it counts, filtered', async () => {
  answering({ '/work': answers(busy) });
  show();
  const tile = (name: string) => screen.getByRole('link', { name }).closest('li') ?? document.body;
  await screen.findByRole('link', { name: 'Withdrawals' });
  for (const text of ['3', '$1,250.50', 'Oldest 5 h']) expect(within(tile('Withdrawals')).getByText(text)).toBeTruthy();
  expect(within(tile('Results and reviews')).getByText('Oldest 4 days')).toBeTruthy();
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(within(tile('Adjustments to post')).getByText('Oldest 3 h')).toBeTruthy();
  expect(hrefOf('Withdrawals')).toBe('/transactions?status=pending&type=withdrawal&order=asc');
  expect(hrefOf('Flagged deposits')).toBe('/transactions?type=deposit&flag=amount-differs,paid-after-close&order=asc');
  expect(hrefOf('Results and reviews')).toBe('/markets?show=attention');
  expect(hrefOf('Arsenal – Chelsea')).toBe('/markets/m1');
  expect(screen.getByText('-$812.40')).toBeTruthy();
  expect(screen.getByText('4 emails not sent for 20 minutes.')).toBeTruthy();
  expect(screen.queryByText(/Nothing is waiting/)).toBeNull();
});

test('says that nothing waits, and shows new work at once when a transaction changes', async () => {
  const work = { value: idle };
  answering({ '/work': () => answers(work.value) });
  const { live, push } = show();
  expect(await screen.findByText(/^Nothing is waiting for you\./)).toBeTruthy();
  expect(screen.getByText('No match can lose money now.')).toBeTruthy();
  expect(live.getSnapshot().context.rooms).toContain(adminRoom);
  work.value = busy;
  push({ type: 'admin transaction pushed', transaction: {} as never });
  await vi.waitFor(() => expect(screen.getByText('$1,250.50')).toBeTruthy(), { timeout: 60_000 });
});

test('lists closed accounts with a balance, each with a link to its player', async () => {
  const closedBalances = [{ userId: 'u1', balance: -12.5, closedAt: hoursAgo(30) }];
  answering({ '/work': answers({ ...idle, closedBalances }) });
  show();
  expect(await screen.findByRole('heading', { name: 'Closed accounts with a balance' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'u1' }).getAttribute('href')).toBe('/players/u1');
  expect(screen.getByText('-$12.50')).toBeTruthy();
  expect(screen.queryByText(/Nothing is waiting/)).toBeNull();
});

test('a failure says so and can be retried', async () => {
  answering({ '/work': 'network failure' });
  show();
  expect(await screen.findByRole('button', { name: 'Try Again' })).toBeTruthy();
});

test('an age is in minutes, hours, then days', () => {
  const minute = 60_000;
  expect([0, 59, 60, 47 * 60 + 59, 48 * 60].map((minutes) => ageText(minutes * minute))).toEqual([
    'under 1 min',
    '59 min',
    '1 h',
    '47 h',
    '2 days',
  ]);
});
