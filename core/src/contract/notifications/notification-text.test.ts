import { expect, test } from 'vitest';
import type { BetId, MatchId } from '../../ids.ts';
import { instant } from '../../instant.ts';
import { inLanguage } from '../../language/catalogues.ts';
import { cents } from '../../money/index.ts';
import type { NotificationFacts } from '../../notifications/index.ts';
import { notificationText } from './notification-text.ts';
import { viewNotification } from './notifications.ts';

const bet = {
  matches: ['Arsenal Win', 'Double chance: Arsenal or draw'].map((betOutcome) => ({
    betOutcome,
    matchName: 'Arsenal vs Chelsea',
  })),
};
const textOf = (facts: NotificationFacts, of: typeof bet | undefined) =>
  notificationText(viewNotification({ id: 1, at: instant(0), isRead: false, facts, bet: of }), { amounts: true }).text;

test('a notification names its bet and selections in the language of its reader', () => {
  const won = { kind: 'bet-settled', betId: 'b1' as BetId, result: 'won', amount: cents(500) } as const;
  const goal = {
    kind: 'goal',
    matchId: 'm1' as MatchId,
    homeTeam: 'Arsenal',
    awayTeam: 'Chelsea',
    score: { home: 1, away: 0 },
    scorers: ['home'],
    selections: ['Draw', 'Double chance: Arsenal or draw'],
  } as const;
  const texts = () => [textOf(won, bet), textOf(goal, undefined)];
  expect(texts()).toEqual([
    'Double: Arsenal Win + Double chance: Arsenal or draw. Returned $5.00.',
    'Arsenal 1:0 Chelsea. You have Draw, Double chance: Arsenal or draw.',
  ]);
  expect(inLanguage('es', texts)).toEqual([
    'Doble: Gana Arsenal + Doble oportunidad: Arsenal o empate. Devuelto: 5,00\u00a0$.',
    'Arsenal 1:0 Chelsea. Tienes Empate, Doble oportunidad: Arsenal o empate.',
  ]);
});

test('a notification of a bet that cannot be read still leads to it', () => {
  const lost = { kind: 'bet-settled', betId: 'b1' as BetId, result: 'lost', amount: cents(500) } as const;
  expect(textOf(lost, undefined)).toBe('Bet');
});
