import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { loadTranslations } from '@touchline/core/catalogues';
import { setLanguage } from '@touchline/core/language';
import { useToasterStore } from 'react-hot-toast';
import { expect, onTestFinished, test } from 'vitest';
import { preferences, rereadPreferences } from '../../settings/preferences.ts';
import { SlipProvider } from '../../slip/index.ts';
import { matchRowOf, playing } from '../../testing/match-rows.ts';
import { network } from '../../testing/network.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { GamesScreen } from './games-screen.tsx';

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const rows = [
  matchRowOf({ id: 'later', match: playing('Arsenal', 'Chelsea', inHours(30)) }),
  matchRowOf({ id: 'now', match: playing('Lyon', 'Nice', inHours(-1)), league: { key: 'x', title: 'Ligue 1' } }),
];
const show = (options: Parameters<typeof renderScreen>[1] = {}) =>
  renderScreen(
    <SlipProvider>
      <GamesScreen />
      <Said />
    </SlipProvider>,
    options,
  );
/** Lists the toasts: kind, duration and text. */
const Said = () =>
  useToasterStore().toasts.map(({ id, type, duration, message }) => (
    <p key={id}>{`${type} for ${duration} ms: ${message}`}</p>
  ));
const names = () => screen.queryAllByRole('article').map((card) => card.getAttribute('aria-label'));

test('shows that it is loading', () => {
  show();
  expect(screen.getByText('Loading matches...')).toBeTruthy();
});

test('shows the reason of a failure and retries', async () => {
  const user = userEvent.setup();
  network.mockResolvedValueOnce(new Response('{"code":"x","error":"The feed is unavailable"}', { status: 503 }));
  show();
  await screen.findByText('Error: The feed is unavailable');
  network.mockResolvedValueOnce(new Response(JSON.stringify(rows)));
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  await screen.findByRole('article', { name: 'Arsenal vs Chelsea' });
});

test('with favourites, they can be chosen in place of a league; a chosen league can be starred', async () => {
  localStorage.setItem('favourites', 'team:Nice');
  rereadPreferences();
  const user = userEvent.setup();
  show({ rows });
  await user.selectOptions(screen.getByLabelText('League'), 'Favourites');
  expect(names()).toEqual(['Lyon vs Nice']);
  await user.selectOptions(screen.getByLabelText('League'), 'Premier League');
  await user.click(screen.getByRole('button', { name: 'Favourite: Premier League' }));
  expect(preferences().favourites).toBe('team:Nice\nleague:soccer_epl');
  localStorage.clear();
  rereadPreferences();
});

test('live matches come first', () => {
  show({ rows });
  expect(names()).toEqual(['Lyon vs Nice', 'Arsenal vs Chelsea']);
});

test('reads the filter from the URL, and offers to clear one without matches', async () => {
  const user = userEvent.setup();
  show({ rows, path: '/games?tab=live&league=soccer_epl' });
  expect(screen.getByText('No matches found for the selected filters')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Live' }).getAttribute('aria-pressed')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'Show all matches' }));
  expect(names()).toEqual(['Lyon vs Nice', 'Arsenal vs Chelsea']);
});

test('tabs and selects filter the list', async () => {
  const user = userEvent.setup();
  show({ rows });
  await user.click(screen.getByRole('button', { name: 'Upcoming' }));
  expect(names()).toEqual(['Arsenal vs Chelsea']);
  await user.selectOptions(screen.getByRole('combobox', { name: 'League' }), 'La Liga');
  expect(names()).toEqual([]);
});

test('the league options have their keys', () => {
  show({ rows });
  const options = within(screen.getByRole('combobox', { name: 'League' })).getAllByRole<HTMLOptionElement>('option');
  expect(options.map(({ text, value }) => [text, value])).toEqual([
    ['All Leagues', 'all'],
    ['Premier League', 'soccer_epl'],
    ['La Liga', 'soccer_spain_la_liga'],
    ['Serie A', 'soccer_italy_serie_a'],
    ['Bundesliga', 'soccer_germany_bundesliga'],
    ['Ligue 1', 'soccer_france_ligue_one'],
    ['Champions League', 'soccer_uefa_champs_league'],
    ['Europa League', 'soccer_uefa_europa_league'],
    ['Nations League', 'soccer_uefa_nations_league'],
  ]);
});

test('a price that cannot be taken shows an error for three seconds and adds nothing', async () => {
  const user = userEvent.setup();
  const odds = { homeWin: '-', draw: 'evens' as unknown as number, awayWin: 4.2, overUnder: null } as const;
  show({ rows: [matchRowOf({ match: playing('Arsenal', 'Chelsea', inHours(30)), odds })] });
  await user.click(screen.getByRole('button', { name: /Arsenal Win/ }));
  await screen.findByText('error for 3000 ms: Odds not available for this selection');
  await user.click(screen.getByRole('button', { name: /Draw/ }));
  await screen.findByText('error for 3000 ms: Invalid odds value');
  expect(screen.queryByText(/Added/)).toBeNull();
});

test('each filter change adds a history entry, a repeated choice does not', async () => {
  const user = userEvent.setup();
  const { history } = show({ rows, path: '/games' });
  await user.click(screen.getByRole('button', { name: 'Live' }));
  await user.click(screen.getByRole('button', { name: 'Live' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'League' }), 'Serie A');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Date' }), 'This Week');
  expect(history.slice(1)).toEqual([
    '/games?tab=live',
    '/games?tab=live&league=soccer_italy_serie_a',
    '/games?tab=live&league=soccer_italy_serie_a&date=week',
  ]);
});

test('a refresh keeps the list, and a failure shows a toast', async () => {
  const user = userEvent.setup();
  network.mockResolvedValueOnce(new Response(JSON.stringify(rows)));
  show({ rows });
  await expect.poll(() => screen.getByRole('button', { name: 'Refresh matches' }).ariaBusy).toBeNull();
  network.mockResolvedValueOnce(new Response('{}', { status: 500 }));
  await user.click(screen.getByRole('button', { name: 'Refresh matches' }));
  await screen.findByText('error for 3000 ms: Failed to fetch matches');
  expect(network).toHaveBeenCalledTimes(2);
  expect(names()).toEqual(['Lyon vs Nice', 'Arsenal vs Chelsea']);
});

test('in Spanish, its tabs agree with the matches that they list', () => {
  loadTranslations('es');
  setLanguage('es');
  onTestFinished(() => setLanguage('en'));
  show({ rows });
  const tabs = within(screen.getByRole('group', { name: 'Qué partidos' })).getAllByRole('button');
  expect(tabs.map(({ textContent }) => textContent)).toEqual(['Todos', 'En vivo', 'Próximos']);
});
