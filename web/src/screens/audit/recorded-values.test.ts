import { inLanguage } from '@touchline/core/catalogues';
import { expect, test } from 'vitest';
import { membersOf, nameOf, valueText } from './recorded-values.tsx';

test('lists members in the order in which they are read, unknown ones last, and knows what is one value', () => {
  const recorded = { away: 1, home: 2, status: 'open', someNewFact: 4 };
  expect(membersOf(recorded)?.map(([name]) => name)).toEqual(['status', 'home', 'away', 'someNewFact']);
  expect(membersOf([{ market: 'h2h' }])).toEqual([['0', { market: 'h2h' }]]);
  expect([membersOf(['b', 'a']), membersOf([]), membersOf('off')]).toEqual([undefined, undefined, undefined]);
});

test.each([
  // A withdrawal's amounts are recorded in dollars, those of a dry run in cents.
  [['amount'], 1250.5, '$1,250.50'],
  [['alone'], 120, '$120.00'],
  [['dryRun', 'pays'], 125_050, '$1,250.50'],
  [['dryRun', 'bets'], 3, '3'],
  [['version'], 4, '4'],
  // The window of a voiding is recorded in milliseconds since the epoch.
  [['decision', 'voidBets', '0', 'from'], Date.UTC(2026, 10, 28, 15), '2026-11-28 15:00:00.000000 UTC'],
  [['keepUntil'], '2031-11-28T15:00:00.000Z', '2031-11-28 15:00:00.000000 UTC'],
  [['flags'], ['large', 'new-account'], 'Large amount, The account is new'],
  [['flags'], [], 'none'],
  [['method'], 'bank_transfer', 'Bank transfer'],
  [['market'], 'all', 'All markets'],
  [['on'], 'all markets', 'All markets'],
  [['decision', 'voidBets', '0', 'market'], 'h2h', 'Match winner'],
  [['excluded'], true, 'Yes'],
  [['status'], 'pending', 'Pending'],
  [['status'], 'withdrawn', 'Proposal withdrawn'],
  [['decision'], 'deposit-returned', 'Deposit returned'],
  [['kind'], 'half-time-differs', 'Half-time scores differ'],
  [['decision', 'kind'], 'abandoned', 'Abandoned'],
  [['how'], 'elsewhere', 'In another way'],
  [['reference'], null, 'none'],
  // The cause of an adjustment, and the resolution of a review.
  [['cause'], 'other', 'other reason'],
  [['resolution'], 'other', 'Different match'],
  [['decision'], 'deposit-credited', 'Deposit credited'],
  [[], 'off', 'Off'],
  // What people write may read like a code.
  [['reason'], 'other', 'other'],
  [['reference'], 'open', 'open'],
  [['name'], 'Gamma City', 'Gamma City'],
])('%j: %j reads %s', (path, value, text) => expect(valueText(path, value)).toBe(text));

test('names and words are in the language of the reader', () => {
  const path = ['decision', 'voidBets', '0', 'market'];
  expect(nameOf(path)).toBe('Market');
  expect(nameOf(path.slice(0, -1))).toBe('Void bets, 1');
  expect(nameOf(['someNewFact'])).toBe('Some new fact');
  expect(nameOf(['facts', 'listedFor'])).toBe('Listed for');
  expect(
    inLanguage('de', () => [nameOf(path), valueText(['status'], 'pending'), valueText(['amount'], 1250.5)]),
  ).toEqual(['Markt', 'Ausstehend', '1.250,50\u00a0$']);
});
