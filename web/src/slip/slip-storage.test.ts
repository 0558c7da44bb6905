import { afterEach, expect, test } from 'vitest';
import { adoptPreferences, rereadPreferences } from '../settings/preferences.ts';
import { isSlipStored } from './load-slip.ts';
import { arsenal } from './samples.ts';
import { readSlip, storeSlip } from './slip-storage.ts';
import { newForm } from './tickets.ts';

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
  const form = {
    kind: 'system',
    stakes: new Map([['m-arsenal', '2.50']]),
    sizes: [2],
    bankers: ['m-arsenal'],
  } as const;
  const stored = { entries: [arsenal], stakeText: '7.5', form, policy: 'any', attempt } as const;
  adoptPreferences({ oddsPolicy: 'any' });
  storeSlip(stored);
  expect(readSlip()).toEqual(stored);
});
test('an empty slip needs no code on the next visit, whatever it was before', () => {
  storeSlip({ entries: [], stakeText: '7.5', form: { ...newForm, kind: 'system' }, attempt: null });
  expect(isSlipStored()).toBe(false);
});
test('tickets that had no answer are read back', () => {
  const selections = [{ matchId: 'm-arsenal', betOutcome: 'Arsenal Win', odds: 2.1, banker: true }];
  const tickets = [{ type: 'system' as const, unitStake: 2, sizes: [1, 2], selections }];
  storeSlip({ entries: [arsenal], stakeText: '', form: newForm, attempt: { ...attempt, request: { tickets } } });
  expect(readSlip().attempt?.request).toEqual({ tickets });
});
test('on a first visit the slip is empty and accepts better odds', () => {
  expect(readSlip()).toEqual({ entries: [], stakeText: '', form: newForm, policy: 'better', attempt: null });
});
test.each(['{', '7', '{"entries":[{"matchId":"m"},{"matchId":"m","betOutcome":"Draw","matchName":"","odds":"0.5"}]}'])(
  'malformed parts are empty: %s',
  (text) => {
    localStorage.setItem('slip', text);
    expect(readSlip().entries).toEqual([]);
  },
);
