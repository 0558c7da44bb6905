import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PlayerView } from '@touchline/core/contract';
import { ok, refused } from '@touchline/core/result';
import { describe, expect, test } from 'vitest';
import { answering, answers, refuses } from '../testing/answering.ts';
import { allStates, reachableStates } from '../testing/reachable-states.ts';
import '../testing/render-screen.tsx';
import { FindPlayer } from './find-player.tsx';
import { findPlayerMachine } from './find-player-machine.ts';
import { bea } from './samples.ts';

describe('the machine', () => {
  const samples = [
    { type: 'typed', text: 'be' },
    { type: 'typed', text: 'b' },
    { type: 'moved', by: 1 },
    { type: 'xstate.done.actor.findPlayers', output: ok([bea]) },
    { type: 'xstate.done.actor.findPlayers', output: refused({ kind: 'timeout' }) },
    { type: 'xstate.error.actor.findPlayers', error: new Error('broken') },
  ];
  const reached = reachableStates(findPlayerMachine, { samples });
  test.each(allStates(findPlayerMachine))('can reach "%s"', (state) => expect(reached).toContain(state));
});

const ben: PlayerView = { ...bea, walletId: 'w2', name: 'Ben Okafor', email: 'ben@touchline.test' };
function show() {
  const picked: string[] = [];
  render(<FindPlayer label="Player" onPick={({ name }) => picked.push(name)} />);
  return picked;
}
const type = (text: string) => userEvent.type(screen.getByRole('combobox', { name: 'Player' }), text);

test('idle: does not search for a single character', async () => {
  const asked = answering({ '/ledger/wallets': answers([bea]) });
  show();
  await type('b');
  expect(screen.queryByText('Searching…')).toBeNull();
  expect(asked).toEqual([]);
});
test('searching: shows that it is searching', async () => {
  answering({});
  show();
  await type('be');
  expect(screen.getByText('Searching…')).toBeTruthy();
});
test('found: arrow keys and Enter choose, and the search closes', async () => {
  answering({ '/ledger/wallets': answers([bea, ben]) });
  const picked = show();
  await type('be');
  expect((await screen.findByRole('option', { name: /Bea Smit/ })).getAttribute('aria-selected')).toBe('true');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(picked).toEqual(['Ben Okafor']);
  expect(screen.queryByRole('option')).toBeNull();
});
test('found: a press chooses, and an empty result is shown', async () => {
  answering({ '/ledger/wallets': (query) => answers(query.get('search') === 'be' ? [bea] : []) });
  const picked = show();
  await type('be');
  await userEvent.click(await screen.findByRole('option', { name: /Bea Smit/ }));
  expect(picked).toEqual(['Bea Smit']);
  await type('zz');
  expect(await screen.findByText('No players found.')).toBeTruthy();
});
test('found: the number of players and of their events is announced', async () => {
  answering({
    '/ledger/wallets': (query) => answers(query.get('search') === 'be' ? [bea, ben] : [{ ...bea, version: 1 }]),
  });
  show();
  await type('be');
  expect(await screen.findByText('2 players')).toBeTruthy();
  await type('a');
  expect(await screen.findByText('1 player')).toBeTruthy();
  expect(screen.getByText('1 event')).toBeTruthy();
});
test('failed: shows the reason and can be retried', async () => {
  answering({ '/ledger/wallets': refuses(500, '') });
  show();
  await type('be');
  expect(await screen.findByText('The search failed.')).toBeTruthy();
  answering({ '/ledger/wallets': answers([bea]) });
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('option', { name: /Bea Smit/ })).toBeTruthy();
});
