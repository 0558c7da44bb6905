import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { setLanguage } from '@touchline/core/language';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onPreferences, preferences, rereadPreferences } from '../settings/preferences.ts';
import { Shell } from '../shell/shell.tsx';
import { SlipProvider } from '../slip/index.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { showLanguage, useLanguage } from './show-language.ts';

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));
});
afterEach(() => {
  setLanguage('en');
  localStorage.clear();
  rereadPreferences();
});

/** The frame of `app.tsx`, which follows the language. */
const Frame = () => (
  <SlipProvider>
    <Shell key={useLanguage()} config={undefined}>
      <p>the screen</p>
    </Shell>
  </SlipProvider>
);

test('a guest chooses a language: all texts change without a reload, and the next visit keeps it', async () => {
  const stop = onPreferences(() => void showLanguage(preferences().language));
  renderScreen(<Frame />);
  await userEvent.click(screen.getByRole('button', { name: 'Deutsch' }));
  expect(await screen.findByRole('group', { name: 'Sprache' })).toBeDefined();
  expect(screen.getAllByRole('link', { name: 'Spiele' }).length).toBeGreaterThan(0);
  expect(screen.queryAllByRole('link', { name: 'Games' })).toEqual([]);
  expect([document.documentElement.lang, localStorage.getItem('language')]).toEqual(['de', 'de']);
  stop();
});
