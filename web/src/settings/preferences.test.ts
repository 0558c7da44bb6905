import { afterEach, expect, test } from 'vitest';
import {
  adoptPreferences,
  choosePreferences,
  followOtherTabs,
  onChosen,
  onPreferences,
  preferences,
  rereadPreferences,
} from './preferences.ts';

afterEach(() => {
  localStorage.clear();
  rereadPreferences();
});

test('a first visit shows decimal odds and accepts better ones', () => {
  expect(preferences()).toEqual({ oddsFormat: 'decimal', oddsPolicy: 'better', language: 'en', favourites: '' });
});
test('a choice applies at once, survives a reload, and is passed on to be saved', () => {
  const saved: unknown[] = [];
  const stop = onChosen((changes) => saved.push(changes));
  choosePreferences({ oddsFormat: 'american' });
  stop();
  rereadPreferences();
  expect([preferences(), saved]).toEqual([
    { oddsFormat: 'american', oddsPolicy: 'better', language: 'en', favourites: '' },
    [{ oddsFormat: 'american' }],
  ]);
});
test('preferences of the account apply without being saved again', () => {
  const saved: unknown[] = [];
  const stop = onChosen((changes) => saved.push(changes));
  adoptPreferences({ oddsFormat: 'fractional', oddsPolicy: 'none' });
  stop();
  expect([preferences().oddsPolicy, saved]).toEqual(['none', []]);
});
test('follows a choice in another tab, and reports no change without one', () => {
  let changes = 0;
  const stop = onPreferences(() => {
    changes += 1;
  });
  followOtherTabs();
  localStorage.setItem('oddsFormat', 'american');
  dispatchEvent(new StorageEvent('storage', { key: 'oddsFormat' }));
  dispatchEvent(new StorageEvent('storage', { key: 'oddsFormat' }));
  dispatchEvent(new StorageEvent('storage', { key: 'slip' }));
  stop();
  expect([preferences().oddsFormat, changes]).toEqual(['american', 1]);
});
test('ignores stored text that is no preference', () => {
  localStorage.setItem('oddsFormat', 'roman');
  rereadPreferences();
  expect(preferences().oddsFormat).toBe('decimal');
});
