import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { BetView } from '@touchline/core/contract';
import { expect, test } from 'vitest';
import { arsenalRow, bookedBet } from '../../slip/samples.ts';
import { answering, answers, refuses } from '../../testing/answering.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { BettingHistoryScreen } from './betting-history-screen.tsx';

const parlay: BetView = {
  ...bookedBet,
  _id: 'b81d4e02-1c2d',
  status: 'lost',
  payout: 0,
  matches: bookedBet.matches.flatMap((leg) => [leg, { ...leg, matchId: 'm-inter', betOutcome: 'Over 2.5' }]),
};

test('loading: the list is on its way', () => {
  answering({});
  renderScreen(<BettingHistoryScreen />);
  expect(screen.getByText('Loading betting history...')).toBeTruthy();
});
test('shown: a bet has its id, status, stake, selections and what it may pay', async () => {
  answering({ '/bet/history': answers([bookedBet]) });
  renderScreen(<BettingHistoryScreen />);
  const bet = within(await screen.findByRole('region', { name: 'Bet 3f2a9c1e...' }));
  expect(bet.getByText('Potential: $21.00')).toBeTruthy();
  expect(bet.getByText('Outcome: Arsenal Win')).toBeTruthy();
  expect(bet.getByText('$10.00')).toBeTruthy();
  expect(bet.getByText('Total Odds').nextSibling?.textContent).toBe('2.10');
  expect(bet.queryByText('Parlay')).toBeNull();
});
test('shown: open bets come first, and a bet of several matches is a Parlay', async () => {
  answering({ '/bet/history': answers([parlay, bookedBet]) });
  renderScreen(<BettingHistoryScreen />);
  await screen.findByText('Parlay');
  const bets = screen.getAllByRole('region', { name: /^Bet / }).map((bet) => bet.getAttribute('aria-label'));
  expect(bets).toEqual(['Bet 3f2a9c1e...', 'Bet b81d4e02...']);
  expect(screen.getByText('-$10.00')).toBeTruthy();
});
test('shown: a pushed bet changes by itself', async () => {
  answering({ '/bet/history': answers([bookedBet]) });
  const { push } = renderScreen(<BettingHistoryScreen />);
  await screen.findByText('Potential: $21.00');
  act(() => push({ type: 'bet pushed', bet: { ...bookedBet, version: 2, status: 'won', payout: 21 } }));
  expect(screen.getByText('+$21.00')).toBeTruthy();
});
test('shown: a void bet has the potential that is left of it, in yellow, and says what went back', async () => {
  answering({ '/bet/history': answers([{ ...bookedBet, status: 'void', payout: 10 }]) });
  renderScreen(<BettingHistoryScreen />);
  const figure = await screen.findByText('Potential: $10.00');
  expect([figure.className.includes('text-gold'), figure.textContent]).toEqual([true, 'Void, Potential: $10.00']);
  expect(figure.nextSibling?.textContent).toBe('Returned: $10.00');
});
test('shown: nothing yet says so', async () => {
  answering({ '/bet/history': answers([]) });
  renderScreen(<BettingHistoryScreen />);
  expect(await screen.findByText('No betting history found.')).toBeTruthy();
});
test('failed: the reason is said and it can be tried again', async () => {
  answering({ '/bet/history': refuses(500, '') });
  renderScreen(<BettingHistoryScreen />);
  expect(await screen.findByText('Error: Failed to fetch bet history')).toBeTruthy();
  answering({ '/bet/history': answers([bookedBet]) });
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('Potential: $21.00')).toBeTruthy();
});

const pageOf = (first: number, length: number) =>
  Array.from({ length }, (_, index) => ({
    ...bookedBet,
    _id: `${1_000 - first - index}`,
    createdAt: new Date(Date.parse(bookedBet.createdAt) - (first + index) * 60_000).toISOString(),
  }));

test('shown: more is loaded from where the list ends', async () => {
  answering({
    '/bet/history': (query) => answers(query.get('before') === '951' ? pageOf(50, 2) : pageOf(0, 50)),
  });
  renderScreen(<BettingHistoryScreen />);
  // By words and labels: reading fifty cards by their roles takes seconds.
  await userEvent.click(await screen.findByText('Load more'));
  await screen.findByLabelText('Bet 949');
  expect(screen.getAllByLabelText(/^Bet \d/)).toHaveLength(52);
  expect(screen.queryByText('Load more')).toBeNull();
});
test('shown: open and settled bets can be looked at apart, by the address too', async () => {
  answering({
    '/bet/history': (query) => answers(query.get('show') === 'settled' ? [parlay] : [parlay, bookedBet]),
  });
  const { history } = renderScreen(<BettingHistoryScreen />, { path: '/history' });
  await userEvent.click(screen.getByRole('button', { name: 'Settled' }));
  await screen.findByRole('region', { name: 'Bet b81d4e02...' });
  expect(screen.queryByRole('region', { name: 'Bet 3f2a9c1e...' })).toBeNull();
  expect(history.at(-1)).toBe('/history?show=settled');
});
test('shown: every bet leads to its own page', async () => {
  answering({ '/bet/history': answers([bookedBet]) });
  renderScreen(<BettingHistoryScreen />);
  const link = await screen.findByRole('link', { name: 'Details of bet 3f2a9c1e...' });
  expect(link.getAttribute('href')).toBe(`/history/${bookedBet._id}`);
});
test('shown: a leg follows its match by itself', async () => {
  const begun = new Date(Date.now() - 600_000).toISOString();
  const legs = bookedBet.matches.map((leg) => ({ ...leg, commenceTime: begun }));
  answering({ '/bet/history': answers([{ ...bookedBet, matches: legs }]) });
  const row = { ...arsenalRow, match: { ...arsenalRow.match, commenceTime: begun }, score: { home: 0, away: 0 } };
  const { push } = renderScreen(<BettingHistoryScreen />, { rows: [row] });
  expect((await screen.findByText('LIVE')).textContent).toBe('LIVE 0:0');
  const scored = { ...row, s: 20, score: { home: 1, away: 0 } };
  act(() => push({ type: 'tick', tick: { e: 'test', p: 1, n: 20, t: 0, d: [scored] } }));
  expect(screen.getByText('LIVE').textContent).toBe('LIVE 1:0');
  act(() =>
    push({ type: 'tick', tick: { e: 'test', p: 20, n: 21, t: 0, d: [{ ...scored, s: 21, status: 'finished' }] } }),
  );
  expect(screen.getByText('Final 1:0')).toBeTruthy();
});
