import { expect, test } from 'vitest';
import { acceptedBet, bookedBet, heldBet, rejectedBet } from '../slip/samples.ts';
import { dateText, resultOf, shortId, statusOf } from './bet-words.ts';

test('a bet id is cut to eight characters and dots', () => expect(shortId('3f2a9c1e-77aa')).toBe('3f2a9c1e...'));

test.each([
  ['won', 21, '+$21.00'],
  ['lost', 0, '-$10.00'],
  ['pending', null, 'Potential: $21.00'],
  ['void', 10, 'Returned: $10.00'],
] as const)('a bet that is %s shows "%3$s"', (status, payout, text) => {
  expect(resultOf({ ...bookedBet, status, payout }).text).toBe(text);
});
test('a winner with void legs shows what was paid, not what might have been', () => {
  expect(resultOf({ ...bookedBet, status: 'won', payout: 15 }).text).toBe('+$15.00');
});
test('a bet that is held, or was not taken, says so; one that was accepted is like any other', () => {
  expect([bookedBet, heldBet, acceptedBet, rejectedBet].map((bet) => statusOf(bet).words)).toEqual([
    'Pending',
    'Waiting for acceptance',
    'Pending',
    'Rejected',
  ]);
  expect(resultOf(rejectedBet).text).toBe('Returned: $10.00');
});
test('a date that is none says so', () => expect(dateText('soon')).toBe('Invalid date'));
