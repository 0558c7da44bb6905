import { inLanguage } from '@touchline/core/catalogues';
import { expect, test } from 'vitest';
import { factText, metadataTitle, viaText } from './transaction-texts.ts';

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
