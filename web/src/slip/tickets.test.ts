import type { MatchId } from '@touchline/core/ids';
import { cents, Decimal } from '@touchline/core/money';
import { describe, expect, test } from 'vitest';
import { arsenal } from './samples.ts';
import {
  chosenLines,
  kindOf,
  kindsFor,
  leastWinnings,
  mostWinnings,
  newForm,
  sizeChoices,
  systemOf,
  ticketsName,
  ticketsOf,
  ticketsProblem,
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

describe('many selections', () => {
  const of = (count: number, form: Partial<typeof newForm>) => ({
    entries: Array.from({ length: count }, (_, at) => ({ ...arsenal, matchId: `m${at}` as MatchId })),
    stakeText: '1',
    form: { ...newForm, ...form },
  });
  test.each([
    [10, [], 1_013, 10],
    [11, [], 1_012, 5],
    [12, [], 781, 4],
    [20, [], 190, 2],
    [11, ['m3'], 1_013, 10],
  ])(
    'of %i, with bankers %j, a system has at first the sizes that a bet has lines for',
    (count, bankers, lines, size) => {
      const slip = of(count, { kind: 'system', bankers });
      const [ticket, another] = ticketsOf(slip);
      expect([ticket?.lines, chosenLines(slip), ticket?.system?.sizes.at(-1), another]).toEqual([
        lines,
        lines,
        size,
        undefined,
      ]);
      expect(ticketsProblem(slip)).toBeUndefined();
    },
  );
  test.each([
    [of(11, { kind: 'system', sizes: [2, 3, 4, 5, 6] }), 'Choose at most 1,023 lines.'],
    [of(11, { kind: 'system', sizes: [] }), 'Choose at least two lines.'],
    [of(11, { kind: 'system', sizes: [11] }), 'Choose at least two lines.'],
    [of(21, { kind: 'system', sizes: [1] }), 'A bet takes at most 20 selections.'],
    [of(21, { kind: 'singles' }), 'Place at most 20 bets at once.'],
    [of(20, { kind: 'singles' }), undefined],
  ])('what cannot be placed has its reason (case %#)', (slip, reason) => {
    expect(ticketsProblem(slip)).toBe(reason);
  });
  test('a choice that makes no system is not named as something else', () => {
    expect(ticketsName(of(11, { kind: 'system', sizes: [] }))).toBe('System');
  });
});
