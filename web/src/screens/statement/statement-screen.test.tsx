import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { deposited, staked, threeEvents, won } from '../../ledger/samples.ts';
import { answering, answers, refuses } from '../../testing/answering.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { StatementScreen } from './statement-screen.tsx';

const show = (path = '/statement') => renderScreen(<StatementScreen />, { path });

test('loading: shows a placeholder', () => {
  answering({});
  show();
  expect(screen.getByText('Loading events...')).toBeTruthy();
});
test('shown: events with balances, a chart and the proof', async () => {
  answering({ '/ledger/events': answers(threeEvents) });
  show();
  const row = within(await screen.findByRole('row', { name: /Stake taken/ }));
  expect(row.getByText('-$10.00')).toBeTruthy();
  expect(row.getByText('$90.00')).toBeTruthy();
  expect(screen.getByRole('img', { name: /^Cash over 3 events/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Download proof' })).toBeTruthy();
});
test('shown: a row opens to its entries and hashes', async () => {
  answering({ '/ledger/events': answers(threeEvents) });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Show the details of event 12' }));
  expect(screen.getByText('Sums to zero')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Copy the hash before' })).toBeTruthy();
});
test('shown: new events appear automatically', async () => {
  answering({
    '/ledger/events': (query) =>
      answers({ events: query.has('after') ? [staked, won] : [staked, deposited], next: null }),
  });
  const { push } = show();
  await screen.findByRole('row', { name: /Stake taken/ });
  act(() => push({ type: 'wallet pushed', wallet: { version: 3, balance: 111, held: 0, bonus: 0, staked: 0 } }));
  expect(await screen.findByRole('row', { name: /Winnings paid/ })).toBeTruthy();
});
test('shown: a filtered list has no chart', async () => {
  const asked: string[] = [];
  answering({
    '/ledger/events': (query) => {
      asked.push(query.toString());
      return answers({ events: [won], next: null });
    },
  });
  const { history } = show();
  await screen.findByRole('img');
  await userEvent.selectOptions(screen.getByLabelText('Event'), 'WinningsPaid');
  expect(await screen.findByRole('row', { name: /Winnings paid/ })).toBeTruthy();
  expect(screen.queryByRole('img')).toBeNull();
  expect(history.at(-1)).toBe('/statement?type=WinningsPaid');
  expect(asked.at(-1)).toBe('type=WinningsPaid&limit=50');
});
test('shown: a filter without matches can be cleared', async () => {
  answering({ '/ledger/events': answers({ events: [], next: null }) });
  const { history } = show('/statement?type=BonusGranted');
  const state = within((await screen.findByText('No matching events')).closest('div') ?? document.body);
  await userEvent.click(state.getByRole('button', { name: 'Show everything' }));
  expect(history.at(-1)).toBe('/statement');
  expect(await screen.findByText('No events yet')).toBeTruthy();
});
test('failed: shows the reason and can be retried', async () => {
  answering({ '/ledger/events': refuses(500, '') });
  show();
  expect(await screen.findByText('The events could not be loaded.')).toBeTruthy();
  answering({ '/ledger/events': answers(threeEvents) });
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('row', { name: /Stake taken/ })).toBeTruthy();
});
