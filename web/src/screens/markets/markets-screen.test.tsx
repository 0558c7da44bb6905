import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answering, answers } from '../../testing/answering.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { MarketsScreen } from './markets-screen.tsx';
import { changedId, operatedMatch, proposal } from './samples.ts';

const doubtful = { ...operatedMatch, matchId: 'm2', homeTeam: 'Leeds', exposure: [], reviews: [changedId], proposal };
const show = (path = '/markets') =>
  renderScreen(<MarketsScreen />, {
    path,
    session: { accessToken: 't', user: { id: 'a1', name: 'Bo', email: 'bo@touchline.test', role: 'admin' } },
  });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('each match tells its state, its bets and what waits for a person, and leads to its page', async () => {
  answering({ '/markets': answers({ matches: [operatedMatch, doubtful] }) });
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
  answering({ '/markets': answers({ matches: [operatedMatch, doubtful] }) });
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
  answering({ '/markets': answers({ matches: [operatedMatch] }) });
  await press('Try Again');
  await screen.findByRole('link', { name: 'Arsenal – Chelsea' });
  answering({ '/markets': 'broken line' });
  await press('Refresh');
  expect((await screen.findByRole('alert')).textContent).toContain('may be out of date');
  expect(screen.getByRole('link', { name: 'Arsenal – Chelsea' })).toBeTruthy();
});
