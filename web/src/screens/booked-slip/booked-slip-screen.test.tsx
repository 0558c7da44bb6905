import { screen } from '@testing-library/react';
import { loadTranslations } from '@touchline/core/catalogues';
import { setLanguage } from '@touchline/core/language';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { Route } from 'wouter';
import { SlipProvider, useSlip } from '../../slip/index.ts';
import { answering, answers, refuses } from '../../testing/answering.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { Toasts } from '../../ui/toasts.tsx';
import { BookedSlipScreen } from './booked-slip-screen.tsx';

const OnSlip = () => (
  <p>{`On the slip: ${useSlip()
    .entries.map(({ betOutcome }) => betOutcome)
    .join(', ')}`}</p>
);
beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));
});
const show = () =>
  renderScreen(
    <SlipProvider>
      <OnSlip />
      <Toasts />
      <Route path="/slip/:code" component={BookedSlipScreen} />
    </SlipProvider>,
    { path: '/slip/ABC2345', rows: [] },
  );

test('fills the slip with what is still on offer, and goes on to the games', async () => {
  const selections = [
    { matchId: 'm1', betOutcome: 'Arsenal Win', matchName: 'Arsenal vs Chelsea', odds: 2.1 },
    { matchId: 'm2', betOutcome: 'Draw', matchName: 'Inter vs Milan' },
  ];
  answering({ '/slips/ABC2345': answers({ kind: 'accumulator', selections }) });
  const { history } = show();
  await screen.findByText('On the slip: Arsenal Win');
  expect(history.at(-1)).toBe('/games');
});

test.each([
  ['en', [true, false, true], '1 of 3 selections is no longer on offer'],
  ['en', [false], 'The selection is no longer on offer'],
  ['de', [true, false], '1 von 2 Auswahlen wird nicht mehr angeboten'],
  ['es', [false, false, true], '2 de 3 selecciones ya no se ofrecen'],
] as const)('in "%s" says how many of %s are gone', async (language, offered, text) => {
  if (language !== 'en') loadTranslations(language);
  setLanguage(language);
  onTestFinished(() => setLanguage('en'));
  const selections = offered.map((isOffered, at) => ({
    matchId: `m${at}`,
    betOutcome: 'Draw',
    matchName: 'Inter vs Milan',
    ...(isOffered && { odds: 2.1 }),
  }));
  answering({ '/slips/ABC2345': answers({ kind: 'accumulator', selections }) });
  show();
  await screen.findByText(text);
});

test('an unknown code says so', async () => {
  answering({ '/slips/ABC2345': refuses(404, 'There is no bet slip under this code. Codes expire after 30 days.') });
  show();
  await screen.findByText('There is no bet slip under this code. Codes expire after 30 days.');
});
