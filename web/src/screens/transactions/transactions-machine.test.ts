import { ok, type Result, refused } from '@touchline/core/result';
import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { orThrow } from '../../api/call.ts';
import type { ApiFailure } from '../../api/client.ts';
import type { TransactionPage } from '../../payments/fetch-transactions.ts';
import { adminDeposit, adminTransaction } from '../../payments/samples.ts';
import { allStates, reachableStates } from '../../testing/reachable-states.ts';
import { pends } from '../../testing/remote-actors.ts';
import type { TransactionFilter } from './transaction-filter.ts';
import { transactionsMachine } from './transactions-machine.ts';

type Fetched = Result<TransactionPage, ApiFailure>;
const pageOf = (...transactions: TransactionPage['transactions']): Fetched =>
  ok({ transactions, total: transactions.length });
const never = transactionsMachine.provide({
  actors: { fetchPage: pends() },
});
const pages = ['firstPage', 'laterPage'];
const samples = [
  { type: 'filter', filter: {} },
  { type: 'transaction changed', transaction: adminTransaction },
  ...pages.flatMap((page) => [
    { type: `xstate.done.actor.${page}`, output: { transactions: [adminDeposit], total: 1 } },
    { type: `xstate.error.actor.${page}`, error: new Error('broken') },
  ]),
];
const reached = reachableStates(never, { samples, input: { filter: {} } });
test.each(allStates(transactionsMachine))('can reach "%s"', (state) => expect(reached).toContain(state));

function begin(replies: readonly Fetched[]) {
  const left = [...replies];
  const asked: TransactionFilter[] = [];
  const list = createActor(
    transactionsMachine.provide({
      actors: {
        fetchPage: fromPromise<TransactionPage, TransactionFilter>(({ input }) => {
          asked.push(input);
          return orThrow(Promise.resolve(left.shift() ?? refused({ kind: 'network' })));
        }),
      },
    }),
    { input: { filter: {} } },
  ).start();
  return { list, asked, shown: () => waitFor(list, (snapshot) => snapshot.matches('shown')) };
}
const decided = { ...adminTransaction, version: 2, status: 'completed', decidedBy: 'Bo' } as const;

test('a push updates its row in place, never to an older version', async () => {
  const { list, shown } = begin([pageOf(adminTransaction, adminDeposit)]);
  await shown();
  list.send({ type: 'transaction changed', transaction: decided });
  list.send({ type: 'transaction changed', transaction: adminTransaction });
  expect(list.getSnapshot().context.transactions).toEqual([decided, adminDeposit]);
});
test('a new withdrawal is only counted until a page shows it', async () => {
  const { list, shown } = begin([pageOf(adminDeposit), pageOf(adminTransaction, adminDeposit)]);
  await shown();
  list.send({ type: 'transaction changed', transaction: adminTransaction });
  list.send({ type: 'transaction changed', transaction: adminTransaction });
  expect(list.getSnapshot().context).toMatchObject({ transactions: [adminDeposit], waiting: [adminTransaction._id] });
  list.send({ type: 'refresh' });
  expect((await shown()).context).toMatchObject({ transactions: [adminTransaction, adminDeposit], waiting: [] });
});
test('a withdrawal decided by another admin is no longer counted; a deposit never is', async () => {
  const { list, shown } = begin([pageOf()]);
  await shown();
  list.send({ type: 'transaction changed', transaction: adminTransaction });
  list.send({ type: 'transaction changed', transaction: adminDeposit });
  list.send({ type: 'transaction changed', transaction: decided });
  expect(list.getSnapshot().context.waiting).toEqual([]);
});
test('an approval of a withdrawal on another page is not counted as new', async () => {
  const { list, shown } = begin([pageOf(adminDeposit)]);
  await shown();
  list.send({ type: 'transaction changed', transaction: { ...adminTransaction, version: 2 } });
  expect(list.getSnapshot().context.waiting).toEqual([]);
});
test('a new withdrawal stays counted when another admin approves it first', async () => {
  const { list, shown } = begin([pageOf(adminDeposit)]);
  await shown();
  list.send({ type: 'transaction changed', transaction: adminTransaction });
  list.send({ type: 'transaction changed', transaction: { ...adminTransaction, version: 2 } });
  expect(list.getSnapshot().context.waiting).toEqual([adminTransaction._id]);
});
test('the newest page clears what was counted when it was requested, even what it has no room for', async () => {
  const page = pageOf(adminDeposit);
  const { list, shown } = begin([page, page, page]);
  await shown();
  list.send({ type: 'transaction changed', transaction: adminTransaction });
  list.send({ type: 'filter', filter: { page: '2' } });
  expect((await shown()).context.waiting).toEqual([adminTransaction._id]);
  list.send({ type: 'filter', filter: {} });
  list.send({ type: 'transaction changed', transaction: { ...adminTransaction, _id: 'requested during the fetch' } });
  expect((await shown()).context.waiting).toEqual(['requested during the fetch']);
});
test('fetches again after a reconnection during a fetch, which may have been read before the gap', async () => {
  const { list, asked, shown } = begin([pageOf(), pageOf(adminDeposit), pageOf(), pageOf(adminTransaction)]);
  list.send({ type: 'reconnected' });
  expect((await shown()).context.transactions).toEqual([adminDeposit]);
  list.send({ type: 'refresh' });
  list.send({ type: 'reconnected' });
  expect((await shown()).context.transactions).toEqual([adminTransaction]);
  expect(asked).toHaveLength(4);
});
test('a new filter keeps the rows until its answer arrives', async () => {
  const { list, asked, shown } = begin([pageOf(adminDeposit), pageOf(adminTransaction)]);
  await shown();
  list.send({ type: 'filter', filter: { status: 'pending' } });
  expect(list.getSnapshot().value).toBe('refreshing');
  expect(list.getSnapshot().context.transactions).toEqual([adminDeposit]);
  expect((await shown()).context.transactions).toEqual([adminTransaction]);
  expect(asked).toEqual([{}, { status: 'pending' }]);
});
test('reloads after a decision, and keeps the rows if that fails', async () => {
  const { list, shown } = begin([pageOf(adminTransaction)]);
  await shown();
  list.send({ type: 'reload' });
  const { context } = await waitFor(list, (snapshot) => snapshot.matches('stale'));
  expect(context.transactions).toEqual([adminTransaction]);
});
