import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answering, answers, refuses } from '../../testing/answering.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { RulesScreen } from './rules-screen.tsx';

const rules = {
  version: 1,
  current: 1,
  since: '2026-11-23',
  general: [{ title: 'Rounding', text: 'Down to the cent.' }],
  markets: [{ title: 'Correct score', text: 'The exact score.' }],
};

test('shows the rules of all bets and of each market', async () => {
  answering({ '/rules': answers(rules) });
  renderScreen(<RulesScreen />, { path: '/rules' });
  const markets = within(await screen.findByRole('region', { name: 'Markets' }));
  expect(markets.getByText('Correct score').nextSibling?.textContent).toBe('The exact score.');
  expect(screen.getByText('Down to the cent.')).toBeTruthy();
  expect(screen.getByText(/^Version 1, in force since November 23, 2026\. /)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Show the current rules' })).toBeNull();
});

test('an earlier version leads to the current one', async () => {
  answering({ '/rules': (query) => answers({ ...rules, current: query.get('version') === '1' ? 2 : 1 }) });
  renderScreen(<RulesScreen />, { path: '/rules?version=1' });
  expect((await screen.findByRole('link', { name: 'Show the current rules' })).getAttribute('href')).toBe('/rules');
});

test('rules that cannot be loaded can be tried again', async () => {
  answering({ '/rules': refuses(503, 'Please try again.') });
  renderScreen(<RulesScreen />, { path: '/rules' });
  await screen.findByText('Please try again.');
  answering({ '/rules': answers(rules) });
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('Down to the cent.')).toBeTruthy();
});
