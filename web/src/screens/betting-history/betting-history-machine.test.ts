import { type BetView, betHistoryPage } from '@touchline/core/contract';
import { ok, type Result, refused } from '@touchline/core/result';
import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import type { HistoryAsked } from '../../api/betting.ts';
import type { ApiFailure } from '../../api/client.ts';
import { bookedBet } from '../../slip/samples.ts';
import { allStates, reachableStates } from '../../testing/reachable-states.ts';
import { bettingHistoryMachine } from './betting-history-machine.ts';

const fullPage = Array.from({ length: betHistoryPage }, (_, index) => ({ ...bookedBet, _id: `bet-${index}` }));
const input = { show: 'all' } as const;
const samples = [
  { type: 'bet pushed', bet: bookedBet },
  { type: 'xstate.done.actor.fetchBetHistory', output: ok(fullPage) },
  { type: 'xstate.done.actor.fetchBetHistory', output: ok([bookedBet]) },
  { type: 'xstate.done.actor.fetchBetHistory', output: refused({ kind: 'network' }) },
  { type: 'xstate.error.actor.fetchBetHistory', error: new Error('broken') },
  { type: 'xstate.done.actor.refreshBetHistory', output: ok([bookedBet]) },
  { type: 'xstate.done.actor.refreshBetHistory', output: refused({ kind: 'network' }) },
  { type: 'xstate.done.actor.fetchMoreBets', output: ok([bookedBet]) },
  { type: 'xstate.done.actor.fetchMoreBets', output: refused({ kind: 'network' }) },
  { type: 'xstate.error.actor.fetchMoreBets', error: new Error('broken') },
  { type: 'xstate.error.actor.refreshBetHistory', error: new Error('broken') },
];
const reached = reachableStates(bettingHistoryMachine, { samples, input });
test.each(allStates(bettingHistoryMachine))('the history can reach "%s"', (state) => expect(reached).toContain(state));

/** The history once it holds what the server answered. */
async function historyOf(fetched: readonly BetView[], pushedBefore: readonly BetView[] = []) {
  const fetchBetHistory = fromPromise<Result<BetView[], ApiFailure>, HistoryAsked>(({ input: { before } }) =>
    Promise.resolve(before === 'bet-49' ? refused({ kind: 'timeout' }) : ok([...fetched])),
  );
  const actor = createActor(bettingHistoryMachine.provide({ actors: { fetchBetHistory } }), { input }).start();
  for (const bet of pushedBefore) actor.send({ type: 'bet pushed', bet });
  await waitFor(actor, (snapshot) => snapshot.matches('shown'));
  return actor;
}
const won: BetView = { ...bookedBet, version: 2, status: 'won', payout: 21 };
const later: BetView = { ...bookedBet, _id: 'later', createdAt: '2026-11-21T12:30:00Z' };

test('the newest bet comes first', async () => {
  const history = await historyOf([bookedBet, later]);
  expect(history.getSnapshot().context.list.bets).toEqual([later, bookedBet]);
});
test('a pushed bet replaces its older version and never a newer one', async () => {
  const history = await historyOf([bookedBet]);
  history.send({ type: 'bet pushed', bet: won });
  history.send({ type: 'bet pushed', bet: bookedBet });
  expect(history.getSnapshot().context.list.bets).toEqual([won]);
});
test('a push that overtakes the first answer is not lost', async () => {
  const history = await historyOf([bookedBet], [won]);
  expect(history.getSnapshot().context.list.bets).toEqual([won]);
});
test('a page that does not come leaves what is shown, says why, and can be asked for again', async () => {
  const history = await historyOf(fullPage);
  history.send({ type: 'more pressed' });
  await waitFor(history, (snapshot) => snapshot.matches('shown'));
  const { list, message } = history.getSnapshot().context;
  expect([list.bets.length, message]).toEqual([50, 'The server took too long to answer. Please try again.']);
  expect(history.getSnapshot().can({ type: 'more pressed' })).toBe(true);
});
test('without more there is nothing to press', async () => {
  const history = await historyOf([bookedBet]);
  expect(history.getSnapshot().can({ type: 'more pressed' })).toBe(false);
});
