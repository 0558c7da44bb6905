import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { answering, answers } from '../../testing/answering.ts';
import { withModalDialogs } from '../../testing/modal-dialogs.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { MarketsScreen } from './markets-screen.tsx';
import { changedId, operatedMatch, proposal } from './samples.ts';

withModalDialogs();

const doubtful = { ...operatedMatch, matchId: 'm2', homeTeam: 'Leeds', exposure: [], reviews: [changedId], proposal };
const show = (path = '/markets') =>
  renderScreen(<MarketsScreen />, {
    path,
    session: { accessToken: 't', user: { id: 'a1', name: 'Bo', email: 'bo@touchline.test', role: 'admin' } },
  });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('each match tells its state, its bets and what waits for a person, and leads to its page', async () => {
  answering({ '/markets': answers({ matches: [operatedMatch, doubtful], closures: [] }) });
  show();
  const [first, second] = await screen
    .findAllByRole('listitem')
    .then((items) => items.filter((item) => item.querySelector('a')));
  if (!first || !second) throw new Error('two matches are listed');
  for (const text of ['Over / Under 2.5: suspended', '$40.30', '$33.11']) {
    expect(within(first).getByText(text)).toBeTruthy();
  }
  for (const text of ['1 review', 'Waits for a second admin', 'No open bets']) {
    expect(within(second).getByText(text)).toBeTruthy();
  }
  expect(within(first).getByRole('link').getAttribute('href')).toBe(`/markets/${operatedMatch.matchId}`);
});

test('filters are in the address', async () => {
  answering({ '/markets': answers({ matches: [operatedMatch, doubtful], closures: [] }) });
  const { history } = show('/markets?show=attention');
  expect(await screen.findByRole('link', { name: 'Leeds – Chelsea' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Arsenal – Chelsea' })).toBeNull();
  await userEvent.type(screen.getByLabelText('Team'), 'nobody{Enter}');
  expect(history.at(-1)).toBe('/markets?show=attention&search=nobody');
  await press('Clear filters');
  expect(history.at(-1)).toBe('/markets');
});

test('a refresh that fails leaves the matches and says so', async () => {
  answering({ '/markets': 'broken line' });
  show();
  await screen.findByText('Network error. Please check your internet connection.');
  answering({ '/markets': answers({ matches: [operatedMatch], closures: [] }) });
  await press('Try Again');
  await screen.findByRole('link', { name: 'Arsenal – Chelsea' });
  answering({ '/markets': 'broken line' });
  await press('Refresh');
  expect((await screen.findByRole('alert')).textContent).toContain('may be out of date');
  expect(screen.getByRole('link', { name: 'Arsenal – Chelsea' })).toBeTruthy();
});

test('betting is closed with a reason, and what is closed says why and by whom until it is opened', async () => {
  answering({ '/markets': answers({ matches: [operatedMatch], closures: [] }) });
  show();
  await screen.findByText('Betting is open.');
  await press('Close betting');
  const dialog = await screen.findByRole('dialog', { name: 'Close all betting?' });
  const sure = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Close betting' });
  expect(sure.disabled).toBe(true);
  await userEvent.type(within(dialog).getByLabelText('Reason'), 'the feed is wrong');
  const closure = {
    scope: 'all',
    reason: 'the feed is wrong',
    closedAt: '2026-11-20T12:00:00Z',
    by: { userId: 'a1', name: 'Bo', email: 'bo@touchline.test' },
  };
  const asked = answering({
    '/markets/close-betting': answers({ closures: [closure] }),
    '/markets': answers({ matches: [operatedMatch], closures: [closure] }),
  });
  await userEvent.click(sure);
  expect(await screen.findByText('All betting is closed')).toBeTruthy();
  expect(screen.getByText('the feed is wrong')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Close betting' }).disabled).toBe(true);
  expect(screen.getByRole('button', { name: 'Open all betting' })).toBeTruthy();
  expect(asked.find(({ path }) => path === '/markets/close-betting')?.body).toEqual({ reason: 'the feed is wrong' });
});

test('the list follows by itself while it is looked at, and says so when it cannot', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  answering({ '/markets': answers({ matches: [operatedMatch], closures: [] }) });
  show();
  await screen.findByText('$40.30');
  const [home] = operatedMatch.exposure;
  answering({
    '/markets': answers({ matches: [{ ...operatedMatch, exposure: home ? [home] : [] }], closures: [] }),
  });
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect(await screen.findByText('$30.10')).toBeTruthy();
  answering({ '/markets': 'broken line' });
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect((await screen.findByRole('alert')).textContent).toContain('may be out of date');
});
