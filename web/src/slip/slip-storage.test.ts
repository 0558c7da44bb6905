import { afterEach, expect, test } from 'vitest';
import { adoptPreferences, rereadPreferences } from '../settings/preferences.ts';
import { arsenal } from './samples.ts';
import { keepSlip, readKeptSlip } from './slip-storage.ts';

afterEach(() => {
  localStorage.clear();
  rereadPreferences();
});

const attempt = {
  key: 'k1',
  bettorId: 'u1',
  request: { stake: 10, matches: [{ matchId: 'm-arsenal', betOutcome: 'Arsenal Win', odds: 2.1 }] },
  tries: 1,
};

test('a slip is read back as it was kept, odds exact, with the bet that has no answer yet', () => {
  const kept = { entries: [arsenal], policy: 'any', attempt } as const;
  adoptPreferences({ oddsPolicy: 'any' });
  keepSlip(kept);
  expect(readKeptSlip()).toEqual(kept);
});
test('a first visit has an empty slip and takes better odds', () => {
  expect(readKeptSlip()).toEqual({ entries: [], policy: 'better', attempt: null });
});
test.each(['{', '7', '{"entries":[{"matchId":"m"},{"matchId":"m","betOutcome":"Draw","matchName":"","odds":"0.5"}]}'])(
  'what is broken counts as nothing: %s',
  (text) => {
    localStorage.setItem('slip', text);
    expect(readKeptSlip().entries).toEqual([]);
  },
);
