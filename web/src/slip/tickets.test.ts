import type { MatchId } from '@touchline/core/ids';
import { cents, Decimal } from '@touchline/core/money';
import { expect, test } from 'vitest';
import { arsenal } from './samples.ts';
import {
  kindOf,
  kindsFor,
  leastWinnings,
  mostWinnings,
  newForm,
  sizeChoices,
  systemOf,
  ticketsName,
  ticketsOf,
  totalStake,
} from './tickets.ts';

const odds = ['2', '3', '4'].map((price) => new Decimal(price));
const entries = odds.map((price, at) => ({ ...arsenal, matchId: `m${at}` as MatchId, odds: price }));
const slip = (form: Partial<typeof newForm>, stakeText = '10', count = 3) => ({
  entries: entries.slice(0, count),
  stakeText,
  form: { ...newForm, ...form },
});

test('one selection is a single, two have no system', () => {
  expect([0, 1, 2, 3].map(kindsFor)).toEqual([
    ['accumulator'],
    ['accumulator'],
    ['singles', 'accumulator'],
    ['singles', 'accumulator', 'system'],
  ]);
  expect(kindOf(slip({ kind: 'system' }, '10', 2))).toBe('accumulator');
});

test('singles share the common stake unless they have their own', () => {
  const filled = slip({
    kind: 'singles',
    stakes: new Map([
      ['m1', '2.50'],
      ['m2', ' '],
    ]),
  });
  const tickets = ticketsOf(filled);
  expect(tickets.map(({ unitStake }) => unitStake)).toEqual([1_000, 250, 1_000]);
  expect([totalStake(tickets), mostWinnings(tickets, odds), ticketsName(filled)]).toEqual([
    2_250,
    2_000 + 750 + 4_000,
    '3 singles',
  ]);
  expect(totalStake(ticketsOf(slip({ kind: 'singles', stakes: new Map([['m1', '0']]) })))).toBe(0);
});

test('a system has all lines from doubles on, and every size can be left out', () => {
  const trixie = slip({ kind: 'system' });
  expect(ticketsName(trixie)).toBe('Trixie');
  // 2 × 3 + 2 × 4 + 3 × 4 + 2 × 3 × 4 = 50 times the stake of a line.
  expect([totalStake(ticketsOf(trixie)), mostWinnings(ticketsOf(trixie), odds)]).toEqual([4_000, 50_000]);
  // Its double with the lowest odds: 2 × 3.
  expect(leastWinnings(ticketsOf(trixie), odds)).toEqual({ selections: 2, winnings: 6_000 });
  const banker = slip({ kind: 'system', sizes: [1], bankers: ['m2'] });
  expect(leastWinnings(ticketsOf(banker), odds)).toEqual({ selections: 2, winnings: 8_000 });
  expect(leastWinnings(ticketsOf(slip({ kind: 'singles' })), odds)).toBeUndefined();
  const doubles = slip({ kind: 'system', sizes: [2] });
  expect([totalStake(ticketsOf(doubles)), mostWinnings(ticketsOf(doubles), odds)]).toEqual([3_000, 26_000]);
  expect(sizeChoices(doubles)).toEqual([
    { size: 1, lines: 3, isChosen: false },
    { size: 2, lines: 3, isChosen: true },
    { size: 3, lines: 1, isChosen: false },
  ]);
});

test('a banker is in every line and leaves fewer sizes', () => {
  const filled = slip({ kind: 'system', sizes: [1, 3], bankers: ['m2'] });
  expect(systemOf(filled)).toEqual({ sizes: [1], bankers: [2] });
  expect(mostWinnings(ticketsOf(filled), odds)).toBe(8_000 + 12_000);
  expect(sizeChoices(filled).map(({ size }) => size)).toEqual([1, 2]);
});

test('one line or none is no system', () => {
  for (const sizes of [[], [3]]) expect(ticketsOf(slip({ kind: 'system', sizes }))).toEqual([]);
  expect(totalStake([])).toBe(cents(0));
});
