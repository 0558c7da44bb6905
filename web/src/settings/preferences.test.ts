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

test('a first visit writes decimal odds and takes better ones', () => {
  expect(preferences()).toEqual({ oddsFormat: 'decimal', oddsPolicy: 'better' });
});
test('a choice counts at once, is kept over a reload, and is handed to whoever saves it', () => {
  const saved: unknown[] = [];
  const stop = onChosen((changes) => saved.push(changes));
  choosePreferences({ oddsFormat: 'american' });
  stop();
  rereadPreferences();
  expect([preferences(), saved]).toEqual([
    { oddsFormat: 'american', oddsPolicy: 'better' },
    [{ oddsFormat: 'american' }],
  ]);
});
test('what the account says is adopted without being saved there again', () => {
  const saved: unknown[] = [];
  const stop = onChosen((changes) => saved.push(changes));
  adoptPreferences({ oddsFormat: 'fractional', oddsPolicy: 'none' });
  stop();
  expect([preferences().oddsPolicy, saved]).toEqual(['none', []]);
});
test('another tab that chose is followed, and what changes nothing is not told', () => {
  let told = 0;
  const stop = onPreferences(() => {
    told += 1;
  });
  followOtherTabs();
  localStorage.setItem('oddsFormat', 'american');
  dispatchEvent(new StorageEvent('storage', { key: 'oddsFormat' }));
  dispatchEvent(new StorageEvent('storage', { key: 'oddsFormat' }));
  dispatchEvent(new StorageEvent('storage', { key: 'slip' }));
  stop();
  expect([preferences().oddsFormat, told]).toEqual(['american', 1]);
});
test('what is stored and is no choice counts as none', () => {
  localStorage.setItem('oddsFormat', 'roman');
  rereadPreferences();
  expect(preferences().oddsFormat).toBe('decimal');
});
