import { inLanguage } from '@touchline/core/catalogues';
import { expect, test } from 'vitest';
import { actionInSentence, actionText, roleText, subjectKind } from './audit-texts.ts';
import { accountTitle } from './event-labels.ts';

test('accounts of the ledger, actions, subjects and roles follow the language', () => {
  const shown = () => [
    accountTitle('player:cash'),
    accountTitle('house:result'),
    actionText('result-entered'),
    actionInSentence('player-excluded'),
    subjectKind('withdrawal:01937f8a'),
    roleText('auditor'),
  ];
  expect([shown(), inLanguage('de', shown), inLanguage('es', shown)]).toEqual([
    ['Player · cash', 'Bookmaker · result', 'Result entered', 'player excluded', 'Withdrawal', 'Auditor'],
    [
      'Spieler · Guthaben',
      'Buchmacher · Ergebnis',
      'Ergebnis eingetragen',
      'Spieler ausgeschlossen',
      'Auszahlung',
      'Prüfer',
    ],
    ['Jugador · efectivo', 'Casa · resultado', 'Resultado introducido', 'jugador excluido', 'Retirada', 'Auditor'],
  ]);
});
test('what a newer server records is shown by its own name', () => {
  expect([accountTitle('house:tax'), actionText('price-set'), subjectKind('league:soccer_epl')]).toEqual([
    'house:tax',
    'Price set',
    'League',
  ]);
});
