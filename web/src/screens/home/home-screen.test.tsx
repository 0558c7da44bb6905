import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SettingsProvider } from '../../api/settings.ts';
import { rereadPreferences } from '../../settings/preferences.ts';
import { SlipProvider } from '../../slip/index.ts';
import { matchRowOf, playing } from '../../testing/match-rows.ts';
import { network } from '../../testing/network.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { settings } from '../../testing/settings.ts';
import { HomeScreen } from './home-screen.tsx';

const bea = {
  accessToken: 'tok',
  user: { id: 'u1', name: 'Bea', email: 'bea@touchline.test', role: 'bettor' as const },
};
const show = (options: Parameters<typeof renderScreen>[1] = {}, bonusPercent?: number) =>
  renderScreen(
    <SettingsProvider value={{ ...settings, bonusPercent: bonusPercent ?? 100 }}>
      <SlipProvider>
        <HomeScreen />
      </SlipProvider>
    </SettingsProvider>,
    options,
  );

test('guests see the welcome bonus, members do not', () => {
  const { unmount } = show();
  expect(screen.getByText('Get 100% bonus on your first deposit!')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Claim Now' }).getAttribute('href')).toBe('/register');
  unmount();
  show({ session: bea });
  expect(screen.queryByText('Get 100% bonus on your first deposit!')).toBeNull();
});

test('the bonus banner follows the configured percentage, and disappears when there is none', () => {
  const { unmount } = show({}, 50);
  expect(screen.getByText('Get 50% bonus on your first deposit!')).toBeTruthy();
  unmount();
  show({}, 0);
  expect(screen.queryByRole('link', { name: 'Claim Now' })).toBeNull();
});

test('shows the texts of the loading, failed and empty states', async () => {
  const loading = show();
  expect(screen.getByText('Loading upcoming matches...')).toBeTruthy();
  loading.unmount();
  network.mockResolvedValueOnce(new Response('{}', { status: 500 }));
  const failed = show();
  await screen.findByText('Error: Failed to fetch matches');
  failed.unmount();
  show({ rows: [] });
  expect(screen.getByText('No upcoming matches available')).toBeTruthy();
});

test('a bettor sees live matches first, a guest only upcoming ones', () => {
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const rows = [
    matchRowOf({ id: 'later', match: playing('Arsenal', 'Chelsea', inHours(3)) }),
    matchRowOf({ id: 'now', match: playing('Lyon', 'Nice', inHours(-1)) }),
  ];
  const names = () => screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'));
  const guest = show({ rows });
  expect(names()).toEqual(['Arsenal vs Chelsea']);
  guest.unmount();
  show({ rows, session: bea });
  expect(names()).toEqual(['Lyon vs Nice', 'Arsenal vs Chelsea']);
  expect(screen.getByRole('link', { name: 'All live' }).getAttribute('href')).toBe('/games?tab=live');
});

test('matches of starred teams and leagues come first, also for a guest', async () => {
  localStorage.setItem('favourites', 'team:Nice');
  rereadPreferences();
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const rows = [
    matchRowOf({ id: 'first', match: playing('Arsenal', 'Chelsea', inHours(3)) }),
    matchRowOf({ id: 'starred', match: playing('Lyon', 'Nice', inHours(30)) }),
  ];
  show({ rows });
  const section = await screen.findByRole('region', { name: 'Favourites' }, { timeout: 60_000 });
  const names = (inside: HTMLElement) =>
    within(inside)
      .getAllByRole('article')
      .map((card) => card.getAttribute('aria-label'));
  expect(names(section)).toEqual(['Lyon vs Nice']);
  expect(names(document.body)).toEqual(['Lyon vs Nice', 'Arsenal vs Chelsea', 'Lyon vs Nice']);
  localStorage.clear();
  rereadPreferences();
});

test('shows only upcoming matches, with a link to all others', () => {
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  show({
    rows: [
      matchRowOf({ id: 'now', match: playing('Lyon', 'Nice', inHours(-1)) }),
      matchRowOf({ id: 'later', match: playing('Arsenal', 'Chelsea', inHours(3)) }),
    ],
  });
  expect(screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'))).toEqual(['Arsenal vs Chelsea']);
  expect(screen.getByRole('link', { name: 'View All' }).getAttribute('href')).toBe('/games');
});
