import { afterEach, expect, test } from 'vitest';
import { adoptPreferences, rereadPreferences } from '../settings/preferences.ts';
import { arsenal } from './samples.ts';
import { readSlip, storeSlip } from './slip-storage.ts';

afterEach(() => {
  localStorage.clear();
  rereadPreferences();
});

const attempt = {
  key: 'k1',
  bettorId: 'u1',
  request: { stake: 10, matches: [{ matchId: 'm-arsenal', betOutcome: 'Arsenal Win', odds: 2.1 }] },
  attempts: 1,
};

test('a slip is read back as it was stored, with exact odds and the bet that had no answer', () => {
  const stored = { entries: [arsenal], policy: 'any', attempt } as const;
  adoptPreferences({ oddsPolicy: 'any' });
  storeSlip(stored);
  expect(readSlip()).toEqual(stored);
});
test('on a first visit the slip is empty and accepts better odds', () => {
  expect(readSlip()).toEqual({ entries: [], policy: 'better', attempt: null });
});
test.each(['{', '7', '{"entries":[{"matchId":"m"},{"matchId":"m","betOutcome":"Draw","matchName":"","odds":"0.5"}]}'])(
  'malformed parts are empty: %s',
  (text) => {
    localStorage.setItem('slip', text);
    expect(readSlip().entries).toEqual([]);
  },
);
