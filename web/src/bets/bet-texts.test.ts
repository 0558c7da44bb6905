import { betName } from '@touchline/core/betting';
import { loadTranslations } from '@touchline/core/catalogues';
import { setLanguage } from '@touchline/core/language';
import { expect, onTestFinished, test } from 'vitest';
import { acceptedBet, awaitingBet, placedBet, rejectedBet } from '../slip/samples.ts';
import { dateText, legStatusText, profitOf, resultOf, returnedOf, shortId, statusOf } from './bet-texts.ts';

test('a bet id is cut to eight characters and dots', () => expect(shortId('3f2a9c1e-77aa')).toBe('3f2a9c1e...'));

test.each([
  ['won', 21, '+$21.00', 'text-pitch', undefined],
  ['lost', 0, '-$10.00', 'text-live', undefined],
  ['pending', null, 'Potential: $21.00', 'text-gold', undefined],
  ['void', 10, 'Potential: $10.00', 'text-gold', 'Returned $10.00'],
] as const)('a bet that is %s shows "%3$s"', (status, payout, text, look, returned) => {
  const bet = { ...placedBet, status, payout };
  expect([resultOf(bet), returnedOf(bet)]).toEqual([{ text, look }, returned]);
});
test('a winner with void legs shows the payout, not the potential', () => {
  expect(resultOf({ ...placedBet, status: 'won', payout: 15 }).text).toBe('+$15.00');
});
test('a bet awaiting acceptance and a rejected bet have their own status; an accepted one is like any other', () => {
  expect([placedBet, awaitingBet, acceptedBet, rejectedBet].map((bet) => statusOf(bet).text)).toEqual([
    'Pending',
    'Waiting for acceptance',
    'Pending',
    'Rejected',
  ]);
  expect([resultOf(rejectedBet), returnedOf(rejectedBet)]).toEqual([
    { text: 'Potential: $10.00', look: 'text-gold' },
    'Returned $10.00',
  ]);
});
test.each([
  [['Draw'], 'Single: Draw'],
  [['Draw', 'Over 2.5'], 'Double: Draw + Over 2.5'],
  [['A Win', 'B Win', 'Draw'], 'Treble: A Win + B Win + Draw'],
  [['A Win', 'B Win', 'Draw', 'C Win', 'D Win'], '5-fold: A Win + B Win + Draw + 2 more'],
])('a bet on %j is named "%s"', (outcomes, name) => {
  const [leg] = placedBet.matches;
  if (!leg) throw new Error('the sample has a selection');
  expect(betName({ matches: outcomes.map((betOutcome) => ({ ...leg, betOutcome })) })).toBe(name);
});
test.each([
  [21, 'Returned $21.00 (profit +$11.00)'],
  [9.3, 'Returned $9.30 (loss -$0.70)'],
])('a winner that paid %s shows its return and its profit or loss', (payout, text) => {
  expect(profitOf({ ...placedBet, status: 'won', payout })).toBe(text);
});
test('an invalid date says so', () => expect(dateText('soon')).toBe('Invalid date'));

test.each([
  ['de', 'Offen'],
  ['es', 'Abierta'],
] as const)('in %s an open bet and its selections are called %s', (language, text) => {
  loadTranslations(language);
  setLanguage(language);
  onTestFinished(() => setLanguage('en'));
  expect([statusOf(placedBet).text, legStatusText('pending')]).toEqual([text, text]);
});
