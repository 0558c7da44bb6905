import type { TransactionView } from '@touchline/core/contract';
import { ok, type Result, refused } from '@touchline/core/result';
import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { orThrow } from '../api/call.ts';
import type { ApiFailure } from '../api/client.ts';
import { allStates, reachableStates } from '../testing/reachable-states.ts';
import { arrivedDeposit, pendingWithdrawal } from './samples.ts';
import { transactionListMachine } from './transaction-list-machine.ts';

type Fetched = Result<TransactionView[], ApiFailure>;
const fetching = (fetch: () => Promise<Fetched>) =>
  transactionListMachine.provide({ actors: { fetchTransactions: fromPromise(() => orThrow(fetch())) } });
const never = fetching(() => new Promise(() => {}));
const lists = ['firstList', 'laterList'];
const samples = [
  { type: 'transaction changed', transaction: pendingWithdrawal },
  ...lists.flatMap((list) => [
    { type: `xstate.done.actor.${list}`, output: [arrivedDeposit] },
    { type: `xstate.error.actor.${list}`, error: new Error('broken') },
  ]),
];
const reached = reachableStates(never, { samples });
test.each(allStates(transactionListMachine))('a list of transactions can reach "%s"', (state) =>
  expect(reached).toContain(state),
);

const decided: TransactionView = { ...pendingWithdrawal, version: 2, status: 'completed' };
test('a transaction pushed before the list arrives is not replaced by an older one', async () => {
  const list = createActor(fetching(() => Promise.resolve(ok([pendingWithdrawal, arrivedDeposit])))).start();
  list.send({ type: 'transaction changed', transaction: decided });
  const { context } = await waitFor(list, (snapshot) => snapshot.matches('shown'));
  expect(context.transactions).toEqual([decided, arrivedDeposit]);
});
test('a failed refresh keeps the list and marks it as stale', async () => {
  const replies: Fetched[] = [ok([arrivedDeposit])];
  const list = createActor(fetching(() => Promise.resolve(replies.shift() ?? refused({ kind: 'network' })))).start();
  await waitFor(list, (snapshot) => snapshot.matches('shown'));
  list.send({ type: 'refresh' });
  const { context } = await waitFor(list, (snapshot) => snapshot.matches('stale'));
  expect(context.transactions).toEqual([arrivedDeposit]);
});
