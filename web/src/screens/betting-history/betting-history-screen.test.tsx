import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { loadTranslations } from '@touchline/core/catalogues';
import type { BetView } from '@touchline/core/contract';
import { setLanguage } from '@touchline/core/language';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { arsenalRow, placedBet, rejectedBet } from '../../slip/samples.ts';
import { answering, answers, refuses } from '../../testing/answering.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { BettingHistoryScreen } from './betting-history-screen.tsx';

const parlay: BetView = {
  ...placedBet,
  _id: 'b81d4e02-1c2d',
  status: 'lost',
  payout: 0,
  matches: placedBet.matches.flatMap((leg) => [leg, { ...leg, matchId: 'm-inter', betOutcome: 'Over 2.5' }]),
};

afterEach(() => vi.useRealTimers());

test('loading: the screen says so', () => {
  answering({});
  renderScreen(<BettingHistoryScreen />);
  expect(screen.getByText('Loading betting history...')).toBeTruthy();
});
test('shown: a bet has its id, status, stake, selections and potential payout', async () => {
  answering({ '/bet/history': answers([placedBet]) });
  renderScreen(<BettingHistoryScreen />);
  const bet = within(await screen.findByRole('region', { name: 'Bet 3f2a9c1e...' }));
  expect(bet.getByText('Potential: $21.00')).toBeTruthy();
  expect(bet.getByText('Outcome: Arsenal Win')).toBeTruthy();
  expect(bet.getByText('$10.00')).toBeTruthy();
  expect(bet.getByText('Total Odds').nextSibling?.textContent).toBe('2.10');
  expect(bet.queryByText('Parlay')).toBeNull();
});
test('shown: open bets come first, and a bet of several matches is a Parlay', async () => {
  answering({ '/bet/history': answers([parlay, placedBet]) });
  renderScreen(<BettingHistoryScreen />);
  await screen.findByText('Parlay');
  const bets = screen.getAllByRole('region', { name: /^Bet / }).map((bet) => bet.getAttribute('aria-label'));
  expect(bets).toEqual(['Bet 3f2a9c1e...', 'Bet b81d4e02...']);
  expect(screen.getByText('-$10.00')).toBeTruthy();
});
test('shown: a pushed bet changes by itself', async () => {
  answering({ '/bet/history': answers([placedBet]) });
  const { push } = renderScreen(<BettingHistoryScreen />);
  await screen.findByText('Potential: $21.00');
  act(() => push({ type: 'bet pushed', bet: { ...placedBet, version: 2, status: 'won', payout: 21 } }));
  expect(screen.getByText('+$21.00')).toBeTruthy();
});
test('stale: a refresh that failed says so, and can be tried again', async () => {
  answering({ '/bet/history': answers([placedBet]) });
  const { push } = renderScreen(<BettingHistoryScreen />, { rows: [] });
  await screen.findByText('Potential: $21.00');
  answering({ '/bet/history': refuses(503, 'We are not reachable right now.') });
  act(() => push({ type: 'missed' }));
  await screen.findByText('We are not reachable right now. This may be out of date.');
  expect(screen.getByText('Potential: $21.00')).toBeTruthy();
  answering({ '/bet/history': answers([{ ...placedBet, version: 2, status: 'won', payout: 21 }]) });
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await screen.findByText('+$21.00');
  expect(screen.queryByText(/may be out of date/)).toBeNull();
});
test.each([
  ['void', 'Void', { ...placedBet, status: 'void', payout: 10 }],
  ['rejected', 'Rejected', rejectedBet],
] as const)('shown: a %s bet shows its potential in yellow and the returned stake', async (_, status, bet) => {
  answering({ '/bet/history': answers([bet]) });
  renderScreen(<BettingHistoryScreen />);
  const figure = await screen.findByText('Potential: $10.00');
  expect([figure.className.includes('text-gold'), figure.textContent]).toEqual([true, `${status}, Potential: $10.00`]);
  expect(figure.nextSibling?.textContent).toBe('Returned $10.00');
});
test('shown: an empty history says so', async () => {
  answering({ '/bet/history': answers([]) });
  renderScreen(<BettingHistoryScreen />);
  expect(await screen.findByText('No betting history found.')).toBeTruthy();
});
test('failed: the reason is shown and the list can be loaded again', async () => {
  answering({ '/bet/history': refuses(500, '') });
  renderScreen(<BettingHistoryScreen />);
  expect(await screen.findByText('Error: Failed to fetch bet history')).toBeTruthy();
  answering({ '/bet/history': answers([placedBet]) });
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('Potential: $21.00')).toBeTruthy();
});

const pageOf = (first: number, length: number) =>
  Array.from({ length }, (_, index) => ({
    ...placedBet,
    _id: `${1_000 - first - index}`,
    createdAt: new Date(Date.parse(placedBet.createdAt) - (first + index) * 60_000).toISOString(),
  }));

test('shown: the next page is loaded from the last bet of the list', async () => {
  answering({
    '/bet/history': (query) => answers(query.get('before') === '951' ? pageOf(50, 2) : pageOf(0, 50)),
  });
  renderScreen(<BettingHistoryScreen />);
  // By texts and labels: finding fifty cards by role takes seconds.
  await userEvent.click(await screen.findByText('Load more'));
  await screen.findByLabelText('Bet 949');
  expect(screen.getAllByLabelText(/^Bet \d/)).toHaveLength(52);
  expect(screen.queryByText('Load more')).toBeNull();
});
test('shown: bets can be filtered by open and settled, also by the address', async () => {
  answering({
    '/bet/history': (query) => answers(query.get('show') === 'settled' ? [parlay] : [parlay, placedBet]),
  });
  const { history } = renderScreen(<BettingHistoryScreen />, { path: '/history' });
  await userEvent.click(screen.getByRole('button', { name: 'Settled' }));
  await screen.findByRole('region', { name: 'Bet b81d4e02...' });
  expect(screen.queryByRole('region', { name: 'Bet 3f2a9c1e...' })).toBeNull();
  expect(history.at(-1)).toBe('/history?show=settled');
});
test('shown: every bet links to its page', async () => {
  answering({ '/bet/history': answers([placedBet]) });
  renderScreen(<BettingHistoryScreen />);
  const link = await screen.findByRole('link', { name: 'Details of bet 3f2a9c1e...' });
  expect(link.getAttribute('href')).toBe(`/history/${placedBet._id}`);
});
test('shown: a leg follows its match live', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const begun = new Date(Date.now() - 600_000).toISOString();
  const legs = placedBet.matches.map((leg) => ({ ...leg, commenceTime: begun }));
  answering({ '/bet/history': answers([{ ...placedBet, matches: legs }]) });
  const row = { ...arsenalRow, match: { ...arsenalRow.match, commenceTime: begun }, score: { home: 0, away: 0 } };
  const { push } = renderScreen(<BettingHistoryScreen />, { rows: [row] });
  expect((await screen.findByText(/^LIVE/)).textContent).toBe("LIVE 11' 0:0");
  const scored = { ...row, s: 20, score: { home: 1, away: 0 } };
  act(() => push({ type: 'tick', tick: { e: 'test', p: 1, n: 20, t: 0, d: [scored] } }));
  expect(screen.getByText(/^LIVE/).textContent).toBe("LIVE 11' 1:0");
  act(() =>
    push({ type: 'tick', tick: { e: 'test', p: 20, n: 21, t: 0, d: [{ ...scored, s: 21, status: 'finished' }] } }),
  );
  expect(screen.getByText('Final 1:0')).toBeTruthy();
});

test('in Spanish, its filter agrees with the bets that it lists', () => {
  loadTranslations('es');
  setLanguage('es');
  onTestFinished(() => setLanguage('en'));
  answering({ '/bet/history': answers([placedBet]) });
  renderScreen(<BettingHistoryScreen />);
  const filter = within(screen.getByRole('group', { name: 'Qué apuestas' })).getAllByRole('button');
  expect(filter.map(({ textContent }) => textContent)).toEqual(['Todas', 'Sin liquidar', 'Liquidadas']);
});
