import { afterEach, describe, expect, test } from 'vitest';
import { adoptPreferences, rereadPreferences } from '../settings/preferences.ts';
import { isSlipStored } from './load-slip.ts';
import { arsenal } from './samples.ts';
import { openSlipStorage, type SharedSlip } from './slip-storage.ts';
import { newForm } from './tickets.ts';

const stopListening: (() => void)[] = [];
afterEach(() => {
  for (const stop of stopListening.splice(0)) stop();
  localStorage.clear();
  rereadPreferences();
});

const readSlip = () => openSlipStorage().stored;
const storeSlip = (slip: SharedSlip) => openSlipStorage().store(slip);

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
test('the name of a match that an earlier release stored in German or Spanish is read as the English one', () => {
  const entries = [{ ...arsenal, odds: '2.1', matchName: 'Arsenal – Chelsea' }];
  localStorage.setItem('slip', JSON.stringify({ entries }));
  expect(readSlip().entries).toEqual([arsenal]);
});
test('on a first visit the slip is empty and accepts better odds', () => {
  expect(readSlip()).toEqual({ entries: [], stakeText: '', form: newForm, policy: 'better', attempt: null });
});
test('a bet without an answer that an earlier release stored with the slip is moved to a place of its own', () => {
  localStorage.setItem('slip', JSON.stringify({ entries: [{ ...arsenal, odds: '2.1' }], attempt }));
  const { stored, store } = openSlipStorage();
  store(stored);
  expect(JSON.parse(localStorage.getItem('slip') ?? '')).not.toHaveProperty('attempt');
  expect(readSlip()).toMatchObject({ entries: [arsenal], attempt });
});

describe('two tabs', () => {
  const slip = { entries: [arsenal], stakeText: '10', form: newForm, attempt: null };
  const placed = { entries: [], stakeText: '', form: newForm, attempt: null };
  const openTabs = () => {
    storeSlip(slip);
    const [first, second] = [openSlipStorage(), openSlipStorage()];
    const seen: SharedSlip[] = [];
    stopListening.push(second.onChange((changed) => seen.push(changed)));
    return { first, second, seen };
  };
  test('one that changes nothing keeps what the other stored', () => {
    const { first, second } = openTabs();
    first.store({ ...slip, attempt });
    second.store(slip);
    expect(readSlip().attempt).toEqual(attempt);
    first.store(placed);
    second.store(slip);
    expect(readSlip()).toMatchObject({ entries: [], attempt: null });
  });
  test('each change of one is reported once to the other, which has nothing to store then', () => {
    const { first, second, seen } = openTabs();
    first.store({ ...slip, attempt });
    dispatchEvent(new StorageEvent('storage', { key: 'slipAttempt' }));
    dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
    expect(seen).toEqual([{ ...slip, attempt, policy: 'better' }]);
    first.store(placed);
    second.store({ ...slip, attempt });
    dispatchEvent(new Event('pageshow'));
    expect(seen.slice(1)).toEqual([{ ...placed, policy: 'better' }]);
    second.store(placed);
    expect(localStorage).toHaveLength(0);
  });
  test('one that only reads a slip stores nothing, in whatever order the other named its parts', () => {
    const { matchId, betOutcome, matchName, odds } = arsenal;
    const form = { sizes: [2], bankers: [], stakes: new Map([[matchId, '2']]), kind: 'system' } as const;
    const { first, second, seen } = openTabs();
    first.store({ ...slip, entries: [{ odds, matchName, betOutcome, matchId }], form });
    dispatchEvent(new StorageEvent('storage', { key: 'slip' }));
    const before = localStorage.getItem('slip');
    for (const read of seen) second.store(read);
    const third = openSlipStorage();
    third.store(third.stored);
    expect([seen.length, localStorage.getItem('slip')]).toEqual([1, before]);
  });
  test('one of an earlier release, which stores its whole slip every few seconds, changes nothing in the other', () => {
    const { seen } = openTabs();
    localStorage.setItem('slip', JSON.stringify({ entries: [{ ...arsenal, betOutcome: 'Draw' }], attempt: null }));
    dispatchEvent(new StorageEvent('storage', { key: 'slip' }));
    expect(seen).toEqual([]);
  });
  test("one removes only its own bet from the storage, not another's", () => {
    const { first, second } = openTabs();
    first.store({ ...slip, attempt });
    second.store({ ...slip, attempt: { ...attempt, key: 'k2' } });
    first.store(placed);
    expect(readSlip().attempt?.key).toBe('k2');
  });
});

test.each(['{', '7', '{"entries":[{"matchId":"m"},{"matchId":"m","betOutcome":"Draw","matchName":"","odds":"0.5"}]}'])(
  'malformed parts are empty: %s',
  (text) => {
    localStorage.setItem('slip', text);
    expect(readSlip().entries).toEqual([]);
  },
);
