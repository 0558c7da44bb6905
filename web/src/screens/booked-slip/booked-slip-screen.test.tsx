import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { Route } from 'wouter';
import { SlipProvider, useSlip } from '../../slip/index.ts';
import { answering, answers, refuses } from '../../testing/answering.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { BookedSlipScreen } from './booked-slip-screen.tsx';

const OnSlip = () => (
  <p>{`On the slip: ${useSlip()
    .entries.map(({ betOutcome }) => betOutcome)
    .join(', ')}`}</p>
);
beforeEach(() => localStorage.clear());
const show = () =>
  renderScreen(
    <SlipProvider>
      <OnSlip />
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

test('an unknown code says so', async () => {
  answering({ '/slips/ABC2345': refuses(404, 'There is no bet slip under this code. Codes expire after 30 days.') });
  show();
  await screen.findByText('There is no bet slip under this code. Codes expire after 30 days.');
});
