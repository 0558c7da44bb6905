import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { LoginAnswer } from '@touchline/core/contract';
import { expect, test } from 'vitest';
import { Route } from 'wouter';
import { SlipProvider } from '../../slip/index.ts';
import { answering, answers, refuses } from '../../testing/answering.ts';
import { withModalDialogs } from '../../testing/modal-dialogs.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { BetScreen } from './bet-screen.tsx';
import { openTimeline, settledTimeline } from './samples.ts';

withModalDialogs();
const id = openTimeline.bet._id;
const path = `/bet/${id}/timeline`;
const show = (session?: LoginAnswer) =>
  renderScreen(
    <SlipProvider>
      <Route path="/history/:betId" component={BetScreen} />
    </SlipProvider>,
    { path: `/history/${id}`, rows: [], ...(session && { session }) },
  );

test('staff read the bet of a player, but cannot cash it out', async () => {
  const asked = answering({ [path]: answers(openTimeline) });
  const user = { id: 'a1', name: 'Bo', email: 'bo@touchline.test', role: 'admin' } as const;
  renderScreen(<Route path="/history/:betId" component={BetScreen} />, {
    ...{ path: `/history/${id}`, rows: [] },
    session: { accessToken: 't', user },
  });
  expect(await screen.findByRole('region', { name: 'Selections' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Markets' }).getAttribute('href')).toBe('/markets');
  expect(screen.queryByRole('link', { name: 'Betting History' })).toBeNull();
  expect(asked.map(({ path: to }) => to)).toEqual([path]);
});
test('loading: the screen says so', () => {
  answering({});
  show();
  expect(screen.getByText('Loading bet...')).toBeTruthy();
});
test('shown: the price seen, the price accepted, its source, and the ledger entries', async () => {
  answering({ [path]: answers(openTimeline) });
  show();
  const selections = within(await screen.findByRole('region', { name: 'Selections' }));
  expect(selections.getByText('Price seen').nextSibling?.textContent).toBe('2.00');
  expect(selections.getByText('Price accepted').nextSibling?.textContent).toBe('2.10 ▲ better');
  expect(selections.getByText('Quoted by').nextSibling?.textContent).toContain('pinnacle');
  const rules = selections.getByRole('link', { name: 'house rules, version 1' });
  expect(rules.getAttribute('href')).toBe('/rules?version=1');
  const entries = within(screen.getByRole('region', { name: 'Ledger entries' }));
  expect(entries.getByText('Stake taken')).toBeTruthy();
  expect(entries.getByText('Player · cash')).toBeTruthy();
  expect(screen.getByText('Potential: $21.00')).toBeTruthy();
});
test('shown: the timeline runs from placement to the last settlement, roll-backs included', async () => {
  answering({ [path]: answers(settledTimeline) });
  show();
  const timeline = within(await screen.findByRole('region', { name: 'Timeline' }));
  expect(timeline.getAllByRole('listitem')).toHaveLength(10);
  expect(timeline.getByText(/Reason: wrong score/)).toBeTruthy();
  expect(screen.getByText('-$10.00', { selector: '.text-title' })).toBeTruthy();
});
test('shown: a push updates the bet', async () => {
  answering({ [path]: answers(openTimeline) });
  const { push } = show();
  await screen.findByText('Potential: $21.00');
  answering({ [path]: answers(settledTimeline) });
  act(() => push({ type: 'bet pushed', bet: settledTimeline.bet }));
  await screen.findByText('Settlement rolled back: $21.00');
  expect(screen.queryByText('Potential: $21.00')).toBeNull();
});
test('shown: a part that was cashed out is neither open nor offered any more, also without a push', async () => {
  const { bet } = openTimeline;
  const cashOut = `/bet/${id}/cash-out`;
  const quote = { version: 7, betVersion: bet.version, expiresAt: '2026-11-23T12:00:20.000Z', legs: [] };
  answering({
    [path]: answers(openTimeline),
    [cashOut]: answers({ ...quote, stake: 10, amount: 9.27, maximum: 21 }),
  });
  const user = { id: 'u1', name: 'Ada', email: 'ada@touchline.test', role: 'bettor' } as const;
  const { session } = show({ accessToken: 't', user });
  await userEvent.click(await screen.findByRole('button', { name: '50%' }));
  await userEvent.click(screen.getByRole('button', { name: 'Cash out $4.63' }));
  const rest = { ...bet, version: 2, potentialPayout: 10.5, cashedOut: { stake: 5, paid: 4.63 } };
  const wallet = { version: 9, balance: 94.63, held: 0, bonus: 0, staked: 5 };
  answering({ [path]: 'network failure', [cashOut]: answers({ amount: 4.63, bet: rest, wallet }) });
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cash out $4.63' }));
  await screen.findByText('Potential: $10.50');
  expect(screen.queryByRole('button', { name: /^Cash out \$/ })).toBeNull();
  expect(session.getSnapshot().context.wallet).toEqual(wallet);
});
test('stale: a refresh that failed says so, and can be tried again', async () => {
  answering({ [path]: answers(openTimeline) });
  const { push } = show();
  await screen.findByText('Potential: $21.00');
  answering({ [path]: refuses(503, 'We are not reachable right now.') });
  act(() => push({ type: 'missed' }));
  await screen.findByText('We are not reachable right now. This may be out of date.');
  answering({ [path]: answers(settledTimeline) });
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await screen.findByText('-$10.00', { selector: '.text-title' });
  expect(screen.queryByText(/may be out of date/)).toBeNull();
});
test('shown: an id in upper case is the same bet, also for pushes', async () => {
  answering({ [path]: answers(openTimeline) });
  const { push } = renderScreen(
    <SlipProvider>
      <Route path="/history/:betId" component={BetScreen} />
    </SlipProvider>,
    { path: `/history/${id.toUpperCase()}`, rows: [] },
  );
  await screen.findByText('Potential: $21.00');
  act(() => push({ type: 'bet pushed', bet: settledTimeline.bet }));
  await screen.findByText('-$10.00', { selector: '.text-title' });
});
test("missing: another bettor's bet is not shown, and a link leads back", async () => {
  answering({ [path]: refuses(404, 'Bet not found.') });
  show();
  await screen.findByText('Bet not found');
  expect(screen.getByRole('link', { name: 'Open your betting history' }).getAttribute('href')).toBe('/history');
});
test('failed: the reason is shown and the bet can be loaded again', async () => {
  answering({ [path]: 'network failure' });
  show();
  await screen.findByText('Error: Network error. Please check your internet connection.');
  answering({ [path]: answers(openTimeline) });
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await screen.findByText('Potential: $21.00');
});
