import type { LedgerEventView } from '@touchline/core/contract';
import { expect, test } from 'vitest';
import { firstFault } from './check-steps.ts';
import { deposited, staked, won } from './samples.ts';

const sentenceOf = (...events: readonly LedgerEventView[]) => firstFault(events)?.sentence;
const withEntry = (event: LedgerEventView, place: number, change: object): LedgerEventView => ({
  ...event,
  entries: event.entries.map((entry, at) => (at === place ? { ...entry, ...change } : entry)),
});

test('a consistent wallet has no fault', () => expect(firstFault([deposited, staked, won])).toBeUndefined());
test('events before the oldest loaded one are not checked', () => expect(firstFault([staked, won])).toBeUndefined());
test('reports only the first fault', () =>
  expect(firstFault([deposited, { ...staked, prevHash: 'x' }, { ...won, prevHash: 'y' }])).toEqual({
    seq: 12,
    version: 2,
    sentence: 'it does not name the hash of version 1.',
  }));

test.each([
  [
    'entries that do not sum to zero',
    [withEntry(deposited, 0, { amount: -99 })],
    'its entries sum to $1.00, not to zero.',
  ],
  [
    'an entry of half a cent',
    [withEntry(deposited, 0, { amount: -99.995 })],
    'an entry is not a whole number of cents.',
  ],
  ['a missing version', [deposited, won], 'version 2 is missing before it.'],
  ['a first event that follows another', [{ ...deposited, prevHash: 'ab' }], 'the first event follows another.'],
  [
    'a time that runs backwards',
    [deposited, { ...staked, recordedAt: '2026-11-20T13:59:59.000000Z' }],
    'it was recorded before version 1.',
  ],
  [
    'a balance that its entry contradicts',
    [deposited, { ...staked, balances: { ...staked.balances, cash: 190 } }],
    'Player · cash is $190.00, but its entry says $90.00.',
  ],
  [
    'a balance that does not follow from the one before',
    [deposited, { ...withEntry(staked, 0, { balanceAfter: 80 }), balances: { ...staked.balances, cash: 80 } }],
    'Player · cash should be $90.00 after it, but is $80.00.',
  ],
  [
    'a balance that changes without an entry',
    [deposited, { ...staked, balances: { ...staked.balances, bonus: 5 } }],
    'Player · bonus should be $0.00 after it, but is $5.00.',
  ],
  [
    'a change of cash that its entries do not make',
    [deposited, { ...staked, cashChange: -9 }],
    'its entries change Player · cash by -$10.00, not by -$9.00.',
  ],
] as const)('%s is found', (_, events, sentence) => expect(sentenceOf(...events)).toBe(sentence));
