import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SharedBet } from '@touchline/core/contract';
import { expect, test, vi } from 'vitest';
import { Route } from 'wouter';
import { answering, answers, refuses } from '../../testing/answering.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { openTimeline } from '../bet/samples.ts';
import { ShareBet } from '../bet/share-bet.tsx';
import { SharedBetScreen } from './shared-bet-screen.tsx';

const { bet } = openTimeline;
const shared: SharedBet = {
  ...{ status: bet.status, createdAt: bet.createdAt, settledAt: bet.settledAt },
  ...{ totalOdds: bet.totalOdds, matches: bet.matches },
};
const path = '/shared/ABCDEFGH23';
const show = () => renderScreen(<Route path="/shared/:code" component={SharedBetScreen} />, { path, rows: [] });

test('shows the selections and the odds, without amounts that are not shared', async () => {
  answering({ [path]: answers(shared) });
  show();
  await screen.findByText(`Outcome: ${bet.matches[0]?.betOutcome}`);
  expect(screen.getByText('Total Odds')).toBeTruthy();
  expect(screen.queryByText('Stake')).toBeNull();
});

test('shows the amounts that are shared', async () => {
  answering({ [path]: answers({ ...shared, amounts: { stake: 10, potentialPayout: 21, payout: null } }) });
  show();
  await screen.findByText('$10.00');
  expect(screen.getByText('$21.00')).toBeTruthy();
});

test('a link that no longer works says so, and can be tried again', async () => {
  answering({ [path]: refuses(404, 'There is no bet under this link.') });
  show();
  await screen.findByText('There is no bet under this link.');
  answering({ [path]: answers(shared) });
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await screen.findByText('Total Odds');
});

test('a bettor gets the link, decides about the amounts, and stops sharing', async () => {
  const share = `/bet/${bet._id}/share`;
  answering({ [share]: answers({ code: 'ABCDEFGH23', showsStake: false }) });
  renderScreen(<ShareBet bet={bet} />, { rows: [] });
  await userEvent.click(screen.getByRole('button', { name: 'Share' }));
  await screen.findByText(/\/shared\/ABCDEFGH23$/);
  const asked = answering({ [share]: answers({ code: 'ABCDEFGH23', showsStake: true }) });
  await userEvent.click(screen.getByLabelText('Show stake and payout'));
  await vi.waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Show stake and payout').checked).toBe(true));
  expect(asked.map(({ body }) => body)).toEqual([{ showsStake: true }]);
  answering({ [share]: answers({ message: 'The bet is no longer shared.' }) });
  await userEvent.click(screen.getByRole('button', { name: 'Stop sharing' }));
  await screen.findByRole('button', { name: 'Share' });
});
