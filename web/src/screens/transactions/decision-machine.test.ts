import type { AdminTransactionView, DecideAnswer } from '@touchline/core/contract';
import { ok, type Result, refused } from '@touchline/core/result';
import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import type { ApiFailure } from '../../api/client.ts';
import { adminDeposit, adminTransaction } from '../../payments/samples.ts';
import { allStates, reachableStates } from '../../testing/reachable-states.ts';
import { decisionMachine } from './decision-machine.ts';

type Decided = Result<DecideAnswer, ApiFailure>;
const paid: AdminTransactionView = { ...adminTransaction, version: 2, status: 'completed' };
const no: Decided = refused({
  kind: 'refused',
  status: 409,
  view: { code: 'x', error: 'Bo has rejected it already.' },
});
const silent = {
  'tell what was decided': () => {},
  'look at the list again': () => {},
};
const waiting = decisionMachine.provide({
  actors: { decide: fromPromise(() => new Promise<Decided>(() => {})) },
  actions: silent,
});
const samples = [
  { type: 'decision wanted', decision: 'process', transaction: adminTransaction },
  { type: 'words typed', words: 'x' },
  { type: 'amount typed', amount: '1' },
  { type: 'transaction told', transaction: paid },
  { type: 'xstate.done.actor.decide', output: ok({ transaction: paid }) },
  { type: 'xstate.done.actor.decide', output: no },
  { type: 'xstate.error.actor.decide', error: new Error('broken') },
];
const reached = reachableStates(waiting, { samples });
test.each(allStates(decisionMachine))('a decision can reach "%s"', (state) => expect(reached).toContain(state));

function begin(reply: Decided) {
  const sent: unknown[] = [];
  const told: unknown[] = [];
  const actor = createActor(
    decisionMachine.provide({
      actors: {
        decide: fromPromise(({ input }) => {
          sent.push(input);
          return Promise.resolve(reply);
        }),
      },
      actions: { ...silent, 'tell what was decided': (_, transaction) => told.push(transaction) },
    }),
  ).start();
  return { actor, sent, told };
}

test('nothing is sent before it is confirmed, and then once with what was typed', async () => {
  const { actor, sent, told } = begin(ok({ transaction: paid }));
  actor.send({ type: 'decision wanted', decision: 'process', transaction: adminTransaction });
  actor.send({ type: 'words typed', words: ' bank-77 ' });
  expect(sent).toEqual([]);
  actor.send({ type: 'confirmed' });
  actor.send({ type: 'confirmed' });
  await waitFor(actor, (snapshot) => snapshot.matches('resting'));
  expect(sent).toEqual([{ decision: 'process', id: adminTransaction._id, words: 'bank-77' }]);
  expect(told).toEqual([paid]);
});
test.each([
  ['process', 'Failed to process withdrawal: Bo has rejected it already.'],
  ['cancel', 'Failed to cancel withdrawal: Bo has rejected it already.'],
] as const)('a refused %s says: %s', async (decision, said) => {
  const { actor } = begin(no);
  actor.send({ type: 'decision wanted', decision, transaction: adminTransaction });
  actor.send({ type: 'confirmed' });
  const { context } = await waitFor(actor, (snapshot) => snapshot.matches('refused'));
  expect(context.message).toBe(said);
});
test('while asking, somebody else’s decision is told; what happens to others is not', () => {
  const { actor } = begin(no);
  actor.send({ type: 'decision wanted', decision: 'process', transaction: adminTransaction });
  actor.send({ type: 'transaction told', transaction: adminDeposit });
  expect(actor.getSnapshot().value).toBe('asking');
  actor.send({ type: 'transaction told', transaction: paid });
  expect(actor.getSnapshot().value).toBe('overtaken');
});

const waitingDeposit: AdminTransactionView = {
  ...adminDeposit,
  status: 'canceled',
  flags: ['paid-after-close'],
  metadata: { Paid: '€13.80', Worth: '$15.00' },
};
test('a credit begins with what was paid, carries the amount and the reason, and is overtaken once nobody is waited for', async () => {
  const { actor, sent } = begin(no);
  actor.send({ type: 'decision wanted', decision: 'credit', transaction: waitingDeposit });
  expect(actor.getSnapshot().context.amount).toBe('15.00');
  actor.send({ type: 'transaction told', transaction: { ...waitingDeposit, version: 9 } });
  actor.send({ type: 'amount typed', amount: '12.5' });
  actor.send({ type: 'words typed', words: 'Late.' });
  actor.send({ type: 'confirmed' });
  const { context } = await waitFor(actor, (snapshot) => snapshot.matches('refused'));
  expect(sent).toEqual([{ decision: 'credit', id: waitingDeposit._id, words: 'Late.', amount: 12.5 }]);
  expect(context.message).toBe('Failed to credit deposit: Bo has rejected it already.');
  actor.send({ type: 'left' });
  actor.send({ type: 'decision wanted', decision: 'returned', transaction: waitingDeposit });
  actor.send({ type: 'transaction told', transaction: { ...waitingDeposit, flags: [] } });
  expect(actor.getSnapshot().value).toBe('overtaken');
});

test('what findings of the ledger keep from being paid is paid by who approves it again, and by nobody unasked', async () => {
  const view = { code: 'ledger-in-doubt', error: 'The ledger has faults.', details: { verification: 'v-1' } };
  const { actor, sent } = begin(refused({ kind: 'refused', status: 409, view }));
  actor.send({ type: 'decision wanted', decision: 'process', transaction: adminTransaction });
  actor.send({ type: 'confirmed' });
  await waitFor(actor, (now) => now.matches('refused'));
  actor.send({ type: 'confirmed' });
  await waitFor(actor, (now) => now.matches('refused'));
  actor.send({ type: 'left' });
  actor.send({ type: 'decision wanted', decision: 'process', transaction: adminTransaction });
  actor.send({ type: 'confirmed' });
  expect(sent).toMatchObject([{ despite: undefined }, { despite: 'v-1' }, { despite: undefined }]);
});
