import { inLanguage } from '@touchline/core/catalogues';
import { expect, test } from 'vitest';
import { factText, metadataTitle, storedText, viaText } from './transaction-texts.ts';

test.each([
  ['The card was declined.', 'Die Karte wurde abgelehnt.'],
  ['€9.20 was refunded (re_4qqhO89gsT).', '9,20\u00A0€ wurden erstattet (re_4qqhO89gsT).'],
  [
    '$46.00 could not be refunded: the refund re_1 was canceled.',
    '46,00\u00A0$ konnten nicht erstattet werden: Die Erstattung re_1 wurde storniert.',
  ],
  [
    'The provider could not be reached. Requested 7 times within a day.',
    'Der Anbieter war nicht erreichbar. An einem Tag 7-mal angefragt.',
  ],
  ['The provider refused the refund: 422 too late', 'Der Anbieter hat die Erstattung abgelehnt: 422 too late'],
  ['the match was not played', 'das Spiel fand nicht statt'],
  [
    '$1,250.00 could not go back and is still to be paid.',
    '1.250,00\u00A0$ konnten nicht zurückgezahlt werden und müssen noch ausgezahlt werden.',
  ],
  ['€46.00', '46,00\u00A0€'],
  ['1 USD = 0.915 EUR', '1 $ = 0,915 €'],
  ['GBP 9.20', 'GBP 9.20'],
  // An admin's own words.
  ['Looks fine to me (checked).', 'Looks fine to me (checked).'],
  ['Yours was refunded (see above).', 'Yours was refunded (see above).'],
  ['$5.00 to be returned', '$5.00 to be returned'],
  // Members of every object.
  ['constructor', 'constructor'],
  ['toString', 'toString'],
])('%j, stored in English, is read in German', (stored, german) => {
  expect([storedText(stored), inLanguage('de', () => storedText(stored))]).toEqual([stored, german]);
});

test.each([
  ['kind', 'chargeback', ['Kind', 'Chargeback'], ['Art', 'Rückbuchung']],
  ['Worth', '$60.00', ['Worth', '$60.00'], ['Wert', '60,00\u00A0$']],
  [
    'Paid instead',
    '$80.00 to you in another way (bank 7)',
    ['Paid instead', '$80.00 to you in another way (bank 7)'],
    ['Stattdessen ausgezahlt', '80,00\u00A0$ auf anderem Weg (bank 7)'],
  ],
  [
    'Paid instead',
    '$5.00 to the account given (PO-7K); $80.00 to NL•• 00',
    ['Paid instead', '$5.00 to the account given (PO-7K); $80.00 to NL•• 00'],
    ['Stattdessen ausgezahlt', '5,00\u00A0$ an das angegebene Konto (PO-7K); 80,00\u00A0$ an NL•• 00'],
  ],
])('the fact %s: %s is read in German', (key, value, english, german) => {
  const shown = () => [metadataTitle(key), factText(key, value)];
  expect([shown(), inLanguage('de', shown)]).toEqual([english, german]);
});

test('a payment method has the name that bettors know in German and Spanish', () => {
  const shown = () => ['ideal', 'bank_transfer', 'new_method'].map(viaText);
  expect([shown(), inLanguage('de', shown), inLanguage('es', shown)]).toEqual([
    ['via ideal', 'via bank transfer', 'via new method'],
    ['per iDEAL', 'per Überweisung', 'per new method'],
    ['con iDEAL', 'por transferencia', 'con new method'],
  ]);
});
