import type { TransactionView } from '@touchline/core/contract';
import { ok, type Result, refused } from '@touchline/core/result';
import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import type { ApiFailure } from '../api/client.ts';
import { allStates, reachableStates } from '../testing/reachable-states.ts';
import { arrivedDeposit, pendingWithdrawal } from './samples.ts';
import { transactionListMachine } from './transaction-list-machine.ts';

type Fetched = Result<TransactionView[], ApiFailure>;
const fetching = (fetch: () => Promise<Fetched>) =>
  transactionListMachine.provide({ actors: { fetchTransactions: fromPromise(fetch) } });
const never = fetching(() => new Promise(() => {}));
const lists = ['firstList', 'laterList'];
const samples = [
  { type: 'transaction told', transaction: pendingWithdrawal },
  ...lists.flatMap((list) => [
    { type: `xstate.done.actor.${list}`, output: ok([arrivedDeposit]) },
    { type: `xstate.done.actor.${list}`, output: refused({ kind: 'network' }) },
    { type: `xstate.error.actor.${list}`, error: new Error('broken') },
  ]),
];
const reached = reachableStates(never, { samples });
test.each(allStates(transactionListMachine))('a list of transactions can reach "%s"', (state) =>
  expect(reached).toContain(state),
);

const decided: TransactionView = { ...pendingWithdrawal, version: 2, status: 'completed' };
test('what was told before the list came is not undone by an older list', async () => {
  const list = createActor(fetching(() => Promise.resolve(ok([pendingWithdrawal, arrivedDeposit])))).start();
  list.send({ type: 'transaction told', transaction: decided });
  const { context } = await waitFor(list, (snapshot) => snapshot.matches('shown'));
  expect(context.transactions).toEqual([decided, arrivedDeposit]);
});
test('a refresh that fails keeps what is there and says that it may be old', async () => {
  const replies: Fetched[] = [ok([arrivedDeposit])];
  const list = createActor(fetching(() => Promise.resolve(replies.shift() ?? refused({ kind: 'network' })))).start();
  await waitFor(list, (snapshot) => snapshot.matches('shown'));
  list.send({ type: 'refresh pressed' });
  const { context } = await waitFor(list, (snapshot) => snapshot.matches('stale'));
  expect(context.transactions).toEqual([arrivedDeposit]);
});
