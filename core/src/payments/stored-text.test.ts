import { expect, test } from 'vitest';
import { inLanguage } from '../language/catalogues.ts';
import { storedText } from './stored-text.ts';

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
  ['the half-time score of both results providers', 'der Halbzeitstand beider Ergebnisanbieter'],
  ['the half-time score of football-data.org', 'der Halbzeitstand von football-data.org'],
  [
    '$1,250.00 could not go back and is still to be paid.',
    '1.250,00\u00A0$ konnten nicht zurückgezahlt werden und müssen noch ausgezahlt werden.',
  ],
  ['€46.00', '46,00\u00A0€'],
  ['1 USD = 0.915 EUR', '1\u00A0$ = 0,915\u00A0€'],
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
