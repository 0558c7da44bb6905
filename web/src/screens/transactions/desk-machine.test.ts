import { ok, type Result, refused } from '@touchline/core/result';
import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import type { ApiFailure } from '../../api/client.ts';
import type { DeskPage } from '../../api/payments.ts';
import { deskDeposit, deskTransaction } from '../../payments/samples.ts';
import { allStates, reachableStates } from '../../testing/reachable-states.ts';
import type { DeskFilter } from './desk-filter.ts';
import { deskMachine } from './desk-machine.ts';

type Fetched = Result<DeskPage, ApiFailure>;
const pageOf = (...transactions: DeskPage['transactions']): Fetched => ok({ transactions, total: transactions.length });
const never = deskMachine.provide({
  actors: { fetchPage: fromPromise<Fetched, DeskFilter>(() => new Promise(() => {})) },
});
const pages = ['firstPage', 'laterPage'];
const samples = [
  { type: 'filter chosen', filter: {} },
  { type: 'transaction told', transaction: deskTransaction },
  ...pages.flatMap((page) => [
    { type: `xstate.done.actor.${page}`, output: pageOf(deskDeposit) },
    { type: `xstate.done.actor.${page}`, output: refused({ kind: 'network' }) },
    { type: `xstate.error.actor.${page}`, error: new Error('broken') },
  ]),
];
const reached = reachableStates(never, { samples, input: { filter: {} } });
test.each(allStates(deskMachine))('the desk can reach "%s"', (state) => expect(reached).toContain(state));

function begin(replies: readonly Fetched[]) {
  const left = [...replies];
  const asked: DeskFilter[] = [];
  const desk = createActor(
    deskMachine.provide({
      actors: {
        fetchPage: fromPromise<Fetched, DeskFilter>(({ input }) => {
          asked.push(input);
          return Promise.resolve(left.shift() ?? refused({ kind: 'network' }));
        }),
      },
    }),
    { input: { filter: {} } },
  ).start();
  return { desk, asked, shown: () => waitFor(desk, (snapshot) => snapshot.matches('shown')) };
}
const decided = { ...deskTransaction, version: 2, status: 'completed', decidedBy: 'Bo' } as const;

test('a row changes in its place by what is told, and never back to an older version', async () => {
  const { desk, shown } = begin([pageOf(deskTransaction, deskDeposit)]);
  await shown();
  desk.send({ type: 'transaction told', transaction: decided });
  desk.send({ type: 'transaction told', transaction: deskTransaction });
  expect(desk.getSnapshot().context.transactions).toEqual([decided, deskDeposit]);
});
test('a new withdrawal waits until a page shows it, and no row moves by itself', async () => {
  const { desk, shown } = begin([pageOf(deskDeposit), pageOf(deskTransaction, deskDeposit)]);
  await shown();
  desk.send({ type: 'transaction told', transaction: deskTransaction });
  desk.send({ type: 'transaction told', transaction: deskTransaction });
  expect(desk.getSnapshot().context).toMatchObject({ transactions: [deskDeposit], waiting: [deskTransaction._id] });
  desk.send({ type: 'refresh pressed' });
  expect((await shown()).context).toMatchObject({ transactions: [deskTransaction, deskDeposit], waiting: [] });
});
test('a withdrawal that somebody else decided waits no longer; a deposit never did', async () => {
  const { desk, shown } = begin([pageOf()]);
  await shown();
  desk.send({ type: 'transaction told', transaction: deskTransaction });
  desk.send({ type: 'transaction told', transaction: deskDeposit });
  desk.send({ type: 'transaction told', transaction: decided });
  expect(desk.getSnapshot().context.waiting).toEqual([]);
});
test('another filter asks again and keeps the rows until the answer is there', async () => {
  const { desk, asked, shown } = begin([pageOf(deskDeposit), pageOf(deskTransaction)]);
  await shown();
  desk.send({ type: 'filter chosen', filter: { status: 'pending' } });
  expect(desk.getSnapshot().value).toBe('refreshing');
  expect(desk.getSnapshot().context.transactions).toEqual([deskDeposit]);
  expect((await shown()).context.transactions).toEqual([deskTransaction]);
  expect(asked).toEqual([{}, { status: 'pending' }]);
});
test('after a decision the list is read again; when that fails the rows stay', async () => {
  const { desk, shown } = begin([pageOf(deskTransaction)]);
  await shown();
  desk.send({ type: 'withdrawal decided' });
  const { context } = await waitFor(desk, (snapshot) => snapshot.matches('stale'));
  expect(context.transactions).toEqual([deskTransaction]);
});
