import { afterEach, expect, test } from 'vitest';
import { preferences, rereadPreferences } from '../settings/preferences.ts';
import { matchRowOf, playing } from '../testing/match-rows.ts';
import { favouritesIn, isOfFavourites, leagueFavourite, teamFavourite, toggleFavourite } from './favourites.tsx';

afterEach(() => {
  localStorage.clear();
  rereadPreferences();
});

const starred = () => favouritesIn(preferences().favourites);

test('a star is stored in the browser, and pressing it again removes it', () => {
  toggleFavourite(teamFavourite('Atlético Madrid'));
  toggleFavourite(leagueFavourite('soccer_epl'));
  rereadPreferences();
  expect(starred()).toEqual(['team:Atlético Madrid', 'league:soccer_epl']);
  toggleFavourite(teamFavourite('Atlético Madrid'));
  expect(starred()).toEqual(['league:soccer_epl']);
});

test('a match is a favourite by its league or either team', () => {
  const row = matchRowOf({
    match: playing('Arsenal', 'Chelsea', '2026-11-21T15:00:00Z'),
    league: { key: 'soccer_epl', title: 'Premier League' },
  });
  expect(
    ['', 'team:Arsenal', 'team:Chelsea', 'league:soccer_epl', 'team:Arsen', 'league:soccer'].map((text) =>
      isOfFavourites(row, text),
    ),
  ).toEqual([false, true, true, true, false, false]);
});

test('the hundred newest favourites are stored', () => {
  for (let number = 0; number <= 100; number += 1) toggleFavourite(teamFavourite(`Team ${number}`));
  expect([starred().length, starred()[0], starred().at(-1)]).toEqual([100, 'team:Team 1', 'team:Team 100']);
});
