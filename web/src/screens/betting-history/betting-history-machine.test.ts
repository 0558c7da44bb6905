import { type BetView, type betEndpoints, betHistoryPage, type InputOf } from '@touchline/core/contract';
import { describe, expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { CallFailed } from '../../api/call.ts';
import { placedBet } from '../../slip/samples.ts';
import { allStates, reachableStates } from '../../testing/reachable-states.ts';
import { pends } from '../../testing/remote-actors.ts';
import type { Show } from './bet-list.ts';
import { bettingHistoryMachine } from './betting-history-machine.ts';

const fullPage = Array.from({ length: betHistoryPage }, (_, index) => ({ ...placedBet, _id: `bet-${index}` }));
const input = { show: 'all' } as const;
const samples = [
  { type: 'bet changed', bet: placedBet },
  ...['firstPage', 'allPages', 'nextPage'].flatMap((id) => [
    { type: `xstate.done.actor.${id}`, output: fullPage },
    { type: `xstate.error.actor.${id}`, error: new CallFailed({ kind: 'network' }) },
  ]),
];
const reached = reachableStates(bettingHistoryMachine.provide({ actors: { fetchBets: pends() } }), { samples, input });
test.each(allStates(bettingHistoryMachine))('the history can reach "%s"', (state) => expect(reached).toContain(state));

/** The loaded history. The second page does not load. */
async function historyOf(bets: readonly BetView[], pushedBefore: readonly BetView[] = []) {
  const fetchBets = fromPromise<BetView[], InputOf<typeof betEndpoints.history>>(async ({ input: { query } }) => {
    if (query?.before !== undefined) throw new CallFailed({ kind: 'timeout' });
    return [...bets];
  });
  const actor = createActor(bettingHistoryMachine.provide({ actors: { fetchBets } }), { input }).start();
  for (const bet of pushedBefore) actor.send({ type: 'bet changed', bet });
  await waitFor(actor, (snapshot) => snapshot.matches('shown'));
  return actor;
}
const won: BetView = { ...placedBet, version: 2, status: 'won', payout: 21 };
const later: BetView = { ...placedBet, _id: 'later', createdAt: '2026-11-21T12:30:00Z' };

test('the newest bet comes first', async () => {
  const history = await historyOf([placedBet, later]);
  expect(history.getSnapshot().context.list.bets).toEqual([later, placedBet]);
});
test('a pushed bet replaces its older version and never a newer one', async () => {
  const history = await historyOf([placedBet]);
  history.send({ type: 'bet changed', bet: won });
  history.send({ type: 'bet changed', bet: placedBet });
  expect(history.getSnapshot().context.list.bets).toEqual([won]);
});
test('a push before the first page is not lost', async () => {
  const history = await historyOf([placedBet], [won]);
  expect(history.getSnapshot().context.list.bets).toEqual([won]);
});
test('a page that fails to load keeps the list, shows the reason and can be loaded again', async () => {
  const history = await historyOf(fullPage);
  history.send({ type: 'load more' });
  await waitFor(history, (snapshot) => snapshot.matches('shown'));
  const { list, message } = history.getSnapshot().context;
  expect([list.bets.length, message]).toEqual([50, 'The server took too long to answer. Please try again.']);
  expect(history.getSnapshot().can({ type: 'load more' })).toBe(true);
});
test('nothing more can be loaded after the last page', async () => {
  const history = await historyOf([placedBet]);
  expect(history.getSnapshot().can({ type: 'load more' })).toBe(false);
});

describe('a bet that is pushed during a request', () => {
  /** A history with these bets whose next request the test answers. */
  async function refreshing(show: Show, bets: readonly BetView[]) {
    const answers: ((page: readonly BetView[]) => void)[] = [];
    const fetchBets = fromPromise<BetView[], InputOf<typeof betEndpoints.history>>(
      () => new Promise((resolve) => answers.push((page) => resolve([...page]))),
    );
    const actor = createActor(bettingHistoryMachine.provide({ actors: { fetchBets } }), { input: { show } }).start();
    const answer = async (page: readonly BetView[]) => {
      answers.at(-1)?.(page);
      await waitFor(actor, (snapshot) => snapshot.matches('shown'));
      return actor.getSnapshot().context.list;
    };
    await answer(bets);
    actor.send({ type: 'reconnected' });
    return { push: (bet: BetView) => actor.send({ type: 'bet changed', bet }), answer };
  }
  const earlier: BetView = { ...placedBet, _id: 'earlier', createdAt: '2026-11-21T11:30:00Z' };

  test('is shown although the answer was read before it, and is empty', async () => {
    const history = await refreshing('open', []);
    history.push(placedBet);
    expect((await history.answer([])).bets).toEqual([placedBet]);
  });
  test('is shown when it was settled, although newer bets were settled before', async () => {
    const history = await refreshing('settled', [won]);
    const lost: BetView = { ...earlier, version: 2, status: 'lost', payout: 0 };
    history.push(lost);
    expect((await history.answer([won])).bets).toEqual([won, lost]);
  });
  test('is not open again when it was settled since the answer was read', async () => {
    const history = await refreshing('open', []);
    history.push(won);
    expect((await history.answer([placedBet])).bets).toEqual([won]);
  });
  test('leaves it known that there is more', async () => {
    const history = await refreshing('all', fullPage);
    history.push(later);
    const { bets, hasMore } = await history.answer(fullPage);
    expect([bets.length, hasMore]).toEqual([betHistoryPage + 1, true]);
  });
  test('does not keep one that was settled during the gap before', async () => {
    const history = await refreshing('open', [placedBet, later]);
    history.push({ ...later, _id: 'latest', createdAt: '2026-11-21T12:31:00Z' });
    expect((await history.answer([placedBet])).bets.map(({ _id }) => _id)).toEqual(['latest', placedBet._id]);
  });
});
